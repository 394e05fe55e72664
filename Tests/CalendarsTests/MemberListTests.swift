import Calendars
import DAV
import Mail
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

/// One responder asks again and again, and another one changes the calendar meanwhile.
@Suite("The list of a calendar's objects, remembered")
struct MemberListTests {
    let test: TestApp
    let customer: Customer
    private let home: CalendarHome, other: CalendarHome

    init() throws {
        test = try TestApp.patient()
        let address = try #require(EmailAddress("zaid@example.org"))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)
        ).id
        customer = try #require(try test.store.customer(id))
        home = test.app.calendars(of: customer)
        other = try test.anotherApp().calendars(of: customer)
        _ = try home.list()
    }

    private func put(_ name: String, _ sequence: Int = 0, in calendar: String = "personal") throws {
        _ = try other.put(event(name, sequence), at: ObjectPlace(calendar, "\(name).ics"))
    }

    private func segments(_ calendar: String = "personal") throws -> [String] {
        try #require(try home.members(of: calendar)).members.map(\.segment)
    }

    @Test("every list and first synchronization is what the database has at that moment")
    func always() throws {
        for step in 0..<60 {
            let name = ["d", "a", "f", "b", "e", "c", "ä"][step * 5 % 7]
            switch step * 11 % 4 {
            case 0, 1: try put(name, step)
            case 2: _ = try? other.deleteObject(at: ObjectPlace("personal", "\(name).ics"))
            default: break
            }
            let stored = try test.store.calendarAndMembers(of: customer.id, "personal")
            let here = try #require(try home.members(of: "personal"))
            #expect(here.members == stored.members, "step \(step)")
            #expect(here.calendar == stored.calendar)
            let first = try #require(
                try home.changes(of: "personal", since: nil, limit: nil, withOctets: false))
            #expect(first.changes.map(\.member) == stored.members.sorted { $0.counter < $1.counter })
            #expect(first.token == stored.calendar?.syncToken)
        }
    }

    @Test("a calendar that is made again at the address of a deleted one is another one")
    func another() throws {
        try other.make(CalendarValues(), at: "work")
        for name in ["a", "b", "c"] { try put(name, in: "work") }
        #expect(try segments("work") == ["a.ics", "b.ics", "c.ics"])
        try other.delete("work")
        #expect(try home.members(of: "work") == nil)
        try other.make(CalendarValues(), at: "work")
        #expect(try segments("work") == [])
        for name in ["d", "e", "f", "g"] { try put(name, in: "work") }
        #expect(try segments("work") == ["d.ics", "e.ics", "f.ics", "g.ics"])
    }

    @Test("a list from before removals that are forgotten is read again")
    func forgotten() throws {
        for name in ["a", "b", "c"] { try put(name) }
        #expect(try segments() == ["a.ics", "b.ics", "c.ics"])
        try other.deleteObject(at: ObjectPlace("personal", "b.ics"))
        try test.run("DELETE FROM calendar_removal")
        try test.run("UPDATE calendar_collection SET oldest_counter = counter")
        #expect(try segments() == ["a.ics", "c.ics"])
    }

    @Test("an object that moves is in one list, and the list of an unchanged calendar is not read again")
    func moves() throws {
        try other.make(CalendarValues(), at: "work")
        for name in ["a", "b"] { try put(name) }
        #expect(try segments() == ["a.ics", "b.ics"])
        #expect(try segments("work") == [])
        _ = try other.move(
            from: ObjectPlace("personal", "a.ics"), to: ObjectPlace("work", "z.ics"), isMove: true)
        #expect(try segments() == ["b.ics"])
        #expect(try segments("work") == ["z.ics"])
        // Behind the back of the counter, as nothing of Jadwal's does: only a list that is read again would see it.
        try test.run("UPDATE calendar_object SET segment = 'y.ics' WHERE segment = 'z.ics'")
        #expect(try segments("work") == ["z.ics"])
    }
}

private func event(_ uid: String, _ sequence: Int) -> [UInt8] {
    Array(
        """
        BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Client//EN\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\n\
        DTSTAMP:20260101T000000Z\r\nDTSTART:20260105T100000Z\r\nSEQUENCE:\(sequence)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
        """.utf8)
}
