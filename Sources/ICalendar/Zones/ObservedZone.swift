public import CivilTime

/// A zone as a VTIMEZONE describes it (RFC 5545 §3.6.5): observances, each with the local times at
/// which it begins.
///
/// The beginnings are worked out once, up to the year 2600; after that the calendar's 400 years come again.
/// Before the first one the clocks show what it changed from.
public struct ObservedZone: ZoneRules {
    private struct Onset {
        let time: Int64
        let from: Int, to: Int
    }

    /// Ascending, at least one.
    private let onsets: [Onset]

    /// - Throws: what is wrong with an observance; `.unusableZone` where there is none, or one whose
    ///   rules mean more work than any zone needs.
    public init(_ component: Component) throws(Problem) {
        var budget = Self.budget
        try self.init(component, &budget)
    }

    /// Enough for every zone that one object needs.
    static let budget = WorkBudget(steps: 500_000)

    /// - Parameter budget: one for all zones of an object.
    init(_ component: Component, _ budget: inout WorkBudget) throws(Problem) {
        var onsets: [Onset] = []
        for observance in component.components where ["STANDARD", "DAYLIGHT"].contains(observance.name) {
            onsets += try Self.onsets(observance, &budget)
        }
        guard !onsets.isEmpty else {
            throw Problem(.unusableZone, line: component.first("TZID")?.line, name: component.name)
        }
        self.onsets = onsets.sorted { $0.time < $1.time }
    }

    private static func onsets(_ observance: Component, _ budget: inout WorkBudget) throws(Problem) -> [Onset] {
        guard let start = observance.first("DTSTART"), let from = observance.first("TZOFFSETFROM"),
              let to = observance.first("TZOFFSETTO")
        else { throw Problem(.unusableZone, line: observance.properties.first?.line, name: observance.name) }
        let first = try start.dateOrTime().local
        let offsets = (from: try from.utcOffset().seconds, to: try to.utcOffset().seconds)
        var walls = [first]
        for property in observance.all("RDATE") {
            for date in try property.datesOrTimes() { walls.append(date.local) }
        }
        for property in observance.all("RRULE") {
            walls += try beginnings(property, from: first, offset: offsets.from, &budget)
        }
        // The local times are those of the offset that is being left.
        return walls.map { Onset(time: $0.wallSeconds - Int64(offsets.from), from: offsets.from, to: offsets.to) }
    }

    private static func beginnings(
        _ property: Property, from start: LocalDateTime, offset: Int, _ budget: inout WorkBudget
    ) throws(Problem) -> [LocalDateTime] {
        var rule: RecurrenceRule
        do throws(RecurrenceRuleError) {
            rule = try RecurrenceRule(property.value)
        } catch {
            throw Problem(.invalidRule(error), line: property.line, name: property.name)
        }
        // §3.6.5: UNTIL is in UTC, the beginnings are not.
        if case .utc(let until)? = rule.until {
            rule.until = .floating(LocalDateTime(wallSeconds: until.secondsSince1970) + Int64(offset))
        }
        var beginnings: [LocalDateTime] = []
        var times = rule.localTimes(from: start, through: horizon)
        do throws(RecurrenceError) {
            while let time = try times.next(&budget) {
                // Some three changes a year are the most that any zone ever had.
                guard beginnings.count < 10_000 else { throw .outOfBudget }
                beginnings.append(time)
            }
        } catch {
            throw Problem(.unusableZone, line: property.line, name: property.name)
        }
        return beginnings
    }

    /// No change of the clocks is near, for none is at the turn of the year.
    private static let horizon = LocalDate(year: 2_600, month: 1, day: 1).map(LocalDateTime.midnight)
    private static let end = horizon?.wallSeconds ?? .max
    /// 400 years, after which each day is the same day of the week again.
    private static let cycle = Int64(146_097 * secondsPerDay)
}

extension ObservedZone {
    public func offset(at instant: Instant) -> Int { offset(at: instant.secondsSince1970) }

    public func instant(of local: LocalDateTime) -> Instant {
        let wall = local.wallSeconds
        // No clock is a day from UTC, and none is changed twice within two days.
        let before = offset(at: wall - 86_400), after = offset(at: wall + 86_400)
        for offset in [before, after] where self.offset(at: wall - Int64(offset)) == offset {
            return Instant(secondsSince1970: wall - Int64(offset))
        }
        return Instant(secondsSince1970: wall - Int64(before))
    }

    private func offset(at seconds: Int64) -> Int {
        let beyond = seconds - Self.end
        let seconds = beyond < 0 ? seconds : Self.end - Self.cycle + beyond % Self.cycle
        let index = onsets.partitionPoint { $0.time <= seconds }
        return index > 0 ? onsets[index - 1].to : onsets[0].from
    }
}
