import ICalendar

extension ObjectEvent {
    /// Returns the text of a copy: of the whole object, or of one event without its series.
    func copied(uid: String) -> [UInt8] {
        var copy = calendar
        if id == nil {
            for index in copy.components.indices where copy.components[index].name == "VEVENT" {
                copy.components[index].becomeCopy(uid: uid, context)
            }
        } else {
            var single = component
            let series: Set = ["RRULE", "RDATE", "EXRULE", "EXDATE", "RECURRENCE-ID"]
            single.properties.removeAll { series.contains($0.name) || context.computed.ownNames.contains($0.name) }
            single.becomeCopy(uid: uid, context)
            copy.components = calendar.components.filter { $0.name == "VTIMEZONE" } + [single]
        }
        return text.octets(of: copy)
    }
}

extension Component {
    fileprivate mutating func becomeCopy(uid: String, _ context: EventContext) {
        for name in ["ORGANIZER", "ATTENDEE", "REQUEST-STATUS"] { remove(name) }
        set(Property("UID", text: uid))
        for name in ["DTSTAMP", "CREATED", "LAST-MODIFIED"] { set(Property(name, .utc(context.now))) }
        set(Property("SEQUENCE", integer: 0))
    }
}
