import CivilTime
import ICalendar

/// Called by libFuzzer with one text after the other. No text may cause a trap, written text must be read
/// back unchanged, and every question must get an answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? CalendarStream(octets, .strict)
    // Half of all texts are not JSON from their first octet on.
    if let component = try? Component(jCal: octets) { checkJCal(component) }
    guard let stream = try? CalendarStream(octets) else { return 0 }
    guard let again = try? CalendarStream(stream.octets) else { fatalError("written text cannot be read") }
    precondition(again.components == stream.components, "reading the written text gives something else")
    _ = CalendarCheck.problems(stream.components, database: { _ in nil })
    _ = try? CalendarObject(stream, database: { _ in nil })
    _ = try? CalendarMessage(stream, database: { _ in nil })
    for component in stream.components {
        if let back = try? Component(jCal: component.jCal) { checkJCal(back) }
        ask(component)
    }
    return 0
}

/// Checks that a component from jCal is written and read back unchanged.
private func checkJCal(_ component: Component) {
    let octets = component.jCal
    guard let back = try? Component(jCal: octets) else { fatalError("written jCal cannot be read") }
    precondition(back.jCal == octets, "reading the written jCal gives something else")
}

/// Asks everything about a month of a calendar, with a small budget for each question.
private func ask(_ calendar: Component) {
    let zones = ZoneResolver(calendar, database: { _ in nil }), utc = TimeZoneRules.utc
    let month = Instant(secondsSince1970: 1_767_225_600)..<Instant(secondsSince1970: 1_769_904_000)
    for series in Series.all(in: calendar, zones: zones, floating: utc).prefix(20) {
        var budget = WorkBudget(steps: 20_000)
        _ = try? series.occurrences(in: month, budget: &budget)
        _ = try? series.bounds(budget: &budget)
        _ = try? series.alarms(in: month, budget: &budget)
    }
    var budget = WorkBudget(steps: 20_000)
    let range = TimeRange(month)
    _ = try? calendar.expanded(range, zones: zones, floating: utc, budget: &budget)
    _ = calendar.limitedRecurrenceSet(range, zones: zones, floating: utc)
    _ = calendar.limitedFreeBusySet(range, zones: zones, floating: utc)
    var busy = BusyTimes(month)
    budget = WorkBudget(steps: 20_000)
    try? busy.add(calendar, zones: zones, floating: utc, budget: &budget)
    _ = busy.component(stamp: month.lowerBound)
}
