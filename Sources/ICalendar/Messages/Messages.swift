// Messages between organizers and attendees (iTIP, RFC 5546): read and classified, not acted on.
//
// - `CalendarMessage` is one message: a publication, `Invitation`, `Reply` or `Cancellation`.
// - `MessageObject` is the thing that a message is about; `Revision` orders messages about the same thing.
// - `MessageRules` are the demands of each METHOD.

/// A message between an organizer and attendees (RFC 5546). The caller decides what to do about it.
public enum CalendarMessage: Hashable, Sendable {
    /// PUBLISH: a calendar for everyone, with any number of components; no reply is expected (§3.2.1).
    case publication(Component)
    /// REQUEST: an invitation, or a change of one (§3.2.2).
    case invitation(Invitation)
    /// REPLY: an attendee's answer (§3.2.3).
    case reply(Reply)
    /// CANCEL: an event does not take place, or takes place without some people (§3.2.5).
    case cancellation(Cancellation)

    /// Makes a message from a text that was read.
    ///
    /// - Parameter reading: `.lenient` accepts what `Irregularity` calls warnings, as long as organizer and
    ///   attendees are known; `.strict` requires RFC 5545 and the tables of RFC 5546 §3.
    /// - Throws: the first defect.
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
    /// Returns a published calendar. The tables of §3 allow one kind of component; programs publish several.
    private static func published(
        _ calendar: Component, _ parts: [Component], _ reading: Reading
    ) throws(MessageDefect) -> Component {
        let kinds = Set(parts.map(\.name))
        if reading == .strict, kinds.count > 1 { throw .severalKinds(kinds.sorted()) }
        return calendar
    }
}

/// The methods that are supported (§1.4).
enum MessageMethod: String {
    case publish = "PUBLISH", request = "REQUEST", reply = "REPLY", cancel = "CANCEL"
}

/// The reason why a text is not a message.
public enum MessageDefect: Error, Hashable, Sendable {
    /// No VCALENDAR, or several components.
    case notOneCalendar
    /// No METHOD: it is an object, not a message.
    case noMethod
    /// A METHOD that is not supported, in upper case.
    case unknownMethod(String)
    /// No event, to-do, journal entry or VFREEBUSY.
    case empty
    /// A component of this name, for which this method does not exist (§3).
    case wrongKind(String)
    case noUID
    /// Components of these UIDs, of which one is allowed.
    case severalUIDs([String])
    /// Components of these names, of which one is allowed.
    case severalKinds([String])
    /// A problem with RFC 5545, or with the demands of the method.
    case invalid(Problem)
}

/// The components that a message is about: a series with its overrides, or some of them.
public struct MessageObject: Hashable, Sendable {
    public let uid: String
    /// The name of the components, as in VEVENT.
    public let kind: String
    /// The components in the order of the text; at least one.
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
