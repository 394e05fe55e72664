@testable import Calendars
import CivilTime
import ICalendar
import PrayerTimes
import Testing

/// Series of Hijri days, as programs read them.
@Suite("A series by the Hijri calendar")
struct HijriSeriesTests {
    let world = AnchorWorld()

    private func days(_ object: Component) throws -> [LocalDate] {
        try world.occurrences(object).map(\.start.local.date)
    }

    @Test("the 15th of each month is on the days of the published calendar")
    func monthly() throws {
        // 15 Jumada al-Akhirah 1448 is 25 November 2026.
        let first = day("2026-11-25")
        let found = try days(try world.made(.allDay(first...first), Repetition(.hijriMonthly)))
        #expect(found.first == first)
        #expect(found.count == 14)
        #expect(Set(found.map { HijriCalendar.ummAlQura.date(of: $0)?.day }) == [15])
        #expect(zip(found, found.dropFirst()).allSatisfy { (29...30).contains($1 - $0) })
    }

    @Test("a day of each year is there for five years")
    func yearly() throws {
        // 1 Ramadan 1448 is 8 February 2027.
        let first = day("2027-02-08")
        let found = try days(try world.made(.allDay(first...first + 1), Repetition(.hijriYearly)))
        #expect(found.count == 6)
        #expect(found.allSatisfy { HijriCalendar.ummAlQura.date(of: $0).map { [$0.month, $0.day] } == [9, 1] })
    }

    @Test("the 30th is the last day of a month that has 29")
    func shortMonth() throws {
        let days = (0...100).map { world.today + $0 }
        let first = try #require(days.first { HijriCalendar.ummAlQura.date(of: $0)?.day == 30 })
        let found = try self.days(try world.made(.allDay(first...first), Repetition(.hijriMonthly)))
        #expect(Set(found.map { HijriCalendar.ummAlQura.date(of: $0)?.day }) == [29, 30])
        #expect(found.allSatisfy { HijriCalendar.ummAlQura.date(of: $0 + 1)?.day == 1 })
    }

    @Test("the time of day and the zones stay")
    func timed() throws {
        let first = day("2026-11-25")
        let start = try #require(LocalDateTime(date: first, hour: 20, minute: 30))
        let end = try #require(LocalDateTime(date: first + 1, hour: 1, minute: 0))
        let object = try world.made(
            .timed(start: start, startZone: "Europe/London", end: end, endZone: "Asia/Riyadh"),
            Repetition(.hijriMonthly))
        let found = try world.occurrences(object)
        #expect(Set(found.map(\.start.local.clock)) == ["20:30"])
        // One in the morning in Riyadh is at ten in London, and at eleven in summer.
        #expect(Set(found.map { $0.endInstant - $0.startInstant }) == [.seconds(90 * 60), .seconds(150 * 60)])
    }

    @Test("the rule is kept with RSCALE, and the rule of the object has none")
    func scale() throws {
        let first = day("2026-11-25")
        let object = try world.made(.allDay(first...first), Repetition(.hijriMonthly, .count(5)))
        #expect(object.series.ownText(OwnName.rule)
            == "RSCALE=ISLAMIC-UMALQURA;FREQ=MONTHLY;COUNT=5;BYMONTHDAY=15;SKIP=BACKWARD")
        #expect(object.series.first("RRULE")?.value.contains("RSCALE") == false)
        #expect(try days(object).count == 5)
    }

    @Test("a shift of the customer moves what has not begun, and only that")
    func shift() throws {
        let first = day("2026-11-25")
        let object = try world.made(.allDay(first...first), Repetition(.hijriMonthly))
        var later = world
        later.today = day("2027-03-01")
        later.hijri = HijriCalendar.ummAlQura.shifted(by: 1)
        let before = try days(object), after = try days(try #require(try later.rewritten(object)))
        let past = before.count { $0 < later.today }
        #expect(Array(after.prefix(past)) == Array(before.prefix(past)))
        #expect(Array(after[past..<before.count]) == before[past...].map { $0 - 1 })
        #expect(try later.rewritten(try #require(try later.rewritten(object))) == nil)
    }

    @Test("a prayer on Hijri days has its own time on each")
    func anchored() throws {
        let first = day("2026-11-25")
        let object = try world.made(
            .anchored(PrayerAnchor(prayer: .maghrib, minutes: -10), day: first, minutes: 30), Repetition(.hijriMonthly))
        let found = try world.starts(object)
        #expect(found.count == 14)
        #expect(found.allSatisfy { start in
            let day = world.zone.date(at: start)
            return HijriCalendar.ummAlQura.date(of: day)?.day == 15 && start == world.moment(.maghrib, day, -10)
        })
    }
}
