@testable import Calendars
import CivilTime
import ICalendar
import PrayerTimes
import Testing

/// Series with single changes whose times a person replaces in a form.
@Suite("A series that gets other times")
struct CarriedChangesTests {
    let world = AnchorWorld()
    private var moved: LocalDate { world.today + 5 }
    private var renamed: LocalDate { world.today + 7 }
    private var gone: LocalDate { world.today + 9 }
    private let hijri = HijriCalendar.ummAlQura

    // MARK: Helpers

    private func context() -> EventContext {
        let series = CustomerSeries(
            sources: world.sources, now: world.now, today: world.today, database: AnchorWorld.database)
        return EventContext(
            now: world.now, timeZone: world.zone.name, weekStart: .sunday, database: AnchorWorld.database,
            computed: series, address: "zaid@example.org")
    }

    /// Edits all events of a series in a form.
    private func edited(
        _ object: Component, at id: String? = nil, _ change: (inout EventDraft) throws -> Void
    ) throws -> Component {
        let text = try #require(try CalendarText(CalendarStream([object]).octets))
        let event = try ObjectEvent(text, at: id, context())
        var draft = event.draft
        try change(&draft)
        let edited = try #require(try event.edited(.all, to: draft, newUID: "2"))
        let octets = try #require(edited.octets)
        return try #require(try CalendarText(octets)).calendar
    }

    private func evening(_ day: LocalDate, _ hour: Int = 17) throws -> EventTime {
        let start = try #require(LocalDateTime(date: day, hour: hour, minute: 0))
        let end = try #require(LocalDateTime(date: day, hour: hour + 1, minute: 0))
        return .timed(start: start, startZone: world.zone.name, end: end, endZone: world.zone.name)
    }

    private func plain(_ time: EventTime, _ repetition: Repetition = Repetition(.daily)) throws -> Component {
        try EventDraft(title: "Walk", time: time, repetition: repetition).object(uid: "walk", context())
    }

    /// Changes single events as a phone does: one begins at eight, one has another name, one is deleted.
    ///
    /// - Parameter ids: the RECURRENCE-IDs of these days.
    private func changed(_ object: Component, _ ids: [LocalDate]? = nil, hours: Bool = true) throws -> Component {
        let ids = ids ?? [moved, renamed, gone], zones = ZoneResolver(object, database: AnchorWorld.database)
        let writer = try #require(TimeWriter(object.series, nil, zones))
        func single(_ day: LocalDate) -> Component {
            if let own = object[of: day] { return own }
            var own = object.series.withoutSeries
            own.set(Property("RECURRENCE-ID", writer.nominal(day)))
            own.set(Property("DTSTART", writer.nominal(day)))
            let length = (writer.end ?? writer.start).local.date - writer.start.local.date
            if let end = writer.end { own.set(Property("DTEND", end.on(day + length))) }
            return own
        }
        var object = object
        object[of: ids[0]] = single(ids[0])
        if hours {
            for (name, hour) in [("DTSTART", 20), ("DTEND", 21)] {
                let time = try #require(LocalDateTime(date: ids[0], hour: hour, minute: 0))
                object[of: ids[0]]?.set(Property(name, .zoned(time, tzid: world.zone.name)))
            }
        } else {
            object[of: ids[0]]?.set(Property("DTSTART", .date(ids[0] + 2)))
            object[of: ids[0]]?.set(Property("DTEND", .date(ids[0] + 3)))
        }
        object[of: ids[1]] = single(ids[1])
        object[of: ids[1]]?.set(Property("SUMMARY", text: "Run"))
        object[of: ids[2]] = nil
        object.series.properties.append(Property("EXDATE", writer.nominal(ids[2])))
        return object
    }

    /// Returns the starts and names of the events on a day.
    private func events(_ object: Component, on day: LocalDate) throws -> [String] {
        let parts = object.components.filter { $0.name == "VEVENT" }
        return try world.occurrences(object).filter { $0.start.local.date == day }.map { occurrence in
            "\(occurrence.start.isDate ? "day" : occurrence.start.local.clock) "
                + (parts[occurrence.partIndex].first("SUMMARY")?.value ?? "")
        }
    }

    private func overrides(_ object: Component) -> Int {
        object.components.count { $0.first("RECURRENCE-ID") != nil }
    }

    // MARK: Prayers

    @Test("a series after Asr that becomes one at five keeps what was changed and deleted")
    func prayerToPlain() throws {
        let after = try edited(try changed(try world.afterAsr())) { draft in
            draft.time = try evening(world.today)
        }
        #expect(try events(after, on: moved) == ["20:00 Walk"])
        #expect(try events(after, on: renamed) == ["17:00 Run"])
        #expect(try events(after, on: gone) == [])
        #expect(try events(after, on: gone + 1) == ["17:00 Walk"])
        #expect(overrides(after) == 2)
        #expect(!after.text.contains("X-JADWAL"))
    }

    @Test("a change on a day without an event is left out")
    func otherDays() throws {
        // 28 November 2026 is a Saturday, the 30th a Monday.
        let after = try edited(try changed(try world.afterAsr())) { draft in
            draft.time = try evening(world.today)
            draft.repetition.rule = .weekly(interval: 1, [.saturday])
        }
        #expect(try events(after, on: moved) == ["20:00 Walk"])
        #expect(try events(after, on: renamed) == [])
        #expect(overrides(after) == 1 && after.series.first("EXDATE") == nil)
        #expect(after.series.date("DTSTART")?.local.date == moved)
    }

