import CivilTime
import Mail
import System

/// A mail in the development mailbox, as its page shows it.
public struct KeptMail: Codable, Sendable {
    public let id: String
    public let subject: String, from: String, to: String, language: String
    /// ISO 8601, UTC.
    public let date: String
    public let text: String, html: String

    init(_ message: MailMessage, id: String) {
        self.id = id
        subject = message.subject
        from = message.from.address.text
        to = message.to.text
        language = message.language
        date = message.date.iso8601
        text = message.text
        html = message.html
    }
}

extension App {
    /// Returns the mails that transport `mailbox` kept, the newest first.
    public func keptMails() throws -> [KeptMail] {
        let directory = config.data + "/mail"
        let names = try files(below: directory).filter { $0.hasSuffix(".eml") }
        let mails = try names.map { name in
            try JSON.value(KeptMail.self, from: readText("\(directory)/\(name.dropLast(4)).json"))
        }
        return mails.sorted { ($0.date, $0.id) > ($1.date, $1.id) }
    }
}
