import CivilTime
@testable import ICalendar
import Testing

/// The examples are those of RFC 5546 §4, shortened.
@Suite("Calendar messages")
struct CalendarMessageTests {
    private static func text(_ method: String, _ parts: [String], kind: String = "VEVENT") -> String {
        let inside = parts.map { "BEGIN:\(kind)\r\n\($0)\r\nEND:\(kind)\r\n" }.joined()
        return "BEGIN:VCALENDAR\r\nPRODID:-//Example//Client//EN\r\nMETHOD:\(method)\r\nVERSION:2.0\r\n\(inside)END:VCALENDAR\r\n"
    }

    private static func message(_ text: String, _ reading: Reading = .lenient) throws -> CalendarMessage {
        try CalendarMessage(CalendarStream(Array(text.utf8)), reading) { TestZones.rules($0) }
    }

    private static let ids = "UID:873970198738777@example.com\r\nDTSTAMP:19970611T190000Z"
    private static let organizer = "ORGANIZER:mailto:a@example.com"
    private static let request = """
        \(organizer)\r\n\(ids)\r\nATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED;CN=A:mailto:a@example.com\r
        ATTENDEE;RSVP=TRUE;CUTYPE=INDIVIDUAL;CN=B:mailto:b@example.com\r
        ATTENDEE;ROLE=NON-PARTICIPANT;RSVP=FALSE;CUTYPE=ROOM:mailto:conf@example.com\r
        DTSTART:19970701T200000Z\r\nDTEND:19970701T203000Z\r\nSUMMARY:Conference\r\nSEQUENCE:0
        """

    @Test("a published event is a publication (§4.1.1)")
    func publication() throws {
        let text = Self.text("PUBLISH", ["\(Self.organizer)\r\n\(Self.ids)\r\nDTSTART:19970701T200000Z\r\nSUMMARY:ST. PAUL SAINTS"])
        guard case .publication(let calendar) = try Self.message(text, .strict) else { Issue.record("not one"); return }
        #expect(VCalendar(calendar)?.events.first?.organizer?.mailAddress == "a@example.com")
    }

    @Test("lenient reading accepts a publication of several kinds")
    func publishedKinds() throws {
        let lines = "\(Self.organizer)\r\n\(Self.ids)\r\nDTSTART:19970701T200000Z\r\nSUMMARY:\r\nDESCRIPTION:"
        let text = Self.text("PUBLISH", [lines]).replacing(
            "END:VCALENDAR", with: "BEGIN:VJOURNAL\r\n\(lines)\r\nEND:VJOURNAL\r\nEND:VCALENDAR")
        guard case .publication(let calendar) = try Self.message(text) else { Issue.record("not one"); return }
        #expect(calendar.components.map(\.name) == ["VEVENT", "VJOURNAL"])
        #expect(throws: MessageDefect.severalKinds(["VEVENT", "VJOURNAL"])) { try Self.message(text, .strict) }
    }

