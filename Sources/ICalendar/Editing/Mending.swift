import CivilTime

// Writing down how a component is read, where programs that are stricter would read it otherwise or not at all.

extension Component {
    /// Mends the events and to-dos of a VCALENDAR: their times as `mendTimes(_:)` does. Values that are not what their
    /// type says are removed.
    ///
    /// Values without which nobody knows when something takes place stay as they are (`Problem.isTolerable`). So do
    /// values that RFC 5545 does not define.
    ///
    /// - Returns: the problems that are gone.
    public mutating func mend(_ zones: ZoneResolver) -> [Problem] {
        var gone: [Problem] = []
        for index in components.indices where Self.recurring.contains(components[index].name) {
            components[index].removeMalformed(&gone)
        }
        return gone + mendTimes(zones)
    }

    /// Mends the ends and the RECURRENCE-IDs of a VCALENDAR's events and to-dos: an end before its start is removed. An
    /// end, or a RECURRENCE-ID, that is a day beside a time, or the other way round, gets the form of the start.
    ///
    /// - Returns: the problems that are gone.
    @discardableResult
    public mutating func mendTimes(_ zones: ZoneResolver) -> [Problem] {
        var gone: [Problem] = [], series: [String: Component] = [:]
        for component in components where Self.recurring.contains(component.name) && component.isMaster {
            let key = component.seriesKey
            if series[key] == nil { series[key] = component }
        }
        for index in components.indices where Self.recurring.contains(components[index].name) {
            if let problem = components[index].mendEnd(zones) { gone.append(problem) }
            guard let master = series[components[index].seriesKey] else { continue }
            if let problem = components[index].mendRecurrenceID(master) { gone.append(problem) }
        }
        return gone
    }

    private var seriesKey: String { name + (first("UID")?.value ?? "") }

    private mutating func mendEnd(_ zones: ZoneResolver) -> Problem? {
        guard name != "VJOURNAL", let problem = endProblem(self, zones), let start = date("DTSTART"),
              let end = date(endName).map({ zones.end($0, of: start) }), var property = first(endName)
        else { return nil }
        switch problem.reason {
        case .endBeforeStart:
            remove(endName)
        case .mixedDateAndTime where zones.seconds(from: start, to: end) < 0:
            remove(endName)
            return Problem(.endBeforeStart, line: problem.line, name: problem.name)
        case .mixedDateAndTime:
            property.set(end)
            set(property)
        default:
            return nil
        }
        return problem
    }

    private mutating func mendRecurrenceID(_ series: Component) -> Problem? {
        guard var property = first("RECURRENCE-ID"), let id = date("RECURRENCE-ID"), let start = series.date("DTSTART"),
              start.isDate != id.isDate
        else { return nil }
        let problem = Problem(.mixedDateAndTime, line: property.line, name: property.name)
        if start.isDate {
            property.set(.date(id.local.date))
        } else {
            // A series that may have several occurrences on the day keeps the day.
            guard series.hasOneTimeOfDay else { return nil }
            let timeOfDay = floorRemainder(Int(start.local.wallSeconds), secondsPerDay)
            property.set(start.at(.midnight(id.local.date) + Int64(timeOfDay)))
        }
        set(property)
        return problem
    }

    /// True if every occurrence that the rules give begins at the time of day of DTSTART.
    private var hasOneTimeOfDay: Bool {
        guard first("RDATE") == nil else { return false }
        return all("RRULE").allSatisfy { property in
            guard let rule = property.rule else { return false }
            return rule.frequency >= .daily && rule.hours.isEmpty && rule.minutes.isEmpty && rule.seconds.isEmpty
        }
    }

    /// Removes the values that are not what their type says, and writes loose durations in the standard's form.
    private mutating func removeMalformed(_ gone: inout [Problem]) {
        properties = properties.compactMap { property in
            guard PropertyType.of(property.name) != nil, let problem = property.valueProblem else { return property }
            switch problem.reason {
            case .malformed where problem.isTolerable:
                gone.append(problem)
                return nil
            case .looseDuration:
                return property.inStandardDuration
            default:
                return property
            }
        }
        for index in components.indices { components[index].removeMalformed(&gone) }
    }
}

extension Property {
    /// The property with its duration in the standard's form; unchanged if it says nothing.
    fileprivate var inStandardDuration: Property {
        guard value.utf8.contains(where: { decimalDigit($0) != nil }) else { return self }
        do throws(Problem) {
            var written = self
            written.value = try duration().text
            return written
        } catch {
            return self
        }
    }
}
