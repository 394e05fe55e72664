package import CivilTime
package import Templates

/// The week in the order of ISO 8601.
package let weekdayKeys = [
    "day.monday", "day.tuesday", "day.wednesday", "day.thursday", "day.friday", "day.saturday", "day.sunday",
]

extension App {
    /// Returns the time on a place's clock at a moment: `4:53`, `١٧:٠٥`.
    package func clock(_ moment: Instant, _ zone: TimeZoneRules, _ language: Language) -> String {
        let local = zone.local(moment)
        return language.digits("\(local.hour):\(local.minute < 10 ? "0" : "")\(local.minute)")
    }

    /// Returns a date in words: `Saturday 21 November 2026`.
    package func longDate(_ date: LocalDate, _ language: Language) -> String {
        text("date.long", language, [
            "weekday": text(weekdayKeys[date.weekday.rawValue - 1], language), "day": language.number(date.day),
            "month": text("month.\(date.month)", language), "year": language.number(date.year),
        ])
    }

    /// Returns a date's month and year: `November 2026`.
    package func monthAndYear(_ date: LocalDate, _ language: Language) -> String {
        text("month.year", language, [
            "month": text("month.\(date.month)", language), "year": language.number(date.year),
        ])
    }

    /// Returns a Hijri date in words: `11 Jumada II 1448 AH`.
    package func longDate(_ date: HijriDate, _ language: Language) -> String {
        text("hijri.date", language, [
            "day": language.number(date.day), "month": text("hijri.month.\(date.month)", language),
            "year": language.number(date.year),
        ])
    }

    /// Returns the time since a past moment in words: `now`, `5 minutes ago`.
    package func ago(_ seconds: Int, _ language: Language) -> String {
        switch seconds {
        case ..<60: text("time.now", language)
        case ..<3_600: text("time.minutes", language, counting: seconds / 60)
        case ..<86_400: text("time.hours", language, counting: seconds / 3_600)
        default: text("time.days", language, counting: seconds / 86_400)
        }
    }
}
