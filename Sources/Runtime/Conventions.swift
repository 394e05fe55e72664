import Places
package import Storage
package import Templates

/// The way in which a person's pages and mails write times and numbers.
package struct Conventions: Sendable, Hashable {
    package let clock: ClockStyle
    package let digits: DigitStyle

    package init(clock: ClockStyle, digits: DigitStyle) {
        self.clock = clock
        self.digits = digits
    }

    /// Makes what a person chose. Where they chose nothing, their language and country decide.
    ///
    /// - Parameter country: ISO 3166, as in SA; nil if it is not known.
    package init(_ choice: ChosenConventions, _ language: Language, country: String?) {
        clock = choice.clock ?? Self.usualClock(language, country)
        digits = choice.digits ?? Self.usualDigits(language, country)
    }

    /// Returns the clock of a country by CLDR 44 (`timeData`, preferred hours). Without a country, Arabic has 12
    /// hours, as in most of its countries, and English 24.
    static func usualClock(_ language: Language, _ country: String?) -> ClockStyle {
        guard let country else { return language == .arabic ? .hours12 : .hours24 }
        return countriesOf12Hours.contains(country) ? .hours12 : .hours24
    }

    /// Returns the digits of a language in a country by CLDR 44 (the default numbering system of each locale).
    static func usualDigits(_ language: Language, _ country: String?) -> DigitStyle {
        guard language == .arabic else { return .latin }
        return country.map(arabicCountriesOfLatinDigits.contains) ?? false ? .latin : .arabic
    }

    private static let countriesOf12Hours: Set<String> = Set(
        """
        AE AG AL AR AS AU BB BD BH BM BN BO BS BT CA CL CO CR CU CY DJ DM DO DZ EC EG EH ER ET FJ FM GD GH GM GR GT GU GY \
        HK HN IN IQ JM JO KH KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MX MY NA NI NZ OM PA PE PG PH PK PR PS PW PY \
        QA SA SB SD SG SL SO SS SV SY SZ TC TD TN TO TT TW UM US UY VC VE VG VI VU WS YE ZM
        """.split(separator: " ").map(String.init))

    /// The countries in which Arabic is written with the digits of Europe.
    private static let arabicCountriesOfLatinDigits: Set<String> = ["AE", "DZ", "EH", "LY", "MA", "TN"]
}

/// A person's choice of the way in which times and numbers are written.
package struct ChosenConventions: Sendable, Hashable {
    /// nil without a choice.
    package var clock: ClockStyle?
    package var digits: DigitStyle?

    package init(clock: ClockStyle? = nil, digits: DigitStyle? = nil) {
        self.clock = clock
        self.digits = digits
    }

    package init(_ customer: Customer) {
        self.init(
            clock: customer.clock.flatMap(ClockStyle.init(rawValue:)),
            digits: customer.digits.flatMap(DigitStyle.init(rawValue:)))
    }

    /// Reads `12.arabic`, `24.` or `.latin`, as a cookie holds a choice. What is not such a text is no choice.
    package init(text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(
            clock: parts.first.flatMap { Int($0) }.flatMap(ClockStyle.init(rawValue:)),
            digits: parts.count == 2 ? DigitStyle(rawValue: parts[1]) : nil)
    }

    /// The choice as `init(text:)` reads it; empty without one.
    package var text: String {
        self == Self() ? "" : "\(clock.map { String($0.rawValue) } ?? "").\(digits?.rawValue ?? "")"
    }
}

extension Customer {
    /// The language of the customer's pages and mails: English for one of a newer release.
    package var spokenLanguage: Language { Language(rawValue: language) ?? .english }
}

extension App {
    /// Returns the formatter of a customer's mails and pages.
    package func formatter(_ customer: Customer, _ language: Language) -> Formatter {
        let country = shared.timeZones.country(of: customer.timeZone)
        return formatter(language, Conventions(ChosenConventions(customer), language, country: country))
    }

    /// Returns a formatter that follows some conventions.
    package func formatter(_ language: Language, _ conventions: Conventions) -> Formatter {
        Formatter(shared.templates.catalogue, language, clock: conventions.clock, digits: conventions.digits)
    }

    /// Returns the formatter of a language, with its usual clock and digits.
    package func formatter(_ language: Language) -> Formatter {
        formatter(language, Conventions(ChosenConventions(), language, country: nil))
    }
}
