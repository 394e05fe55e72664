import ICalendar
import Testing

/// A text is lines with blanks between them. A tree is written `VCALENDAR(VEVENT(VALARM) VTODO)`, and a
/// property as its value.
@Suite("Components without END")
struct UnendedComponentTests {
    @Test("a component without END ends where the next one begins, and the rest of the file is read", arguments: [
        // The END is misspelt, or names another component.
        ("BEGIN:VCALENDAR BEGIN:VTODO UID:1 END:VTOOD BEGIN:VEVENT UID:2 END:VEVENT END:VCALENDAR",
         "VCALENDAR(VTODO(1) VEVENT(2))", ["2 missingEnd VTODO", "4 unexpectedEnd VTOOD"]),
        ("BEGIN:VCALENDAR BEGIN:VTODO UID:1 END:VEVENT BEGIN:VEVENT UID:2 END:VEVENT END:VCALENDAR",
         "VCALENDAR(VTODO(1) VEVENT(2))", ["2 missingEnd VTODO", "4 unexpectedEnd VEVENT"]),
        // There is no END, of one event or of several.
        ("BEGIN:VCALENDAR BEGIN:VEVENT UID:1 BEGIN:VEVENT UID:2 END:VEVENT BEGIN:VEVENT UID:3 END:VEVENT END:VCALENDAR",
         "VCALENDAR(VEVENT(1) VEVENT(2) VEVENT(3))", ["2 missingEnd VEVENT"]),
        ("BEGIN:VCALENDAR BEGIN:VEVENT UID:1 BEGIN:VEVENT UID:2 BEGIN:VTODO UID:3 END:VTODO END:VCALENDAR",
         "VCALENDAR(VEVENT(1) VEVENT(2) VTODO(3))", ["2 missingEnd VEVENT", "4 missingEnd VEVENT"]),
        // The BEGIN is misspelt.
        ("BEGIN:VCALENDAR BEGIN:VEVNET UID:1 END:VEVENT BEGIN:VEVENT UID:2 END:VEVENT END:VCALENDAR",
         "VCALENDAR(VEVNET(1) VEVENT(2))", ["2 missingEnd VEVNET", "4 unexpectedEnd VEVENT"]),
        // A property after the next component belongs to the calendar.
        ("BEGIN:VCALENDAR BEGIN:VEVENT UID:1 BEGIN:VEVENT UID:2 END:VEVENT X-A:b END:VCALENDAR",
         "VCALENDAR(b VEVENT(1) VEVENT(2))", ["2 missingEnd VEVENT"]),
        // The rules of a zone.
        ("BEGIN:VCALENDAR BEGIN:VTIMEZONE TZID:z BEGIN:STANDARD X-A:s BEGIN:DAYLIGHT X-A:d END:DAYLIGHT END:VTIMEZONE END:VCALENDAR",
         "VCALENDAR(VTIMEZONE(z STANDARD(s) DAYLIGHT(d)))", ["4 missingEnd STANDARD"]),
        ("BEGIN:VCALENDAR BEGIN:VTIMEZONE TZID:z BEGIN:STANDARD X-A:s BEGIN:VEVENT UID:1 END:VEVENT END:VCALENDAR",
         "VCALENDAR(VTIMEZONE(z STANDARD(s)) VEVENT(1))", ["2 missingEnd VTIMEZONE", "4 missingEnd STANDARD"]),
        // Events without a calendar around them.
        ("BEGIN:VEVENT UID:1 BEGIN:VEVENT UID:2 END:VEVENT", "VEVENT(1) VEVENT(2)", ["1 missingEnd VEVENT"]),
    ])
    func siblings(text: String, tree: String, problems: [String]) throws { try expect(text, tree, problems) }

    @Test("an alarm without END ends with its event at the latest", arguments: [
        ("BEGIN:VEVENT UID:1 BEGIN:VALARM X-A:a END:VEVENT BEGIN:VEVENT UID:2 END:VEVENT",
         "VEVENT(1 VALARM(a)) VEVENT(2)", ["3 missingEnd VALARM"]),
        ("BEGIN:VEVENT UID:1 BEGIN:VALARM X-A:a BEGIN:VALARM X-A:b END:VALARM END:VEVENT",
         "VEVENT(1 VALARM(a) VALARM(b))", ["3 missingEnd VALARM"]),
        // A property after a misspelt END belongs to the event.
        ("BEGIN:VEVENT UID:1 BEGIN:VALARM X-A:a END:VALRAM X-A:b END:VEVENT",
         "VEVENT(1 b VALARM(a))", ["3 missingEnd VALARM", "5 unexpectedEnd VALRAM"]),
        // Neither the alarm nor its event has an END.
        ("BEGIN:VCALENDAR BEGIN:VEVENT UID:1 BEGIN:VALARM X-A:a BEGIN:VEVENT UID:2 END:VEVENT END:VCALENDAR",
         "VCALENDAR(VEVENT(1 VALARM(a)) VEVENT(2))", ["2 missingEnd VEVENT", "4 missingEnd VALARM"]),
        // An END too many ends nothing.
        ("BEGIN:VEVENT UID:1 BEGIN:VALARM X-A:a END:VALARM END:VALARM X-A:b END:VEVENT",
         "VEVENT(1 b VALARM(a))", ["6 unexpectedEnd VALARM"]),
    ])
    func alarms(text: String, tree: String, problems: [String]) throws { try expect(text, tree, problems) }

