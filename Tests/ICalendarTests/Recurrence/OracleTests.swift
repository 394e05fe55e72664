import CivilTime
import Foundation
@testable import ICalendar
import SeededRandom
import Testing

/// Random rules, compared with two other implementations.
///
/// Their programs are in the folder `Oracles`. Without python-dateutil and libical-dev the test is skipped
/// with a message. `script/test` installs both.
@Suite("Recurrence rules: two oracles")
struct OracleTests {
    /// The number of rules, and of comparisons with each oracle.
    ///
    /// Some rules are not compared. An oracle may read them in another way (see "Explained differences"),
    /// refuse them, or be too slow, which depends on the machine.
    struct Tally {
        var made = 0, withDateutil = 0, withLibical = 0, withBoth = 0, withAny = 0
        var differences: [String] = []

        mutating func count(dateutil: Bool, libical: Bool) {
            made += 1
            if dateutil { withDateutil += 1 }
            if libical { withLibical += 1 }
            if dateutil && libical { withBoth += 1 }
            if dateutil || libical { withAny += 1 }
        }
    }

    @Test("20,000 random rules in nine zones have the times of two other implementations",
        .enabled(if: Oracles.hasDateutil || Oracles.hasLibical, "skipped: neither python-dateutil nor libical-dev"))
    func twentyThousand() throws {
        let program = FileManager.default.temporaryDirectory.appending(path: "jadwal-libical-\(UUID())")
        defer { try? FileManager.default.removeItem(at: program) }
        if Oracles.hasLibical { try Oracles.buildLibical(program.path) }
        var random = SeededRandom(4), tally = Tally()
        while tally.withAny < 20_000, tally.made < 80_000 {
            try compare((0..<2_000).map { _ in RandomRule(&random) }, libical: program.path, &tally)
        }
        #expect(tally.withAny >= 20_000)
        // Of some 24,000 rules, about 19,000 are compared with dateutil, 8,000 with libical, and 7,000 with
        // both.
        #expect(tally.withDateutil > 17_000 || !Oracles.hasDateutil)
        #expect(tally.withLibical > 7_000 || !Oracles.hasLibical)
        #expect(tally.withBoth > 6_000 || !Oracles.hasDateutil || !Oracles.hasLibical)
        let shown = tally.differences.prefix(12).joined(separator: "\n")
        #expect(tally.differences.count == 0, "\(shown)")
    }

    private func compare(_ rules: [RandomRule], libical program: String, _ tally: inout Tally) throws {
        // The oracles run in parallel with the test; dateutil, the slowest, runs twice. It answers the
        // moments of all rules that it reads in the same way. libical, which has no zones, answers the others
        // and half of those.
        let forDateutil = Oracles.hasDateutil ? rules.indices.filter { Self.dateutilAgrees(rules[$0].rule) } : []
        let others = Set(rules.indices).subtracting(forDateutil)
        let forLibical = Oracles.hasLibical
            ? rules.indices.filter { ($0 % 2 == 0 || others.contains($0)) && Self.libicalAgrees(rules[$0].rule) } : []
        let half = forDateutil.count / 2
        let dateutil = try [forDateutil.prefix(half), forDateutil.dropFirst(half)].map { part in
            try Oracles.dateutil(part.map { rules[$0].line })
        }
        let libical = try Oracles.libical(program, forLibical.map { rules[$0].wallLine })
        let moments = try forDateutil.map { try self.moments(rules[$0]) }
        let walls = try forLibical.map { try self.walls(rules[$0]) }
        var wasCompared: [Int: (dateutil: Bool, libical: Bool)] = [:]
        for ((index, ours), theirs) in zip(zip(forDateutil, moments), try dateutil.flatMap { try $0.answers() }) {
            guard let theirs else { continue }
            wasCompared[index, default: (false, false)].dateutil = true
            let expected = try Self.fromStart(of: rules[index], theirs)
            if ours != expected { tally.differences.append(difference(rules[index].line, ours, expected)) }
        }
        for ((index, ours), theirs) in zip(zip(forLibical, walls), try libical.answers()) {
            guard let theirs else { continue }
            wasCompared[index, default: (false, false)].libical = true
            if ours != theirs { tally.differences.append(difference(rules[index].wallLine, ours, theirs)) }
        }
        for index in rules.indices {
            let (dateutil, libical) = wasCompared[index] ?? (false, false)
            tally.count(dateutil: dateutil, libical: libical)
        }
    }

