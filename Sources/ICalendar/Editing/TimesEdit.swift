import CivilTime

/// A change of the start and the end that a person makes on one occurrence, for every component of its series.
///
/// A component at another time moves as far on its own clock. It gets the new length if the length was changed, and
/// keeps its own if not. DURATION stays DURATION, and an end stays an end.
public struct TimesEdit: Hashable, Sendable {
    /// A start and an end; the end of days is the day after the last.
    public struct Span: Hashable, Sendable {
        public var start: DateOrTime, end: DateOrTime

        public init(_ start: DateOrTime, _ end: DateOrTime) {
            self.start = start
            self.end = end
        }
    }

    private let old: Span, new: Span

    /// - Parameters:
    ///   - old: the times that the person saw.
    ///   - new: the times that the person wants.
    public init(from old: Span, to new: Span) {
        self.old = old
        self.new = new
    }

    /// True if the start is another one, or on other clocks.
    public var movesStart: Bool { old.start != new.start }

    /// Changes the times of a component. One without a start stays as it is.
    public func apply(to component: inout Component, zones: ZoneResolver) {
        guard let start = component.start, var property = component.first("DTSTART") else { return }
        let before = component, moved = moved(start)
        if moved != start {
            property.set(moved)
            component.set(property)
        }
        let isOtherKind = start.isDate != moved.isDate
        let oldLength = old.length(zones), newLength = new.length(zones)
        let hasOtherEnd = isOtherKind || !hasSameForm(old.end, new.end) || oldLength != newLength
        if hasOtherEnd, newLength == .seconds(0), component.endName == "DTEND" {
            // An event without length has no end: DTEND is after DTSTART (RFC 5545 §3.8.2.2).
            for name in ["DTEND", "DURATION"] { component.remove(name) }
        } else if hasOtherEnd {
            component.setEnd(newLength, from: moved, like: endForm(before, moved), zones)
        } else if moved != start, let written = before.date(component.endName), let length = before.length(zones) {
            component.setEnd(length, from: moved, like: written, zones)
        }
    }

    private func moved(_ start: DateOrTime) -> DateOrTime {
        guard movesStart else { return start }
        // A time that becomes a day stays on its day.
        if new.start.isDate, !old.start.isDate {
            return .date(start.local.date + (new.start.local.date - old.start.local.date))
        }
        let local = start.local + (new.start.local.wallSeconds - old.start.local.wallSeconds)
        return hasSameForm(old.start, new.start) ? start.at(local) : new.start.at(local)
    }

    /// Returns a value in the form of the end; nil for a DURATION that stays one.
    private func endForm(_ component: Component, _ start: DateOrTime) -> DateOrTime? {
        let isAsBefore = hasSameForm(old.end, new.end) && start.isDate == component.start?.isDate
        if isAsBefore, component.first("DURATION") != nil { return nil }
        if isAsBefore, let written = component.date(component.endName), written.isDate == start.isDate {
            return written
        }
        return hasSameForm(new.start, new.end) ? start : new.end
    }
}

extension TimesEdit.Span {
    fileprivate func length(_ zones: ZoneResolver) -> ComponentLength {
        start.isDate
            ? .days(end.local.date - start.local.date)
            : .seconds(zones.seconds(from: start, to: zones.end(end, of: start)))
    }
}

/// Returns true if two values are of the same kind, and of the same zone.
private func hasSameForm(_ one: DateOrTime, _ other: DateOrTime) -> Bool { one.at(other.local) == other }

extension Component {
    /// Sets the end.
    ///
    /// - Parameter form: a value in the form of the end; nil for a DURATION.
    fileprivate mutating func setEnd(
        _ length: ComponentLength, from start: DateOrTime, like form: DateOrTime?, _ zones: ZoneResolver
    ) {
        guard let form else {
            var property = first("DURATION") ?? Property("DURATION", value: "")
            property.value = Property("DURATION", duration: length.duration).value
            return set(property)
        }
        remove("DURATION")
        var property = first(endName)
        if property == nil {
            // An end follows its start, so that people find it in the text.
            let place = properties.firstIndex { $0.name == "DTSTART" }.map { $0 + 1 } ?? properties.endIndex
            properties.insert(Property(endName, start), at: place)
            property = properties[place]
        }
        switch length {
        case .days(let days): property?.set(.date(start.local.date + days))
        case .seconds(let seconds): property?.set(zones.end(of: start, after: seconds, like: form))
        }
        if let property { set(property) }
    }
}
