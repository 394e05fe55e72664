public import ICalendar

extension DAVError {
    /// Makes the refusal of an object.
    public init(_ defect: ObjectDefect) {
        self.init(Precondition(.calDAV(defect.precondition.rawValue)), defect.sentence)
    }
}

extension ObjectDefect {
    /// The defect in a sentence for people.
    fileprivate var sentence: String {
        switch self {
        case .notOneCalendar: "the text is not one VCALENDAR"
        case .invalid(let problem): "the calendar data breaks RFC 5545: \(problem)"
        case .notPlainText(let problem): "the text has characters that cannot be stored: \(problem)"
        case .method: "a stored object has no METHOD"
        case .empty: "the calendar has nothing but time zones"
        case .severalKinds(let kinds): "an object is of one kind, this one has \(kinds.joined(separator: " and "))"
        case .noUID: "a component has no UID"
        case .severalUIDs: "an object has one UID"
        case .severalSeries: "two components have no RECURRENCE-ID"
        case .recurrenceID(let problem): "a RECURRENCE-ID is wrong: \(problem)"
        case .unsupportedCalendarSystem(let problem): "a rule uses an unknown calendar system: \(problem)"
        case .unsupportedKind(let kind): "this calendar does not take \(kind)"
        case .tooLarge: "the object is too large"
        case .tooEarly: "the object begins too early"
        case .tooLate: "the object ends too late"
        case .tooManyOccurrences: "the object has too many occurrences"
        case .tooManyAttendees: "the object has too many attendees"
        }
    }
}
