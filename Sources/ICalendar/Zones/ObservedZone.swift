public import CivilTime

/// The rules of a VTIMEZONE (RFC 5545 §3.6.5): observances, each with the local times at which it begins.
///
/// The beginnings are computed once. Rules without an end are computed for 400 years, after which the days
/// and weeks of the calendar repeat. Before the first beginning, the clocks show the offset that it changed
/// from.
public struct ObservedZone: ZoneRules {
    private struct Onset {
        let time: Int64
        let from: Int, to: Int
    }

    /// The beginnings of all observances, ascending; at least one.
    private let onsets: [Onset]
    /// The time in seconds from which the clocks repeat the 400 years before; nil if no rule is endless.
    private let recurs: Int64?

    /// - Throws: the problem of an observance; `.unusableZone` if there is none, or if its rules mean more
    ///   work than any zone needs.
    public init(_ component: Component) throws(Problem) {
        var budget = Self.budget
        try self.init(component, &budget)
    }

    /// The work for all zones of one object.
    static let budget = WorkBudget(steps: 500_000)

    /// - Parameter budget: shared by all zones of an object.
    init(_ component: Component, _ budget: inout WorkBudget) throws(Problem) {
        let observances = try component.components.filter(\.isObservance)
            .mapEach { component throws(Problem) in try Observance(component) }
        var onsets: [Onset] = []
        for observance in observances {
            onsets += try observance.onsets(isEndless: false, through: Self.horizon, &budget)
        }
        guard let last = onsets.map(\.time).max() else {
            throw Problem(.unusableZone, line: component.first("TZID")?.line, name: component.name)
        }
        // From two years after the last other change, all changes come from endless rules.
        let recurs = last + Int64(2 * 366 * secondsPerDay) + Self.cycle
        for observance in observances {
            let end = LocalDateTime(wallSeconds: recurs)
            onsets += try observance.onsets(isEndless: true, through: end, &budget)
        }
        self.onsets = onsets.sorted { $0.time < $1.time }
        self.recurs = observances.contains { $0.rules.contains { $0.rule.isEndless } } ? recurs : nil
    }

    /// Rules with an end are followed up to this time only.
    private static let horizon = LocalDate(year: 2_600, month: 1, day: 1).map(LocalDateTime.midnight)
    /// 400 years in seconds; the weekdays then repeat.
    private static let cycle = Int64(146_097 * secondsPerDay)

    /// A STANDARD or DAYLIGHT component.
    private struct Observance {
        let start: LocalDateTime
        /// RDATE.
        let dates: [LocalDateTime]
        let rules: [(rule: RecurrenceRule, line: Int?)]
        let from: Int, to: Int

        init(_ component: Component) throws(Problem) {
            guard let start = component.first("DTSTART"), let from = component.first("TZOFFSETFROM"),
                  let to = component.first("TZOFFSETTO")
            else { throw Problem(.unusableZone, line: component.firstLine, name: component.name) }
            self.start = try start.dateOrTime().local
            self.from = try from.utcOffset().seconds
            self.to = try to.utcOffset().seconds
            var dates: [LocalDateTime] = [], rules: [(RecurrenceRule, Int?)] = []
            for property in component.all("RDATE") { dates += try property.datesOrTimes().map(\.local) }
            for property in component.all("RRULE") {
                rules.append((try Self.rule(property, offset: self.from), property.line))
            }
            self.dates = dates
            self.rules = rules
        }

        private static func rule(_ property: Property, offset: Int) throws(Problem) -> RecurrenceRule {
            do throws(RecurrenceRuleError) {
                var rule = try RecurrenceRule(property.value)
                // §3.6.5: UNTIL is in UTC, the beginnings are local times.
                if case .utc(let until)? = rule.until {
                    rule.until = .floating(LocalDateTime(wallSeconds: until.secondsSince1970) + Int64(offset))
                }
                return rule
            } catch {
                throw Problem(.invalidRule(error), line: property.line, name: property.name)
            }
        }

        /// Returns its beginnings: by its endless rules, or by everything else.
        func onsets(
            isEndless: Bool, through last: LocalDateTime?, _ budget: inout WorkBudget
        ) throws(Problem) -> [Onset] {
            var walls = isEndless ? [] : [start] + dates
            for (rule, line) in rules where rule.isEndless == isEndless {
                walls += try beginnings(rule, line, through: last, &budget)
            }
            // The local times are shown with the offset before the change.
            return walls.map { Onset(time: $0.wallSeconds - Int64(from), from: from, to: to) }
        }

        private func beginnings(
            _ rule: RecurrenceRule, _ line: Int?, through last: LocalDateTime?, _ budget: inout WorkBudget
        ) throws(Problem) -> [LocalDateTime] {
            var beginnings: [LocalDateTime] = []
            var times = rule.localTimes(from: start, through: last)
            do throws(RecurrenceError) {
                while let time = try times.next(&budget) {
                    // No zone ever had more than some three changes a year.
                    guard beginnings.count < 5_000 else { throw .outOfBudget }
                    beginnings.append(time)
                }
            } catch {
                throw Problem(.unusableZone, line: line, name: "RRULE")
            }
            return beginnings
        }
    }
}

extension RecurrenceRule {
    fileprivate var isEndless: Bool { count == nil && until == nil }
}

extension ObservedZone {
    public func offset(at instant: Instant) -> Int { offset(at: instant.secondsSince1970) }

    public func instant(of local: LocalDateTime) -> Instant {
        let wall = local.wallSeconds
        // No offset is a whole day, and no two changes are within two days.
        let before = offset(at: wall - 86_400), after = offset(at: wall + 86_400)
        for offset in [before, after] where self.offset(at: wall - Int64(offset)) == offset {
            return Instant(secondsSince1970: wall - Int64(offset))
        }
        return Instant(secondsSince1970: wall - Int64(before))
    }

    private func offset(at seconds: Int64) -> Int {
        var seconds = seconds
        if let recurs, seconds >= recurs { seconds = recurs - Self.cycle + (seconds - recurs) % Self.cycle }
        let index = onsets.partitionPoint { $0.time <= seconds }
        return index > 0 ? onsets[index - 1].to : onsets[0].from
    }
}
