import CivilTime

/// The times of one component of a series: of the master, or of an override.
final class SeriesPart: Sendable {
    let recurrence: RecurrenceSet
    let length: OccurrenceLength
    /// RECURRENCE-ID.
    let recurrenceID: DateOrTime?
    /// True for RANGE=THISANDFUTURE: it holds for later occurrences too (RFC 5545 §3.2.13).
    let isThisAndFuture: Bool
    let sequence: Int

    var start: DateOrTime { recurrence.start }
    var clock: SeriesClock { recurrence.clock }

    /// - Returns: nil if the component is at no time: without DTSTART, RECURRENCE-ID and, for a to-do, DUE.
    init?(_ component: Component, _ zones: ZoneResolver, _ problems: inout [Problem]) {
        recurrenceID = dateOrTime("RECURRENCE-ID", component, &problems)
        isThisAndFuture = component.isThisAndFuture
        sequence = component.sequence
        let written = component.name == "VJOURNAL" ? nil : dateOrTime(component.endName, component, &problems)
        let begin = dateOrTime("DTSTART", component, &problems)
        guard let start = begin ?? (component.name == "VTODO" ? written : nil) ?? recurrenceID else { return nil }
        // An end before its start counts as missing.
        let end = written.map { zones.end($0, of: start) }.flatMap { zones.seconds(from: start, to: $0) < 0 ? nil : $0 }
        recurrence = RecurrenceSet(component, start: start, zones, &problems)
        length = Self.length(component, start: start, end: end, zones, &problems)
    }

    private static func length(
        _ component: Component, start: DateOrTime, end: DateOrTime?, _ zones: ZoneResolver, _ problems: inout [Problem]
    ) -> OccurrenceLength {
        // An all-day event or journal entry lasts that day at least (§3.6.1). Everything else may have no length.
        let leastDays = component.name == "VTODO" ? 0 : 1
        if let end {
            if start.isDate { return .days(max(leastDays, end.local.date - start.local.date)) }
            return .exact(seconds: max(0, Int(zones.seconds(from: start, to: end))), end: end)
        }
        if let property = component.first("DURATION") {
            do throws(Irregularity) {
                let duration = try NominalDuration(property.value)
                if duration.isNegative { throw .negativeDuration }
                guard start.isDate else { return .nominal(duration) }
                // An all-day component lasts whole days; hours are rounded up to a day.
                let days = duration.days + (duration.seconds + secondsPerDay - 1) / secondsPerDay
                return .days(max(leastDays, days))
            } catch {
                problems.append(Problem(error, line: property.line, name: property.name))
            }
        }
        return start.isDate ? .days(leastDays) : .nominal(.zero)
    }
}

private func dateOrTime(_ name: String, _ component: Component, _ problems: inout [Problem]) -> DateOrTime? {
    guard let property = component.first(name) else { return nil }
    do throws(Problem) {
        return try property.dateOrTime()
    } catch {
        problems.append(error)
        return nil
    }
}
