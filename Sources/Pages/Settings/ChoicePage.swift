package import HTTP
import Runtime
import Storage
import Templates
package import Web

/// A page of the settings with one choice of the account.
struct SettingsChoice: Sendable {
    let choice: AccountChoice
    /// The keys of the page's heading, of the sentence below, and of the error.
    let title: String, lead: String, problem: String

    static let language = SettingsChoice(
        choice: .language, title: "settings.language", lead: "settings.language.lead", problem: "problem.language")
    static let week = SettingsChoice(
        choice: .firstDay, title: "settings.first-day", lead: "settings.first-day.lead", problem: "problem.first-day")

    static let all = [language, week]
}

extension Settings {
    /// `GET /settings/language`.
    package static func showLanguage(_ visit: CustomerVisit) throws -> Response {
        visit.page(ChoicePage(.language, visit))
    }

    /// `GET /settings/week`: the first day of the week.
    package static func showWeek(_ visit: CustomerVisit) throws -> Response {
        visit.page(ChoicePage(.week, visit))
    }

    /// `GET /settings/name`.
    package static func showName(_ visit: CustomerVisit) throws -> Response {
        visit.page(NamePage(name: visit.customer.name))
    }
}

struct ChoicePage: Page {
    static let template = "settings/choice"
    static let hasForm = true
    var title: String
    var lead: String
    /// The error of a value that is not one of the options. Browsers do not send such values by themselves.
    var problem: String?
    var group: RadioGroup
}

extension ChoicePage {
    init(_ page: SettingsChoice, problem: String? = nil, _ visit: CustomerVisit) {
        self.init(
            title: visit.text(page.title), lead: visit.text(page.lead),
            problem: problem.map { visit.text($0) }, group: page.choice.group(visit))
    }
}

struct NamePage: Page {
    static let template = "settings/name"
    static let hasForm = true
    var name: String
    var problem: String?

    /// Returns the key of the error of a name; nil if it may be stored.
    static func problem(_ name: String) -> String? {
        // The database counts in the same way: an emoji or a letter with its marks is several characters.
        if name.unicodeScalars.count > 100 { return "problem.name.tooLong" }
        return name.unicodeScalars.contains(where: \.isUnfitForNames) ? "problem.name.characters" : nil
    }
}
