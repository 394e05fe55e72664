import CivilTime
package import HTTP
import Notifications
import Planning
import Runtime
import Scheduling
import Storage
import Templates
package import Web

extension NotificationPages {
    /// `GET /settings/notifications`.
    package static func showSettings(_ visit: CustomerVisit) throws -> Response {
        visit.page(try NotificationSettingsPage(visit))
    }

    /// `POST /settings/notifications`: the kinds by channel, and prayers.
    package static func saveSettings(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        var choices = try visit.notices.choices()
        for kind in NoticeKind.chosen {
            for channel in NoticeChannel.allCases {
                choices[kind, channel] = form[NoticeKindItem.field(kind, channel)] == "yes"
            }
        }
        choices.preferences = NotificationPreferences(
            keepsPrayers: form["keepsPrayers"] == "yes", hidesContent: form["hidesContent"] == "yes",
            takesMail: form["takesMail"] == "yes")
        if let minute = Int(form["digestMinute"]), DigestTimeItem.minutes.contains(minute) {
            choices.digestMinute = minute
        }
        try visit.notices.replace(choices)
        return visit.redirect("/settings/notifications?done=saved")
    }

    /// `POST /settings/notifications/test`: a notice to one device, or by mail.
    package static func sendTest(_ visit: CustomerVisit) throws -> Response {
        guard try visit.notices.mayTest() else {
            return visit.redirect("/settings/notifications?done=often")
        }
        let device = visit.request.form["device"]
        if device == "mail" {
            try visit.notices.testMail()
        } else {
            guard let number = Int64(device) else { throw Refusal.badRequest }
            guard try visit.notices.test(NotificationDeviceID(number)) else {
                return visit.redirect("/settings/notifications?done=gone")
            }
        }
        return visit.redirect("/settings/notifications?done=tested")
    }

    /// `POST /settings/notifications/remove`: a device takes no more notices.
    package static func removeDevice(_ visit: CustomerVisit) throws -> Response {
        guard let number = Int64(visit.request.form["device"]) else { throw Refusal.badRequest }
        let label = try visit.notices.deleteDevice(NotificationDeviceID(number))
        return visit.redirect("/settings/notifications?done=\(label == nil ? "gone" : "removed")")
    }
}

struct NotificationSettingsPage: Page {
    static let template = "notifications/settings"
    static let hasForm = true
    /// The sentence that says what the last form did; nil without one.
    var done: String?
    /// The sentence about a form that did nothing; nil without one.
    var problem: String?
    var devices: [NoticeDeviceItem]
    var email: String
    var groups: [NoticeGroupItem]
    /// True if a phone rings for reminders by itself.
    var programRings: Bool
    /// The quiet hours; nil if there are none.
    var quietHours: String?
    var keepsPrayers: Bool
    var hidesContent: Bool
    var takesMail: Bool
    /// The times at which the day can be announced.
    var digestTimes: [DigestTimeItem]
    /// The public key for browsers; nil if the operator switched them off.
    var serverKey: String?
}

extension NotificationSettingsPage {
    init(_ visit: CustomerVisit) throws {
        let choices = try visit.notices.choices(), format = visit.format
        let words = try NoticeWords(visit.customer, visit.language, visit.app)
        let query = visit.request.query["done"], now = visit.app.now().secondsSince1970
        done = ["saved", "tested", "removed"].contains(query) ? format.text("notifications.done.\(query)") : nil
        problem = ["gone", "often", "full"].contains(query) ? format.text("notifications.done.\(query)") : nil
        devices = try visit.notices.devices().map { device in
            NoticeDeviceItem(
                id: device.id.description, label: device.label, isPhone: device.kind == .apns,
                lastReached: device.lastOKAt.map { format.ago(Int(max(0, now - $0.secondsSince1970))) },
                isFailing: device.failures > 0)
        }
        email = visit.customer.email
        groups = NoticeGroupItem.all(format) { kind in
            NoticeKindItem(
                name: words.name(of: kind), pushField: NoticeKindItem.field(kind, .push),
                mailField: kind.hasOwnMail ? nil : NoticeKindItem.field(kind, .mail), byPush: choices[kind, .push],
                byMail: choices[kind, .mail])
        }
        programRings = choices.programRings
        let quiet = try visit.planning.habits().quietHours
        quietHours = quiet.isNone ? nil : format.times(minute: quiet.from, to: quiet.until)
        keepsPrayers = choices.preferences.keepsPrayers
        hidesContent = choices.preferences.hidesContent
        takesMail = choices.preferences.takesMail
        digestTimes = DigestTimeItem.minutes.map { minute in
            DigestTimeItem(
                value: String(minute), label: format.time(minute: minute), isSelected: minute == choices.digestMinute)
        }
        serverKey = visit.app.config.webPush == .on ? VAPIDKeys(visit.app.secrets.vapid).publicKey : nil
    }
}

struct NoticeDeviceItem: Encodable {
    var id: String
    var label: String
    var isPhone: Bool
    /// nil if nothing was sent there yet.
    var lastReached: String?
    var isFailing: Bool
}

struct DigestTimeItem: Encodable {
    /// Every quarter of an hour from four in the morning to noon.
    static let minutes = Array(stride(from: 240, through: 720, by: 15))

    var value: String
    var label: String
    var isSelected: Bool
}

/// The kinds that come at once, or those that wait for the end of quiet hours.
struct NoticeGroupItem: Encodable {
    var name: String
    var kinds: [NoticeKindItem]

    static func all(_ format: Formatter, _ item: (NoticeKind) -> NoticeKindItem) -> [NoticeGroupItem] {
        let waiting = NoticeKind.chosen.filter { $0.rule.quiet == .waits }
        let others = NoticeKind.chosen.filter { $0.rule.quiet != .waits }
        return [
            NoticeGroupItem(name: format.text("notifications.at-once"), kinds: others.map(item)),
            NoticeGroupItem(name: format.text("notifications.waiting"), kinds: waiting.map(item)),
        ]
    }
}

struct NoticeKindItem: Encodable {
    var name: String
    var pushField: String
    /// nil for a kind whose mail is chosen with the chats.
    var mailField: String?
    var byPush: Bool
    var byMail: Bool

    static func field(_ kind: NoticeKind, _ channel: NoticeChannel) -> String { "\(channel.rawValue).\(kind.rawValue)" }
}
