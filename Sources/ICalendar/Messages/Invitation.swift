public import CivilTime

/// A REQUEST (RFC 5546 §3.2.2): to come, to do something, or to say when one is busy.
public struct Invitation: Hashable, Sendable {
    public let object: MessageObject
    /// Who is to be answered.
    public let organizer: Person
    /// Everybody who is asked, at least one: in the order of the text, as first named there.
    public let attendees: [Person]

    init(_ object: MessageObject) throws(MessageDefect) {
        self.object = object
        guard let organizer = object.organizer else { throw object.missing("ORGANIZER") }
        self.organizer = organizer
        var seen: Set<String> = []
        attendees = object.parts.flatMap(\.attendees).filter { seen.insert(comparable($0.address)).inserted }
        if attendees.isEmpty { throw object.missing("ATTENDEE") }
    }

    /// The one of an address, which may be written in other letters: `mailto:` addresses are compared
    /// without regard to case.
    public func attendee(_ address: String) -> Person? {
        attendees.first { comparable($0.address) == comparable(address) }
    }
}

/// A REPLY (RFC 5546 §3.2.3): what one who was asked says.
public struct Reply: Hashable, Sendable {
    public let object: MessageObject
    /// To whom it is said; nil where the program does not repeat it.
    public let organizer: Person?
    /// To the whole, or to some occurrences; at least one.
    public let answers: [Answer]

    public struct Answer: Hashable, Sendable {
        /// The occurrence; nil for all of what was asked.
        public let recurrenceID: DateOrTime?
        /// And for everything after that occurrence.
        public let isThisAndFuture: Bool
        /// Who answers; PARTSTAT is the answer.
        public let attendee: Person
        /// What is answered to, and when.
        public let revision: Revision
    }

    init(_ object: MessageObject) throws(MessageDefect) {
        self.object = object
        organizer = object.organizer
        var answers: [Answer] = []
        for part in object.parts {
            // One who answers in the place of another names that one, too (§4.2.6); so does one who sends
            // another (§3.2.2.3), who then has not answered yet.
            let named = part.attendees
            let deputy = named.first { !$0.delegatedFrom.isEmpty && $0.participation != "NEEDS-ACTION" }
            guard let attendee = deputy ?? named.first(where: \.delegatedFrom.isEmpty) ?? named.first else {
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
    /// Who says so; nil where the program does not repeat it.
    public let organizer: Person?
    /// Of the whole, or of some occurrences; at least one.
    public let removals: [Removal]

    public struct Removal: Hashable, Sendable {
        /// The occurrence; nil for all of it.
        public let recurrenceID: DateOrTime?
        /// Everything after that occurrence, too.
        public let isThisAndFuture: Bool
        /// It does not take place (STATUS:CANCELLED); otherwise it goes on without `attendees`.
        public let isForEverybody: Bool
        public let attendees: [Person]
        public let revision: Revision
    }

    init(_ object: MessageObject) {
        self.object = object
        organizer = object.organizer
        removals = object.parts.map { part in
            // With nobody named it can only be meant for all.
            let isForEverybody = part.first("STATUS")?.keyword == "CANCELLED" || part.first("ATTENDEE") == nil
            return Removal(
                recurrenceID: part.date("RECURRENCE-ID"), isThisAndFuture: part.isThisAndFuture,
                isForEverybody: isForEverybody, attendees: part.attendees, revision: Revision(part))
        }
    }
}

/// Which of two messages about the same thing, or of two answers of the same person, is the newer: a
/// higher SEQUENCE goes before a later DTSTAMP (RFC 5546 §2.1.5).
public struct Revision: Hashable, Comparable, Sendable {
    /// 0 where it is not said.
    public let sequence: Int
    /// Nil where it is not said, which is older than any.
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

/// An address as it is compared with others: of a `mailto:` URI, without regard to case.
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
