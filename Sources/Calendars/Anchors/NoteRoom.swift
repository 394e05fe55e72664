import ICalendar

extension EventDraft {
    /// Returns the problem of a note that does not fit into its object; nil if it fits.
    ///
    /// Each event of a computed series has the note in its override, because programs show an override as it is. The
    /// object must hold the times of the past year beside those of the coming one.
    ///
    /// - Parameter calendar: the VCALENDAR with this draft.
    func noteProblem(_ calendar: Component, _ context: EventContext) -> EventProblem? {
        let parts = calendar.components.filter { $0.name == "VEVENT" }
        guard isComputed, let most = context.mostOctets, parts.count > 1,
              let written = parts[0].first("DESCRIPTION")
        else { return nil }
        let own = CalendarStream([calendar]).octets.count, room = most / 2 - own
        if room >= 0 { return nil }
        let without = Component("VEVENT")
        var with = without
        with.set(written)
        let octets = CalendarStream([with]).octets.count - CalendarStream([without]).octets.count
        let letters = note.unicodeScalars.count, tooMany = (-room * letters) / (octets * parts.count) + 1
        let limit = (letters - tooMany) / 50 * 50
        // A shorter note would not help if the other fields are that long.
        return limit > 0 ? EventProblem(.note, .noteOfSeries(limit: limit)) : nil
    }
}
