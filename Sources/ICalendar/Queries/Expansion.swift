import CivilTime

extension Component {
    /// Returns the calendar of CALDAV:expand (RFC 4791 §9.6.5): every occurrence that overlaps the range is a
    /// component of its own, in UTC.
    ///
    /// Days stay as they are, and so do to-dos without times, and floating times of a calendar that names no
    /// zone. Time zones are removed, and times in them are in UTC. The free times of a VAVAILABILITY are
    /// expanded inside it.
    ///
    /// - Throws: `.outOfBudget` if there is more to find or to write than the budget allows; 32 octets are a
    ///   step.
    public func expanded(
        _ range: TimeRange, zones: ZoneResolver, floating: any ZoneRules, budget: inout WorkBudget
    ) throws(RecurrenceError) -> Component {
        var expanded = Component(name, properties: properties)
        for component in components where !Self.recurring.contains(component.name) && component.name != "VTIMEZONE" {
            var component = component.withoutZones(zones, floating)
            if component.name == Availability.componentName {
                let slots = try component.occurrences(of: [AvailableSlot.componentName], range, zones, floating, &budget)
                component.components = component.components.filter { $0.name != AvailableSlot.componentName } + slots
            }
            expanded.components.append(component)
        }
        expanded.components += try occurrences(of: Self.recurring, range, zones, floating, &budget)
        return expanded
    }

    /// Returns the occurrences of the components inside this one, each as a component of its own.
    private func occurrences(
        of names: Set<String>, _ range: TimeRange, _ zones: ZoneResolver, _ floating: any ZoneRules,
        _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> [Component] {
        var found: [Component] = []
        for series in Series.all(in: self, names: names, zones: zones, floating: floating) {
            for (part, component) in series.components.enumerated() where component.isUndatedToDo {
                guard case .none = series.roles[part], range.matchesUndatedToDo(component, zones, floating) else { continue }
                found.append(component.withoutZones(zones, floating))
            }
            var plain: [Int: (component: Component, cost: Int)] = [:]
            var left = Occurrences(series, in: range.window)
            while let occurrence = try left.next(&budget) {
                let component = series.components[occurrence.partIndex]
                guard range.matches(occurrence, of: component) else { continue }
                let (single, cost) = plain[occurrence.partIndex] ?? component.withoutRule(zones, floating)
                plain[occurrence.partIndex] = (single, cost)
                try budget.spend(cost)
                found.append(single.single(occurrence, zones, floating))
            }
        }
        return found
    }

    /// Returns the calendar of CALDAV:limit-recurrence-set (§9.6.6): the series, with only those overrides
    /// that matter to the range. An override matters if it takes place there or was to take place there, or
    /// holds for later occurrences.
    public func limitedRecurrenceSet(
        _ range: TimeRange, zones: ZoneResolver, floating: any ZoneRules
    ) -> Component {
        var kept: Set<Component> = []
        for series in Series.all(in: self, zones: zones, floating: floating) {
            for override in series.overrides where series.needs(override, in: range) {
                kept.insert(series.components[override.index])
            }
            for change in series.changes(thatMatterTo: range) { kept.insert(series.components[change.index]) }
        }
        var limited = self
        // Unused overrides of the same occurrence are removed as well; they would count in the result.
        limited.components.removeAll { component in
            Self.recurring.contains(component.name) && component.recurrenceID != nil && !kept.contains(component)
        }
        return limited
    }

    /// Returns the calendar of CALDAV:limit-freebusy-set (§9.6.7): only the periods that overlap the range.
    public func limitedFreeBusySet(
        _ range: TimeRange, zones: ZoneResolver, floating: any ZoneRules
    ) -> Component {
        var limited = self
        for index in components.indices where components[index].name == "VFREEBUSY" {
            limited.components[index].properties = components[index].properties.compactMap { property in
                guard property.name == "FREEBUSY" else { return property }
                let tzid = property.parameter("TZID")
                let kept = property.value.split(separator: ",").filter { item in
                    let span = Period.moments(item, tzid: tzid, zones, floating)
                    return span.map { range.overlaps(from: $0.lowerBound, to: $0.upperBound) } ?? true
                }
                guard !kept.isEmpty else { return nil }
                var property = property
                property.value = kept.joined(separator: ",")
                return property
            }
        }
        return limited
    }

    /// Returns the component with its times in UTC, and those of the components inside. This would change a
    /// rule.
    private func withoutZones(_ zones: ZoneResolver, _ floating: any ZoneRules) -> Component {
        var component = self
        for index in properties.indices {
            if properties[index].parameter("TZID") != nil || zones.floatingRules != nil && properties[index].isFloating {
                component.properties[index].resolveZone(zones, floating)
            }
        }
        if name != Availability.componentName {
            component.components = components.map { $0.withoutZones(zones, floating) }
        }
        return component
    }

    /// Returns the part that all its occurrences share, without times, and the cost of writing it.
    private func withoutRule(
        _ zones: ZoneResolver, _ floating: any ZoneRules
    ) -> (component: Component, cost: Int) {
        var component = self
        for name in Self.recurrenceNames + ["RECURRENCE-ID"] { component.remove(name) }
        component = component.withoutZones(zones, floating)
        return (component, CalendarStream([component]).octets.count / 32)
    }

    /// Returns one occurrence of a component without a rule.
    private func single(_ occurrence: Occurrence, _ zones: ZoneResolver, _ floating: any ZoneRules) -> Component {
        var single = self
        if first("DTSTART") != nil { single.set(Property("DTSTART", inUTC(occurrence.start, occurrence.startInstant, zones))) }
        if first(endName) != nil || !givesLength(of: occurrence, zones) {
            single.remove("DURATION")
            single.set(Property(endName, inUTC(occurrence.end, occurrence.endInstant, zones)))
        }
        if let id = occurrence.recurrenceID {
            let instant = zones.instant(of: id, floating: floating)
            single.properties.append(Property("RECURRENCE-ID", inUTC(id, instant, zones)))
        }
        return single
    }

    /// Returns true if DURATION, or no DURATION, gives the right length in UTC. A period of RDATE has its own
    /// length, and a day on which clocks change does not have 24 hours.
    private func givesLength(of occurrence: Occurrence, _ zones: ZoneResolver) -> Bool {
        if name == "VJOURNAL" || occurrence.start.isDate { return true }
        var length = occurrence.end.local.wallSeconds - occurrence.start.local.wallSeconds
        if !occurrence.start.isDate, zones.isMoment(occurrence.start) {
            length = occurrence.endInstant.secondsSince1970 - occurrence.startInstant.secondsSince1970
        }
        guard let property = first("DURATION") else { return length == 0 }
        do throws(Problem) {
            let duration = try property.duration()
            return length == Int64(duration.days * secondsPerDay + duration.seconds)
        } catch {
            return length == 0
        }
    }
}

extension Series {
    /// Returns the THISANDFUTURE changes that affect the occurrences in the range. A change does if its
    /// occurrences begin before the range ends: where they are by the rule, where it moves them, or where an
    /// earlier change would move them.
    fileprivate func changes(thatMatterTo range: TimeRange) -> [IndexedPart] {
        guard let clock = master?.part.clock else { return [] }
        var farthestBack = 0
        return changes.filter { change in
            let shift = min(farthestBack, shift(of: change))
            let first = clock.key(ofWall: clock.wall(ofKey: change.key) + shift)
            guard clock.instant(ofKey: first, floating: floating) < range.end else { return false }
            farthestBack = shift
            return true
        }
    }

