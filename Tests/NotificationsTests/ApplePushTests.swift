import CivilTime
import Foundation
@testable import Notifications
import Testing

@Suite("Apple's push service")
struct ApplePushTests {
    @Test("each answer has its meaning", arguments: [
        (400, "BadDeviceToken", .otherEnvironment),
        (400, "DeviceTokenNotForTopic", .refused("DeviceTokenNotForTopic")),
        (400, "BadTopic", .ourFault("BadTopic")), (400, "PayloadEmpty", .ourFault("PayloadEmpty")),
        (400, "IdleTimeout", .unavailable("IdleTimeout")), (404, "BadPath", .ourFault("BadPath")),
        (405, "MethodNotAllowed", .ourFault("MethodNotAllowed")), (403, "ExpiredProviderToken", .tokenExpired),
        (403, "InvalidProviderToken", .misconfigured("InvalidProviderToken")),
        (403, "BadEnvironmentKeyInToken", .misconfigured("BadEnvironmentKeyInToken")),
        (403, "BadEnvironmentKeyIdInToken", .misconfigured("BadEnvironmentKeyIdInToken")),
        (413, "PayloadTooLarge", .tooLong), (429, "TooManyRequests", .later(seconds: nil)),
        (429, "TooManyProviderTokenUpdates", .later(seconds: 60)),
        (500, "InternalServerError", .unavailable("InternalServerError")),
        (503, "Shutdown", .unavailable("Shutdown")),
        (400, "NeverHeardOf", .ourFault("NeverHeardOf")),
    ] as [(Int, String, PushVerdict)])
    func verdicts(status: Int, reason: String, verdict: PushVerdict) {
        #expect(appleVerdict(response(status, [:], #"{"reason":"\#(reason)"}"#)) == verdict)
    }

    @Test("a gone phone names the moment at which it was gone")
    func gone() {
        let answer = response(410, [:], #"{"reason":"Unregistered","timestamp":1795444200123}"#)
        #expect(appleVerdict(answer) == .gone(since: Instant(microsecondsSince1970: 1_795_444_200_123_000)))
        #expect(appleVerdict(response(200)) == .sent)
        #expect(appleVerdict(response(500, [:], "not JSON")) == .unavailable("500"))
    }

    @Test("a payload has at most 4096 bytes, cut between characters", arguments: [
        "a", "م", "👨‍👩‍👧‍👦", "\u{1F1F8}\u{1F1E6}", "\\",
    ])
    func length(character: String) throws {
        let text = NoticeText(
            title: String(repeating: character, count: 3_000), body: String(repeating: character, count: 3_000))
        let payload = ApplePayload(
            text, kind: .eventFound, id: "1", url: "https://jadwal.example.org/notifications/1", isSilent: false)
        let bytes = try payload.bytes()
        #expect(bytes.count <= 4_096)
        let aps = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let alert = try #require((aps["aps"] as? [String: Any])?["alert"] as? [String: String])
        let title = try #require(alert["title"])
        #expect(title.count == 100 && title.dropLast().allSatisfy { String($0) == character })
        #expect(alert["body"].map { $0.count <= 400 && $0.dropLast().allSatisfy { String($0) == character } } ?? true)
        // The published app reads this key on every notice.
        #expect(aps["type"] == nil && aps["jadwal"] != nil)
    }
}
