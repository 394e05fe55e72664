@testable import Calendars
import CivilTime
import ICalendar
import Mail
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage
import TestSupport
import Testing

/// Anchored events as forms make and edit them.
@Suite("An anchored event in a form")
struct AnchoredEventTests {
    private let test: TestApp
    private let home: CalendarHome
    private let world = AnchorWorld()
    private let first = day("2026-12-01")

    init() throws {
        test = try TestApp.patient()
        let address = try #require(EmailAddress("zaid@example.org"))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)
        ).id
        home = test.app.calendars(of: try #require(try test.store.customer(id)))
        _ = try home.list()
    }

    private func live() throws {
        _ = try test.app.replacePrayerFeed(of: home.customer.id, by: NewPrayerFeed(
            cityID: nil, placeName: "Riyadh", country: "SA", latitude: 24.69,
                longitude: 46.72, elevationMetres: nil,
            timeZone: "Asia/Riyadh", options: ""))
    }

    private func draft(_ minutes: Int = 15) -> EventDraft {
        EventDraft(
            title: "Walk", time: .anchored(PrayerAnchor(prayer: .asr, minutes: minutes), day: first, minutes: 45),
            repetition: Repetition(.daily))
    }

    private func starts(_ segment: String) throws -> [Instant] {
        let row = try #require(try home.object(at: ObjectPlace("personal", segment)))
        return try world.starts(try #require(try CalendarText(row.octets)).calendar)
    }

    private let place = ObjectPlace("personal", "walk.ics")

    private func stored(_ recurrenceID: String? = nil) throws -> StoredEvent {
        let calendar = try #require(try home.calendar("personal")).id
        return try #require(try home.event(in: calendar, "walk.ics", at: recurrenceID))
    }

    @Test("without a city it is refused beside the start")
    func noCity() throws {
        let problem = #expect(throws: EventProblems.self) { try home.add(draft(), to: "personal", uid: "walk") }
        #expect(problem?[.start]?.reason == .noCity)
    }

    @Test("it is made, shown and edited with its anchor, and every day follows")
    func edit() throws {
        try live()
        _ = try home.add(draft(), to: "personal", uid: "walk")
        #expect(try stored().draft.time == draft().time)
        #expect(try stored().draft.repetition == Repetition(.daily))
        let before = try starts("walk.ics")
        _ = try home.edit(place, at: nil, .all, draft(25), ifTag: try stored().tag)
        #expect(try starts("walk.ics") == before.map { $0 + .seconds(600) })
        #expect(try stored().draft.time == draft(25).time)
    }

    @Test("a new name is that of every day, and the times stay")
    func rename() throws {
        try live()
        _ = try home.add(draft(), to: "personal", uid: "walk")
        let before = try starts("walk.ics")
        var other = draft()
        other.title = "Run"
        _ = try home.edit(place, at: nil, .all, other, ifTag: try stored().tag)
        #expect(try starts("walk.ics") == before)
        let row = try #require(try home.object(at: place))
        let parts = try #require(try CalendarText(row.octets)).calendar.components.filter { $0.name == "VEVENT" }
        #expect(parts.count > 300)
        #expect(parts.allSatisfy { $0.first("SUMMARY")?.value == "Run" })
    }

    @Test("only a day that somebody changed is called changed")
    func isChanged() throws {
        try live()
        _ = try home.add(draft(), to: "personal", uid: "walk")
        let octets = try #require(try home.object(at: place)).octets
        let object = try #require(try CalendarText(octets)).calendar
        let id = try #require(object[of: first + 9]?.date("RECURRENCE-ID"))
        #expect(try !stored(id.addressText).isChanged)
        var other = try stored(id.addressText).draft
        other.title = "Run"
        _ = try home.edit(place, at: id.addressText, .one, other, ifTag: try stored().tag)
        #expect(try stored(id.addressText).isChanged)
    }

    @Test("a note that does not fit beside each day is refused with the length that fits, now and in later years")
    func longNote() throws {
        try live()
        var long = draft()
        long.note = String(repeating: "ملاحظة طويلة ", count: 300)
        let problem = #expect(throws: EventProblems.self) { try home.add(long, to: "personal", uid: "walk") }
        guard case .noteOfSeries(let limit)? = problem?[.note]?.reason else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect((200...1_000).contains(limit) && limit % 50 == 0)
        long.note = String(long.note.prefix(limit))
        _ = try home.add(long, to: "personal", uid: "walk")
        let counter = try #require(try home.calendar("personal")).counter
        for _ in 0..<4 {
            test.advance(seconds: 341 * 86_400)
            while try TimesOfSeries.bringDueUpToDate(limit: 20, test.app) > 0 {}
        }
        #expect(try #require(try home.calendar("personal")).counter == counter + 3)
        long = try stored().draft
        long.note = String(repeating: "ملاحظة طويلة ", count: 300)
        let later = #expect(throws: EventProblems.self) {
            try home.edit(place, at: nil, .all, long, ifTag: try stored().tag)
        }
        #expect(later?[.note] != nil)
    }

    @Test("one day that is moved in a form stays there, and the others follow")
    func one() throws {
        try live()
        _ = try home.add(draft(), to: "personal", uid: "walk")
        let octets = try #require(try home.object(at: place)).octets
        let object = try #require(try CalendarText(octets)).calendar
        let id = try #require(object[of: first + 9]?.date("RECURRENCE-ID"))
        var moved = try stored(id.addressText).draft
        let start = try #require(LocalDateTime(date: first + 9, hour: 20, minute: 0))
        let end = try #require(LocalDateTime(date: first + 9, hour: 21, minute: 0))
        #expect(moved.time == .anchored(PrayerAnchor(prayer: .asr, minutes: 15), day: first + 9, minutes: 45))
        moved.time = .timed(start: start, startZone: "Asia/Riyadh", end: end, endZone: "Asia/Riyadh")
        _ = try home.edit(place, at: id.addressText, .one, moved, ifTag: try stored().tag)
        _ = try home.edit(place, at: nil, .all, draft(25), ifTag: try stored().tag)
        let found = try starts("walk.ics")
        #expect(found.contains(world.zone.instant(of: start)))
        #expect(found.count == 401)
    }
}
