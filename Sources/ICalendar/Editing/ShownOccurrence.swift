public import CivilTime

// A series as a person sees it before an edit.

extension SeriesEditor {
    /// True if the object has only single occurrences, without their series.
    public var hasNoSeries: Bool { isDetached }

    /// True if the series has, or could have, more than one occurrence.
    public var isRecurring: Bool {
        guard let master = calendar.components.first(where: { $0.isMaster(of: uid) }) else { return true }
        return ["RRULE", "RDATE"].contains { master.first($0) != nil }
    }

    /// Returns the series itself; nil if there are only single occurrences.
    public var series: Component? { calendar.components.first { $0.isMaster(of: uid) } }

    /// Returns an occurrence as its override, the last change or the series describes it, with its own start and end.
    ///
    /// - Parameter id: the occurrence's start by the rule, in DTSTART's form, in UTC or in another zone.
    /// - Throws: `.noOccurrence` if the series has none at that time.
    public func shown(_ id: DateOrTime) throws(EditingError) -> (component: Component, isOverride: Bool) {
        if isDetached {
            guard let index = detached(at: id).first else { throw .noOccurrence }
            return (calendar.components[index], true)
        }
        if let index = try overrideIndex(of: id) { return (calendar.components[index], true) }
        guard try hasOccurrence(id) else { throw .noOccurrence }
        return (try described(id), false)
    }

    /// Returns a time as DTSTART would write it.
    ///
    /// - Parameter text: `20261125`, `20261125T150000` on the clocks of the series' zone, or `20261125T120000Z`.
    /// - Returns: nil if the text is not one of these, or of another kind than the series.
    public func occurrenceID(_ text: String) -> DateOrTime? {
        let overrides = overrideIndexes().compactMap { calendar.components[$0].recurrenceID }
        // A program may have written the one of an override in a zone of its own.
        if let written = overrides.first(where: { $0.text == text }) { return written }
        guard let start = series?.start ?? overrides.first else { return nil }
        do throws(Irregularity) {
            let value = try DateOrTime(text, reading: .strict)
            if value.isDate != start.isDate { return nil }
            if case .utc = value { return value }
            return start.at(value.local)
        } catch {
            return nil
        }
    }

    /// Moves the start of the series to the first time of its rule, after a change of the rule.
    ///
    /// RFC 5545 §3.8.5.3 leaves the meaning of a DTSTART open that its own rule does not give. An override of the old
    /// start is removed.
    ///
    /// - Returns: false if the rule gives no time at all. Nothing is changed then.
    public mutating func startInStep() throws(EditingError) -> Bool {
        let (before, start, clock) = try master()
        guard let rule = before.first("RRULE")?.rule, before.all("RRULE").count == 1, before.first("EXRULE") == nil
        else { return true }
        guard let first = try rule.firstTime(from: start) else { return false }
        guard first != start.local else { return true }
        let index = try masterIndex()
        let span = TimesEdit.Span(start, start), moved = start.at(first)
        TimesEdit(from: span, to: .init(moved, moved)).apply(to: &calendar.components[index], zones: zones)
        let gone = overrideIndexes().filter { other in
            calendar.components[other].recurrenceID.map { clock.identity(of: $0) == clock.identity(of: start) } ?? false
        }
        for other in gone.reversed() { calendar.components.remove(at: other) }
        return true
    }
}

extension RecurrenceRule {
    /// Returns the first time of the rule at or after a start, whatever its end is; nil if there is none.
    ///
    /// - Throws: `.tooLong` if none is found in reasonable time.
    public func firstTime(from start: DateOrTime) throws(EditingError) -> LocalDateTime? {
        var rule = self
        (rule.count, rule.until) = (nil, nil)
        var times = rule.localTimes(from: start.local, isDate: start.isDate), budget = WorkBudget.standard
        do throws(RecurrenceError) {
            return try times.next(&budget)
        } catch {
            throw .tooLong
        }
    }
}
