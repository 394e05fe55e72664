import Accounts
package import HTTP
import PrayerFeeds
package import Runtime
import Templates
package import Web

/// The mails that transport `mailbox` kept, shown in the browser. Absent in production.
package enum Development {
    /// `GET /dev/mailbox`: all mails, the newest first.
    package static func showMailbox(_ visit: Visit, _ app: App) throws -> Response {
        let mails = try app.keptMails()
        return app.page(MailboxPage(messages: mails.map(MailboxItem.init), isEmpty: mails.isEmpty), visit)
    }

    /// `GET /dev/mailbox/{message}`.
    package static func showMessage(_ visit: Visit, _ app: App) throws -> Response {
        let mail = try find(visit, app)
        let words = mail.text.split(whereSeparator: \.isWhitespace)
        return app.page(
            MessagePage(
                subject: mail.subject, from: mail.from, to: mail.to, date: mail.date, text: mail.text,
                link: words.first { $0.contains("?token=") }.map(String.init),
                code: words.first(where: isCode).map(String.init),
                htmlURL: "/dev/mailbox/\(mail.id)/html"),
            visit)
    }

    /// `GET /dev/mailbox/{message}/html`: the mail as a mail program shows it, with inline styles.
    package static func showMessageHTML(_ visit: Visit, _ app: App) throws -> Response {
        var response = Response.html(try find(visit, app).html)
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private static func find(_ visit: Visit, _ app: App) throws -> KeptMail {
        let id = visit.request.parameter("message")
        guard let mail = try app.keptMails().first(where: { $0.id == id }) else { throw Refusal.notFound }
        return mail
    }

    /// Returns true if a word looks like a sign-in code: `ABCD-2345`.
    private static func isCode(_ word: Substring) -> Bool {
        let letters = Array(word.utf8)
        return letters.count == SignInCode.length + 1 && letters[4] == UInt8(ascii: "-")
            && letters.enumerated().allSatisfy { $0.offset == 4 || SignInCode.alphabet.contains($0.element) }
    }
}

struct MailboxPage: Page {
    static let template = "development/mailbox"
    var messages: [MailboxItem]
    var isEmpty: Bool
}

struct MailboxItem: Encodable {
    var id: String, to: String, subject: String, date: String, kind: String, url: String

    init(_ mail: KeptMail) {
        id = mail.id
        to = mail.to
        subject = mail.subject
        date = mail.date
        kind = mail.language
        url = "/dev/mailbox/\(mail.id)"
    }
}

struct MessagePage: Page {
    static let template = "development/message"
    var subject: String, from: String, to: String, date: String, text: String
    var link: String?
    var code: String?
    var htmlURL: String
}
