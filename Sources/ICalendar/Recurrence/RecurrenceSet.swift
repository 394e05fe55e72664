import CivilTime

/// The recurrence of a component (RFC 5545 §3.8.5): DTSTART, RRULE and RDATE, and the exclusions EXDATE and
/// EXRULE.
///
/// Parts that cannot be read are left out and reported as problems, so that one bad rule does not hide a
/// whole calendar.
final class RecurrenceSet: Sendable {
    /// DTSTART; DUE of a to-do without DTSTART.
    let start: DateOrTime
    let clock: SeriesClock
    let rules: [RecurrenceRule]
    let exclusionRules: [RecurrenceRule]
    /// RDATE, the earliest first.
    let extraTimes: [ExtraTime]
    let excluded: Set<SeriesTime>

    /// The largest number of RRULE or EXRULE properties that are read. The standard has one. Each costs work
    /// for every occurrence.
    static let ruleLimit = 50

    /// A number of seconds that no period of RDATE exceeds.
    var longestPeriod: Int {
        var longest = 0
        for extra in extraTimes {
            switch extra.end {
            case .time(let end):
                let length = Int(end.local.wallSeconds) - Int(extra.value.local.wallSeconds)
                longest = max(longest, length + 2 * secondsPerDay)
            case .duration(let duration): longest = max(longest, OccurrenceLength.nominal(duration).longest)
            case nil: break
            }
        }
        return longest
    }

    var isRecurring: Bool { !rules.isEmpty || !extraTimes.isEmpty }

    init(_ component: Component, start: DateOrTime, _ zones: ZoneResolver, _ problems: inout [Problem]) {
        let clock: SeriesClock
        do throws(Irregularity) {
            clock = try SeriesClock.of(start, zones)
        } catch {
            clock = SeriesClock.ofUnknownZone(zones)
            let property = component.first("DTSTART") ?? component.first("DUE")
            problems.append(Problem(error, line: property?.line, name: property?.name))
        }
        self.start = start
        self.clock = clock
        rules = Self.rules("RRULE", component, &problems)
        exclusionRules = Self.rules("EXRULE", component, &problems)
        var extraTimes: [ExtraTime] = []
        for property in component.properties where property.name == "RDATE" {
            extraTimes += ExtraTime.read(property, start: start, clock, &problems)
        }
        self.extraTimes = extraTimes.sorted { $0.key < $1.key }
        var excluded: Set<SeriesTime> = []
        for property in component.properties where property.name == "EXDATE" {
            do throws(Problem) {
                for value in try property.datesOrTimes() { excluded.insert(clock.identity(of: value)) }
            } catch {
                problems.append(error)
            }
        }
        self.excluded = excluded
    }

    private static func rules(_ name: String, _ component: Component, _ problems: inout [Problem]) -> [RecurrenceRule] {
        var rules: [RecurrenceRule] = []
        for property in component.properties where property.name == name {
            guard rules.count < ruleLimit else {
                problems.append(Problem(.tooManyParts, line: property.line, name: name))
                break
            }
            do throws(RecurrenceRuleError) {
                let rule = try RecurrenceRule(property.value)
                // Some programs write the same rule twice; the second adds nothing. Nor does a rule that counts to 0.
                if rule.count != 0, !rules.contains(rule) { rules.append(rule) }
            } catch {
                problems.append(Problem(.invalidRule(error), line: property.line, name: name))
            }
        }
        return rules
    }
}

/// One value of RDATE, which may be a period with an end of its own (RFC 5545 §3.8.5.2).
struct ExtraTime: Hashable, Sendable {
    let value: DateOrTime
    let key: Int
    let end: Period.End?

    static func read(
        _ property: Property, start: DateOrTime, _ clock: SeriesClock, _ problems: inout [Problem]
    ) -> [ExtraTime] {
        var times: [ExtraTime] = []
        let tzid = property.parameter("TZID")
        for item in property.value.split(separator: ",") {
            do throws(Irregularity) {
                if item.utf8.contains(UInt8(ascii: "/")) {
                    let period = try Period(item, tzid: tzid)
                    times.append(ExtraTime(value: period.start, end: period.end, start: start, clock))
                } else {
                    times.append(ExtraTime(value: try DateOrTime(item, tzid: tzid), end: nil, start: start, clock))
                }
            } catch {
                problems.append(Problem(error, line: property.line, name: property.name))
            }
        }
        return times
    }

    private init(value: DateOrTime, end: Period.End?, start: DateOrTime, _ clock: SeriesClock) {
        self.end = end
        // Written in the series' own zone, whatever zone the value was in: the moment is the same.
        switch clock.identity(of: value) {
        case .key(let key):
            self.key = key
            self.value = start.at(LocalDateTime(wallSeconds: Int64(clock.wall(ofKey: key))))
        case .day(let day):
            // A day in a series of times has the series' time of day. A period of days goes from midnight to
            // midnight.
            let time = end == nil ? floorRemainder(Int(start.local.wallSeconds), secondsPerDay) : 0
            let wall = day * secondsPerDay + time
            key = clock.key(ofWall: wall)
            self.value = start.at(LocalDateTime(wallSeconds: Int64(wall)))
        }
    }
}
