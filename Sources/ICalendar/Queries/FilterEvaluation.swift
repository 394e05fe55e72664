import CivilTime

extension ComponentFilter {
    /// Whether a calendar object passes the filter, which is for VCALENDAR (RFC 4791 §9.7).
    ///
    /// A series passes a time range if any of its occurrences does; a component's other conditions are
    /// asked of the same component.
    ///
    /// - Parameter floating: the zone of who asks (CALDAV:timezone), for days and floating times.
    /// - Throws: when the budget does not suffice to tell.
    public func matches(
        _ calendar: Component, zones: ZoneResolver, floating: any ZoneRules, budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        guard calendar.name == name else { return isNotDefined }
        if isNotDefined { return false }
        let scene = FilterScene(Series.all(in: calendar, zones: zones, floating: floating), zones, floating)
        for filter in properties where !filter.matches(calendar, scene) { return false }
        for filter in components where try !filter.matches(in: calendar, scene, &budget) { return false }
        return true
    }

    /// Whether one of the calendar's components passes.
    private func matches(
        in calendar: Component, _ scene: FilterScene, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        if isNotDefined { return !calendar.components.contains { $0.name == name } }
        for component in calendar.components where component.name == name && !scene.isInSeries(component) {
            if try matches(component, series: nil, part: 0, scene, &budget) { return true }
        }
        for series in scene.series where series.components.first?.name == name {
            for part in series.components.indices {
                if try matches(series.components[part], series: series, part: part, scene, &budget) { return true }
            }
        }
        return false
    }

    private func matches(
        _ component: Component, series: Series?, part: Int, _ scene: FilterScene, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        for filter in properties where !filter.matches(component, scene) { return false }
        for filter in components where try !filter.matches(inside: component, series, part, scene, &budget) {
            return false
        }
        guard let timeRange else { return true }
        if name == "VFREEBUSY" { return timeRange.matchesFreeBusy(component) }
        if name == "VAVAILABILITY" { return timeRange.matchesAvailability(component, scene.zones, scene.floating) }
        guard let series else { return false }
        if name == "VTODO", component.first("DTSTART") == nil, component.first("DUE") == nil {
            return timeRange.matchesUndatedToDo(component)
        }
        var left = Occurrences(series, in: timeRange.window)
        while let occurrence = try left.next(&budget) {
            if occurrence.partIndex == part, timeRange.matches(occurrence, of: component) { return true }
        }
        return false
    }

    /// VALARM, and whatever else stands inside an event.
    private func matches(
        inside parent: Component, _ series: Series?, _ part: Int, _ scene: FilterScene, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        let indexes = parent.components.indices.filter { parent.components[$0].name == name }
        if isNotDefined { return indexes.isEmpty }
        let passing = indexes.filter { index in
            properties.allSatisfy { $0.matches(parent.components[index], scene) }
        }
        guard let timeRange, !passing.isEmpty else { return !passing.isEmpty }
        guard name == "VALARM", let series else { return false }
        var found = false
        try series.visitAlarms(timeRange, budget: &budget) { alarm in
            found = alarm.occurrence.partIndex == part && passing.contains(alarm.alarmIndex)
            return !found
        }
        return found
    }
}

/// What the filters of one object share.
struct FilterScene {
    let series: [Series]
    let zones: ZoneResolver
    let floating: any ZoneRules

    init(_ series: [Series], _ zones: ZoneResolver, _ floating: any ZoneRules) {
        self.series = series
        self.zones = zones
        self.floating = floating
    }

    func isInSeries(_ component: Component) -> Bool { Component.recurring.contains(component.name) }
}

extension PropertyFilter {
    /// Whether one of the component's properties passes (§9.7.2).
    func matches(_ component: Component, _ scene: FilterScene) -> Bool {
        let properties = component.properties.filter { $0.name == name }
        if isNotDefined { return properties.isEmpty }
        return properties.contains { property in
            (text?.matches(property.unescapedValue) ?? true)
                && (timeRange.map { overlaps($0, property, scene) } ?? true)
                && parameters.allSatisfy { $0.matches(property) }
        }
    }

    /// A day takes its whole length, a time is a moment.
    private func overlaps(_ range: TimeRange, _ property: Property, _ scene: FilterScene) -> Bool {
        do throws(Problem) {
            return try property.datesOrTimes().contains { value in
                do throws(Irregularity) {
                    let start = try scene.zones.instant(of: value, floating: scene.floating)
                    return value.isDate ? range.overlaps(from: start, to: start + .seconds(secondsPerDay)) : range.contains(start)
                } catch {
                    return false
                }
            }
        } catch {
            return false
        }
    }
}

extension ParameterFilter {
    func matches(_ property: Property) -> Bool {
        guard let parameter = property.parameters.first(where: { $0.name == name }) else { return isNotDefined }
        if isNotDefined { return false }
        guard let text else { return true }
        return parameter.values.contains { text.matches($0) }
    }
}
