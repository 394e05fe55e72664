import CivilTime
package import HTTP
import Places
import PrayerFeeds
import PrayerTimes
package import Runtime
package import Storage
import Templates
package import Web

/// The pages on which a customer sees and changes their own account.
package enum Settings {
    /// `GET /settings`.
    package static func show(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        app.page(try page(signedIn.customer, visit, signedIn, saved: notice(visit, app), app), visit)
    }

    /// Returns the sentence that says what the last form did; nil without one.
    private static func notice(_ visit: Visit, _ app: App) -> String? {
        if visit.request.query["saved"] == "yes" { return app.text("settings.saved", visit.language) }
        if visit.request.query["ended"] == "yes" { return app.text("settings.session-ended", visit.language) }
        if visit.request.query["prayer"] == "removed" { return app.text("own.deleted", visit.language) }
        return nil
    }

    /// `POST /settings`: name, language and first day of the week.
    package static func save(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let form = visit.request.form
        var customer = signedIn.customer
        customer.name = form["name"].trimmed
        var problems = SettingsProblems()
        // The database counts in the same way: an emoji or a letter with its marks is several characters.
        if customer.name.unicodeScalars.count > 100 {
            problems.name = app.text("problem.name.tooLong", visit.language)
        } else if customer.name.unicodeScalars.contains(where: \.isUnfitForNames) {
            problems.name = app.text("problem.name.characters", visit.language)
        }
        if let language = Language(rawValue: form["language"]) {
            customer.language = language.tag
        } else {
            problems.others.append(app.text("problem.language", visit.language))
        }
        if let day = Int(form["firstDay"]), (1...7).contains(day) {
            customer.firstDay = day
        } else {
            problems.others.append(app.text("problem.first-day", visit.language))
        }
        guard problems.isEmpty else {
            let page = try page(customer, visit, signedIn, problems: problems, app)
            return app.page(page, visit, status: .unprocessableContent)
        }
        try app.store.replace(customer)
        var response = app.redirect("/settings?saved=yes")
        if let language = Language(rawValue: customer.language) { response.rememberLanguage(language) }
        return response
    }

    private static func page(
        _ customer: Customer, _ visit: Visit, _ signedIn: SignedIn, problems: SettingsProblems = .init(),
        saved: String? = nil, _ app: App
    ) throws -> SettingsPage {
        let language = visit.language, format = app.formatter(visit)
        let (sessions, prayerFeed) = try app.store.settings(of: customer.id)
        return SettingsPage(
            saved: saved, name: customer.name, nameProblem: problems.name, problems: problems.others,
            email: signedIn.customer.email,
            languages: [Choice](
                Language.allCases.map { ($0.tag, app.text("language.\($0.tag)", $0)) }, selected: customer.language),
            timeZone: customer.timeZone.replacing("_", with: " "),
            prayer: prayerFeed.map { summary(of: $0, language, app) } ?? app.text("own.summary.none", language),
            firstDays: [Choice](
                Weekday.allCases.map { (String($0.rawValue), format.weekday($0)) },
                selected: String(customer.firstDay)),
            calendars: try CalendarSettings(customer, format, app),
            sessions: sessions.map { session in
                SessionItem(
                    id: session.id.description,
                    device: session.device.isEmpty ? app.text("session.unknown-device", language) : session.device,
                    lastSeen: format.ago(session.lastSeenSeconds),
                    place: session.network.isEmpty ? nil : session.network,
                    isThis: session.id == signedIn.sessionID)
            },
            hasOtherSessions: sessions.count > 1)
    }

    /// Returns the place and the method of prayer times in a line.
    private static func summary(of feed: PrayerFeedSummary, _ language: Language, _ app: App) -> String {
        app.text("own.summary", language, [
            "place": feed.placeName(arabic: language == .arabic),
            "method": app.text("method.\(feed.method.name)", language),
        ])
    }
}

private struct SettingsProblems {
    var name: String?
    var others: [String] = []

    var isEmpty: Bool { name == nil && others.isEmpty }
}

struct SettingsPage: Page {
    static let template = "settings/settings"
    static let hasForm = true
    var saved: String?
    var name: String
    var nameProblem: String?
    /// Errors of selects whose value is not one of their options. Browsers do not send such values by themselves.
    var problems: [String]
    var email: String
    var languages: [Choice]
    var timeZone: String
    /// Place and method of the customer's prayer times.
    var prayer: String
    var firstDays: [Choice]
    var calendars: CalendarSettings
    var sessions: [SessionItem]
    var hasOtherSessions: Bool
}

struct SessionItem: Encodable {
    var id: String
    var device: String
    var lastSeen: String
    var place: String?
    var isThis: Bool
}
