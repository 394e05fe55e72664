import CivilTime
import Foundation
import PrayerTimes
import Scheduling

/// The program that `script/bench scheduling` measures; schedulingpeers.py in script/bench.d does the same in Python.
///
///     jadwal-scheduling-bench FILE
///     jadwal-scheduling-bench plan FOLDER
///     jadwal-scheduling-bench ties TASKS FOLDER
///     jadwal-scheduling-bench travel
///
/// FILE is a table of events as `jadwal conflicts find` reads it, and has a header. Each line of the output is the name
/// of a task, the milliseconds of its median run, and the number of results of one run. FOLDER is the reference data of
/// scheduling; PlanBench.swift describes the output. TravelBench.swift describes that of `travel`.
@main
struct SchedulingBench {
    static func main() throws {
        let words = CommandLine.arguments.dropFirst()
        if words.count == 2, words.first == "plan" { return try PlanBench(folder: words[2]).run() }
        if words.count == 3, words.first == "ties", let tasks = Int(words[2]) {
            return try PlanBench(folder: words[3]).printTies(ofDaysWith: tasks)
        }
        if words.count == 1, words.first == "travel", let travel = TravelBench() { return travel.run() }
        guard words.count == 1 else {
            print("Usage: jadwal-scheduling-bench FILE | plan FOLDER | ties TASKS FOLDER | travel")
            exit(2)
        }
        let busy = try busyItems(in: CommandLine.arguments[1])
        measure("pairs", runs: 201) { _ in BusyIndex(busy).overlaps().count }
        measure("series", runs: 201) { _ in BusyIndex(seriesItems()).overlaps().count }

        let availability = prayingYear(busy)
        measure("insert", runs: 2_001) { run in
            var changed = availability
            let start = run * 1_371 % lastStart, item = BusyItem(start..<start + 60, number: 20_000 + run)
            changed.busy.insert(item)
            return Conflicts(changed).clashes(of: item).count
        }
        measure("suggest", runs: 501) { run in
            let start = run * 12_345 % lastStart / 15 * 15
            let request = SuggestionRequest(start: start, duration: 60, now: max(0, start - 3_000))
            return availability.suggestions(for: request).best.count
        }
    }

    /// The last start of what is put in or moved, 30 days before the end of the year.
    private static let lastStart = 335 * 1_440

    /// Prints the median of some runs. The work is given the number of its run.
    private static func measure(_ name: String, runs: Int, _ work: (Int) -> Int) {
        var milliseconds: [Double] = [], count = 0
        for run in 0..<runs {
            milliseconds.append(ContinuousClock().measure { count = work(run) } / .milliseconds(1))
        }
        milliseconds.sort()
        print(name, String(format: "%.4f", milliseconds[runs / 2]), count)
    }
}

/// Reads the events that take time: neither all-day, transparent nor cancelled, and longer than nothing.
private func busyItems(in file: String) throws -> [BusyItem] {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(whereSeparator: \.isNewline)
    return lines.dropFirst().compactMap { line in
        let numbers = line.split(separator: ",").compactMap { Int($0) }
        guard numbers.count == 7, numbers[3...5] == [0, 0, 0], numbers[1] < numbers[2] else { return nil }
        return BusyItem(numbers[1]..<numbers[2], number: numbers[0], calendar: numbers[6])
    }
}

/// Twenty series of every weekday against 100 of one weekday, over a year: 10,400 occurrences.
private func seriesItems() -> [BusyItem] {
    var items: [BusyItem] = []
    func add(_ series: Int, _ day: Int, at minute: Int, length: Int) {
        let start = day * 1_440 + minute
        items.append(BusyItem(start..<start + length, number: items.count, series: series, recurrence: Int64(start)))
    }
    for series in 0..<20 {
        for day in 0..<260 { add(series, day / 5 * 7 + day % 5, at: 480 + series * 30, length: 20) }
    }
    for series in 20..<120 {
        for week in 0..<52 { add(series, week * 7 + series % 5, at: 480 + series * 6, length: 45) }
    }
    return items
}

/// Makes a year in Riyadh with its prayers, and with the items of the table as what is taken.
private func prayingYear(_ busy: [BusyItem]) -> Availability {
    // 2026-01-01. All times are UTC, since the look-up costs the same for every zone.
    let first = LocalDate(daysSince1970: 20_454), line = LocalTimeLine(from: first, days: 365, in: .utc)
    guard let point = Coordinates(latitude: 24.69, longitude: 46.72) else { return Availability(line, busy: busy) }
    let timetable = Timetable(Place(point, zone: .utc), Rules(method: .ummAlQura))
    let days = (-1..<367).map { timetable.day(first + $0) }
    return Availability(line, busy: busy, prayers: line.prayers(of: days, PrayerHabits()))
}
