import CivilTime
@testable import ICalendar

/// A rule, a start, a zone and a window, made up from a seed.
struct RandomRule: Sendable {
    var rule: RecurrenceRule
    let start: LocalDateTime
    let zone: String
    let window: ClosedRange<Instant>

    static let zones = [
        "UTC", "Asia/Riyadh", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca",
        "Asia/Tehran", "Pacific/Apia", "America/St_Johns",
    ]

    /// Rules as the standard allows them; parts that fit the frequency, by chance.
    init(_ random: inout SeededRandom) {
        let frequency = RecurrenceRule.Frequency.allCases[random.number(0...6)]
        var rule = RecurrenceRule(frequency)
        if random.chance(50) { rule.interval = random.number(1...(frequency < .daily ? 200 : 5)) }
        if random.chance(frequency < .daily ? 5 : 30) { rule.months = random.numbers(1...12, most: 4).map { RuleMonth($0) } }
        switch frequency {
        case .yearly:
            switch random.number(0...5) {
            case 0: rule.weekNumbers = random.numbers(1...53, most: 3).map { random.chance(30) ? -$0 : $0 }
            case 1: rule.yearDays = random.numbers(1...366, most: 4).map { random.chance(30) ? -$0 : $0 }
            case 2:
                rule.monthDays = random.numbers(1...31, most: 4).map { random.chance(30) ? -$0 : $0 }
                if rule.months.isEmpty { rule.months = random.numbers(1...12, most: 4).map { RuleMonth($0) } }
            default: break
            }
        case .monthly:
            if random.chance(40) { rule.monthDays = random.numbers(1...31, most: 4).map { random.chance(30) ? -$0 : $0 } }
        case .daily:
            if random.chance(30) { rule.monthDays = random.numbers(1...31, most: 6).map { random.chance(30) ? -$0 : $0 } }
        case .weekly: break
        case .hourly, .minutely, .secondly:
            if random.chance(3) { rule.yearDays = random.numbers(1...366, most: 40) }
            if random.chance(10) { rule.monthDays = random.numbers(1...31, most: 6).map { random.chance(30) ? -$0 : $0 } }
        }
        if random.chance(40) || !rule.weekNumbers.isEmpty {
            let days = random.numbers(0...6, most: 4).map { Weekday.allCases[$0] }
            let numbered = frequency >= .monthly && rule.weekNumbers.isEmpty && random.chance(60)
            rule.weekdays = days.map { day in
                let most = frequency == .yearly && rule.months.isEmpty ? 53 : 5
                return WeekdayPosition(day, ordinal: numbered ? random.number(1...most) * (random.chance(40) ? -1 : 1) : nil)
            }
        }
        if random.chance(20) { rule.hours = random.numbers(0...23, most: 4) }
        if random.chance(20) { rule.minutes = random.numbers(0...59, most: 4) }
        if random.chance(10) { rule.seconds = random.numbers(0...59, most: 3) }
        if random.chance(20), rule.weekdays.count + rule.monthDays.count + rule.yearDays.count + rule.hours.count > 0 {
            rule.setPositions = random.numbers(1...6, most: 3).map { random.chance(40) ? -$0 : $0 }
        }
        if random.chance(30) { rule.weekStart = Weekday.allCases[random.number(0...6)] }

        let date = LocalDate(daysSince1970: random.number(9_000...19_000))
        start = LocalDateTime(
            date: date, hour: random.number(0...23), minute: random.number(0...59),
            second: random.chance(80) ? 0 : random.number(0...59)) ?? .midnight(date)
        zone = Self.zones[random.number(0...Self.zones.count - 1)]

        // Long enough for some occurrences, short enough for an oracle that walks there from the start.
        let unit = switch frequency {
        case .secondly: 400
        case .minutely: 20_000
        case .hourly: 500_000
        case .daily: 3_000_000
        case .weekly: 10_000_000
        case .monthly: 40_000_000
        case .yearly: 150_000_000
        }
        let first = start.wallSeconds + Int64(random.number(-unit / 2...unit))
        let last = first + Int64(random.number(unit / 8...unit))
        window = Instant(secondsSince1970: first)...Instant(secondsSince1970: last)
        switch random.number(0...3) {
        case 0: rule.count = random.number(1...60)
        case 1: rule.until = .utc(Instant(secondsSince1970: first + Int64(random.number(0...2 * unit))))
        default: break
        }
        self.rule = rule
    }

    /// What an oracle is asked: tab-separated, moments in UTC.
    var line: String {
        [rule.text, start.basic, zone, text(window.lowerBound), text(window.upperBound)].joined(separator: "\t")
    }

    /// The same for one that knows no zones: the window and UNTIL are the wall's.
    var wallLine: String {
        var rule = rule
        if case .utc(let instant) = rule.until { rule.until = .floating(TimeZoneRules.utc.local(instant)) }
        let walls = [window.lowerBound, window.upperBound].map { TimeZoneRules.utc.local($0).basic }
        return ([rule.text, start.basic, "-"] + walls).joined(separator: "\t")
    }

    private func text(_ instant: Instant) -> String { DateOrTime.utc(instant).text }
}
