import CivilTime

/// A component of a series as far as time is concerned: the series itself, or what one override says.
final class SeriesPart: Sendable {
    let recurrence: RecurrenceSet
    let length: OccurrenceLength
    /// RECURRENCE-ID.
    let recurrenceID: DateOrTime?
    /// RANGE=THISANDFUTURE: it holds for what comes after, too (RFC 5545 §3.2.13).
    let isThisAndFuture: Bool
    let sequence: Int

    var start: DateOrTime { recurrence.start }
    var clock: SeriesClock { recurrence.clock }

    /// - Returns: nil for a component that is at no time: one without DTSTART (and DUE, and RECURRENCE-ID).
    init?(_ component: Component, _ zones: ZoneResolver, _ problems: inout [Problem]) {
        recurrenceID = dateOrTime("RECURRENCE-ID", component, &problems)
        isThisAndFuture = component.isThisAndFuture
        sequence = component.sequence
        var end = component.name == "VJOURNAL" ? nil : dateOrTime(component.endName, component, &problems)
        guard var start = dateOrTime("DTSTART", component, &problems) ?? (component.name == "VTODO" ? end : nil)
            ?? recurrenceID
        else { return nil }
        // Programs that write an end before its start have exchanged the two, if both are of one kind. What
        // repeats is counted from its start, whatever the end says.
        if let given = end, zones.end(given, of: start) == given, zones.seconds(from: start, to: given) < 0,
           !component.saysWhichOccurrences {
            (start, end) = (given, start)
        }
        end = end.map { zones.end($0, of: start) }
        recurrence = RecurrenceSet(component, start: start, zones, &problems)
        length = Self.length(component, start: start, end: end, zones, &problems)
    }

    private static func length(
        _ component: Component, start: DateOrTime, end: DateOrTime?, _ zones: ZoneResolver, _ problems: inout [Problem]
    ) -> OccurrenceLength {
        if let end {
            if start.isDate { return .days(max(0, end.local.date - start.local.date)) }
            return .exact(seconds: max(0, Int(zones.seconds(from: start, to: end))), end: end)
        }
        if let property = component.first("DURATION") {
            do throws(Irregularity) {
                let duration = try NominalDuration(property.value)
                if duration.isNegative { throw .negativeDuration }
                guard start.isDate else { return .nominal(duration) }
                // A day lasts whole days; hours begun are a day.
                return .days(duration.days + (duration.seconds + secondsPerDay - 1) / secondsPerDay)
            } catch {
                problems.append(Problem(error, line: property.line, name: property.name))
            }
        }
        // An event or an entry of a day is about that day (§3.6.1); anything else takes no time.
        if start.isDate { return .days(component.name == "VTODO" ? 0 : 1) }
        return .nominal(.zero)
    }
}

extension Component {
    /// Whether there is more to it than its start: others like it, or one that it stands for.
    fileprivate var saysWhichOccurrences: Bool {
        (Self.recurrenceNames + ["RECURRENCE-ID"]).contains { first($0) != nil }
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