    @Test("a series at five that becomes one after Asr keeps what was changed and deleted")
    func plainToPrayer() throws {
        let after = try edited(try changed(try plain(try evening(world.today)))) { draft in
            draft.time = .anchored(PrayerAnchor(prayer: .asr, minutes: 15), day: world.today, minutes: 45)
        }
        #expect(try events(after, on: moved) == ["20:00 Walk"])
        let shown = world.zone.local(world.moment(.asr, renamed, 15)).clock
        #expect(try events(after, on: renamed) == ["\(shown) Run"])
        #expect(try events(after, on: gone) == [])
        #expect(try world.occurrences(after).count == 400)
        // The one that only has another name follows the prayer from now on.
        var other = world
        other.later = 7
        let followed = try #require(try other.rewritten(after))
        let later = other.zone.local(other.moment(.asr, renamed, 15)).clock
        #expect(try events(followed, on: renamed) == ["\(later) Run"])
        #expect(try events(followed, on: moved) == ["20:00 Walk"])
    }

    @Test("a person who edits all events on one that was moved sees the edit on it")
    func chosen() throws {
        let object = try changed(try world.afterAsr())
        let id = try #require(object[of: moved]?.date("RECURRENCE-ID")).text
        let plain = try edited(object, at: id) { draft in
            draft.time = try evening(moved)
        }
        #expect(try events(plain, on: moved) == ["17:00 Walk"])
        #expect(try events(plain, on: renamed) == ["17:00 Run"])
        let anchored = try edited(object, at: id) { draft in
            draft.time = .anchored(PrayerAnchor(prayer: .asr, minutes: 25), day: moved, minutes: 45)
        }
        let shown = world.zone.local(world.moment(.asr, moved, 25)).clock
        #expect(try events(anchored, on: moved) == ["\(shown) Walk"])
    }

    @Test("an event after midnight has the day of its prayer, also in an edit of all")
    func afterMidnight() throws {
        let time = EventTime.anchored(PrayerAnchor(prayer: .isha, minutes: 60), day: world.today, minutes: 30)
        let object = try world.made(time, Repetition(.daily))
        let id = try #require(object[of: renamed]?.date("RECURRENCE-ID")).text
        let after = try edited(object, at: id) { draft in
            draft.time = .anchored(PrayerAnchor(prayer: .isha, minutes: 70), day: renamed, minutes: 30)
        }
        #expect(after.series.ownDate(OwnName.first) == world.today)
        #expect(try world.starts(after) == (0...400).map { world.moment(.isha, world.today + $0, 70) })
    }

    // MARK: Hijri days

    /// The 15th of the coming Hijri months, and the nominal days of a series from the first of them on.
    private var fifteenths: [(day: LocalDate, nominal: LocalDate)] {
        // 15 Jumada al-Akhirah 1448 is 25 November 2026.
        (0..<6).compactMap { count in
            let months = 1448 * 12 + 5 + count
            return hijri.day(year: months / 12, month: months % 12 + 1, day: 15)
                .map { ($0, day("2026-11-25") + count * 30) }
        }
    }

    private func hijriSeries() throws -> Component {
        let first = fifteenths[0].day
        let object = try world.made(.allDay(first...first), Repetition(.hijriMonthly))
        return try changed(object, fifteenths[2...4].map(\.nominal), hours: false)
    }

    @Test("a series of Hijri days that gets a time of day keeps what was changed and deleted")
    func hijriTimes() throws {
        let months = fifteenths
        let after = try edited(try hijriSeries()) { draft in
            draft.time = try evening(months[0].day, 20)
        }
        #expect(try events(after, on: months[2].day) == [])
        #expect(try events(after, on: months[2].nominal + 2) == ["20:00 Walk"])
        #expect(try events(after, on: months[3].day) == ["20:00 Run"])
        #expect(try events(after, on: months[4].day) == [])
        #expect(try events(after, on: months[5].day) == ["20:00 Walk"])
    }

    @Test("a series of Hijri days that becomes a plain one keeps what was changed and deleted")
    func hijriToPlain() throws {
        let months = fifteenths
        let after = try edited(try hijriSeries()) { $0.repetition.rule = .daily }
        #expect(try events(after, on: months[3].day) == ["day Run"])
        #expect(try events(after, on: months[4].day) == [])
        #expect(try events(after, on: months[4].day + 1) == ["day Walk"])
        #expect(try events(after, on: months[2].nominal + 2).count == 2)
        #expect(!after.text.contains("X-JADWAL"))
    }

    @Test("a plain series that becomes one of Hijri days keeps the changes of these days")
    func plainToHijri() throws {
        let months = fifteenths, first = months[0].day
        let object = try plain(.allDay(first...first))
        let ids = [months[2].day, months[3].day, months[4].day]
        let after = try edited(try changed(object, ids, hours: false)) { $0.repetition.rule = .hijriMonthly }
        #expect(try events(after, on: months[2].day) == [])
        #expect(try events(after, on: months[2].day + 2) == ["day Walk"])
        #expect(try events(after, on: months[3].day) == ["day Run"])
        #expect(try events(after, on: months[4].day) == [])
        #expect(try world.occurrences(after).count == 13)
        let other = try edited(try changed(object, [first + 3, first + 4, first + 5], hours: false)) { draft in
            draft.repetition.rule = .hijriMonthly
        }
        #expect(try world.occurrences(other).count == 14)
        #expect(!other.text.contains("SUMMARY:Run"))
    }
}
