@testable import ICalendar
import Testing

@Suite("Components")
struct ComponentTests {
    @Test("a component without RECURRENCE-ID is the master, also of a series of one", arguments: [
        ([Property("UID", value: "1")], true),
        ([Property("RRULE", value: "FREQ=DAILY")], true),
        ([Property("RECURRENCE-ID", value: "20261125T150000Z")], false),
        ([Property("RECURRENCE-ID", value: "")], false),
    ])
    func master(properties: [Property], isMaster: Bool) {
        #expect(Component("VEVENT", properties: properties).isMaster == isMaster)
    }

    @Test("a value that is missing or cannot be read is nil, and a value that can is the value")
    func readableValues() {
        let component = Component("VEVENT", properties: [
            Property("DTSTART", value: "20261125"), Property("DTEND", value: "tomorrow"),
        ])
        func time(_ name: String) -> DateOrTime? { readable(try component.first(name)?.dateOrTime()) }
        #expect(time("DTSTART")?.isDate == true)
        #expect(time("DTEND") == nil)
        #expect(time("DUE") == nil)
    }

    @Test("the rules of a zone are nil if neither the object nor the machine has it")
    func zones() {
        let zones = ZoneResolver { _ in nil }
        #expect(zones.knownRules("Nowhere/Town") == nil)
        #expect(RecurrenceRule(readable: "FREQ=SOMETIMES") == nil)
        #expect(RecurrenceRule(readable: "FREQ=DAILY;COUNT=2")?.count == 2)
    }
}
