import CivilTime
import ICalendar

/// Called by libFuzzer with one list of decisions after the other. Each list makes a calendar, and the
/// engine's answers about it must agree.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var octets = OctetSource(Array(UnsafeBufferPointer(start: start, count: count)))
    MadeZones.checkWriting(octets.one(of: MadeZones.names), &octets)
    let made = MadeSeries(&octets)
    let from = TimeZoneRules.utc.instant(of: made.start.local) + .seconds((octets.below(3_000) - 20) * 86_400)
    let window = from..<from + .seconds(octets.among(1...800) * 86_400)
    let calendar = WindowedCalendar(made.calendar, window)
    calendar.checkForms()
    guard let before = calendar.occurrences() else { return 0 }
    calendar.checkWindows(before, &octets)
    calendar.checkBounds(before)
    calendar.checkQueries(before)
    if !before.isEmpty { calendar.checkEditing(before, at: octets.one(of: before)) }
    return 0
}
