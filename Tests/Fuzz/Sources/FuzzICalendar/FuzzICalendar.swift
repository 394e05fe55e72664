import CivilTime
import ICalendar

/// libFuzzer calls this with one text after the other: whatever it is, nothing traps, what was read and
/// written is read the same, and expanding it ends.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? CalendarStream(octets, .strict)
    _ = try? Component(jCal: octets)
    guard let stream = try? CalendarStream(octets) else { return 0 }
    guard let again = try? CalendarStream(stream.octets) else { fatalError("what was written is not read") }
    precondition(again.components == stream.components, "what was written is read as something else")
    _ = CalendarCheck.problems(stream.components, database: { _ in nil })
    _ = try? CalendarObject(stream, database: { _ in nil })
    for component in stream.components {
        _ = try? Component(jCal: component.jCal.octets)
        expand(component)
    }
    return 0
}

/// A month of every series, with a small budget.
private func expand(_ calendar: Component) {
    let zones = ZoneResolver(calendar, database: { _ in nil })
    let month = Instant(secondsSince1970: 1_767_225_600)..<Instant(secondsSince1970: 1_769_904_000)
    for component in calendar.components.prefix(20) {
        let series = Series([component], zones: zones, floating: TimeZoneRules.utc)
        var budget = WorkBudget(steps: 20_000)
        _ = try? series.occurrences(in: month, budget: &budget)
        _ = try? series.bounds(budget: &budget)
    }
}
