import Crypto
import Notifications
import Runtime
import TestSupport
import Testing
@testable import WebClient

@Suite("Web Push")
struct WebPushTests {
    @Test("addresses of the known push services are taken", arguments: [
        "https://fcm.googleapis.com/fcm/send/abc:def", "https://web.push.apple.com/QABC",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA", "https://db5p.notify.windows.com/w/?token=a%2B",
        "https://localhost:8543/push/1",
    ])
    func known(address: String) {
        #expect(PushEndpoint(address, others: ["localhost:8543"])?.text == address)
    }

    @Test("other addresses are refused, so that nobody makes the server call them", arguments: [
        "http://fcm.googleapis.com/a", "https://fcm.googleapis.com", "https://fcm.googleapis.com:8080/a",
        "https://user@fcm.googleapis.com/a", "https://fcm.googleapis.com@evil.example/a", "https://127.0.0.1/a",
        "https://localhost/a", "https://evil.example/fcm.googleapis.com/",
        "https://fcm.googleapis.com.evil.example/a",
        "https://evilpush.apple.com/a", "https://.push.apple.com/a", "https://FCM.googleapis.com/a",
        "https://fcm.googleapis.com\\@evil.example/a", "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/#a",
        "https://evil.example?.push.apple.com/a", "https://[::1]/a", "https://fcm.googleapis.com/\u{E4}", "",
        "https://fcm.googleapis.com/" + String(repeating: "a", count: 2_048),
    ])
    func unknown(address: String) {
        #expect(PushEndpoint(address, others: ["localhost:8543"]) == nil)
    }

    @Test("each answer has its meaning", arguments: [
        (201, [:], .sent), (200, [:], .sent), (202, [:], .sent), (404, [:], .gone(since: nil)),
        (410, [:], .gone(since: nil)), (413, [:], .tooLong), (429, ["Retry-After": "90"], .later(seconds: 90)),
        (429, ["Retry-After": "999999"], .later(seconds: 3_600)), (429, [:], .later(seconds: nil)),
        (400, [:], .refused("400")), (401, [:], .refused("401")), (403, [:], .refused("403")),
        (500, [:], .unavailable("500")), (503, [:], .unavailable("503")), (301, [:], .ourFault("301")),
        (406, [:], .ourFault("406")),
    ] as [(Int, [String: String], PushVerdict)])
    func verdicts(status: Int, headers: [String: String], verdict: PushVerdict) throws {
        let endpoint = try #require(PushEndpoint("https://fcm.googleapis.com/a"))
        #expect(webPushVerdict(response(status, headers), from: endpoint) == verdict)
    }

    @Test("Microsoft's service has answers of its own", arguments: [
        (406, ["X-WNS-Status": "appthrottled"], .later(seconds: nil)),
        (201, ["X-WNS-Status": "dropped"], .ourFault("dropped")), (201, ["X-WNS-Status": "received"], .sent),
    ] as [(Int, [String: String], PushVerdict)])
    func microsofts(status: Int, headers: [String: String], verdict: PushVerdict) throws {
        let endpoint = try #require(PushEndpoint("https://db5p.notify.windows.com/w/?token=a"))
        #expect(webPushVerdict(response(status, headers), from: endpoint) == verdict)
    }

    @Test("a request has the headers that the services demand")
    func request() throws {
        let key = P256Key.random()
        func headers(_ endpoint: String) throws -> [String: String] {
            let subscription = try #require(WebPushSubscription(
                endpoint: endpoint, point: base64URL(key.publicPoint),
                authentication: base64URL([UInt8](repeating: 1, count: 16))))
            let message = WebPushMessage(
                text: Array("hello".utf8), lifeSeconds: 60, urgency: .high, topic: pushTopic("event 1"))
            let request = try #require(subscription.request(message, proof: "vapid t=a, k=b"))
            #expect(request.method == "POST" && request.url == endpoint && request.body.count == 231)
            return Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        }
        let found = try headers("https://fcm.googleapis.com/a")
        #expect(found["TTL"] == "60" && found["Urgency"] == "high" && found["Content-Encoding"] == "aes128gcm")
        #expect(found["Topic"]?.utf8.count == 32 && found["Authorization"] == "vapid t=a, k=b")
        #expect(found["X-WNS-Cache-Policy"] == nil)
        #expect(try headers("https://a.notify.windows.com/w")["X-WNS-Cache-Policy"] == "cache")
    }

    @Test("a subscription with keys that are not keys is refused")
    func wrongKeys() {
        let point = P256Key.random().publicPoint
        func subscription(_ point: [UInt8], _ authentication: [UInt8]) -> WebPushSubscription? {
            WebPushSubscription(
                endpoint: "https://fcm.googleapis.com/a", point: base64URL(point),
                authentication: base64URL(authentication))
        }
        let secret = [UInt8](repeating: 1, count: 16)
        #expect(subscription(point, secret) != nil)
        #expect(subscription(point, Array(secret.dropLast())) == nil)
        #expect(subscription(Array(point.dropLast()) + [point[64] ^ 1], secret) == nil)
    }

    @Test("the contact in a proof is an address on the internet, else Jadwal's own", arguments: [
        ("help@jadwal.example.org", "mailto:help@jadwal.example.org"),
        ("The operators <help@jadwal.example.org>", "mailto:help@jadwal.example.org"),
        ("admin@localhost", "https://jadwal.example.org"), ("", "https://jadwal.example.org"),
        ("Call us", "https://jadwal.example.org"),
    ])
    func contact(setting: String, contact: String) throws {
        let app = try TestApp.withoutDatabase(settings: ["JADWAL_OPERATOR_CONTACT": setting])
        #expect(pushContact(app.config) == contact)
    }
}

/// Returns an answer of a service.
func response(_ status: Int, _ headers: [String: String] = [:], _ body: String = "") -> WebResponse {
    WebResponse(status: status, headers: headers.map { ($0.key, $0.value) }, body: Array(body.utf8))
}
