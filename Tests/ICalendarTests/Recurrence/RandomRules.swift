import CivilTime
@testable import ICalendar
import SeededRandom

/// A random rule with a start, a zone and a window, made from a seed.
struct RandomRule: Sendable {
    var rule: RecurrenceRule
    let start: LocalDateTime
    let zone: String
    let window: ClosedRange<Instant>

    static let zones = [
        "UTC", "Asia/Riyadh", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca",
        "Asia/Tehran", "Pacific/Apia", "America/St_Johns",
    ]

    init(_ random: inout SeededRandom) {
        var rule = Self.rule(&random)
        let span = Self.span(rule.frequency)
        zone = Self.zones[random.number(0...Self.zones.count - 1)]
        // A third of the starts are near a change of the zone's clocks, often in the gap or the overlap.
        let change = random.chance(35) ? Self.change(of: zone, &random) : nil
        start = change.map { Self.start(before: $0, span, rule.frequency, &random) } ?? Self.start(&random)

        // Windows are long enough for some occurrences. A quarter are far away and reached by a jump.
        let distance = random.chance(25) ? random.number(span...(rule.frequency < .daily ? 40 : 8) * span) : random.number(-span / 2...span)
        var first = start.wallSeconds + Int64(distance)
        if let change, random.chance(80) { first = change.wallSeconds - Int64(random.number(0...span / 4)) }
        let last = first + Int64(random.number(span / 8...span))
        window = Instant(secondsSince1970: first)...Instant(secondsSince1970: last)
        switch random.number(0...3) {
        case 0: rule.count = random.number(1...60)
        case 1: rule.until = .utc(Instant(secondsSince1970: first + Int64(random.number(0...2 * span))))
        default: break
        }
        self.rule = rule
    }

    /// The question for an oracle: separated by tabs, moments in UTC.
    var line: String {
        [rule.text, start.basic, zone, text(window.lowerBound), text(window.upperBound)].joined(separator: "\t")
    }

    /// The question for an oracle without zones: window and UNTIL are wall times.
    var wallLine: String {
        var rule = rule
        if case .utc(let instant) = rule.until { rule.until = .floating(TimeZoneRules.utc.local(instant)) }
        let walls = [window.lowerBound, window.upperBound].map { TimeZoneRules.utc.local($0).basic }
        return ([rule.text, start.basic, "-"] + walls).joined(separator: "\t")
    }

    private func text(_ instant: Instant) -> String { DateOrTime.utc(instant).text }
}

// MARK: Rules

extension RandomRule {
    /// Makes a rule that the standard allows, with random parts that fit the frequency.
    private static func rule(_ random: inout SeededRandom) -> RecurrenceRule {
        let frequency = RecurrenceRule.Frequency.allCases[random.number(0...6)]
        var rule = RecurrenceRule(frequency)
        if random.chance(50) { rule.interval = random.number(1...(frequency < .daily ? 200 : 5)) }
        if random.chance(frequency < .daily ? 5 : 30) { rule.months = random.numbers(1...12, most: 4).map { RuleMonth($0) } }
        addDays(to: &rule, &random)
        if random.chance(40) || !rule.weekNumbers.isEmpty {
            let days = random.numbers(0...6, most: 4).map { Weekday.allCases[$0] }
            let isNumbered = frequency >= .monthly && rule.weekNumbers.isEmpty && random.chance(60)
            rule.weekdays = days.map { day in
                let most = frequency == .yearly && rule.months.isEmpty ? 53 : 5
                return WeekdayPosition(day, ordinal: isNumbered ? random.number(1...most) * (random.chance(40) ? -1 : 1) : nil)
            }
        }
        if random.chance(20) { rule.hours = random.numbers(0...23, most: 4) }
        if random.chance(20) { rule.minutes = random.numbers(0...59, most: 4) }
        if random.chance(10) { rule.seconds = random.numbers(0...59, most: 3) }
        if random.chance(20), rule.weekdays.count + rule.monthDays.count + rule.yearDays.count + rule.hours.count > 0 {
            rule.setPositions = random.numbers(1...6, most: 3).map { random.chance(40) ? -$0 : $0 }
        }
        if random.chance(30) { rule.weekStart = Weekday.allCases[random.number(0...6)] }
        return rule
    }

    private static func addDays(to rule: inout RecurrenceRule, _ random: inout SeededRandom) {
        switch rule.frequency {
        case .yearly:
            switch random.number(0...5) {
            case 0: rule.weekNumbers = signed(1...53, most: 3, &random)
            case 1: rule.yearDays = signed(1...366, most: 4, &random)
            case 2: rule.monthDays = signed(1...31, most: 4, &random)
            default: break
            }
        case .monthly: if random.chance(40) { rule.monthDays = signed(1...31, most: 4, &random) }
        case .daily: if random.chance(30) { rule.monthDays = signed(1...31, most: 6, &random) }
        case .weekly: break
        case .hourly, .minutely, .secondly:
            if random.chance(3) { rule.yearDays = random.numbers(1...366, most: 40) }
            if random.chance(10) { rule.monthDays = signed(1...31, most: 6, &random) }
        }
    }

    /// Makes a third of the numbers count from the end.
    private static func signed(_ range: ClosedRange<Int>, most: Int, _ random: inout SeededRandom) -> [Int] {
        random.numbers(range, most: most).map { random.chance(30) ? -$0 : $0 }
    }
}

// MARK: Starts

extension RandomRule {
    /// Returns a number of seconds in which a rule without other parts has some occurrences.
    private static func span(_ frequency: RecurrenceRule.Frequency) -> Int {
        switch frequency {
        case .secondly: 150
        case .minutely: 8_000
        case .hourly: 300_000
        case .daily: 3_000_000
        case .weekly: 10_000_000
        case .monthly: 40_000_000
        case .yearly: 150_000_000
        }
    }

    private static func start(_ random: inout SeededRandom) -> LocalDateTime {
        let date = LocalDate(daysSince1970: random.number(9_000...19_000))
        return LocalDateTime(
            date: date, hour: random.number(0...23), minute: random.number(0...59),
            second: random.chance(80) ? 0 : random.number(0...59)) ?? .midnight(date)
    }

    /// Returns the wall time of a change of a zone's clocks, between 1995 and 2022.
    private static func change(of zone: String, _ random: inout SeededRandom) -> LocalDateTime? {
        let moment = Instant(secondsSince1970: Int64(random.number(9_000...19_000)) * 86_400)
        guard let change = TestZones.rules(zone)?.nextTransition(after: moment) else { return nil }
        return LocalDateTime(wallSeconds: change.instant.secondsSince1970) + Int64(change.before.offset)
    }

    /// Returns a time before a change; for rules by the day, at about the same time of day.
    private static func start(
        before change: LocalDateTime, _ span: Int, _ frequency: RecurrenceRule.Frequency, _ random: inout SeededRandom
    ) -> LocalDateTime {
        let nearby = change + Int64(random.number(-120...120) * 60)
        if frequency < .daily { return nearby + Int64(-random.number(0...span)) }
        return nearby + Int64(-random.number(0...span / 86_400) * 86_400)
    }
}