    private func difference(_ line: String, _ ours: String?, _ theirs: String) -> String {
        "\(line)\n  ours:   \((ours ?? "out of budget").prefix(600))\n  theirs: \(theirs.prefix(600))"
    }

    // MARK: Explained differences

    /// Returns true if dateutil 2.9 reads the standard in another way.
    static func dateutilAgrees(_ rule: RecurrenceRule) -> Bool {
        // It counts BYWEEKNO's weeks in calendar years. libical's cases and this engine count them in week
        // years. The difference shows if intervals are skipped or positions are counted.
        if !rule.weekNumbers.isEmpty, rule.interval > 1 || !rule.setPositions.isEmpty { return false }
        // It reads the first days of 2022 as week 53 of 2021, a year of 52 weeks.
        if rule.weekNumbers.contains(where: { abs($0) >= 52 }) { return false }
        // It reads every day of such a week, and BYMONTHDAY in every month of a year. The open parts of a
        // rule come from DTSTART (§3.3.10, and RFC 8984 §4.3.3.1 in detail).
        if !rule.weekNumbers.isEmpty, rule.weekdays.isEmpty { return false }
        if rule.frequency == .yearly, !rule.monthDays.isEmpty, rule.months.isEmpty { return false }
        // Its first week begins with DTSTART instead of WKST, so that BYSETPOS counts other days.
        if rule.frequency == .weekly, !rule.setPositions.isEmpty { return false }
        // In a BYDAY with and without numbers, it requires both at once; §3.3.10 requires any of them. (The
        // random rules mix none.) With BYYEARDAY or BYMONTHDAY, numbers are a limit in both.
        return true
    }

    /// Returns dateutil's times from DTSTART on. It counts on the wall clock, where later times of a rule may
    /// be earlier moments than a DTSTART in a gap. But DTSTART is the first (§3.8.5.3).
    private static func fromStart(of item: RandomRule, _ theirs: String) throws -> String {
        let start = try TestZones.resolver.instant(of: .zoned(item.start, tzid: item.zone), floating: TimeZoneRules.utc)
        return theirs.split(separator: ",").filter { $0 >= DateOrTime.utc(start).text }.joined(separator: ",")
    }

    /// Returns true if libical 3.0.16 gives another result, which the cases of its later versions
    /// (`Reference`) correct.
    static func libicalAgrees(_ rule: RecurrenceRule) -> Bool {
        // It applies BYSETPOS in months and years only, and counts days there before their times.
        if !rule.setPositions.isEmpty { return false }
        // It counts weeks from the end of a year that has 53 weeks by its own or by Monday's count, and skips
        // years from DTSTART's (its issues 1143 and 1223).
        if rule.weekNumbers.contains(where: { $0 < 0 }) || !rule.weekNumbers.isEmpty && rule.interval > 1 { return false }
        // It loses the days of a week 52 or 53 that are in the next year.
        if rule.weekNumbers.contains(where: { $0 > 51 }) { return false }
        // If DTSTART is not among the days of BYDAY, it counts INTERVAL from another week than DTSTART's (its
        // issue 376).
        if rule.frequency == .weekly, rule.interval > 1, !rule.weekdays.isEmpty { return false }
        // It does not count days from a month's end for shorter intervals.
        if rule.frequency < .weekly, rule.monthDays.contains(where: { $0 < 0 }) { return false }
        // It skips intervals by the values in lists instead of INTERVAL (its issue 1230), and begins late if
        // DTSTART is not in the list (its issue 797).
        let limits = switch rule.frequency {
        case .hourly: rule.hours
        case .minutely: rule.hours + rule.minutes
        case .secondly: rule.hours + rule.minutes + rule.seconds
        case .daily, .weekly, .monthly, .yearly: [Int]()
        }
        if !limits.isEmpty { return false }
        return true
    }

    // MARK: This engine

    private func moments(_ item: RandomRule) throws -> String? {
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
        return found.joined(separator: ",")
    }

    private func walls(_ item: RandomRule) throws -> String? {
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
        return found.joined(separator: ",")
    }
}
