import CivilTime
import Foundation
import PrayerTimes
import Scheduling
import SeededRandom

/// A line of ordinary days that begins on a Sunday.
let sundayLine = LocalTimeLine(firstWeekday: .sunday)

/// Returns minutes such as `09:00-10:30` of a day of the line, or `22:00-26:00` over midnight.
func minutes(_ text: String, day: Int = 0) -> Range<Int> {
    let ends = text.split(separator: "-").map { end in
        let parts = end.split(separator: ":").compactMap { Int($0) }
        return day * 1_440 + parts[0] * 60 + parts[1]
    }
    return ends[0]..<ends[1]
}

/// Returns items at times of the first day, numbered from 0.
func items(_ times: String...) -> [BusyItem] {
    times.enumerated().map { BusyItem(minutes($1), number: $0) }
}

/// Returns random items within some days.
///
/// - Parameter places: the number of places; some items have none.
func randomItems(_ count: Int, days: Int, places: Int = 0, using random: inout SeededRandom) -> [BusyItem] {
    (0..<count).map { number in
        let start = Int.random(in: 0..<days * 288, using: &random) * 5
        // Now and then without length, or over several days.
        let length = Int.random(in: 0..<20, using: &random) == 0
            ? Int.random(in: 0...3_000, using: &random) : Int.random(in: 0...24, using: &random) * 5
        let place = places > 0 && Bool.random(using: &random) ? Int.random(in: 0..<places, using: &random) : nil
        return BusyItem(
            start..<start + length, number: number, place: place, calendar: Int.random(in: 0..<3, using: &random))
    }
}

/// A symmetric table of ways between places.
func randomTravel(_ places: Int, using random: inout SeededRandom) -> [[Int]] {
    var table = Array(repeating: Array(repeating: 0, count: places), count: places)
    for from in 0..<places {
        for to in 0..<from {
            table[from][to] = Int.random(in: 10...45, using: &random)
            table[to][from] = table[from][to]
        }
    }
    return table
}

/// Five cities of Saudi Arabia and their coordinates.
let saudiCities: [(name: String, latitude: Double, longitude: Double)] = [
    ("Riyadh", 24.7136, 46.6753), ("Jeddah", 21.4858, 39.1925), ("Makkah", 21.3891, 39.8579),
    ("Madinah", 24.5247, 39.5692), ("Dammam", 26.4207, 50.0888),
]

/// Reads the lines of a file of the reference data beside the repository; nil if it is not there.
func referenceLines(_ name: String) -> [String]? {
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let reference = ProcessInfo.processInfo.environment["JADWAL_REFERENCE"]
        ?? root.deletingLastPathComponent().appending(path: "shared/reference").path
    let text = try? String(contentsOfFile: "\(reference)/scheduling/\(name)", encoding: .utf8)
    return text?.split(separator: "\n").map(String.init)
}
