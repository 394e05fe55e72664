import CivilTime

extension RecurrenceRule {
    /// The value of RRULE, with the parts in the order of RFC 5545's grammar. Parts with their default value
    /// are left out.
    public var text: String {
        var parts: [String] = []
        if let calendar { parts.append("RSCALE=\(calendar.rawValue)") }
        parts.append("FREQ=\(frequency.rawValue)")
        if let until { parts.append("UNTIL=\(until.text)") }
        if let count { parts.append("COUNT=\(count)") }
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        add("BYSECOND", seconds.map(String.init), to: &parts)
        add("BYMINUTE", minutes.map(String.init), to: &parts)
        add("BYHOUR", hours.map(String.init), to: &parts)
        add("BYDAY", weekdays.map(\.text), to: &parts)
        add("BYMONTHDAY", monthDays.map(String.init), to: &parts)
        add("BYYEARDAY", yearDays.map(String.init), to: &parts)
        add("BYWEEKNO", weekNumbers.map(String.init), to: &parts)
        add("BYMONTH", months.map(\.text), to: &parts)
        add("BYSETPOS", setPositions.map(String.init), to: &parts)
        if weekStart != .monday { parts.append("WKST=\(weekStart.ruleName)") }
        if skip != .omit { parts.append("SKIP=\(skip.rawValue)") }
        return parts.joined(separator: ";")
    }

    private func add(_ name: String, _ values: [String], to parts: inout [String]) {
        if !values.isEmpty { parts.append("\(name)=\(values.joined(separator: ","))") }
    }
}

extension RecurrenceRule: CustomStringConvertible {
    public var description: String { text }
}

extension WeekdayPosition {
    var text: String { (ordinal.map { String($0) } ?? "") + weekday.ruleName }
}

extension RuleMonth {
    var text: String { "\(number)\(isLeap ? "L" : "")" }
}

extension Weekday {
    var ruleName: String {
        switch self {
        case .monday: "MO"
        case .tuesday: "TU"
        case .wednesday: "WE"
        case .thursday: "TH"
        case .friday: "FR"
        case .saturday: "SA"
        case .sunday: "SU"
        }
    }
}

let weekdaysByName = Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0.ruleName, $0) })

extension RecurrenceRule {
    /// Checks the combinations that RFC 5545 §3.3.10 and RFC 7529 §4.1 forbid.
    func checkCombinations(_ names: Set<String>) throws(RecurrenceRuleError) {
        let freq = "FREQ=\(frequency.rawValue)"
        if count != nil, until != nil { throw .notAllowed(part: "COUNT", with: "UNTIL") }
        if !monthDays.isEmpty, frequency == .weekly { throw .notAllowed(part: "BYMONTHDAY", with: freq) }
        if !yearDays.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
            throw .notAllowed(part: "BYYEARDAY", with: freq)
        }
        if !weekNumbers.isEmpty, frequency != .yearly { throw .notAllowed(part: "BYWEEKNO", with: freq) }
        if weekdays.contains(where: { $0.ordinal != nil }) {
            if frequency < .monthly { throw .notAllowed(part: "a number in BYDAY", with: freq) }
            if frequency == .yearly, !weekNumbers.isEmpty { throw .notAllowed(part: "a number in BYDAY", with: "BYWEEKNO") }
        }
        if !setPositions.isEmpty, !names.contains(where: { $0.hasPrefix("BY") && $0 != "BYSETPOS" }) {
            throw .notAllowed(part: "BYSETPOS", with: "no other BY part")
        }
        if skip != .omit, calendar == nil { throw .notAllowed(part: "SKIP", with: "no RSCALE") }
        if case .zoned = until { throw .notAllowed(part: "UNTIL", with: "a zone") }
    }
}
