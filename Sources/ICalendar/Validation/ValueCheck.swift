extension Property {
    /// The problem of the value by its type; nil if there is none, or if the type is unknown.
    ///
    /// Strict reading finds it. If lenient reading cannot read the value either, its problem is the more
    /// serious one.
    var valueProblem: Problem? {
        if isBlank, requiresValue { return Problem(.emptyValue, line: line, name: name) }
        guard let strict = valueProblem(.strict) else { return nil }
        return valueProblem(.lenient) ?? strict
    }

    /// False for text, which may be empty, and for values of unknown type.
    private var requiresValue: Bool {
        switch valueTypeHere {
        case .text, nil: false
        default: true
        }
    }

    private func valueProblem(_ reading: Reading) -> Problem? {
        do throws(Problem) {
            try checkValue(reading)
            return nil
        } catch {
            return error
        }
    }

    private func checkValue(_ reading: Reading) throws(Problem) {
        let type = valueTypeHere
        let isList = type.map(mayHaveList) ?? false
        switch type {
        case .binary: _ = try binary(reading)
        case .boolean: _ = try boolean(reading)
        case .date, .dateTime: _ = isList ? try datesOrTimes(reading) : [try dateOrTime(reading)]
        case .duration: _ = isList ? try durations(reading) : [try duration(reading)]
        case .float where name == "GEO": _ = try geo(reading)
        case .float: _ = isList ? try floats(reading) : [try float(reading)]
        case .integer: _ = isList ? try integers(reading) : [try integer(reading)]
        case .period: _ = try periods(reading)
        case .recurrence: try checkRecurrence(reading)
        case .text: try checkText(reading, isList: isList)
        case .utcOffset: _ = try utcOffset(reading)
        case .time: _ = try timesOfDay()
        // The grammar of a URI depends on its scheme.
        case .uri, .calendarAddress, nil: break
        }
    }

    private func checkText(_ reading: Reading, isList: Bool) throws(Problem) {
        guard PropertyType.of(name)?.isStructured == true else {
            _ = isList ? try texts(reading) : [try text(reading)]
            return
        }
        _ = try textParts(reading)
    }

    private func checkRecurrence(_ reading: Reading) throws(Problem) {
        do throws(RecurrenceRuleError) {
            _ = try RecurrenceRule(value, reading: reading)
        } catch {
            throw Problem(reading == .strict ? .looseRule(error) : .invalidRule(error), line: line, name: name)
        }
    }
}