    /// Returns true if an override is in the range, or the occurrence that it replaces is.
    fileprivate func needs(_ override: IndexedPart, in range: TimeRange) -> Bool {
        if range.matches(occurrence(of: override), of: components[override.index]) { return true }
        // Without the series, the length of that occurrence is unknown.
        guard let master else { return range.contains(override.part.clock.instant(ofKey: override.key, floating: floating)) }
        let set = master.part.recurrence
        // A day in a series of times may mean several occurrences.
        guard let id = override.part.recurrenceID, id.isDate == set.start.isDate else { return true }
        let extra = set.extraTimes.first { $0.key == override.key }
        let start = RecurrenceStart(key: override.key, wall: set.clock.wall(ofKey: override.key), extra: extra)
        let original = occurrence(start, of: master)
        return range.matches(original, of: components[original.partIndex])
    }
}

extension Property {
    /// Converts dates, times and periods of a zone to UTC. Other values stay.
    fileprivate mutating func resolveZone(_ zones: ZoneResolver, _ floating: any ZoneRules) {
        func resolved(_ value: DateOrTime) -> DateOrTime {
            inUTC(value, zones.instant(of: value, floating: floating), zones)
        }
        do throws(Problem) {
            if valueTypeHere == .period {
                value = try periods().map { period in
                    var end = period.end
                    if case .time(let time) = end { end = .time(resolved(time)) }
                    return Period(start: resolved(period.start), end: end).text
                }.joined(separator: ",")
            } else {
                value = try datesOrTimes().map { resolved($0).text }.joined(separator: ",")
            }
            setParameter("TZID", nil)
        } catch {
            return
        }
    }
}

/// Returns a time in a zone in UTC, also in an unknown one, whose TZID would tell the reader nothing. Days and floating
/// times have no certain moment and stay.
private func inUTC(_ value: DateOrTime, _ instant: Instant, _ zones: ZoneResolver) -> DateOrTime {
    if case .zoned = value { return .utc(instant) }
    return zones.isMoment(value) ? .utc(instant) : value
}
