import Accounts
import CivilTime
package import HTTP
import Places
import PrayerFeeds
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import Text
package import Web

/// The pages on which a customer sees and changes their own account.
package enum Settings {
    /// `GET /settings`.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        visit.page(try page(saved: notice(visit), visit))
    }

    /// Returns the sentence that says what the last form did; nil without one.
    private static func notice(_ visit: CustomerVisit) -> String? {
        if visit.request.query["saved"] == "yes" { return visit.text("settings.saved") }
        if visit.request.query["prayer"] == "removed" { return visit.text("own.deleted") }
        return nil
    }

    /// `POST /settings`: what the form of a page sends, the name or one of the choices. The rest stays.
    package static func save(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        var customer = visit.customer
        if form.contains("name") {
            customer.name = form["name"].trimmed
            if let problem = NamePage.problem(customer.name) {
                let page = NamePage(name: customer.name, problem: visit.text(problem))
                return visit.page(page, status: .unprocessableContent)
            }
        }
        for choice in SettingsChoice.all where form.contains(choice.choice.name) {
            let usual = visit.app.conventions(ChosenConventions(), visit.visitor)
            guard choice.choice.choose(form[choice.choice.name], &customer, usual) else {
                let page = ChoicePage(choice, problem: choice.problem, visit)
                return visit.page(page, status: .unprocessableContent)
            }
        }
        try visit.app.change(customer)
        var response = visit.redirect("/settings?saved=yes")
        if let language = Language(rawValue: customer.language) { response.rememberLanguage(language) }
        return response
    }

    private static func page(saved: String?, _ visit: CustomerVisit) throws -> SettingsPage {
        let customer = visit.customer, language = visit.language, format = visit.format
        let summary = try visit.store.settingsSummary(of: customer.id)
        func words(_ choice: AccountChoice) -> String { choice.words(visit) }
        let name = customer.name.isEmpty ? format.text("settings.unset") : customer.name
        func row(_ url: String, _ icon: String, _ title: String, _ value: String) -> SettingsRow {
            SettingsRow(url: url, icon: icon, title: format.text(title), value: value, isDangerous: false)
        }
        let names = summary.calendarNames.map(\.shortened)
        let browsers = summary.sessionDevices.map { $0.isEmpty ? format.text("session.unknown-device") : $0 }
        let today = try CalendarSettings.today(shift: summary.hijriShift, visit)
        let you = [
            row("/settings/language", "globe", "settings.language", words(.language)),
            row("/clock?next=/settings?saved=yes", "clock", "clock.title", format.time(minute: 15 * 60 + 5)),
            row(
                "/settings/time-zone", "pin", "settings.zone",
                TimeZones.name(of: customer.timeZone, arabic: language == .arabic)),
            row("/settings/week", "grid", "settings.first-day", words(.firstDay)),
        ]
        let calendars = [
            row(
                "/settings/prayer", "bell", "find.title",
                summary.prayerFeed.map(visit.words) ?? format.text("own.summary.none")),
            row(
                "/settings/prayer-day", "clock", "prayer-day.title",
                format.text("prayer-day.\(summary.habits.prayers.strictness.rawValue)")),
            row("/settings/my-week", "grid", "my-week.title", summary.habits.weekSummary(visit)),
            row("/settings/planning", "list", "plan-settings.title", format.text("plan-settings.row")),
            row("/settings/travel", "arrow", "travel-settings.title", format.text("travel-settings.row")),
            row("/settings/places", "pin", "places.title", format.text("places.row")),
            row("/calendars", "layers", "calendars.title", some(names, or: "settings.none", format)),
            row("/settings/devices", "link", "devices.title", some(summary.deviceLabels, or: "settings.none", format)),
            row("/settings/position", "pin", "position.title", format.text("position.row")),
            row("/settings/programs", "link", "programs.title", format.text("programs.row")),
            row("/settings/whatsapp", "chat", "whatsapp.title", format.text("whatsapp.row")),
            row(
                "/settings/notifications", "bell", "notifications.title", format.text("notifications.row")),
            row("/settings/views", "moon", "settings.views", today),
        ]
        let account = [
            row("/settings/name", "pen", "settings.name", name),
            row("/settings/address", "note", "settings.email", customer.email),
            row("/settings/sessions", "lock", "settings.sessions", some(browsers, or: "settings.none", format)),
            row("/settings/copy", "copy", "settings.export.title", format.text("settings.export.hint")),
            SettingsRow(
                url: "/settings/delete", icon: "trash", title: format.text("settings.delete.title"),
                value: format.text("settings.delete.hint"), isDangerous: true),
        ]
        return SettingsPage(
            saved: saved,
            groups: [
                SettingsGroup(title: format.text("settings.you"), rows: you),
                SettingsGroup(title: format.text("settings.calendars"), rows: calendars),
                SettingsGroup(title: format.text("settings.account"), rows: account),
            ])
    }

    /// Returns the first names of a list; the text of a key if there are none.
    private static func some(_ names: [String], or key: String, _ format: Formatter) -> String {
        let shown = 3
        if names.isEmpty { return format.text(key) }
        let more = names.count > shown ? [format.text("settings.more", counting: names.count - shown)] : []
        return format.list(names.prefix(shown) + more)
    }
}

extension CustomerVisit {
    /// Returns the place and the method of prayer times in a line.
    func words(of feed: PrayerFeedSummary) -> String {
        text("own.summary", [
            "place": feed.placeName(arabic: language == .arabic), "method": text("method.\(feed.method.name)"),
        ])
    }
}

struct SettingsPage: Page {
    static let template = "settings/settings"
    static let hasForm = true
    var saved: String?
    var groups: [SettingsGroup]
}

struct SettingsGroup: Encodable {
    var title: String
    var rows: [SettingsRow]
}

/// A setting in the list, with its present value. The row leads to its page.
struct SettingsRow: Encodable {
    var url: String
    /// The symbol of the sprite.
    var icon: String
    var title: String
    var value: String
    var isDangerous: Bool
}
