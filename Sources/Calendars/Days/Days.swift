package import CivilTime
import Runtime
package import Templates

// The built-in calendar of days: it is computed, so nothing of it is stored and nobody can change it.
//
// - Days.swift: the entries of a range of days, worded. Occasion.swift: what has a day, and the rules of each.
// - SaudiHolidays.swift: the public holidays of Saudi Arabia, a table of facts.

/// An entry of the built-in calendar of days. It lasts whole days and makes nobody busy.
package struct BuiltInDay: Sendable, Hashable {
    /// The word for it in addresses and keys of texts: `eid-al-fitr`.
    package let key: String
    /// All its days, also those outside the range that was asked for.
    package let days: ClosedRange<LocalDate>
    /// The title in the customer's language.
    package let title: String
}

extension App {
    /// Returns the entries that touch a range of days: by first day, then longer first.
    ///
    /// - Parameter hijri: the calendar of the customer, with their shift. Outside its table only the days of the
    ///   Gregorian calendar are known.
    package func builtInDays(
        in range: ClosedRange<LocalDate>, hijri: HijriCalendar, language: Language
    ) -> [BuiltInDay] {
        OccasionDays.touching(range, hijri: hijri).map { found in
            BuiltInDay(
                key: found.occasion.rawValue, days: found.days,
                title: text("day.\(found.occasion.rawValue)", language))
        }
    }
}
