import CivilTime
import ICalendar

extension WindowedCalendar {
    /// Edits the series at one of its occurrences, and checks that all others are unchanged.
    func checkEditing(_ before: [Occurrence], at occurrence: Occurrence) {
        guard let id = occurrence.recurrenceID, let moment = instant(of: id) else { return }
        check("one is deleted", before.filter { $0.recurrenceID != id }) { editor throws(EditingError) in
            try editor.deleteOne(id)
            return []
        }
        check("one is renamed", before) { editor throws(EditingError) in
            try editor.changeOne(id) { $0.set(Property("SUMMARY", value: "renamed")) }
            return []
        }
        check("all are renamed", before) { editor throws(EditingError) in
            try editor.changeAll { $0.set(Property("SUMMARY", value: "renamed")) }
            return []
        }
        check("all later ones are deleted", before.filter { ($0.recurrenceID.flatMap(instant) ?? $0.startInstant) < moment }) { editor throws(EditingError) in
            try editor.deleteFollowing(id)
            return []
        }
        check("all later ones are renamed", before) { editor throws(EditingError) in
            let other = try editor.changeFollowing(id, newUID: "other") { $0.set(Property("SUMMARY", value: "renamed")) }
            return other.map { [$0] } ?? []
        }
    }

    private func instant(of value: DateOrTime) -> Instant? { try? zones.instant(of: value, floating: TimeZoneRules.utc) }

    /// Makes an edit and compares the occurrences.
    ///
    /// - Parameter edit: returns the other objects that it makes.
    private func check(
        _ name: String, _ expected: [Occurrence], _ edit: (inout SeriesEditor) throws(EditingError) -> [Component]
    ) {
        guard var editor = try? SeriesEditor(calendar, uid: "fuzz", zones: zones, now: window.lowerBound) else { return }
        let others: [Component]
        do throws(EditingError) {
            others = try edit(&editor)
        } catch {
            require(error != .noOccurrence && error != .noSeries, "\(name): an existing occurrence is not found")
            return require(editor.calendar == calendar, "\(name): a refused edit changed the calendar")
        }
        var found: [Times] = []
        for object in [editor.calendar] + others {
            guard let again = try? CalendarStream(CalendarStream([object]).octets), again.components == [object]
            else { return require(false, "\(name): the result cannot be read") }
            guard let occurrences = WindowedCalendar(object, window).occurrences() else { return }
            found += occurrences.map(Times.init)
        }
        let text = String(decoding: CalendarStream([editor.calendar] + others).octets, as: UTF8.self)
        require(Set(found) == Set(expected.map(Times.init)), "\(name): other occurrences change:\n\(text)\n\(found)\n\(expected.map(Times.init))")
    }
}

private struct Times: Hashable {
    let start: Instant, end: Instant

    init(_ occurrence: Occurrence) {
        start = occurrence.startInstant
        end = occurrence.endInstant
    }
}
