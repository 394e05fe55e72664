import CivilTime
import ICalendar

/// The numbers of events that the scopes of an edit concern.
package struct ScopeCounts: Sendable, Hashable {
    /// This event and all later ones; nil if there is no last one, or too many to count.
    package let following: Int?
    package let all: Int?
}

extension ObjectEvent {
    /// Counts the events of the series. At most 10,000 are counted.
    func counts() -> ScopeCounts {
        guard isRecurring else { return ScopeCounts(following: 1, all: 1) }
        let series = Series(calendar.components.filter { $0.name == "VEVENT" }, zones: zones, floating: context.clocks)
        var occurrences = series.occurrences(from: .distantPast), budget = WorkBudget.standard
        let from = id.map(moment)
        var all = 0, following = 0
        do throws(RecurrenceError) {
            while let next = try occurrences.next(&budget) {
                all += 1
                if all > 10_000 { return ScopeCounts(following: nil, all: nil) }
                if let from, let own = next.recurrenceID, moment(own) < from { continue }
                following += 1
            }
        } catch {
            return ScopeCounts(following: nil, all: nil)
        }
        return ScopeCounts(following: following, all: all)
    }

    func moment(_ value: DateOrTime) -> Instant { zones.instant(of: value, floating: context.clocks) }
}

extension Instant {
    /// A moment before every time that a calendar can hold.
    static let distantPast = Instant(secondsSince1970: .min)
}

extension EventDraft {
    /// Returns the first days of the series, as a preview of its rule.
    ///
    /// - Parameter count: the most days.
    /// - Throws: `EventProblems`.
    func nextDays(_ count: Int, _ context: EventContext) throws -> [LocalDate] {
        let calendar = try object(uid: "preview", context)
        let zones = ZoneResolver(calendar, database: context.database)
        let series = Series(calendar.components.filter { $0.name == "VEVENT" }, zones: zones, floating: context.clocks)
        var occurrences = series.occurrences(from: .distantPast), budget = WorkBudget.standard, days: [LocalDate] = []
        do throws(RecurrenceError) {
            while days.count < count, let next = try occurrences.next(&budget) {
                let day = next.start.local.date
                if days.last != day { days.append(day) }
            }
        } catch {
            // The days that were found are right.
        }
        return days
    }
}