    @Test("an invitation has its organizer and attendees (§4.2.1)")
    func invitation() throws {
        let later = "RECURRENCE-ID:19970708T200000Z\r\nATTENDEE:mailto:new@example.com"
        let text = Self.text("request", [Self.request, Self.request + "\r\n" + later])
        guard case .invitation(let invitation) = try Self.message(text, .strict) else { Issue.record("not one"); return }
        #expect(invitation.object.uid == "873970198738777@example.com" && invitation.object.kind == "VEVENT")
        #expect(invitation.object.parts.count == 2)
        #expect(invitation.organizer.mailAddress == "a@example.com")
        #expect(invitation.attendees.map(\.mailAddress) == [
            "a@example.com", "b@example.com", "conf@example.com", "new@example.com",
        ])
        #expect(invitation.attendee("MAILTO:B@Example.com")?.isAskedToReply == true)
        #expect(invitation.attendee("mailto:c@example.com") == nil)
    }

    @Test("a reply has the attendee, the answer and the revision (§4.2.2, §4.4)")
    func reply() throws {
        let answer = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:b@example.com\r\n\(Self.organizer)\r\n\(Self.ids)\r\nREQUEST-STATUS:2.0;Success"
        let declined = answer.replacing("ACCEPTED", with: "DECLINED") + "\r\nRECURRENCE-ID;RANGE=THISANDFUTURE:19970708T200000Z\r\nSEQUENCE:2"
        guard case .reply(let reply) = try Self.message(Self.text("REPLY", [answer, declined]), .strict) else {
            Issue.record("not one")
            return
        }
        #expect(reply.organizer?.mailAddress == "a@example.com")
        #expect(reply.answers.map(\.attendee.participation) == ["ACCEPTED", "DECLINED"])
        #expect(reply.answers.map(\.recurrenceID?.text) == [nil, "19970708T200000Z"])
        #expect(reply.answers.map(\.isThisAndFuture) == [false, true])
        #expect(reply.answers[0].revision == Revision(sequence: 0, stamp: Instant(secondsSince1970: 866_055_600)))
        #expect(reply.answers[0].revision < reply.answers[1].revision)
    }

    @Test("a delegate's reply is the delegate's answer (§4.2.6, §4.2.7)")
    func delegate() throws {
        let both = """
            ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO="mailto:e@example.com":mailto:c@example.com\r
            ATTENDEE;PARTSTAT=DECLINED;DELEGATED-FROM="mailto:c@example.com":mailto:e@example.com
            """
        let text = Self.text("REPLY", ["\(Self.organizer)\r\n\(Self.ids)\r\n\(both)"])
        guard case .reply(let reply) = try Self.message(text, .strict) else { Issue.record("not one"); return }
        #expect(reply.answers.map(\.attendee.mailAddress) == ["e@example.com"])
        // A person who delegates has answered; the delegate has not.
        let sent = Self.text("REPLY", ["\(Self.organizer)\r\n\(Self.ids)\r\n\(both.replacing("PARTSTAT=DECLINED;", with: ""))"])
        guard case .reply(let first) = try Self.message(sent) else { Issue.record("not one"); return }
        #expect(first.answers.map(\.attendee.participation) == ["DELEGATED"])
    }

    @Test("a cancellation is for everybody or for some, for the series or a part of it (§4.2.9, §4.2.10, §4.4.3)", arguments: [
        ("STATUS:CANCELLED\r\nATTENDEE:mailto:b@example.com", true, false, nil),
        ("", true, false, nil),
        ("ATTENDEE:mailto:b@example.com", false, false, nil),
        ("RECURRENCE-ID;RANGE=THISANDFUTURE:19970708T200000Z\r\nSTATUS:CANCELLED", true, true, "19970708T200000Z"),
    ] as [(String, Bool, Bool, String?)])
    func cancellation(lines: String, isForEverybody: Bool, isThisAndFuture: Bool, id: String?) throws {
        let lines = "\(Self.organizer)\r\n\(Self.ids)\r\nSEQUENCE:1" + (lines.isEmpty ? "" : "\r\n" + lines)
        guard case .cancellation(let cancellation) = try Self.message(Self.text("CANCEL", [lines]), .strict) else {
            Issue.record("not one")
            return
        }
        let removal = try #require(cancellation.removals.first)
        #expect(cancellation.organizer?.mailAddress == "a@example.com" && cancellation.removals.count == 1)
        #expect(removal.isForEverybody == isForEverybody && removal.isThisAndFuture == isThisAndFuture)
        #expect(removal.recurrenceID?.text == id && removal.revision.sequence == 1)
        #expect(removal.attendees.count == (lines.contains("ATTENDEE") ? 1 : 0))
    }

    @Test("busy times are requested and answered (§4.3.2, §4.3.3)")
    func freeBusy() throws {
        let asked = "\(Self.organizer)\r\n\(Self.ids)\r\nDTSTART:19970701T080000Z\r\nDTEND:19970701T200000Z"
        let question = Self.text("REQUEST", [asked + "\r\nATTENDEE:mailto:b@example.com"], kind: "VFREEBUSY")
        guard case .invitation = try Self.message(question, .strict) else { Issue.record("not one"); return }
        let busy = "\r\nATTENDEE:mailto:b@example.com\r\nFREEBUSY:19970701T090000Z/PT1H"
        let answer = Self.text("REPLY", [asked + busy], kind: "VFREEBUSY")
        guard case .reply(let reply) = try Self.message(answer, .strict) else { Issue.record("not one"); return }
        #expect(try FreeBusyComponent(reply.object.parts[0])?.periods.map(\.type) == ["BUSY"])
    }

    @Test("a text that is not a message is refused with the reason", arguments: [
        ("", MessageDefect.notOneCalendar),
        (text("REQUEST", [request]) + text("REQUEST", [request]), .notOneCalendar),
        (text("REQUEST", [request]).replacing("METHOD:REQUEST\r\n", with: ""), .noMethod),
        (text("COUNTER", [request]), .unknownMethod("COUNTER")),
        (text("REQUEST", []), .empty),
        (text("REQUEST", [request], kind: "X-VISIT"), .empty),
        (text("REQUEST", ["\(organizer)\r\n\(ids)"], kind: "VJOURNAL"), .wrongKind("VJOURNAL")),
        (text("REQUEST", [request.replacing("UID:", with: "X-UID:")]), .noUID),
        (text("REQUEST", [request, request.replacing("UID:", with: "UID:1")]),
         .severalUIDs(["1873970198738777@example.com", "873970198738777@example.com"])),
        (text("REQUEST", [request.replacing("DTSTART:1997", with: "DTSTART:next")]),
         .invalid(Problem(.malformed(.dateTime), line: 12, name: "DTSTART"))),
        (text("REQUEST", [request.replacing("ORGANIZER", with: "X-ORGANIZER")]),
         .invalid(Problem(.missingInMessage("ORGANIZER"), line: 6, name: "VEVENT"))),
        (text("REQUEST", [request.replacing("ATTENDEE", with: "X-ATTENDEE")]),
         .invalid(Problem(.missingInMessage("ATTENDEE"), line: 6, name: "VEVENT"))),
        (text("REPLY", ["\(organizer)\r\n\(ids)"]), .invalid(Problem(.missingInMessage("ATTENDEE"), line: 6, name: "VEVENT"))),
    ])
    func defects(text: String, defect: MessageDefect) {
        #expect(throws: defect) { try Self.message(text) }
    }

    @Test("each demand of a method is reported once, and only strict reading refuses", arguments: [
        ("PUBLISH", [ids + "\r\nDTSTART:19970701T200000Z\r\nSUMMARY:", ids + "\r\nDTSTART:19970702T200000Z\r\nSUMMARY:"],
         [Problem(.missingInMessage("ORGANIZER"), line: 6, name: "VEVENT"),
          Problem(.repeatedUID, line: 12, name: "VEVENT")]),
        ("PUBLISH", [request], [Problem(.unexpectedInMessage("ATTENDEE"), line: 9, name: "VEVENT")]),
        ("REQUEST", [request + "\r\nREQUEST-STATUS:2.0;Success"],
         [Problem(.unexpectedInMessage("REQUEST-STATUS"), line: 16, name: "VEVENT")]),
        ("REPLY", [organizer + "\r\n\(ids)\r\nATTENDEE:mailto:a@example.com\r\nATTENDEE:mailto:b@example.com"],
         [Problem(.repeatedProperty("ATTENDEE"), line: 9, name: "VEVENT")]),
        ("CANCEL", [ids], [
            Problem(.missingInMessage("ORGANIZER"), line: 6, name: "VEVENT"),
            Problem(.missingInMessage("SEQUENCE"), line: 6, name: "VEVENT"),
        ]),
    ])
    func demands(method: String, parts: [String], problems: [Problem]) throws {
        let text = Self.text(method, parts)
        let stream = try CalendarStream(Array(text.utf8))
        #expect(CalendarCheck.problems(stream.components) { TestZones.rules($0) } == problems)
        _ = try Self.message(text)
        #expect(throws: MessageDefect.invalid(problems[0])) { try Self.message(text, .strict) }
    }

    @Test("a higher SEQUENCE is newer, then a later DTSTAMP (§2.1.5)", arguments: [
        ((0, 100), (1, 50), true), ((1, 50), (0, 100), false), ((1, 50), (1, 60), true), ((1, 60), (1, 60), false),
        ((1, nil), (1, 0), true), ((1, 0), (1, nil), false), ((1, nil), (1, nil), false),
    ] as [((Int, Int?), (Int, Int?), Bool)])
    func order(one: (Int, Int?), other: (Int, Int?), isOlder: Bool) {
        func revision(_ of: (Int, Int?)) -> Revision {
            Revision(sequence: of.0, stamp: of.1.map { Instant(secondsSince1970: Int64($0)) })
        }
        #expect((revision(one) < revision(other)) == isOlder)
    }
}
