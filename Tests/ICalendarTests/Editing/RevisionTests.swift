import ICalendar
import Testing

@Suite("Editing: the count of revisions")
struct RevisionTests {
    @Test("a revision adds one; the largest number stays; what cannot be read counts as 0", arguments: [
        (nil, "1"), ("0", "1"), ("41", "42"), ("2147483646", "2147483647"), ("2147483647", "2147483647"),
        ("-5", "1"), ("many", "1"),
    ] as [(String?, String)])
    func counts(before: String?, after: String) {
        var event = Component("VEVENT", properties: before.map { [Property("SEQUENCE", value: $0)] } ?? [])
        event.countRevision()
        #expect(event.first("SEQUENCE")?.value == after)
        #expect(event.properties.count == 1)
    }

    @Test("the number before a change may be another component's")
    func earlier() {
        var event = Component("VEVENT", properties: [Property("SEQUENCE", value: "3")])
        event.countRevision(after: 7)
        #expect(event.first("SEQUENCE")?.value == "8")
    }
}
