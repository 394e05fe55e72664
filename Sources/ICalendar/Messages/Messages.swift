/// What an organizer and those who take part tell each other (RFC 5546), read and told apart. What is to
/// be done about it is not decided here.
public enum CalendarMessage: Hashable, Sendable {
    /// PUBLISH: a calendar for whoever wants it, about any number of things; nobody is asked for an answer
    /// (§3.2.1).
    case publication(Component)
    /// REQUEST: an invitation, or news of one (§3.2.2).
    case invitation(Invitation)
    /// REPLY: what somebody answered (§3.2.3).
    case reply(Reply)
    /// CANCEL: something does not take place, or goes on without some (§3.2.5).
    case cancellation(Cancellation)

    /// Takes a text that was read for a message, if it is one.
    ///
    /// - Parameter reading: `.lenient` lets pass what `Irregularity` calls warnings, as long as it is known
    ///   who asks whom, or who answers; `.strict` wants RFC 5545 and the tables of RFC 5546 §3 kept.
    /// - Throws: the first thing that is wrong.
    public init(
        _ stream: CalendarStream, _ reading: Reading = .lenient, database: @escaping ZoneResolver.Database
    ) throws(MessageDefect) {
        guard let calendar = stream.components.first, stream.components.count == 1, calendar.name == "VCALENDAR"
        else { throw .notOneCalendar }
        guard let name = VCalendar(unchecked: calendar).method else { throw .noMethod }
        guard let method = MessageMethod(rawValue: name) else { throw .unknownMethod(name) }
        let parts = calendar.components.filter { MessageRules.kinds.contains($0.name) }
        guard !parts.isEmpty else { throw .empty }
        for part in parts where MessageRules.of(method, part.name) == nil { throw .wrongKind(part.name) }
        let problems = stream.problems + CalendarCheck.problems([calendar], reading, database: database)
        if let problem = problems.first(where: { reading == .strict || $0.reason.severity == .error }) {
            throw .invalid(problem)
        }
        self = switch method {
        case .publish: .publication(try Self.published(calendar, parts, reading))
        case .request: .invitation(try Invitation(MessageObject(parts)))
        case .reply: .reply(try Reply(MessageObject(parts)))
        case .cancel: .cancellation(Cancellation(try MessageObject(parts)))
        }
    }
}

extension CalendarMessage {
    /// One kind of component by the tables of §3, any by what programs publish.
    private static func published(
        _ calendar: Component, _ parts: [Component], _ reading: Reading
    ) throws(MessageDefect) -> Component {
        let kinds = Set(parts.map(\.name))
        if reading == .strict, kinds.count > 1 { throw .severalKinds(kinds.sorted()) }
        return calendar
    }
}

/// The methods that are understood here (§1.4).
enum MessageMethod: String {
    case publish = "PUBLISH", request = "REQUEST", reply = "REPLY", cancel = "CANCEL"
}

/// Why a text is not a message.
public enum MessageDefect: Error, Hashable, Sendable {
    /// Not a VCALENDAR, or several.
    case notOneCalendar
    /// No METHOD: it is an object, not a message.
    case noMethod
    /// A METHOD that is not understood here, in upper case.
    case unknownMethod(String)
    /// No event, to-do, journal entry or busy time.
    case empty
    /// A component of this name, which has no messages of this method (§3).
    case wrongKind(String)
    case noUID
    /// It is about things of these UIDs, where it may be about one.
    case severalUIDs([String])
    /// Components of these names, where one may be.
    case severalKinds([String])
    /// RFC 5545 is not kept, or the method's own demands are not.
    case invalid(Problem)
}

/// The one thing that a message is about: a series with its overrides, or some of either.
public struct MessageObject: Hashable, Sendable {
    public let uid: String
    /// As in VEVENT.
    public let kind: String
    /// In the order of the text; at least one.
    public let parts: [Component]

    init(_ parts: [Component]) throws(MessageDefect) {
        let kinds = Set(parts.map(\.name))
        guard let kind = kinds.first, kinds.count == 1 else { throw .severalKinds(kinds.sorted()) }
        var uids: Set<String> = []
        for part in parts {
            guard let property = part.first("UID"), !property.isBlank else { throw .noUID }
            do throws(Problem) {
                uids.insert(try property.text())
            } catch {
                throw .invalid(error)
            }
        }
        guard let uid = uids.first, uids.count == 1 else { throw .severalUIDs(uids.sorted()) }
        self.uid = uid
        self.kind = kind
        self.parts = parts
    }
}
