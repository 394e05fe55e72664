import CivilTime
import Foundation
import Testing
@testable import ICalendar

/// Random rules, each checked with what at least one of two other implementations makes of it.
///
/// The oracles' programs are in `Oracles`; where one cannot run (no python-dateutil, no libical-dev), its
/// test is skipped and says so. `script/test` installs both.
@Suite("Recurrence rules: two oracles")
struct OracleTests {
    static let rules: [RandomRule] = {
        var random = SeededRandom(4)
        return (0..<20_000).map { _ in RandomRule(&random) }
    }()

    static let python = ProcessInfo.processInfo.environment["JADWAL_TEST_PYTHON"] ?? "python3"

    @Test("python-dateutil, in nine zones", .enabled(if: runs([python, "-c", "import dateutil"]), "skipped: no python-dateutil"))
    func dateutil() throws {
        // It is slow: it is asked about what libical is not, and about a half of the rest.
        let asked = Self.rules.enumerated()
            .filter { $0.offset % 2 == 0 || !Self.libicalAgrees($0.element.rule) }
            .map(\.element).filter { Self.dateutilAgrees($0.rule) }
        #expect(asked.count > 9_000)
        let answers = try ask([Self.python, oracleFile("dateutil_oracle.py")], asked.map(\.line))
        try #require(answers.count == asked.count)
        var differences: [String] = []
        #expect(answers.count { $0 == "slow" || $0 == "error" } < asked.count / 4)
        for (item, answer) in zip(asked, answers) where answer != "slow" && answer != "error" {
            let ours = try moments(item)?.joined(separator: ",") ?? "out of budget"
            if ours != answer { differences.append("\(item.line)\n  ours:   \(ours)\n  theirs: \(answer)") }
        }
        #expect(differences.count == 0, "\(differences.prefix(12).map { $0.prefix(600) }.joined(separator: "\n"))")
    }

    @Test("libical, on the wall", .enabled(if: runs(["cc", "--version"]) && runs(["pkg-config", "libical"]), "skipped: no libical-dev"))
    func libical() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "jadwal-oracle-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "oracle").path
        _ = try ask(["cc", "-O2", "-o", program, oracleFile("libical_oracle.c"), "-lical"], [])
        let asked = Self.rules.enumerated()
            .filter { $0.offset % 2 == 1 && Self.libicalAgrees($0.element.rule) }.map(\.element)
        #expect(asked.count > 4_000)
        let answers = try ask([program], asked.map(\.wallLine))
        try #require(answers.count == asked.count)
        var differences: [String] = []
        #expect(answers.count { $0 == "slow" || $0 == "error" } < asked.count / 4)
        for (item, answer) in zip(asked, answers) where answer != "error" && answer != "slow" {
            let ours = try walls(item)?.joined(separator: ",") ?? "out of budget"
            if ours != answer { differences.append("\(item.wallLine)\n  ours:   \(ours)\n  theirs: \(answer)") }
        }
        #expect(differences.count == 0, "\(differences.prefix(12).map { $0.prefix(600) }.joined(separator: "\n"))")
    }

    // MARK: Explained differences

    /// Where dateutil 2.9 reads the standard otherwise.
    static func dateutilAgrees(_ rule: RecurrenceRule) -> Bool {
        // It counts BYWEEKNO's weeks in the calendar's years, we in the weeks' own, as libical's cases
        // do: that shows where intervals are skipped or positions counted.
        if !rule.weekNumbers.isEmpty, rule.interval > 1 || !rule.setPositions.isEmpty { return false }
        // It takes the first days of 2022 for a week 53 of 2021, a year of 52.
        if rule.weekNumbers.contains(where: { abs($0) >= 52 }) { return false }
        // Its first week begins with DTSTART instead of WKST, so that BYSETPOS counts other days.
        if rule.frequency == .weekly, !rule.setPositions.isEmpty { return false }
        // A BYDAY of days with and without numbers: it wants both at once, §3.3.10 any of them. (None of
        // ours are mixed.) With BYYEARDAY or BYMONTHDAY numbers are a limit in both.
        return true
    }

    /// Where libical 3.0.16 does otherwise, which the cases of its later versions (`Reference`) correct.
    static func libicalAgrees(_ rule: RecurrenceRule) -> Bool {
        // It keeps to BYSETPOS in months and years only, and counts days there before their times.
        if !rule.setPositions.isEmpty { return false }
        // It counts weeks from the end of a year that has 53 by its own or by Monday's weeks, and steps
        // over years from DTSTART's (its issues 1143 and 1223).
        if rule.weekNumbers.contains(where: { $0 < 0 }) || !rule.weekNumbers.isEmpty && rule.interval > 1 { return false }
        // It loses the days of a week 53 that are in the next year.
        if rule.weekNumbers.contains(53) { return false }
        // Where DTSTART is not among the days of BYDAY, it counts INTERVAL from another week than DTSTART's
        // (its issue 376).
        if rule.frequency == .weekly, rule.interval > 1, !rule.weekdays.isEmpty { return false }
        // It does not count days from a month's end for shorter intervals.
        if rule.frequency < .weekly, rule.monthDays.contains(where: { $0 < 0 }) { return false }
        // It steps over intervals by the values in lists rather than by INTERVAL (its issue 1230), and
        // begins late where DTSTART is not in the list (its issue 797).
        let limits = switch rule.frequency {
        case .hourly: rule.hours
        case .minutely: rule.hours + rule.minutes
        case .secondly: rule.hours + rule.minutes + rule.seconds
        case .daily, .weekly, .monthly, .yearly: [Int]()
        }
        if !limits.isEmpty { return false }
        return true
    }

    // MARK: Ours

    private func moments(_ item: RandomRule) throws -> [String]? {
        var problems: [Problem] = []
        let event = Component("VEVENT", properties: [Property("RRULE", value: item.rule.text)])
        let set = RecurrenceSet(event, start: .zoned(item.start, tzid: item.zone), TestZones.resolver, &problems)
        try #require(problems.isEmpty)
        var starts = RecurrenceStarts(
            set, from: Int(item.window.lowerBound.secondsSince1970), through: Int(item.window.upperBound.secondsSince1970))
        var budget = WorkBudget(steps: 100_000)
        var found: [String] = []
        do throws(RecurrenceError) {
            while let start = try starts.next(&budget) {
                found.append(DateOrTime.utc(Instant(secondsSince1970: Int64(start.key))).text)
            }
        } catch {
            return nil
        }
        return found
    }

    private func walls(_ item: RandomRule) throws -> [String]? {
        let utc = TimeZoneRules.utc
        var times = item.rule.localTimes(
            from: item.start, notBefore: utc.local(item.window.lowerBound), through: utc.local(item.window.upperBound))
        var budget = WorkBudget(steps: 100_000)
        var found: [String] = []
        do throws(RecurrenceError) {
            while let time = try times.next(&budget) { found.append(time.basic) }
        } catch {
            return nil
        }
        return found
    }
}

private func oracleFile(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracles/\(name)").path
}

private func runs(_ command: [String]) -> Bool {
    (try? ask(command, [])) != nil
}

private struct OracleFailure: Error {
    let command: [String], status: Int32
}

/// Runs a program on lines and gives its lines; both go through files, so that no pipe can fill up.
private func ask(_ command: [String], _ lines: [String]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "jadwal-ask-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appending(path: "in"), output = folder.appending(path: "out")
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: input)
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw OracleFailure(command: command, status: process.terminationStatus) }
    var answers = try String(contentsOf: output, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if answers.last == "" { answers.removeLast() }
    return answers
}
