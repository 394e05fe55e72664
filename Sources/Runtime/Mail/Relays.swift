public import Mail
import Storage
import System
import Templates
public import WebClient

/// Transport `smtp`: a mail server takes the mail (RFC 5321).
public final class SMTPRelay: MailTransport {
    public let repeatsHarmlessly = false
    private let client: SMTPClient
    private let sender: String

    /// - Throws: for settings that no mail can be sent with.
    public init(_ settings: SMTPSettings, sender: String) throws(SMTPError) {
        client = try SMTPClient(settings)
        self.sender = sender
    }

    public func deliver(_ message: MailMessage) throws(DeliveryError) {
        let bytes = try encoded(message)
        do {
            try client.send(bytes, from: sender, to: message.to.wire)
        } catch {
            switch error {
            case .refused(let code, isPermanent: true): throw .refused("the mail server said \(code)")
            case .refused(let code, isPermanent: false): throw .temporary("the mail server said \(code)")
            case .outcomeUnknown: throw .unknown("the connection was lost while the mail server had the mail")
            case .notAllowed(let reason): throw .refused(reason)
            case .unreachable(let reason): throw .temporary(reason)
            }
        }
    }
}

/// Transport `resend`: Resend's HTTP API takes the mail.
///
/// The Message-ID is the idempotency key, which Resend remembers for 24 hours: longer than any of
/// our mails is tried.
public final class ResendRelay: MailTransport {
    public let repeatsHarmlessly = true
    private let client: WebClient
    private let url: String
    private let key: String

    public init(_ client: WebClient, url: String, key: String) {
        self.client = client
        self.url = url + "/emails"
        self.key = key
    }

    public func deliver(_ message: MailMessage) throws(DeliveryError) {
        let response: WebResponse
        do {
            var headers = ["Auto-Submitted": "auto-generated", "Content-Language": message.language]
            for (name, value) in try message.unsubscribeFields() { headers[name] = value }
            if let thread = message.thread {
                headers["In-Reply-To"] = "<\(thread)>"
                headers["References"] = "<\(thread)>"
            }
            let mail = ResendMail(
                from: written(message.from), to: [message.to.wire], reply_to: message.replyTo.map(written),
                subject: message.subject, text: message.text, html: message.html,
                headers: headers)
            response = try client.send(
                WebRequest(
                    method: "POST", url: url,
                    headers: [
                        ("Authorization", "Bearer \(key)"), ("Content-Type", "application/json"),
                        ("Idempotency-Key", message.messageID),
                    ],
                    body: Array(try JSON.text(mail).utf8)))
        } catch let error as WebClientError {
            switch error {
            case .unreachable(let reason): throw .temporary(reason)
            case .notAllowed(let reason): throw .refused(reason)
            case .timedOut, .tooLarge, .broken: throw .unknown("Resend's answer was lost")
            }
        } catch {
            throw .refused("the mail cannot be written as JSON")
        }
        switch response.status {
        case 200..<300: return
        // An earlier attempt, with another link in it, arrived after all: the person has that mail.
        case 409 where String(decoding: response.body, as: UTF8.self).contains("invalid_idempotent_request"): return
        case 401, 403, 408, 409, 429, 500...: throw .temporary("Resend answered \(response.status)")
        default: throw .refused("Resend answered \(response.status)")
        }
    }
}

/// `Name <address>`; the quotes keep commas and dots in a name from ending it.
private func written(_ mailbox: Mailbox) -> String {
    if mailbox.name.isEmpty { return mailbox.address.wire }
    let name = mailbox.name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(name)\" <\(mailbox.address.wire)>"
}

private struct ResendMail: Encodable {
    let from: String, to: [String], reply_to: String?, subject: String, text: String, html: String
    let headers: [String: String]
}
