import Crypto
import Runtime
package import WebClient

/// A browser's subscription to notices, as it hands it in.
package struct WebPushSubscription: Sendable {
    package let endpoint: PushEndpoint
    let recipient: PushRecipient

    /// Checks a subscription; nil if its address is not allowed or its keys are not keys.
    ///
    /// - Parameters:
    ///   - point: the browser's public key in base64url, `p256dh`.
    ///   - authentication: its secret in base64url, `auth`.
    package init?(endpoint: String, point: String, authentication: String, others: [String] = []) {
        guard let endpoint = PushEndpoint(endpoint, others: others),
            let point = base64URLDecoded(point), let authentication = base64URLDecoded(authentication),
            let recipient = PushRecipient(point: point, authentication: authentication)
        else { return nil }
        self.endpoint = endpoint
        self.recipient = recipient
    }
}

/// The urgency of a message (RFC 8030 §5.3).
package enum PushUrgency: String, Sendable {
    case low, normal, high
}

/// A message to a browser, and its delivery.
package struct WebPushMessage: Sendable {
    package let text: [UInt8]
    package let lifeSeconds: Int
    package let urgency: PushUrgency
    /// A later message with the same topic replaces one that waits.
    package let topic: String

    package init(text: [UInt8], lifeSeconds: Int, urgency: PushUrgency, topic: String) {
        self.text = text
        self.lifeSeconds = lifeSeconds
        self.urgency = urgency
        self.topic = topic
    }
}

extension WebPushSubscription {
    /// Returns the request that brings a message to the browser (RFC 8030 §5); nil if the text is too long.
    ///
    /// - Parameter proof: the value of the header `Authorization`.
    package func request(_ message: WebPushMessage, proof: String) -> WebRequest? {
        guard let body = PushEncryption.encrypt(message.text, to: recipient) else { return nil }
        var headers = [
            ("Authorization", proof), ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
            ("TTL", String(message.lifeSeconds)), ("Urgency", message.urgency.rawValue), ("Topic", message.topic),
        ]
        // Without it, Microsoft's service refuses some lengths of life.
        if endpoint.isMicrosofts {
            headers.append(("X-WNS-Cache-Policy", message.lifeSeconds > 0 ? "cache" : "no-cache"))
        }
        return WebRequest(method: "POST", url: endpoint.text, headers: headers, body: body)
    }
}

/// Returns the topic of a thing: 32 characters, so that Apple's service, which decodes it, takes it.
package func pushTopic(_ collapseKey: String) -> String {
    base64URL(Array(sha256(Array(collapseKey.utf8)).prefix(24)))
}

/// Returns the meaning of a push service's answer to a message.
package func webPushVerdict(_ response: WebResponse, from endpoint: PushEndpoint) -> PushVerdict {
    let microsofts = endpoint.isMicrosofts ? response.header("X-WNS-Status") : nil
    switch response.status {
    case 200...202: return microsofts == "dropped" ? .ourFault("dropped") : .sent
    case 404, 410: return .gone(since: nil)
    case 406 where microsofts == "appthrottled": return .later(seconds: nil)
    case 413: return .tooLong
    case 429: return .later(seconds: seconds(retryAfter: response.header("Retry-After")))
    case 400, 401, 403: return .refused("\(response.status)")
    case 408, 500...599: return .unavailable("\(response.status)")
    default: return .ourFault("\(response.status)")
    }
}

/// Returns the seconds of a header `Retry-After`, 1 to 3600; nil if it has no number.
private func seconds(retryAfter text: String?) -> Int? {
    text.flatMap { Int($0) }.map { min(max($0, 1), 3_600) }
}
