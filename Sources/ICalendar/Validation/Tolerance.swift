extension Problem {
    /// True for an error with which an object is stored all the same.
    ///
    /// A program whose object is refused stops synchronizing the calendar. So a value on which no start depends may be
    /// anything, and an end or a zone that cannot be used is read as `Irregularity` says. What decides when something
    /// takes place must be readable.
    public var isTolerable: Bool {
        switch reason {
        case .endBeforeStart, .mixedDateAndTime, .unknownZone: true
        case .malformed: name.map { !Self.decidingNames.contains($0) } ?? false
        default: false
        }
    }

    /// The properties without which nobody knows when something takes place, or how clocks went.
    private static let decidingNames: Set<String> = [
        "DTSTART", "RECURRENCE-ID", "RRULE", "EXRULE", "RDATE", "EXDATE", "FREEBUSY", "TZOFFSETFROM", "TZOFFSETTO",
    ]
}
