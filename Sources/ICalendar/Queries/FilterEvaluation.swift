import CivilTime

extension ComponentFilter {
    /// Returns true if a calendar object passes the filter, which is for VCALENDAR (RFC 4791 §9.7).
    ///
    /// A series passes a time range if any of its occurrences does. All other conditions of a component must
    /// hold for the same component.
    ///
    /// - Parameter floating: the reader's zone (CALDAV:timezone), for days and floating times.
    /// - Throws: `.outOfBudget` if the budget ends before the answer is known.
    public func matches(
        _ calendar: Component, zones: ZoneResolver, floating: any ZoneRules, budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        guard calendar.name == name else { return isNotDefined }
        if isNotDefined { return false }
        let context = FilterContext(Series.all(in: calendar, zones: zones, floating: floating), zones, floating)
        guard try hasProperties(calendar, context, &budget) else { return false }
        for filter in components where try !filter.matches(in: calendar, context, &budget) { return false }
        return true
    }

    /// Returns true if one of the calendar's components passes.
    private func matches(
        in calendar: Component, _ context: FilterContext, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        if isNotDefined { return !calendar.components.contains { $0.name == name } }
        for component in calendar.components where component.name == name && !context.isInSeries(component) {
            if try matches(component, series: nil, part: 0, context, &budget) { return true }
        }
        for series in context.series where series.components.first?.name == name {
            for part in series.components.indices {
                if try matches(series.components[part], series: series, part: part, context, &budget) { return true }
            }
        }
        return false
    }

    private func matches(
        _ component: Component, series: Series?, part: Int, _ context: FilterContext, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        for filter in properties where try !filter.matches(component, series, part, context, &budget) { return false }
        for filter in components where try !filter.matches(inside: component, series, part, context, &budget) {
            return false
        }
        guard let timeRange else { return true }
        if name == "VFREEBUSY" { return timeRange.matchesFreeBusy(component, context.zones, context.floating) }
        if name == "VAVAILABILITY" { return timeRange.matchesAvailability(component, context.zones, context.floating) }
        guard let series else { return false }
        if component.isUndatedToDo { return timeRange.matchesUndatedToDo(component, context.zones, context.floating) }
        var left = Occurrences(series, ofPart: part, in: timeRange.window)
        while let occurrence = try left.next(&budget) {
            if timeRange.matches(occurrence, of: component) { return true }
        }
        return false
    }

    private func hasProperties(
        _ component: Component, _ context: FilterContext, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        for filter in properties where try !filter.matches(component, context, &budget) { return false }
        return true
    }

    /// Returns true if a component inside an event passes, as a VALARM.
    private func matches(
        inside parent: Component, _ series: Series?, _ part: Int, _ context: FilterContext, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        let indexes = parent.components.indices.filter { parent.components[$0].name == name }
        if isNotDefined { return indexes.isEmpty }
        var passing: [Int] = []
        for index in indexes where try hasProperties(parent.components[index], context, &budget) { passing.append(index) }
        guard let timeRange, !passing.isEmpty else { return !passing.isEmpty }
        guard name == "VALARM", let series else { return false }
        var found = false
        try series.visitAlarms(ofPart: part, timeRange, budget: &budget) { alarm in
            found = passing.contains(alarm.alarmIndex)
            return !found
        }
        return found
    }
}

/// The values that all filters of one object share.
struct FilterContext {
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
    /// Returns true if a component of a series passes. For DTSTART and the end, the times of each occurrence
    /// are compared, not those of the first (§9.9).
    fileprivate func matches(
        _ component: Component, _ series: Series?, _ part: Int, _ context: FilterContext, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        let isEnd = name == component.endName
        guard let timeRange, let series, name == "DTSTART" || isEnd else {
            return try matches(component, context, &budget)
        }
        if let property = component.first(name) {
            guard try matchesText(property, &budget) else { return false }
        } else {
            // The end is given by DTSTART and DURATION.
            guard isEnd, component.first("DTSTART") != nil, component.first("DURATION") != nil, text == nil,
                  parameters.allSatisfy(\.isNotDefined)
            else { return false }
        }
        var left = Occurrences(series, ofPart: part, in: timeRange.window)
        while let occurrence = try left.next(&budget) {
            if timeRange.contains(isEnd ? occurrence.endInstant : occurrence.startInstant) { return true }
        }
        return false
    }

    /// Returns true if one of the component's properties passes (§9.7.2).
    func matches(
        _ component: Component, _ context: FilterContext, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        try budget.spend(1 + component.properties.count / 8)
        let properties = component.properties.filter { $0.name == name }
        if isNotDefined { return properties.isEmpty }
        for property in properties where try matchesText(property, &budget) {
            if timeRange.map({ overlaps($0, property, context) }) ?? true { return true }
        }
        return false
    }

    /// Returns true if the text and the parameters pass; 32 octets are a step.
    private func matchesText(_ property: Property, _ budget: inout WorkBudget) throws(RecurrenceError) -> Bool {
        try budget.spend(1 + property.value.utf8.count / 32)
        return (text?.matches(property.unescapedValue) ?? true) && parameters.allSatisfy { $0.matches(property) }
    }

    private func overlaps(_ range: TimeRange, _ property: Property, _ context: FilterContext) -> Bool {
        do throws(Problem) {
            return try property.datesOrTimes().contains { value in
                range.contains(context.zones.instant(of: value, floating: context.floating))
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
