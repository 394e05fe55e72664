package import CivilTime
import Crypto
package import Runtime
package import Storage
package import WebClient

/// The key and the names with which Jadwal speaks to Apple's push service.
package struct AppleSettings: Sendable {
    let key: P256Key
    let keyID: String
    let teamID: String
    /// The bundle id of the app.
    let topic: String
    private let environments: Config.AppleEnvironments
    private let productionHost: String, sandboxHost: String

    /// Reads the settings; nil if no key is configured.
    ///
    /// - Throws: `ConfigError` if the key cannot be read.
    package init?(_ config: Config, readFile: (String) throws -> [UInt8]) throws {
        guard !config.apnsKeyFile.isEmpty else { return nil }
        guard let key = P256Key(pem: try readFile(config.apnsKeyFile)) else {
            throw ConfigError(key: "JADWAL_APNS_KEY_FILE", problem: "does not hold a key of the curve P-256 in PEM")
        }
        self.key = key
        keyID = config.apnsKeyID
        teamID = config.apnsTeamID
        topic = config.apnsTopic
        environments = config.apnsEnvironment
        productionHost = config.apnsHost
        sandboxHost = config.apnsSandboxHost
    }

    func host(_ environment: PushEnvironment) -> String {
        environment == .production ? productionHost : sandboxHost
    }

    /// Returns the environments in which a phone may be known, the likeliest first.
    func environments(last: PushEnvironment?) -> [PushEnvironment] {
        switch environments {
        case .production: [.production]
        case .sandbox: [.sandbox]
        case .both: last == .sandbox ? [.sandbox, .production] : [.production, .sandbox]
        }
    }
}

/// A message to a phone.
package struct AppleMessage: Sendable {
    /// The row's id, by which the logs of both sides meet.
    package let id: String
    package let payload: [UInt8]
    package let usefulUntil: Instant
    package let topic: String
    package let isSilent: Bool

    package init(id: String, payload: [UInt8], usefulUntil: Instant, topic: String, isSilent: Bool) {
        self.id = id
        self.payload = payload
        self.usefulUntil = usefulUntil
        self.topic = topic
        self.isSilent = isSilent
    }
}

extension AppleSettings {
    /// Returns the request that brings a message to a phone.
    ///
    /// - Parameters:
    ///   - token: the phone's token, hexadecimal digits.
    ///   - proof: the provider token.
    package func request(
        _ message: AppleMessage, to token: String, in environment: PushEnvironment, proof: String
    ) -> WebRequest {
        WebRequest(
            method: "POST", url: "https://\(host(environment))/3/device/\(token)",
            headers: [
                ("authorization", "bearer \(proof)"), ("apns-topic", topic), ("apns-push-type", "alert"),
                ("apns-priority", message.isSilent ? "5" : "10"),
                ("apns-expiration", String(message.usefulUntil.secondsSince1970)),
                ("apns-collapse-id", message.topic), ("apns-id", message.id),
                ("content-type", "application/json"),
            ],
            body: message.payload)
    }
}

/// Returns the meaning of Apple's answer.
package func appleVerdict(_ response: WebResponse) -> PushVerdict {
    if response.status == 200 { return .sent }
    let answer = try? JSON.value(AppleAnswer.self, from: String(decoding: response.body, as: UTF8.self))
    let reason = answer?.reason ?? "\(response.status)"
    switch (response.status, reason) {
    case (400, "BadDeviceToken"): return .otherEnvironment
    case (400, "DeviceTokenNotForTopic"): return .refused(reason)
    case (400, "IdleTimeout"), (500..., _), (408, _): return .unavailable(reason)
    case (403, "ExpiredProviderToken"): return .tokenExpired
    case (403, _): return .misconfigured(reason)
    case (410, _):
        return .gone(since: answer?.timestamp.map { Instant(microsecondsSince1970: $0 * 1_000) })
    case (413, _): return .tooLong
    case (429, "TooManyProviderTokenUpdates"): return .later(seconds: 60)
    case (429, _): return .later(seconds: nil)
    default: return .ourFault(reason)
    }
}

private struct AppleAnswer: Decodable {
    let reason: String
    /// Milliseconds since 1970, with 410 only.
    let timestamp: Int64?
}
