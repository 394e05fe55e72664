import ICalendar

extension KeptPart {
    /// Returns the parts of an event for which the form has no fields, in a fixed order.
    ///
    /// - Parameters:
    ///   - component: the event.
    ///   - series: the component with the rule; nil for an event without a series.
    ///   - calendar: the VCALENDAR.
    static func parts(
        of component: Component, series: Component?, in calendar: Component, _ context: EventContext
    ) -> [KeptPart] {
        var parts: [KeptPart] = []
        func add(_ count: Int, _ part: (Int) -> KeptPart) {
            if count > 0 { parts.append(part(count)) }
        }
        let rules = series ?? component
        if context.computed.reading(calendar) == nil {
            add(rules.all("RRULE").dropFirst().count + rules.all("EXRULE").count, KeptPart.otherRules)
            add(rules.all("RDATE").reduce(0) { $0 + $1.value.split(separator: ",").count }, KeptPart.extraTimes)
        }
        let reminders = component.views(Alarm.self).filter(\.isMeantForPeople)
        add(reminders.count { Reminder($0, clocks: context.clocks) == nil }, KeptPart.otherAlarms)
        add(component.all("ATTACH").count, KeptPart.attachments)
        add(component.all("ATTENDEE").count, KeptPart.guests)
        add(component.all("CONFERENCE").count, KeptPart.conferences)
        let others = Set(component.properties.map(\.name)).subtracting(known).subtracting(context.computed.ownNames)
        if !others.isEmpty { parts.append(.others(others.sorted())) }
        return parts
    }

    /// The properties that the form shows, or that the parts above name, or that are the object's own bookkeeping.
    private static let known = Set(EventAttribute.all.map(\.property)).union([
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE",
        "EXDATE", "EXRULE", "RECURRENCE-ID", "ORGANIZER", "ATTENDEE", "ATTACH", "CONFERENCE",
        Component.structuredLocation,
    ])
}

extension Alarm {
    /// False for the alarms by which Apple's programs say that the default alarm is switched off.
    fileprivate var isMeantForPeople: Bool { action != "NONE" }
}
