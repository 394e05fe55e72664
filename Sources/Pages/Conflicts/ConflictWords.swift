import Calendars
import CivilTime
import Planning
import PrayerTimes
import Runtime
import Storage
import Templates
import Text
import Web

/// The sentences of conflicts in a language.
struct ConflictWords {
    let events: EventWords
    let zone: TimeZoneRules
    private let today: LocalDate
    var format: Formatter { events.format }

    init(_ visit: CustomerVisit) throws {
        events = EventWords(visit.format, visit.app)
        zone = try visit.zone
        today = zone.date(at: visit.app.now())
    }

    func text(_ key: String, _ values: [String: String] = [:]) -> String { format.text(key, values) }

    /// Returns the title of an event in quotation of its own direction.
    func title(_ entry: CalendarEntry) -> String { title(entry.title) }

    func title(_ title: String) -> String { (title.isEmpty ? text("event.untitled") : title).isolated }

    /// Returns `Thursday 26 November, 15:30–16:30`.
    func when(_ time: Range<Instant>) -> String {
        let date = zone.date(at: time.lowerBound)
        let day = format.day(date, date.components.year == today.components.year ? .weekday : .full)
        return text("inbox.when", ["day": day, "times": format.times(time.lowerBound, time.upperBound, zone)])
    }

    /// Returns what goes against a time: `At the same time: Lunch`.
    func sentence(_ problem: TimeProblem) -> String {
        switch problem {
        case .overlap(_, let title): text("event.clash", ["titles": self.title(title)])
        case .prayer(let prayer, _): text("event.warn.prayer", ["prayers": text("prayer.\(prayer.rawValue)")])
        case .tight(_, let title, let lacking):
            text("conflict.tight", ["title": self.title(title), "length": events.length(lacking)])
        }
    }

    /// Returns the sentence of a conflict that waits no longer.
    func answer(_ row: ConflictRow) -> String { text("conflict.state.\(row.state.rawValue)") }

    /// Returns the sentence of a form that changed nothing.
    func sentence(_ problem: ConflictProblem) -> String {
        switch problem {
        case .noChoice: text("conflict.problem.choice")
        case .noTime: text("conflict.problem.time")
        case .past: text("conflict.problem.past")
        case .taken: text("conflict.problem.taken")
        case .refused: text("conflict.problem.refused")
        case .clashes(let problems):
            text("conflict.problem.clashes", ["reasons": problems.map(sentence).joined(separator: " · ")])
        }
    }

    /// Returns a start as forms carry it: `2026-11-26T13:30`.
    func value(_ start: Instant) -> String {
        let local = zone.local(start)
        return "\(local.date.iso8601)T\(local.clock)"
    }
}
