import CivilTime

// The length of a component, and its end when its start moves.

/// The length of a component: whole days if it begins on a day, else exact seconds.
enum ComponentLength: Hashable, Sendable {
    case days(Int)
    case seconds(Int64)

    var duration: NominalDuration {
        switch self {
        case .days(let days): NominalDuration(days: days)
        case .seconds(let seconds): NominalDuration(seconds: Int(seconds))
        }
    }

    /// Returns the length in days for a component that becomes all day: every day that it was on.
    func onDays(from start: LocalDateTime) -> ComponentLength {
        guard case .seconds(let seconds) = self else { return self }
        return .days((start + max(0, seconds - 1)).date - start.date + 1)
    }

    /// Returns the length in seconds for an all-day component that gets times, from the series' lengths
    /// before and after. A component that was a day longer than the series stays a day longer.
    func atTimes(where days: ComponentLength?, became length: ComponentLength?) -> ComponentLength? {
        guard case .days(let own) = self, case .days(let old)? = days, case .seconds(let seconds)? = length else {
            return length
        }
        let longer = seconds + Int64((own - old) * secondsPerDay)
        return longer > 0 ? .seconds(longer) : length
    }
}

extension Component {
    /// Returns its length; nil if it has none.
    func length(_ zones: ZoneResolver) -> ComponentLength? {
        guard let start else { return nil }
        if let property = first("DURATION") {
            guard let duration = readable(try property.duration()) else { return nil }
            let seconds = max(0, duration.days * secondsPerDay + duration.seconds)
            return start.isDate ? .days(-floorQuotient(-seconds, secondsPerDay)) : .seconds(Int64(seconds))
        }
        guard let end = date(endName).map({ zones.end($0, of: start) }) else { return nil }
        return start.isDate ? .days(end.local.date - start.local.date) : .seconds(zones.seconds(from: start, to: end))
    }

    /// Sets its length, from its start on.
    ///
    /// - Parameter model: the component whose form is used: DURATION or an end. An end in another zone than
    ///   its start's, as of a flight, is used if this component starts in the same zone.
    mutating func setLength(_ length: ComponentLength?, like model: Component, _ zones: ZoneResolver) {
        guard let start, let length else {
            for name in ["DTEND", "DUE", "DURATION"] { remove(name) }
            return
        }
        guard let written = model.date(endName) else {
            remove(endName)
            return set(Property("DURATION", duration: length.duration))
        }
        remove("DURATION")
        let hasSameStart = model.start.map { $0.at(start.local) == start } ?? false
        var property = first(endName) ?? Property(endName, start)
        switch length {
        case .days(let days): property.set(.date(start.local.date + days))
        case .seconds(let seconds):
            let form = hasSameStart && !written.isDate ? written : start
            property.set(zones.end(of: start, after: seconds, like: form))
        }
        set(property)
    }
}

extension ZoneResolver {
    /// Returns the end after a number of seconds, in the form of another value. DTEND and DUE give the exact
    /// length of all occurrences of a series (RFC 5545 §3.8.5.3), so an hour that clocks skip does not count.
    func end(of start: DateOrTime, after seconds: Int64, like form: DateOrTime) -> DateOrTime {
        let onTheWall = form.at(start.local + seconds)
        // The reader's clocks are treated as never changing.
        guard isMoment(form), isMoment(start) else { return onTheWall }
        let utc = TimeZoneRules.utc
        let moment = instant(of: start, floating: utc) + .seconds(Int(seconds))
        switch form {
        case .date: return onTheWall
        case .floating: return floatingRules.map { form.at($0.local(moment)) } ?? onTheWall
        case .utc: return .utc(moment)
        case .zoned(_, let tzid):
            let shown = form.at(rules(tzid: tzid, floating: utc).local(moment))
            // An hour that is shown twice means the first one when it is written.
            return instant(of: shown, floating: utc) == moment ? shown : .utc(moment)
        }
    }
}
