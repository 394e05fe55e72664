import CivilTime
import PrayerTimes

/// Returns degrees with up to six decimals, never with an exponent.
private func degrees(_ number: Double) -> String {
    let millionths = Int((number * 1e6).rounded())
    let size = abs(millionths)
    var decimals = String(size % 1_000_000)
    decimals = String(repeating: "0", count: 6 - decimals.count) + decimals
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return (millionths < 0 ? "-" : "") + String(size / 1_000_000) + (decimals.isEmpty ? "" : "." + decimals)
}

extension Coordinates {
    /// The point as `latitude,longitude`.
    var latitudeFirst: String { degrees(latitude) + "," + degrees(longitude) }
    /// The point as `longitude,latitude`, as in GeoJSON.
    var longitudeFirst: String { degrees(longitude) + "," + degrees(latitude) }
    /// The point as a list of GeoJSON.
    var longitudeFirstTree: JSONTree { [.number(longitude), .number(latitude)] }
    /// The point as Google and OpenTripPlanner name its parts.
    var namedTree: JSONTree { ["latitude": .number(latitude), "longitude": .number(longitude)] }
}

/// Returns the moment of a text of RFC 3339, as `2026-11-27T08:30:00.000+02:00`; nil for another text.
func moment(rfc3339 text: String) -> Instant? {
    guard let match = text.wholeMatch(
        of: /(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d))?(?:\.\d{1,9})?(?:Z|([+-])(\d\d):?(\d\d))/),
        let date = LocalDate(iso8601: match.1), let hour = Int(match.2), let minute = Int(match.3), hour < 24,
        minute < 60
    else { return nil }
    let second = match.4.flatMap { Int($0) } ?? 0
    var offset = 0
    if let hours = match.6.flatMap({ Int($0) }), let minutes = match.7.flatMap({ Int($0) }) {
        offset = (match.5 == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
    return Instant(
        secondsSince1970: Int64(date.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset))
}

extension JSONField {
    /// The moment of a text of RFC 3339; nil if there is none.
    var moment: Instant? {
        guard case .text(let text) = tree else { return nil }
        return Routing.moment(rfc3339: text)
    }
}

/// Returns the whole seconds from one moment to another, at least 0.
func seconds(from start: Instant, to end: Instant) -> Int {
    max(0, Int(clamping: end.secondsSince1970 - start.secondsSince1970))
}
