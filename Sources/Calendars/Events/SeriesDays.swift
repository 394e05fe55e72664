import CivilTime
import ICalendar

extension EventTimes {
    /// Returns the first event of a plain series on each of some days.
    ///
    /// - Throws: `EventRefusal.tooFar` if the days are too far from the start of the series to be counted.
    func plainEvents(
        on days: ClosedRange<LocalDate>?, _ context: EventContext, _ zones: ZoneResolver
    ) throws -> [LocalDate: SeriesEvent] {
        guard let days, properties.contains(where: { $0.name == "RRULE" }) else { return [:] }
        let master = Component("VEVENT", properties: properties)
        let series = Series([master], zones: zones, floating: context.clocks)
        // The clocks of the series may be a day ahead of UTC's, or behind.
        var occurrences = series.occurrences(
            from: TimeZoneRules.utc.startOfDay(days.lowerBound - 1),
            before: TimeZoneRules.utc.startOfDay(days.upperBound + 3))
        var events: [LocalDate: SeriesEvent] = [:], budget = WorkBudget.standard
        do throws(RecurrenceError) {
            while let next = try occurrences.next(&budget) {
                let day = next.start.local.date
                guard events[day] == nil else { continue }
                events[day] = SeriesEvent(
                    id: next.recurrenceID ?? next.start, time: WrittenTime(start: next.start, end: next.end))
            }
        } catch {
            throw EventRefusal.tooFar
        }
        return events
    }
}