    @Test("a calendar without END ends where the next calendar begins, or with the text", arguments: [
        ("BEGIN:VCALENDAR X-A:a BEGIN:VEVENT UID:1 END:VEVENT BEGIN:VCALENDAR X-A:b BEGIN:VEVENT UID:2 END:VEVENT END:VCALENDAR",
         "VCALENDAR(a VEVENT(1)) VCALENDAR(b VEVENT(2))", ["1 missingEnd VCALENDAR"]),
        ("BEGIN:VCALENDAR BEGIN:VEVENT UID:1 END:VEVENT END:VCALENDER BEGIN:VCALENDAR BEGIN:VEVENT UID:2 END:VEVENT END:VCALENDAR",
         "VCALENDAR(VEVENT(1)) VCALENDAR(VEVENT(2))", ["1 missingEnd VCALENDAR", "5 unexpectedEnd VCALENDER"]),
        ("BEGIN:VCALENDAR BEGIN:VEVENT UID:1 BEGIN:VCALENDAR BEGIN:VEVENT UID:2 END:VEVENT END:VCALENDAR",
         "VCALENDAR(VEVENT(1)) VCALENDAR(VEVENT(2))", ["1 missingEnd VCALENDAR", "2 missingEnd VEVENT"]),
        ("BEGIN:VCALENDAR BEGIN:VEVENT UID:1 BEGIN:VALARM X-A:a",
         "VCALENDAR(VEVENT(1 VALARM(a)))", ["1 missingEnd VCALENDAR", "2 missingEnd VEVENT", "4 missingEnd VALARM"]),
        // A property after the last calendar is in none.
        ("BEGIN:VCALENDAR BEGIN:VCALENDAR X-A:a END:VCALENDAR X-A:b",
         "VCALENDAR() VCALENDAR(a)", ["1 missingEnd VCALENDAR", "5 outsideComponent X-A"]),
    ])
    func calendars(text: String, tree: String, problems: [String]) throws { try expect(text, tree, problems) }

    @Test("components that have their END stay where they are written", arguments: [
        "BEGIN:VEVENT BEGIN:VTODO UID:1 END:VTODO X-A:b END:VEVENT",
        "BEGIN:VPOLL BEGIN:VEVENT UID:1 END:VEVENT END:VPOLL",
        "BEGIN:VCALENDAR BEGIN:VCALENDAR END:VCALENDAR END:VCALENDAR",
    ])
    func nested(text: String) throws {
        let octets = Self.octets(text)
        let stream = try CalendarStream(octets)
        #expect(stream.problems.isEmpty)
        #expect(stream.components.count == 1)
        #expect(try CalendarStream(octets, .strict).components == stream.components)
    }

    @Test("a thousand events without END are a thousand events")
    func many() throws {
        let events = (1...1_000).map { "BEGIN:VEVENT UID:\($0) BEGIN:VALARM" }.joined(separator: " ")
        let stream = try CalendarStream(Self.octets("BEGIN:VCALENDAR \(events) END:VCALENDAR"))
        let calendar = try #require(stream.components.first)
        #expect(stream.components.count == 1)
        let uids = calendar.components.compactMap { $0.first("UID")?.value }
        let isInOrder = uids == (1...1_000).map(String.init)
        #expect(isInOrder)
        #expect(calendar.components.allSatisfy { $0.components == [Component("VALARM")] })
        #expect(stream.problems.allSatisfy { $0.reason == .missingEnd })
        #expect(stream.problems.count + stream.unlistedProblems == 2_000)
    }

    private func expect(_ text: String, _ tree: String, _ problems: [String]) throws {
        let octets = Self.octets(text)
        let stream = try CalendarStream(octets)
        #expect(stream.components.map(Self.tree).joined(separator: " ") == tree)
        #expect(stream.problems.map { "\($0.line ?? 0) \($0.reason) \($0.name ?? "")" } == problems.map(Self.worded))
        #expect(try CalendarStream(stream.octets, .strict).components == stream.components)
        let refusal = #expect(throws: Problem.self) { try CalendarStream(octets, .strict) }
        #expect(refusal.map(stream.problems.contains) == true)
    }

    private static func octets(_ text: String) -> [UInt8] {
        Array(text.split(separator: " ").map { $0 + "\r\n" }.joined().utf8)
    }

    /// `2 missingEnd VTODO` with the problem in words.
    private static func worded(_ problem: String) -> String {
        let parts = problem.split(separator: " ")
        let reasons: [Substring: Irregularity] = [
            "missingEnd": .missingEnd, "unexpectedEnd": .unexpectedEnd, "outsideComponent": .outsideComponent,
        ]
        return "\(parts[0]) \(reasons[parts[1]]?.description ?? "") \(parts[2])"
    }

    private static func tree(_ component: Component) -> String {
        let parts = component.properties.map(\.value) + component.components.map(tree)
        return component.name + (parts.isEmpty && component.name != "VCALENDAR" ? "" : "(\(parts.joined(separator: " ")))")
    }
}
