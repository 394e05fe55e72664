import CivilTime

// This occurrence and all later ones: a series becomes two.

extension SeriesEditor {
    /// Ends the series before an occurrence: this one and all later ones are deleted.
    ///
    /// - Throws: `.isFirstOccurrence` if no occurrence would be left.
    public mutating func deleteFollowing(_ id: DateOrTime) throws(EditingError) {
        if isDetached { return try deleteDetached(detached(from: id)) }
        _ = try split(at: id)
    }

    /// Ends the series before an occurrence and makes a second series of the rest, in an object of its own.
    ///
    /// The chosen occurrence shows the edit, as in the calendars of Apple and Google. If it has an override,
    /// the override gets the same change and keeps its other values; it is removed if none is left. Later
    /// overrides follow as in `changeAll`.
    ///
    /// - Parameters:
    ///   - newUID: the UID of the second series.
    ///   - change: the edit; called for the series, and for an override or change that hides it.
    /// - Returns: the second object, with copies of this one's zones. Nil if the occurrence is the first, and
    ///   the whole series was changed instead, or if there is no series to divide.
    /// - Throws: `.unclearRule` as `changeAll`.
    public mutating func changeFollowing(
        _ id: DateOrTime, newUID: String, _ change: (inout Component) -> Void
    ) throws(EditingError) -> Component? {
        if isDetached {
            try changeDetached(detached(from: id), change)
            return nil
        }
        var head = self
        let rest: [Component]
        do throws(EditingError) {
            rest = try head.split(at: id)
        } catch .isFirstOccurrence {
            try changeAll(from: id, change)
            return nil
        }
        var other = calendar
        other.components = calendar.components.filter { $0.name == "VTIMEZONE" }
        for var component in rest {
            component.set(Property("UID", value: newUID))
            component.set(Property("SEQUENCE", value: "0"))
            component.set(Property("CREATED", .utc(now)))
            other.components.append(component)
        }
        // No attendee knows the new series yet, so nothing in it counts as a change.
        var editor = try SeriesEditor(other, uid: newUID, zones: zones, now: now, isOrganizer: false)
        let fold = try editor.foldFirstChange()
        try editor.changeAll(from: fold?.moved(id) ?? id, change)
        calendar = head.calendar
        return editor.calendar
    }

    /// Removes everything that begins at or after a time from this object, and returns it: a series and its
    /// overrides.
    private mutating func split(at id: DateOrTime) throws(EditingError) -> [Component] {
        let (before, start, clock) = try master()
        var times = try times()
        let override = try overrideIndex(of: id), isThere = try times.has(id)
        guard isThere || override != nil, case .key(let key) = clock.identity(of: id) else { throw .noOccurrence }
        guard before.all("RRULE").count < 2, before.first("EXRULE") == nil else { throw .severalRules }
        // A DATE cannot hold the hour at which the second series would begin.
        if start.isDate, let rule = before.first("RRULE")?.rule, rule.frequency < .daily { throw .severalRules }
        guard try times.first(from: .min, through: key - 1) != nil else { throw .isFirstOccurrence }

        // The second rule begins at one of the rule's own times, which an RDATE is not.
        var ruled = before
        for name in ["RDATE", "EXDATE"] { ruled.remove(name) }
        var ruledTimes = SeriesTimes(ruled, start: start, zones)
        let next = try ruledTimes.first(from: key)
        var first = try inSeriesForm(id)
        if let next { first = start.at(LocalDateTime(wallSeconds: Int64(next.wall))) }
        var head = before, rest = before.asOverride(first, later: first.local.wallSeconds - start.local.wallSeconds, zones)
        rest.remove("RECURRENCE-ID")
        rest.properties += before.properties.filter { Component.recurrenceNames.contains($0.name) }
        if next == nil { rest.remove("RRULE") }
        try splitRule(&head, &rest, start: start, at: id, first: first, clock)
        for name in ["RDATE", "EXDATE"] {
            head.keepDates(name) { clock.isBefore($0, key) }
            rest.keepDates(name) { !clock.isBefore($0, key) }
        }

        var parts = [rest]
        if let change = try governingChange(of: key), let place = try firstPlainStart(from: key) {
            parts.append(change.asChange(from: start.at(LocalDateTime(wallSeconds: Int64(place.wall))), clock, zones))
        }
        head.touch(now, comparedTo: before, isOrganizer: isOrganizer)
        calendar.components[try masterIndex()] = head
        let later = overrideIndexes().filter { index in
            calendar.components[index].recurrenceID.map { !clock.isBefore($0, key) } ?? false
        }
        parts += later.map { calendar.components[$0] }
        for index in later.reversed() { calendar.components.remove(at: index) }
        for index in parts.indices { parts[index].touch(now, comparedTo: parts[index], isOrganizer: false) }
        return parts
    }

    /// Gives the first series its UNTIL, and the second one the rest of a COUNT.
    private func splitRule(
        _ head: inout Component, _ rest: inout Component,
        start: DateOrTime, at id: DateOrTime, first: DateOrTime, _ clock: SeriesClock
    ) throws(EditingError) {
        guard var property = head.first("RRULE"), var rule = property.rule else { return }
        var following = rule.namingDays(of: start)
        if let count = rule.count {
            let left = count - (try number(of: rule, from: start, before: first))
            // All its own times were before; only an RDATE is left.
            guard left > 0 else { return }
            following.count = left
        }
        if var continued = rest.first("RRULE"), following != rule {
            continued.value = following.text
            rest.set(continued)
        }
        rule.count = nil
        let isRuled = clock.identity(of: first) == clock.identity(of: id)
        let last = clock.last(before: isRuled ? first : id)
        // A day means the whole day, even if the series has times.
        let until = rule.until.map { $0.isDate ? start.at($0.local + Int64(secondsPerDay - 1)) : $0 }
        // A rule that ends before the series begins gave nothing. Without its RDATE it would remove
        // everything.
        if let until, clock.key(of: until) < clock.key(of: start) { return head.remove("RRULE") }
        let endsEarlier = until.map { clock.key(of: $0) < clock.key(of: last) } ?? false
        if !endsEarlier { rule.until = last }
        property.value = rule.text
        head.set(property)
    }

    private func number(
        of rule: RecurrenceRule, from start: DateOrTime, before first: DateOrTime
    ) throws(EditingError) -> Int {
        var times = rule.localTimes(from: start.local, isDate: start.isDate, through: first.local + -1)
        var budget = WorkBudget.standard, count = 0
        do throws(RecurrenceError) {
            while try times.next(&budget) != nil { count += 1 }
        } catch {
            throw .tooLong
        }
        return count
    }
}

extension RecurrenceRule {
    /// Returns the rule with the days that it takes from DTSTART. SKIP may have moved the start of the second
    /// series to another day (RFC 7529 §4.1).
    fileprivate func namingDays(of start: DateOrTime) -> RecurrenceRule {
        let isOpen = monthDays.isEmpty && weekdays.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
        guard skip != .omit, isOpen, frequency >= .monthly else { return self }
        var rule = self
        let calendar = calendar ?? .gregorian, day = start.local.date.daysSince1970
        let month = calendar.month(containing: day)
        rule.monthDays = [day - month.firstDay + 1]
        if frequency == .yearly, months.isEmpty {
            rule.months = [calendar.name(ofMonthAt: month.position, inYear: month.year)]
        }
        return rule
    }
}
