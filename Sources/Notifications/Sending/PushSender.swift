import CivilTime
import Crypto
import Logging
import Postgres
package import Runtime
import Storage
import Templates
import WebClient

/// The sender of pushes of one thread, with the connections to the services.
///
/// A push that is sent twice, because its worker died before it was noted, has the same topic and the same number, so a
/// device shows one.
package final class PushSender {
    private let app: App
    private let keys: VAPIDKeys
    private let apple: AppleSettings?
    private var proofs: VAPIDProofs
    private let transport: any PushTransport
    /// The failures of each service since its last answer.
    private var failures: [String: Int] = [:]
    /// The end of the pause of each of Apple's environments.
    private var pausedUntil: [String: Instant] = [:]
    /// The devices that each service has refused since its last success.
    private var refusals: [String: Set<NotificationDeviceID>] = [:]

    /// A claim is longer than the slowest attempt: two requests and their waits.
    private static let claimSeconds = 60
    private static let breakAfter = 3, breakSeconds: Int64 = 60, stopSeconds: Int64 = 600
    /// The minutes after which a device that asks for a pause is tried again.
    private static let pauses = [1, 5, 15]
    /// The refusals after which a device is deleted.
    private static let mostRefusals = 3
    /// The longest text that every browser takes: one passes through a bridge with a smaller limit.
    private static let mostTextBytes = 1_999

    package init(_ app: App, apple: AppleSettings?, _ transport: any PushTransport) {
        self.app = app
        self.transport = transport
        self.apple = apple
        keys = VAPIDKeys(app.secrets.vapid)
        proofs = VAPIDProofs(contact: pushContact(app.config))
    }

    /// Sends the push that has been due the longest.
    ///
    /// - Returns: false if none is due.
    package func sendNext() throws -> Bool {
        let now = app.now()
        guard let delivery = try app.store.claimDelivery(at: now, seconds: Self.claimSeconds) else { return false }
        guard delivery.notice.readAt == nil, delivery.notice.usefulUntil > now else {
            try app.store.end(delivery.id, .dropped, reason: "too late", at: now)
            return true
        }
        guard let notice = try Notice(delivery.notice), let customer = try app.store.customer(delivery.notice.customer)
        else {
            try app.store.end(delivery.id, .failed, reason: "unknown kind", at: now)
            return true
        }
        guard try app.isMeant(notice) else {
            try app.store.end(delivery.id, .dropped, reason: "withdrawn", at: now)
            return true
        }
        let language = Language(rawValue: delivery.device.language) ?? .english
        let choices = try app.notices(of: customer).choices()
        let text = try NoticeWords(customer, language, app)
            .text(notice, hidesContent: choices.preferences.hidesContent)
        let (verdict, environment) = switch delivery.device.kind {
        case .webPush: (try sendToBrowser(delivery, notice, text, language), PushEnvironment?.none)
        case .apns: try sendToPhone(delivery, notice, text)
        }
        try record(verdict, delivery, environment)
        return true
    }

    // MARK: Browsers

    private func sendToBrowser(
        _ delivery: ClaimedDelivery, _ notice: Notice, _ text: NoticeText, _ language: Language
    ) throws -> PushVerdict {
        guard app.config.webPush == .on else { return .ourFault("switched off") }
        guard let subscription = app.subscription(of: delivery.device) else { return .gone(since: nil) }
        // The browser subscribed with a key that was forgotten. It has to subscribe again.
        guard let key = keys.key(delivery.device.serverKey) else { return .gone(since: nil) }
        let proof = try proofs.proof(for: subscription.endpoint.origin, key, at: app.now())
        func send(_ text: NoticeText) throws -> PushVerdict {
            let message = WebPushMessage(
                text: try browserText(text, notice, delivery, language),
                lifeSeconds: Int(notice.row.usefulUntil.secondsSince1970 - app.now().secondsSince1970),
                urgency: delivery.isSilent ? .low : notice.kind == .reminder ? .high : .normal,
                topic: pushTopic(notice.row.collapseKey))
            guard let request = subscription.request(message, proof: proof) else { return .tooLong }
            return answer { () throws(WebClientError) in
                webPushVerdict(try transport.send(request, nil), from: subscription.endpoint)
            }
        }
        let verdict = try send(text)
        return verdict == .tooLong ? try send(NoticeText(title: text.title, body: "")) : verdict
    }

    /// Returns the JSON that the service worker shows. The body loses characters until everything fits.
    private func browserText(
        _ text: NoticeText, _ notice: Notice, _ delivery: ClaimedDelivery, _ language: Language
    ) throws -> [UInt8] {
        var body = text.body
        while true {
            let bytes = Array(try JSON.text(BrowserNotice(
                title: cut(text.title, to: 100), body: body, tag: pushTopic(notice.row.collapseKey), lang: language.tag,
                dir: language.direction, url: "/notifications/\(notice.id)", silent: delivery.isSilent)).utf8)
            guard bytes.count > Self.mostTextBytes, !body.isEmpty else { return bytes }
            body = String(body.dropLast(max(1, (bytes.count - Self.mostTextBytes) / 8)))
        }
    }

    private struct BrowserNotice: Encodable {
        let title: String, body: String, tag: String, lang: String, dir: String, url: String, silent: Bool
    }

    // MARK: Phones

    private func sendToPhone(
        _ delivery: ClaimedDelivery, _ notice: Notice, _ text: NoticeText
    ) throws -> (PushVerdict, PushEnvironment?) {
        guard let apple else { return (.ourFault("no key"), nil) }
        guard let device = app.appleToken(of: delivery.device) else { return (.gone(since: nil), nil) }
        let payload = ApplePayload(
            text, kind: notice.kind, id: delivery.id.description, url: app.url("/notifications/\(notice.id)"),
            isSilent: delivery.isSilent)
        func message(_ bytes: [UInt8]) -> AppleMessage {
            AppleMessage(
                id: delivery.id.description, payload: bytes, usefulUntil: notice.row.usefulUntil,
                topic: pushTopic(notice.row.collapseKey), isSilent: delivery.isSilent)
        }
        var bytes = try payload.bytes(), token = try app.providerToken(apple)
        for environment in apple.environments(last: delivery.device.environment) {
            let pausedUntil = pausedUntil[Self.name(environment)] ?? app.now()
            let pause = pausedUntil.secondsSince1970 - app.now().secondsSince1970
            if pause > 0 { return (.later(seconds: Int(pause)), nil) }
            func send() -> PushVerdict {
                answer { () throws(WebClientError) in
                    let request = apple.request(message(bytes), to: device, in: environment, proof: token)
                    return appleVerdict(try transport.send(request, environment))
                }
            }
            var verdict = send()
            if verdict == .tokenExpired {
                token = try app.providerToken(apple, besides: token)
                verdict = send()
                if verdict == .tokenExpired { verdict = .misconfigured("ExpiredProviderToken") }
            }
            if verdict == .tooLong {
                bytes = try payload.titleOnly()
                verdict = send()
            }
            if verdict != .otherEnvironment { return (verdict, environment) }
        }
        // Each environment says that it is no token of its own.
        return (.gone(since: nil), nil)
    }

    /// Sends a request, and says of a missing answer what it means.
    private func answer(_ send: () throws(WebClientError) -> PushVerdict) -> PushVerdict {
        do {
            return try send()
        } catch {
            switch error {
            case .unreachable(let cause): return .unavailable("unreachable: \(cause)")
            case .timedOut: return .unavailable("timed out")
            case .broken(let cause): return .unavailable("broken: \(cause)")
            case .tooLarge: return .unavailable("answer too large")
            case .notAllowed: return .ourFault("address")
            }
        }
    }

    // MARK: Outcomes

    /// Writes down what came of an attempt. Log lines have the device's id and the reason, never an address.
    private func record(
        _ verdict: PushVerdict, _ delivery: ClaimedDelivery, _ environment: PushEnvironment?
    ) throws {
        let store = try app.store, now = app.now(), device = delivery.device
        let service = environment.map(Self.name) ?? device.service
        if case .unavailable = verdict {} else { failures[service] = nil }
        switch verdict {
        case .sent:
            refusals[service] = nil
            try store.recordSuccess(of: device, environment: environment, at: now)
            try store.end(delivery.id, .sent, at: now)
        case .gone(let since):
            // The deliveries go with the device.
            let label = try store.deleteNotificationDevice(
                device.id, of: device.owner, unlessRegisteredSince: since)
            if label == nil { try store.end(delivery.id, .dropped, reason: "registered again", at: now) }
            log("device gone", delivery, label == nil ? "registered again" : "gone")
        case .later(let seconds):
            let pause = Self.pauses[min(delivery.attempts, Self.pauses.count) - 1] * 60
            try wait(delivery, seconds: Double(seconds ?? pause), reason: "busy")
        case .unavailable(let reason):
            failures[service, default: 0] += 1
            try wait(delivery, seconds: Self.backoff(delivery.attempts), reason: reason)
            if failures[service, default: 0] >= Self.breakAfter {
                // Other services go on. The next attempt, a minute later, shows if this one is back.
                try pause(service, of: device, until: now + .seconds(Self.breakSeconds))
                log("push service unavailable", delivery, reason)
            }
        case .refused(let reason): try recordRefusal(delivery, service, reason)
        case .misconfigured(let reason):
            app.log.error("push service refuses us", metadata: ["service": "\(service)", "reason": "\(reason)"])
            try stop(delivery, service, reason: reason)
        case .ourFault(let reason):
            app.log.error("push failed", metadata: [
                "service": "\(service)", "device": "\(device.id)", "reason": "\(reason)",
            ])
            try store.end(delivery.id, .failed, reason: reason, at: now)
        case .tooLong: try store.end(delivery.id, .failed, reason: "too long", at: now)
        case .otherEnvironment, .tokenExpired: try wait(delivery, seconds: 60, reason: "retry")
        }
    }

    /// Records a refusal. One device that is refused again and again is deleted. If a service refuses every device, our
    /// key or its settings are wrong: then it is left in peace, and no device is touched.
    private func recordRefusal(_ delivery: ClaimedDelivery, _ service: String, _ reason: String) throws {
        refusals[service, default: []].insert(delivery.device.id)
        if refusals[service, default: []].count >= Self.mostRefusals {
            app.log.error("push service refuses us", metadata: ["service": "\(service)", "reason": "\(reason)"])
            refusals[service] = nil
            return try stop(delivery, service, reason: reason)
        }
        let count = try app.store.recordFailure(of: delivery.device, reason: reason, at: app.now())
        if count >= Self.mostRefusals {
            _ = try app.store.deleteNotificationDevice(delivery.device.id, of: delivery.device.owner)
            log("device gone", delivery, reason)
        } else {
            try wait(delivery, seconds: Double(Self.pauses[min(count, Self.pauses.count) - 1] * 60), reason: reason)
        }
    }

    /// Makes everything to a service wait for ten minutes.
    private func stop(_ delivery: ClaimedDelivery, _ service: String, reason: String) throws {
        let until = app.now() + .seconds(Self.stopSeconds)
        try app.store.postpone(delivery.id, until: until, reason: reason)
        try pause(service, of: delivery.device, until: until)
    }

    /// Makes everything to a service wait. Of Apple's two environments only the one that failed is left in peace.
    private func pause(_ service: String, of device: NotificationDeviceRow, until moment: Instant) throws {
        switch device.kind {
        case .webPush: try app.store.postponeAll(to: service, until: moment)
        case .apns: pausedUntil[service] = moment
        }
    }

    private static func name(_ environment: PushEnvironment) -> String { "apns-\(environment.rawValue)" }

    /// Tries again later, or ends the delivery if its use ends before.
    private func wait(_ delivery: ClaimedDelivery, seconds: Double, reason: String) throws {
        let now = app.now(), next = now + .milliseconds(Int64(seconds * 1_000))
        if next < delivery.notice.usefulUntil {
            try app.store.postpone(delivery.id, until: next, reason: reason)
        } else {
            try app.store.end(delivery.id, .failed, reason: reason, at: now)
        }
        log("push postponed", delivery, reason)
    }

    /// Returns 2, 4, 8 … seconds, at most five minutes, up to a third longer or shorter.
    private static func backoff(_ attempts: Int) -> Double {
        min(300, Double(1 << min(attempts, 9))) * Double.random(in: 0.67...1.33)
    }

    private func log(_ event: Logger.Message, _ delivery: ClaimedDelivery, _ reason: String) {
        app.log.warning(event, metadata: [
            "device": "\(delivery.device.id)", "attempts": "\(delivery.attempts)", "reason": "\(reason)",
        ])
    }
}
