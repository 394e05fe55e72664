import CivilTime
package import HTTP
import Notifications
import Runtime
import Storage
import Templates
package import Web

// - Notifications.swift: the list of notices. NotificationSettings.swift: kinds by channel, quiet hours and devices.
// - RegisterBrowser.swift: a browser that takes notices. AppManifest.swift: Jadwal as an app of a phone.
// - Unsubscribe.swift: the address that ends mails.

/// The pages about what a customer is to know.
package enum NotificationPages {
    /// The notices of one page.
    private static let pageLength = 50

    /// `GET /notifications`: every notice, the newest first.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        let before = Int64(visit.request.query["before"]).map { NoticeID($0) }
        let found = try visit.notices.list(before: before, limit: pageLength + 1)
        let words = try NoticeWords(visit.customer, visit.language, visit.app), format = visit.format
        let now = visit.app.now().secondsSince1970
        let items = found.prefix(pageLength).map { notice in
            let text = words.text(notice)
            return NoticeItem(
                url: "/notifications/\(notice.id)", title: text.title, body: text.body.isEmpty ? nil : text.body,
                when: format.ago(Int(max(0, now - notice.row.dueAt.secondsSince1970))), isRead: notice.isRead,
                messages: words.messages(of: notice).map { message in
                    NoticeMessageItem(
                        id: "message-\(notice.id)-\(message.language.tag)", language: message.language.tag,
                        direction: message.language.direction, text: message.text)
                })
        }
        return visit.page(NoticesPage(
            items: items, hasItems: !items.isEmpty, hasUnread: items.contains { !$0.isRead },
            moreURL: found.count > pageLength
                ? Request.address("/notifications", [("before", found[pageLength - 1].id.description)]) : nil))
    }

    /// `GET /notifications/{id}`: the page that a notice is about. The notice counts as read.
    package static func open(_ visit: CustomerVisit) throws -> Response {
        guard let number = Int64(visit.request.parameter("id")),
            let path = try visit.notices.open(NoticeID(number))
        else { throw Refusal.notFound }
        return visit.redirect(path)
    }

    /// `POST /notifications`: all notices are read.
    package static func readAll(_ visit: CustomerVisit) throws -> Response {
        try visit.notices.readAll()
        return visit.redirect("/notifications")
    }
}

struct NoticesPage: Page {
    static let template = "notifications/list"
    static let hasForm = true
    var items: [NoticeItem]
    var hasItems: Bool
    var hasUnread: Bool
    /// The address of the notices before these; nil if there are none.
    var moreURL: String?
}

struct NoticeItem: Encodable {
    var url: String
    var title: String
    var body: String?
    var when: String
    var isRead: Bool
    /// The messages for the person who waits, if the customer will be late.
    var messages: [NoticeMessageItem] = []
}

/// A message that can be copied, in one of the languages.
struct NoticeMessageItem: Encodable {
    var id: String
    var language: String, direction: String
    var text: String
}
