import CivilTime
import HTTP
import Runtime
import Storage
import Templates
import Web

/// A setting of the account with a few values to choose from. The first minutes ask for it, and the settings change it.
struct AccountChoice: Sendable {
    /// The name of its field in a form.
    let name: String
    /// The key of the heading over its values.
    let legend: String
    /// The value in force.
    let value: @Sendable (Customer, Conventions) -> String
    /// The values that one can choose, in the order of the page.
    let options: @Sendable (Formatter, App) -> [RadioOption]
    /// Writes a value into the account. Does nothing and returns false if it is not one of the options.
    ///
    /// The conventions are those without a choice.
    let choose: @Sendable (_ value: String, _ customer: inout Customer, _ usual: Conventions) -> Bool
}

extension AccountChoice {
    static let language = AccountChoice(name: "language", legend: "settings.language") { customer, _ in
        customer.language
    } options: { _, app in
        Language.allCases.map { RadioOption($0.tag, app.text("language.\($0.tag)", $0), lang: $0.tag) }
    } choose: { value, customer, _ in
        guard let language = Language(rawValue: value) else { return false }
        customer.language = language.tag
        return true
    }

    /// The time of the examples: five past three in the afternoon.
    static let example = 15 * 60 + 5

    static let clock = AccountChoice(name: "clock", legend: "clock.clock") { _, conventions in
        String(conventions.clock.rawValue)
    } options: { format, app in
        ClockStyle.allCases.map { clock in
            let shown = app.formatter(format.language, Conventions(clock: clock, digits: format.digitStyle))
            return RadioOption(
                String(clock.rawValue), format.text("first.clock.hours", ["hours": format.number(clock.rawValue)]),
                example: shown.time(minute: example))
        }
    } choose: { value, customer, usual in
        guard let clock = Int(value).flatMap(ClockStyle.init(rawValue:)) else { return false }
        // The usual value is stored as no choice: it then follows the language and the country.
        customer.clock = clock == usual.clock ? nil : clock.rawValue
        return true
    }

    static let digits = AccountChoice(name: "digits", legend: "clock.digits") { _, conventions in
        conventions.digits.rawValue
    } options: { format, app in
        DigitStyle.allCases.map { style in
            let shown = app.formatter(format.language, Conventions(clock: format.clock, digits: style))
            return RadioOption(style.rawValue, shown.digits("0123456789"))
        }
    } choose: { value, customer, usual in
        guard let style = DigitStyle(rawValue: value) else { return false }
        customer.digits = style == usual.digits ? nil : style.rawValue
        return true
    }

    static let firstDay = AccountChoice(name: "firstDay", legend: "settings.first-day") { customer, _ in
        String(customer.firstDay)
    } options: { format, _ in
        // As most calendars begin their weeks: on Saturday, Sunday or Monday.
        [6, 7, 1, 2, 3, 4, 5].compactMap(Weekday.init(rawValue:)).map { day in
            RadioOption(String(day.rawValue), format.weekday(day))
        }
    } choose: { value, customer, _ in
        guard let day = Int(value), (1...7).contains(day) else { return false }
        customer.firstDay = day
        return true
    }
}

extension AccountChoice {
    /// Returns the part of a page that asks for this choice.
    func group(_ visit: CustomerVisit) -> RadioGroup {
        let format = visit.format, now = Conventions(clock: format.clock, digits: format.digitStyle)
        let value = value(visit.customer, now)
        return RadioGroup(
            name: name, legend: format.text(legend),
            options: options(format, visit.app).map { $0.checked($0.value == value) })
    }

    /// Returns the chosen value in words.
    func words(_ visit: CustomerVisit) -> String {
        group(visit).options.first(where: \.isChecked).map { $0.example ?? $0.label } ?? ""
    }
}

/// Values of which one is chosen: `templates/controls/radios.mustache`.
struct RadioGroup: Encodable {
    var name: String
    var legend: String
    var options: [RadioOption]
}

struct RadioOption: Encodable {
    var value: String
    var label: String
    /// The language of the label if it is not that of the page.
    var lang: String?
    /// The result of the choice, as in `3:05 PM`, or a word that tells it from others.
    var example: String?
    var isChecked = false

    init(_ value: String, _ label: String, lang: String? = nil, example: String? = nil) {
        self.value = value
        self.label = label
        self.lang = lang
        self.example = example
    }

    func checked(_ isChecked: Bool) -> RadioOption {
        var option = self
        option.isChecked = isChecked
        return option
    }
}
