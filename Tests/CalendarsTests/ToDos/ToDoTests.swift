@testable import Calendars
import CivilTime
import ICalendar
import Mail
import Runtime
import Storage
import TestSupport
import Testing

@Suite("To-dos")
struct ToDoTests {
    let test: TestApp
    let home: CalendarHome
    let list: CalendarRow

    init() throws {
        test = try TestApp.patient()
        let address = try #require(EmailAddress("zaid@example.org"))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)
        ).id
        home = test.app.calendars(of: try #require(try test.store.customer(id)))
        list = try #require(try home.list().calendars.first { $0.segment == "tasks" })
    }

    private var today: LocalDate { get throws { try home.toDos().today } }

    private func object(_ lines: [String]) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Phone//EN", "BEGIN:VTODO", "UID:a",
          "DTSTAMP:20261101T000000Z"] + lines + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    /// Stores a to-do as a phone does.
    private func put(_ lines: String...) throws {
        _ = try home.put(Array(object(lines).utf8), at: ObjectPlace("tasks", "a.ics"))
    }

    private func text(_ segment: String = "a.ics") throws -> String {
        String(decoding: try #require(try home.object(at: ObjectPlace("tasks", segment))).octets, as: UTF8.self)
    }

    private func stored(_ segment: String = "a.ics") throws -> StoredToDo {
        try home.toDo(in: list.id.description, segment)
    }

    private func day(_ date: LocalDate) -> String { String(date.iso8601.filter { $0 != "-" }) }

    @Test("rules that cost more than the list may hide times of these to-dos only, and the list says so")
    func costly() throws {
        for number in 0..<5 {
            let text = object(["DTSTART:20200101T000000Z", "RRULE:FREQ=MINUTELY", "SUMMARY:Often"])
                .replacing("UID:a", with: "UID:\(number)")
            _ = try home.put(Array(text.utf8), at: ObjectPlace("tasks", "\(number).ics"))
        }
        try put("SUMMARY:Water")
        let found = try home.toDos()
        #expect(found.isPartial)
        #expect(found.undated.map(\.title) == ["Water"])
    }

    @Test("two hundred that repeat daily are all in the list, with the time of today")
    func manyDaily() throws {
        for number in 0..<200 {
            let text = object(["DTSTART;TZID=Asia/Riyadh:20250101T220000", "RRULE:FREQ=DAILY", "SUMMARY:Daily"])
                .replacing("UID:a", with: "UID:\(number)")
            _ = try home.put(Array(text.utf8), at: ObjectPlace("tasks", "\(number).ics"))
        }
        let found = try home.toDos()
        #expect(!found.isPartial)
        #expect(found.dueToday.count == 200)
    }

    @Test("are in the list by their day, without one, and as done")
    func groups() throws {
        let today = try today
        for (uid, due) in [
            ("yesterday", ToDoDue.day(today - 1)), ("today", .day(today)), ("tomorrow", .day(today + 1)),
            ("never", nil),
        ] as [(String, ToDoDue?)] {
            try home.addToDo(ToDoDraft(title: uid, due: due), to: list.id.description, uid: uid)
        }
        try home.addToDo(ToDoDraft(title: "done"), to: "", uid: "done")
        try home.tick(stored("done.ics"), at: nil, isDone: true)
        let found = try home.toDos()
        #expect(found.overdue.map(\.title) == ["yesterday"])
        #expect(found.dueToday.map(\.title) == ["today"])
        #expect(found.later.map(\.title) == ["tomorrow"])
        #expect(found.undated.map(\.title) == ["never"])
        #expect(found.done.map(\.title) == ["done"])
    }

    @Test("a form that is sent twice makes one")
    func twice() throws {
        #expect(try home.addToDo(ToDoDraft(title: "Water"), to: "", uid: "u") != nil)
        #expect(try home.addToDo(ToDoDraft(title: "Water"), to: "", uid: "u") == nil)
        #expect(try home.toDos().undated.count == 1)
    }

    @Test("an edit changes its own lines, and keeps all others as the phone wrote them")
    func edit() throws {
        try put(
            "SUMMARY;LANGUAGE=ar:Water the", "  plants", "X-APPLE-SORT-ORDER:42",
            "due;VALUE=DATE:20261125", "Priority:5", "BEGIN:VALARM", "ACTION:DISPLAY",
            "TRIGGER;RELATED=END:-PT15M", "END:VALARM")
        let before = try stored()
        #expect(before.draft.title == "Water the plants")
        #expect(before.draft.due == .day(try #require(LocalDate(year: 2026, month: 11, day: 25))))
        var draft = before.draft
        draft.priority = .high
        try home.edit(before, to: draft, ifTag: before.tag)
        let after = try text()
        for line in [
            "SUMMARY;LANGUAGE=ar:Water the\r\n  plants\r\n", "X-APPLE-SORT-ORDER:42\r\n",
            "due;VALUE=DATE:20261125\r\n", "TRIGGER;RELATED=END:-PT15M\r\n",
        ] {
            #expect(after.contains(line), "\(line)")
        }
        #expect(after.contains("PRIORITY:1\r\n"))
    }

    @Test("an edit without a change stores nothing")
    func unchanged() throws {
        try put("SUMMARY:Water")
        let before = try text(), stored = try stored()
        #expect(try home.edit(stored, to: stored.draft, ifTag: stored.tag) == nil)
        #expect(try text() == before)
    }

    @Test("its day can change to a time, and go", arguments: [
        (["DUE;VALUE=DATE:20261125"], "DUE:20261126T113000Z"),
        (["DUE;TZID=Asia/Riyadh:20261125T090000"], "DUE;TZID=Asia/Riyadh:20261126T143000"),
        (["DTSTART:20261125T060000Z", "DUE:20261125T060000Z"], "DTSTART:20261126T113000Z\r\nDUE:20261126T113000Z"),
    ])
    func due(lines: [String], expected: String) throws {
        _ = try home.put(Array(object(["SUMMARY:Water"] + lines).utf8), at: ObjectPlace("tasks", "a.ics"))
        let before = try stored()
        var draft = before.draft
        let day = try #require(LocalDate(year: 2026, month: 11, day: 26))
        draft.due = .time(try #require(LocalDateTime(date: day, hour: 14, minute: 30)))
        try home.edit(before, to: draft, ifTag: before.tag)
        #expect(try text().contains(expected + "\r\n"))
        draft.due = nil
        try home.edit(stored(), to: draft, ifTag: stored().tag)
        #expect(try !text().contains("DUE"))
        #expect(try stored().draft.due == nil)
    }

    @Test("a tick writes status, moment and percentage, and taking it back removes them")
    func tick() throws {
        try put("SUMMARY:Water", "X-KEPT:yes")
        try home.tick(stored(), at: nil, isDone: true)
        let done = try text()
        for line in ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:2026", "X-KEPT:yes"] {
            #expect(done.contains(line))
        }
        #expect(try home.tick(stored(), at: nil, isDone: true) == nil, "the second tick changes nothing")
        try home.tick(stored(), at: nil, isDone: false)
        let open = try text()
        #expect(open.contains("STATUS:NEEDS-ACTION"))
        #expect(!open.contains("COMPLETED"))
        #expect(!open.contains("PERCENT-COMPLETE"))
    }

    @Test("of one that repeats, one time is done, and the next is shown")
    func repeating() throws {
        let today = try today
        try put("SUMMARY:Water", "DTSTART;VALUE=DATE:\(day(today - 3))", "RRULE:FREQ=DAILY")
        let first = try #require(try home.toDos().dueToday.first)
        #expect(try home.toDos().overdue.isEmpty, "missed times do not pile up")
        try home.tick(stored(), at: first.recurrenceID, isDone: true)
        let list = try home.toDos()
        #expect(list.later.map(\.due) == [.day(today + 1)])
        #expect(list.done.map(\.recurrenceID) == [first.recurrenceID])
        try home.tick(stored(), at: first.recurrenceID, isDone: false)
        #expect(try home.toDos().dueToday.count == 1)
    }

    @Test("a form that a phone overtook changes nothing, and gives the present state")
    func overtaken() throws {
        try put("SUMMARY:Water")
        let seen = try stored()
        try put("SUMMARY:Water twice")
        do {
            try home.edit(seen, to: ToDoDraft(title: "Mine"), ifTag: seen.tag)
            Issue.record("the edit was stored")
        } catch let overtaken as ToDoOvertaken {
            #expect(overtaken.current.draft.title == "Water twice")
        }
        #expect(try stored().draft.title == "Water twice")
    }

    @Test("values that cannot be stored are named", arguments: [
        (ToDoDraft(title: ""), ToDoProblem.noTitle),
        (ToDoDraft(title: String(repeating: "x", count: 10_000)), .titleTooLong(limit: 500)),
        (ToDoDraft(title: "a\u{202E}b"), .titleCharacters), (ToDoDraft(title: "a\u{7}b"), .titleCharacters),
        (ToDoDraft(title: "a", note: String(repeating: "x", count: 50_001)), .noteTooLong(limit: 50_000)),
        (ToDoDraft(title: "a", note: "\u{0}"), .noteCharacters),
    ])
    func problems(draft: ToDoDraft, problem: ToDoProblem) throws {
        #expect(throws: ToDoProblems(problems: [problem])) { try home.addToDo(draft, to: "", uid: "u") }
        #expect(try home.toDos().undated.isEmpty)
    }

    @Test("of a deleted list, or of something that is no to-do, there is none")
    func absent() throws {
        try put("SUMMARY:Water")
        #expect(throws: (any Error).self) { try home.toDo(in: "999999", "a.ics") }
        #expect(throws: (any Error).self) { try home.toDo(in: list.id.description, "b.ics") }
        let seen = try stored()
        try home.delete(seen)
        #expect(throws: (any Error).self) { try home.tick(seen, at: nil, isDone: true) }
        #expect(throws: (any Error).self) { try home.delete(seen) }
    }

    @Test("without a list for them, the first one makes a list")
    func noList() throws {
        try home.delete("tasks")
        try home.addToDo(ToDoDraft(title: "Water"), to: "", uid: "0c9d1d1e-0000-4000-8000-000000000000")
        #expect(try home.toDos().undated.map(\.title) == ["Water"])
    }
}
