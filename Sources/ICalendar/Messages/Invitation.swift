public import CivilTime

/// A REQUEST (RFC 5546 §3.2.2): a request to come, to do something, or to send busy times.
public struct Invitation: Hashable, Sendable {
    public let object: MessageObject
    /// The organizer, who gets the reply.
    public let organizer: Person
    /// All attendees, at least one, in the order of the text; each as first named.
    public let attendees: [Person]

    init(_ object: MessageObject) throws(MessageDefect) {
        self.object = object
        guard let organizer = object.organizer else { throw object.missing("ORGANIZER") }
        self.organizer = organizer
        var seen: Set<String> = []
        attendees = object.parts.flatMap(\.attendees).filter { seen.insert(comparable($0.address)).inserted }
        if attendees.isEmpty { throw object.missing("ATTENDEE") }
    }

    /// Returns the attendee of an address. `mailto:` addresses are compared without regard to case.
    public func attendee(_ address: String) -> Person? {
        attendees.first { comparable($0.address) == comparable(address) }
    }
}

/// A REPLY (RFC 5546 §3.2.3): the answer of an attendee.
public struct Reply: Hashable, Sendable {
    public let object: MessageObject
    /// The organizer; nil if the program does not repeat it.
    public let organizer: Person?
    /// The answers, to the whole or to some occurrences; at least one.
    public let answers: [Answer]

    public struct Answer: Hashable, Sendable {
        /// The occurrence; nil means the whole.
        public let recurrenceID: DateOrTime?
        /// True if the answer also holds for all later occurrences.
        public let isThisAndFuture: Bool
        /// The attendee who answers; PARTSTAT is the answer.
        public let attendee: Person
        /// The version of the invitation that is answered, and the time of the answer.
        public let revision: Revision
    }

    init(_ object: MessageObject) throws(MessageDefect) {
        self.object = object
        organizer = object.organizer
        var answers: [Answer] = []
        for part in object.parts {
            // A delegate also names the person who delegated (§4.2.6). So does a person who delegates
            // (§3.2.2.3); the delegate has not answered yet then.
            let named = part.attendees
            let delegate = named.first { !$0.delegatedFrom.isEmpty && $0.participation != "NEEDS-ACTION" }
            guard let attendee = delegate ?? named.first(where: \.delegatedFrom.isEmpty) ?? named.first else {
                throw part.missing("ATTENDEE")
            }
            answers.append(Answer(
                recurrenceID: part.date("RECURRENCE-ID"), isThisAndFuture: part.isThisAndFuture,
                attendee: attendee, revision: Revision(part)))
        }
        self.answers = answers
    }
}

/// A CANCEL (RFC 5546 §3.2.5).
public struct Cancellation: Hashable, Sendable {
    public let object: MessageObject
    /// The organizer; nil if the program does not repeat it.
    public let organizer: Person?
    /// The cancellations, of the whole or of some occurrences; at least one.
    public let removals: [Removal]

    public struct Removal: Hashable, Sendable {
        /// The occurrence; nil means the whole.
        public let recurrenceID: DateOrTime?
        /// True if all later occurrences are cancelled too.
        public let isThisAndFuture: Bool
        /// True if it does not take place (STATUS:CANCELLED). Otherwise it takes place without `attendees`.
        public let isForEverybody: Bool
        public let attendees: [Person]
        public let revision: Revision
    }

    init(_ object: MessageObject) {
        self.object = object
        organizer = object.organizer
        removals = object.parts.map { part in
            // Without a named attendee, it must be for everybody.
            let isForEverybody = part.first("STATUS")?.keyword == "CANCELLED" || part.first("ATTENDEE") == nil
            return Removal(
                recurrenceID: part.date("RECURRENCE-ID"), isThisAndFuture: part.isThisAndFuture,
                isForEverybody: isForEverybody, attendees: part.attendees, revision: Revision(part))
        }
    }
}

/// The version of a message. Of two messages about the same thing, or two answers of one person, the newer
/// has the higher SEQUENCE, and then the later DTSTAMP (RFC 5546 §2.1.5).
public struct Revision: Hashable, Comparable, Sendable {
    /// SEQUENCE; 0 if it is missing.
    public let sequence: Int
    /// DTSTAMP; nil if it is missing, which is older than any.
    public let stamp: Instant?

    public init(sequence: Int, stamp: Instant?) {
        self.sequence = sequence
        self.stamp = stamp
    }

    public init(_ component: Component) {
        sequence = component.sequence
        stamp = component.date("DTSTAMP").map { Instant(secondsSince1970: $0.local.wallSeconds) }
    }

    public static func < (one: Revision, other: Revision) -> Bool {
        if one.sequence != other.sequence { return one.sequence < other.sequence }
        guard let later = other.stamp else { return false }
        return one.stamp.map { $0 < later } ?? true
    }
}

/// Returns an address in the form for comparisons: a `mailto:` URI in lower case.
private func comparable(_ address: String) -> String {
    let lower = address.lowercased()
    return lower.hasPrefix("mailto:") ? lower : address
}

extension Component {
    fileprivate var attendees: [Person] { all("ATTENDEE").map(Person.init) }

    fileprivate func missing(_ name: String) -> MessageDefect {
        .invalid(Problem(.missingInMessage(name), line: firstLine, name: self.name))
    }
}

extension MessageObject {
    fileprivate var organizer: Person? { parts.lazy.compactMap { $0.first("ORGANIZER") }.first.map(Person.init) }

    fileprivate func missing(_ name: String) -> MessageDefect {
        parts.first?.missing(name) ?? .empty
    }
}
