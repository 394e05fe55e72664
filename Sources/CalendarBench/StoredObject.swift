import CivilTime
import ICalendar

/// A calendar object as a server stores it: its octets and its bounds.
struct StoredObject {
    let first: Instant, last: Instant
    let octets: [UInt8]

    /// The end of a series without an end.
    static let never = Instant(secondsSince1970: 253_402_300_800)

    init(_ text: String) throws {
        octets = Array(text.utf8)
        var first: Instant?, last: Instant?
        for calendar in try CalendarStream(octets).components {
            let zones = ZoneResolver(calendar, database: ZoneFiles.rules)
            for series in Series.all(in: calendar, zones: zones, floating: TimeZoneRules.utc) {
                var budget = WorkBudget.standard
                guard let bounds = try series.bounds(budget: &budget) else { continue }
                first = min(first ?? bounds.firstStart, bounds.firstStart)
                last = max(last ?? bounds.firstStart, bounds.lastEnd ?? Self.never)
            }
        }
        guard let first, let last else { throw BadData() }
        self.first = first
        self.last = last
    }

    private init(first: Int64, last: Int64, octets: [UInt8]) {
        self.first = Instant(secondsSince1970: first)
        self.last = Instant(secondsSince1970: last)
        self.octets = octets
    }

    // MARK: In a file: a line with both bounds in seconds and the number of octets, then the octets.

    var filed: [UInt8] {
        Array("\(first.secondsSince1970) \(last.secondsSince1970) \(octets.count)\n".utf8) + octets
    }

    static func all(in file: [UInt8]) throws -> [StoredObject] {
        var objects: [StoredObject] = [], rest = file[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let numbers = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 3, numbers[2] > 0, numbers[2] < rest.endIndex - end else { throw BadData() }
            let octets = rest[(end + 1)...].prefix(Int(numbers[2]))
            objects.append(StoredObject(first: numbers[0], last: numbers[1], octets: Array(octets)))
            rest = rest[octets.endIndex...]
        }
        guard rest.isEmpty, !objects.isEmpty else { throw BadData() }
        return objects
    }
}

/// Data that `make` did not write.
struct BadData: Error {}
