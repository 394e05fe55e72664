@testable import Calendars
import CivilTime
import DAV
import ICalendar
import Storage
import TestSupport
import Testing

@Suite("Events in calendars")
struct EventVerbTests {
    let world: ImportWorld
    var home: CalendarHome { world.home }

    init() throws { world = try ImportWorld() }

    /// Adds a daily event of five days.
    func added(_ uid: String = "a") throws -> StoredEvent {
        let daily = try draft(repeating: Repetition(.daily, .count(5)))
        return try #require(try home.event(at: home.add(daily, to: "personal", uid: uid).place))
    }

    func overtaken(_ edit: () throws -> Void) throws -> StoredEvent? {
        do {
            try edit()
            Issue.record("not refused")
        } catch EventRefusal.overtaken(let current) {
            return current
        }
        return nil
    }

    @Test("a form that is sent twice makes one event, and its calendar is that of the next one")
    func twice() throws {
        var values = CalendarValues()
        values.displayName = "Work"
        try home.make(values, at: "work")
        #expect(try home.calendarForNewEvents()?.segment == "personal")
        let first = try home.add(try draft(), to: "work", uid: "b-1")
        let second = try home.add(try draft("Other"), to: "work", uid: "b-1")
        #expect(first.isNew && !second.isNew && first.place == second.place)
        #expect(try world.objects("work").count == 1)
        #expect(try home.event(at: first.place)?.draft.title == "Lunch")
        #expect(try home.calendarForNewEvents()?.segment == "work")
    }

    @Test("wrong input and a calendar that is gone are refused, and nothing is stored")
    func refused() throws {
        #expect(throws: EventProblems([EventProblem(.end, .endBeforeStart)])) {
            try home.add(try draft(to: "2026-11-25 14:00"), to: "personal", uid: "c")
        }
        #expect(throws: CalendarRefusal.self) { try home.add(try draft(), to: "gone", uid: "c") }
        #expect(throws: CalendarRefusal.self) { try home.add(try draft(), to: "tasks", uid: "c") }
        #expect(try world.objects().isEmpty)
    }

    @Test("an edit that was overtaken shows the event as it is now, and changes nothing")
    func overtaken() throws {
        let stored = try added()
        var mine = stored.draft, theirs = stored.draft
        (mine.title, theirs.note) = ("Mine", "Theirs")
        _ = try home.edit(stored.place, at: nil, .all, theirs, ifTag: stored.tag)
        let present = try overtaken { _ = try home.edit(stored.place, at: nil, .all, mine, ifTag: stored.tag) }
        let current = try #require(present)
        #expect(current.draft.differences(from: mine) == [.title, .note])
        _ = try home.edit(
            stored.place, at: nil, .all, mine.taking([.note], from: current.draft), ifTag: current.tag)
        let merged = try #require(try home.event(at: stored.place))
        #expect(merged.draft.title == "Mine" && merged.draft.note == "Theirs")
    }

    @Test("this and all later events move to an object of their own, in one change")
    func following() throws {
        let stored = try added()
        let one = try #require(try home.event(at: stored.place, "20261127T150000"))
        #expect(one.counts == ScopeCounts(following: 3, all: 5))
        var draft = one.draft
        draft.title = "New"
        let place = try home.edit(stored.place, at: one.recurrenceID, .following, draft, ifTag: one.tag)
        #expect(place != stored.place)
        #expect(try home.event(at: stored.place)?.counts.all == 2)
        let rest = try #require(try home.event(at: place))
        #expect(rest.counts.all == 3 && rest.draft.title == "New")
    }

    @Test("one event is removed, then all")
    func removal() throws {
        let stored = try added()
        try home.remove(stored.place, at: "20261126T150000", .one, ifTag: stored.tag)
        #expect(try home.event(at: stored.place, "20261126T150000") == nil)
        let left = try #require(try home.event(at: stored.place))
        #expect(left.counts.all == 4)
        _ = try overtaken { try home.remove(stored.place, at: nil, .all, ifTag: stored.tag) }
        try home.remove(stored.place, at: nil, .all, ifTag: left.tag)
        #expect(try home.event(at: stored.place) == nil)
    }

    @Test("an event moves to another calendar with its UID, unless that UID is there")
    func move() throws {
        var values = CalendarValues()
        values.displayName = "Work"
        try home.make(values, at: "work")
        let stored = try added()
        let place = try home.moveEvent(stored.place, to: "work")
        #expect(try home.event(at: stored.place) == nil)
        #expect(try home.event(at: place)?.uid == "a")
        let again = try added()
        #expect(throws: CalendarRefusal.self) { try home.moveEvent(again.place, to: "work") }
        #expect(try home.event(at: again.place) != nil)
    }

    @Test("a copy is an event of its own")
    func copy() throws {
        let stored = try added()
        let copy = try #require(try home.event(at: home.duplicate(stored.place, uid: "c-1")))
        #expect(copy.uid != stored.uid && copy.draft == stored.draft)
        let one = try #require(try home.event(at: home.duplicate(stored.place, at: "20261126T150000", uid: "c-2")))
        #expect(!one.isRecurring)
        #expect(one.draft.time == stored.draft.time.moved(days: 1))
    }

    @Test("a to-do is not an event, and another customer's event is not found")
    func others() throws {
        _ = try world.store(file(
            "BEGIN:VTODO\r\nUID:t\r\nDTSTAMP:20261101T000000Z\r\nDUE:20261201T090000Z\r\nEND:VTODO\r\n"), in: "tasks")
        let segment = try #require(try world.objects("tasks")["t"]).member.segment
        #expect(throws: EventRefusal.self) { try home.event(at: ObjectPlace("tasks", segment)) }
        #expect(try home.event(in: CalendarID(0), "x", at: nil) == nil)
    }
}
