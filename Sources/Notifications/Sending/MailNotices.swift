import CivilTime
import Crypto
import Mail
package import Runtime
package import Storage
import Templates

/// The mail of all notices of a customer that are due.
///
/// Running twice is harmless: the Message-ID is the same, and a notice that was mailed is not found again.
package struct MailNotices: Job {
    package static let kind = "notifications.mail"
    package static func usefulSeconds(_ config: Config) -> Int { 6 * 3_600 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    /// The most mails in a day.
    private static let mostADay = 20
    /// The most notices that one mail tells apart.
    private static let mostItems = 20

    package func run(_ context: JobContext, _ app: App) throws {
        let store = try app.store, now = app.now()
        guard let row = try store.customer(customer), let address = EmailAddress(row.email) else { return }
        let waiting = try store.waitingMails(of: customer, at: now), choices = try app.notices(of: row).choices()
        let current = try waiting.filter { $0.notice.usefulUntil > now }.compactMap { mail in
            try Notice(mail.notice).map { (mail.id, $0) }
        }.filter { try choices.takesMail(of: $0.1.kind) && app.isMeant($0.1) }
        let limit = app.throttle(
            "mail.notices", Array(customer.description.utf8), limit: Self.mostADay, seconds: 86_400)
        let isAllowed = try store.secondsUntilFree(limit) == nil
        if isAllowed, !current.isEmpty {
            let words = try NoticeWords(row, context.language, app)
            let texts = current.prefix(Self.mostItems).map { _, notice in words.text(notice) }
            let items = zip(texts, current).map { text, mail in
                NoticesMail.Item(text, url: app.url("/notifications/\(mail.1.id)"))
            }
            let more = current.count - items.count
            let page = NoticesMail(
                items: items, more: more > 0 ? app.text("mail.notices.more", context.language, counting: more) : nil,
                url: app.url("/notifications"), settingsURL: app.url("/settings/notifications"))
            var message = try app.message(page, to: address, context)
            if current.count == 1 { message.subject = texts[0].subject }
            let things = Set(current.map(\.1.row.collapseKey))
            if let thing = things.first, things.count == 1 { message.thread = thread(about: thing, message) }
            // Nobody ends mails about the safety of the account.
            if current.allSatisfy({ $0.1.kind.rule.canBeChosen }) {
                message.unsubscribeURL = app.unsubscribeURL(.notices, of: customer)
            }
            try context.send(message, app)
        }
        try store.transaction {
            for mail in waiting {
                let isSent = isAllowed && mail.notice.usefulUntil > now
                try store.end(mail.id, isSent ? .sent : .dropped, at: now)
            }
            if isAllowed, !current.isEmpty { try store.record(limit) }
            // Mails that are to wait longer get a job of their own.
            if let next = try store.nextMail(of: customer) {
                let seconds = max(0, next.secondsSince1970 - now.secondsSince1970)
                try app.enqueue(MailNotices(customer: customer), context.language, delaySeconds: Int(seconds))
            }
        }
    }

    /// Returns the name that all mails about a thing share. It says nothing about the thing.
    private func thread(about thing: String, _ message: MailMessage) -> String {
        let digest = sha256Hex(Array("\(customer) \(thing)".utf8)).prefix(32)
        return "thing.\(digest)@\(message.from.address.wireDomain)"
    }
}

struct NoticesMail: MailPage {
    static let name = "notices"

    struct Item: Encodable {
        let title: String, body: String?, url: String

        init(_ text: NoticeText, url: String) {
            title = text.title
            body = text.body.isEmpty ? nil : text.body
            self.url = url
        }
    }

    let items: [Item]
    let more: String?
    let url: String, settingsURL: String
}

extension NoticeText {
    /// The title without the marks that set names apart: a subject stands alone.
    fileprivate var subject: String {
        String(String.UnicodeScalarView(title.unicodeScalars.filter { scalar in
            !("\u{2066}"..."\u{2069}").contains(scalar) && scalar.value >= 0x20
        }))
    }
}
