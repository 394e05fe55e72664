import CivilTime
import Foundation
@testable import Transit

/// Feeds for tests: a small one by hand, changed where a test needs it, and folders on the disk.
enum Feeds {
    /// Four stops in a row a kilometre apart, and a line through them at 8:00 and 8:30 on weekdays of 2026.
    static let small = [
        "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n1,A,https://example.org,Europe/Helsinki\n",
        "stops.txt": """
            stop_id,stop_name,stop_lat,stop_lon
            a,Alpha,60.170,24.940
            b,Beta,60.179,24.940
            c,Gamma,60.188,24.940
            d,Delta,60.197,24.940

            """,
        "routes.txt": "route_id,route_short_name,route_long_name,route_type\n7,7,Seven,0\n9,,Nine,3\n",
        "trips.txt": "route_id,service_id,trip_id,trip_headsign\n7,week,first,Delta\n7,week,second,Delta\n",
        "stop_times.txt": """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            first,08:00:00,08:00:00,a,1
            first,08:05:00,08:06:00,b,2
            first,08:10:00,08:10:00,c,3
            second,08:30:00,08:30:00,a,1
            second,08:35:00,08:36:00,b,2
            second,08:40:00,08:40:00,c,3

            """,
        "calendar.txt": """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            week,1,1,1,1,1,0,0,20260101,20261231

            """,
    ]

    /// The small feed with some files in the place of its own; nil removes a file.
    static func small(_ changes: [String: String?], limits: FeedLimits = FeedLimits()) throws -> TransitFeed {
        var files = small
        for (name, text) in changes { files[name] = text }
        return try read(files.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }, limits: limits)
    }

    /// Reads files in pieces of a length.
    static func read(
        _ files: [(name: String, bytes: [UInt8])], limits: FeedLimits = FeedLimits(), piece: Int = 1_000
    ) throws -> TransitFeed {
        var reader = FeedReader(limits: limits, zone: zone)
        for file in files where try reader.begin(file.name, bytes: file.bytes.count) {
            for start in stride(from: 0, to: file.bytes.count, by: piece) {
                try reader.read(Array(file.bytes[start..<min(start + piece, file.bytes.count)]))
            }
            try reader.end()
        }
        return try reader.feed()
    }

    static func read(_ folder: URL) throws -> TransitFeed {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try read(names.map { ($0, Array(try Data(contentsOf: folder.appending(path: $0)))) }, piece: 1 << 16)
    }

    static func zone(_ name: String) -> TimeZoneRules? {
        let file = URL(filePath: "/usr/share/zoneinfo/\(name)")
        guard !name.isEmpty, let data = try? Data(contentsOf: file) else { return nil }
        return try? TimeZoneRules(name: name, tzif: Array(data))
    }
}

extension TransitFeed {
    /// The moment of a time of the clock in the feed's zone, such as `2026-06-03 07:50`.
    func moment(_ text: String) -> Instant {
        let words = text.split(separator: " "), clock = words[1].split(separator: ":").compactMap { Int($0) }
        guard let date = LocalDate(iso8601: String(words[0])),
              let local = LocalDateTime(date: date, hour: clock[0], minute: clock[1])
        else { return Instant(secondsSince1970: 0) }
        return zone.instant(of: local)
    }

    /// The time of the clock of a moment in the feed's zone.
    func clock(_ moment: Instant?) -> String? { moment.map { zone.local($0).clock } }

    func stop(_ id: String) -> Int { stops.number(ofID: id) ?? -1 }
}

extension TransitNetwork {
    /// Finds a journey between two stops.
    func journey(_ from: String, _ to: String, _ time: JourneyTime) -> Journey? {
        journey(
            time, access: [StopWalk(stop: feed.stop(from), seconds: 0)],
            egress: [StopWalk(stop: feed.stop(to), seconds: 0)], on: day(of: time.moment))
    }
}
