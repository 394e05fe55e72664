import CivilTime
import HTTP
import PrayerTimes
import Runtime
import Templates
import Web

/// A month of a timetable.
struct MonthTable {
    /// The first day.
    let month: LocalDate

    /// Years for which the sun's place is known well enough.
    static let years = 1900...2200

    init(of day: LocalDate) {
        month = day - (day.day - 1)
    }

    /// - Parameter text: `2026-12`.
    /// - Returns: nil if it is no month of these years.
    init?(_ text: String) {
        guard let month = LocalDate(iso8601: text + "-01"), Self.years.contains(month.year) else { return nil }
        self.month = month
    }

    /// As in an address: `2026-12`.
    var text: String { String(month.iso8601.prefix(7)) }

    var next: MonthTable? { Self(Self(of: month + 31).text) }
    var previous: MonthTable? { Self(Self(of: month - 1).text) }

    /// The rows of the table's body: made here and not in a template, since a line costs the engine
    /// some microseconds and a month has two hundred cells.
    func rows(
        _ timetable: Timetable, today: LocalDate, hijri: HijriCalendar, _ language: Language, _ app: App
    ) -> TrustedHTML {
        let zone = timetable.place.zone
        let missing = "–<span class=\"hidden\">\(htmlEscaped(app.text("city.none", language)))</span>"
        // Shown beside each time where the screen is too narrow for a table.
        let names = DayEvent.allCases.map { htmlEscaped(app.text("prayer.\($0.rawValue)", language)) }
        var html = ""
        var date = month
        while date.month == month.month {
            let weekday = app.text("day.short.\(date.weekday.rawValue)", language)
            let heading = "<bdi>\(htmlEscaped("\(weekday) \(language.number(date.day))"))</bdi>"
                + hijriDay(hijri.date(of: date), isNamed: date == month, language, app)
            html += "<tr\(date == today ? " class=\"now\" aria-current=\"date\"" : "")>"
            html += "<th scope=\"row\">\(heading)</th>"
            let times = timetable.day(date).times
            for (event, name) in zip(DayEvent.allCases, names) {
                html += event.isPrayer ? "<td data-name=\"\(name)\">" : "<td class=\"soft\" data-name=\"\(name)\">"
                if let moment = times[event] {
                    html += app.clock(moment, zone, language)
                    if zone.date(at: moment) > date { html += "<sup>\(language.digits("+1"))</sup>" }
                } else {
                    html += missing
                }
                html += "</td>"
            }
            html += "</tr>"
            date = date + 1
        }
        return TrustedHTML(html)
    }

    /// The Hijri date below or beside a day's.
    ///
    /// Each of the two dates is isolated from the other: side by side their digits would otherwise
    /// run together from right to left, 1 and 21 to 121. A hidden comma parts them for screen readers.
    ///
    /// - Parameter isNamed: shows the month's name, as on the first day of a Hijri month; screen
    ///   readers get it with every day.
    private func hijriDay(_ day: HijriDate?, isNamed: Bool, _ language: Language, _ app: App) -> String {
        guard let day else { return "" }
        let month = htmlEscaped(" " + app.text("hijri.month.\(day.month)", language))
        let comma = language == .arabic ? "،" : ","
        return "<span class=\"hidden\">\(comma) </span><small><bdi>\(language.number(day.day))"
            + (isNamed || day.day == 1 ? month : "<span class=\"hidden\">\(month)</span>") + "</bdi></small>"
    }
}
