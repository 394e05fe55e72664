@testable import Calendars
import CivilTime
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

/// The moment of the tests is half past five in the afternoon in Riyadh, half past two in UTC, on 2026-11-23.
@Suite("Due times of alarms")
struct ReminderTests {
    private let world: TrashWorld

    init() throws { world = try TrashWorld() }

    @Test("are written with the event, replaced with it, and gone with it; the trash gives them back")
    func life() throws {
        try put("DTSTART:20261125T120000Z", alarm("-PT15M"), alarm("-PT1H"))
        #expect(try rows() == ["2026-11-25 11:00", "2026-11-25 11:45"])
        try put("DTSTART:20261126T120000Z", alarm("-PT15M"))
        #expect(try rows() == ["2026-11-26 11:45"])
        try put("DTSTART:20261126T120000Z")
        #expect(try rows() == [] && isWithout())
        try put("DTSTART:20261127T120000Z", alarm("-PT15M"))
        try world.phone.deleteObject(at: place)
        #expect(try rows() == [])
        let deleted = try #require(try world.trash().first)
        _ = try world.page.restoreFromTrash(deleted.id)
        #expect(try rows() == ["2026-11-27 11:45"])
    }

    @Test("move along to another calendar")
    func move() throws {
        try put("DTSTART:20261125T120000Z", alarm("-PT15M"))
        var values = CalendarValues()
        values.displayName = "Work"
        try world.page.make(values, at: "work")
        _ = try world.phone.move(from: place, to: ObjectPlace("work", "a.ics"), isMove: true)
        #expect(try rows() == ["2026-11-25 11:45"])
    }

    @Test("of a file are those to come only: an alarm is at most a minute late")
    func past() throws {
        try put("DTSTART:20261123T144500Z", alarm("-PT15M"), alarm("-PT16M"), alarm("-PT17M"), alarm("-PT1H"))
        #expect(try rows() == ["2026-11-23 14:29", "2026-11-23 14:30"])
        let text = object("DTSTART:20261125T120000Z", alarm("-PT15M"), uid: "file")
        _ = try world.page.store(world.page.read(file: text), in: "personal")
        #expect(try rows().last == "2026-11-25 11:45")
    }

    @Test("an event that is cancelled, or that the customer declined, has none", arguments: [
        ("STATUS:CANCELLED", false), ("ATTENDEE;PARTSTAT=DECLINED:mailto:Zaid@example.org", false),
        ("ATTENDEE;PARTSTAT=DECLINED:mailto:sara@example.org", true),
    ])
    func declined(line: String, rings: Bool) throws {
        try put("DTSTART:20261125T120000Z\r\nORGANIZER:mailto:boss@example.org\r\n\(line)", alarm("-PT15M"))
        #expect(try rows().isEmpty != rings)
    }

    @Test("reach eight days ahead, and the worker continues them")
    func ahead() throws {
        try put("DTSTART:20261101T120000Z\r\nRRULE:FREQ=DAILY", alarm("-PT15M"))
        #expect(try rows().count == 8 && rows().last == "2026-12-01 11:45")
        #expect(try bringUpToDate() == 0)
        world.test.advance(seconds: 2 * 86_400)
        #expect(try bringUpToDate() == 1)
        #expect(try rows().count == 10 && rows().last == "2026-12-03 11:45")
        #expect(try bringUpToDate() == 0)
    }

    @Test("an alarm of next month costs nothing until its week comes")
    func later() throws {
        try put("DTSTART:20261224T120000Z", alarm("-PT15M"))
        #expect(try rows().isEmpty)
        world.test.advance(seconds: 20 * 86_400)
        #expect(try bringUpToDate() == 0)
        world.test.advance(seconds: 5 * 86_400)
        #expect(try bringUpToDate() == 1)
        #expect(try rows() == ["2026-12-24 11:45"] && isWithout())
    }

    @Test("of a whole day follow the customer to another zone")
    func zone() throws {
        try put("DTSTART;VALUE=DATE:20261125", alarm("-PT15H"))
        #expect(try rows() == ["2026-11-24 06:00"])
        var customer = world.customer
        customer.timeZone = "America/New_York"
        try world.test.store.replace(customer)
        #expect(try rows().isEmpty)
        #expect(try bringUpToDate() == 1)
        #expect(try rows() == ["2026-11-24 14:00"])
        try world.test.store.replace(customer)
        #expect(try bringUpToDate() == 0)
    }

    @Test("events that an earlier release stored get theirs")
    func earlier() throws {
        try put("DTSTART:20261125T120000Z", alarm("-PT15M"))
        _ = try world.page.put(object("DTSTART:20261125T120000Z", uid: "b"), at: ObjectPlace("personal", "b.ics"))
        try world.test.run("DELETE FROM reminder")
        try world.test.run("UPDATE calendar_object SET reminders_until = DEFAULT")
        #expect(try bringUpToDate() == 2)
        #expect(try rows() == ["2026-11-25 11:45"])
        #expect(try bringUpToDate() == 0)
    }

    @Test("name their occurrence, and keep their key when a program writes the event again")
    func keys() throws {
        let times = "DTSTART:20261124T120000Z\r\nRRULE:FREQ=DAILY;COUNT=2"
        try put(times, alarm("-PT15M"))
        let before = try column("key")
        #expect(Set(before).count == 2)
        #expect(try column("recurrence_id") == ["20261124T120000Z", "20261125T120000Z"])
        try put("\(times)\r\nDESCRIPTION:new", alarm("-PT15M"))
        #expect(try column("key") == before)
        #expect(try column("title") == ["Dinner", "Dinner"])
    }

    @Test("a hostile rule makes no more than 500")
    func hostile() throws {
        let times = "DTSTART:20261123T143000Z\r\nDTEND:20261130T143000Z"
        try put(times, alarm("PT0S", "REPEAT:1000", "DURATION:PT1M"))
        #expect(try rows().count == 500)
    }

    // MARK: Helpers

    private let place = ObjectPlace("personal", "a.ics")

    private func alarm(_ trigger: String, _ lines: String...) -> String {
        (["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:\(trigger)"] + lines + ["END:VALARM"]).joined(separator: "\r\n")
    }

    private func object(_ times: String, _ alarms: String..., uid: String = "a") -> [UInt8] { text(times, alarms, uid) }

    private func text(_ times: String, _ alarms: [String], _ uid: String) -> [UInt8] {
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Client//EN", "BEGIN:VEVENT", "UID:\(uid)",
            "DTSTAMP:20260101T000000Z", times, "SUMMARY:Dinner",
        ] + alarms + ["END:VEVENT", "END:VCALENDAR", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private func put(_ times: String, _ alarms: String...) throws {
        _ = try world.phone.put(text(times, alarms, "a"), at: place)
    }

    private func bringUpToDate() throws -> Int { try RemindersAhead.bringUpToDate(limit: 100, world.test.app) }

    /// Returns the due times in UTC.
    private func rows() throws -> [String] { try column("to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')") }

    private func column(_ value: SQL) throws -> [String] {
        let all: [Text] = try world.test.store.connection.rows("SELECT \(value) AS text FROM reminder ORDER BY due_at")
        return all.map(\.text)
    }

    /// True if no alarm of the event is to come after those that are known.
    private func isWithout() throws -> Bool {
        try world.test.count("calendar_object WHERE reminders_until IS NULL") == 1
    }

    private struct Text: RowDecodable {
        let text: String
        init(_ row: Row) throws(PostgresError) { text = try row["text"] }
    }
}
