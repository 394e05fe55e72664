import CivilTime
import ICalendar

/// libFuzzer calls this with one list of decisions after the other. Each makes a calendar, and what the
/// engine says of it must agree with itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var octets = OctetSource(Array(UnsafeBufferPointer(start: start, count: count)))
    MadeZones.checkWriting(octets.one(of: MadeZones.names), &octets)
    let made = MadeSeries(&octets)
    let from = TimeZoneRules.utc.instant(of: made.start.local) + .seconds((octets.below(3_000) - 20) * 86_400)
    let window = from..<from + .seconds(octets.among(1...800) * 86_400)
    let scene = Scene(made.calendar, window)
    scene.checkForms()
    guard let before = scene.occurrences() else { return 0 }
    scene.checkWindows(before, &octets)
    scene.checkBounds(before)
    scene.checkQueries(before)
    if !before.isEmpty { scene.checkEditing(before, at: octets.one(of: before)) }
    return 0
}
