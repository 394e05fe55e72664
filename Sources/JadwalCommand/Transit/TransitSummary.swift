import CivilTime
import Places
import Runtime
import Transit

/// Says for `jadwal doctor` how long the operator's timetable holds.
///
/// - Throws: a `Finding` if it has ended or ends within two weeks.
func timetableSummary(_ path: String) throws -> String {
    let feed = try TransitFile.feed(path, try TimeZones()), last = feed.days.upperBound
    let days = last - feed.zone.date(at: systemNow())
    if days < 0 { throw Finding("it ended on \(last)") }
    if days < 14 { throw Finding("it ends on \(last)") }
    return "\(feed.stops.count) stops, until \(last)"
}
