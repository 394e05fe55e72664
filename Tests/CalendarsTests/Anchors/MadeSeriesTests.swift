@testable import Calendars
import CivilTime
import ICalendar
import PrayerTimes
import Testing

/// Series that follow a prayer, as programs read them.
@Suite("An event that is anchored to a prayer")
struct MadeSeriesTests {
    let world = AnchorWorld()

    @Test("every day for the coming 400 days has the time of its own prayer")
    func daily() throws {
        let starts = try world.starts(try world.afterAsr())
        #expect(starts.count == 401)
        #expect(starts == (0...400).map { world.moment(.asr, world.today + $0, 15) })
    }

    @Test("each is as long as the form says")
    func length() throws {
        let occurrences = try world.occurrences(try world.afterAsr())
        #expect(Set(occurrences.map { $0.endInstant - $0.startInstant }) == [.seconds(45 * 60)])
    }

    @Test("the object has a rule that every program knows, and no RDATE")
    func plainRule() throws {
        let object = try world.afterAsr(Repetition(.weekly(interval: 2, [.monday, .friday])))
        #expect(object.series.first("RRULE")?.value.hasPrefix("FREQ=WEEKLY;UNTIL=2027") == true)
        #expect(object.series.first("RRULE")?.value.hasSuffix(";INTERVAL=2;BYDAY=MO,FR") == true)
        #expect(object.components.allSatisfy { $0.first("RDATE") == nil })
    }

    @Test("the rule is kept beside the times, and a form reads it again", arguments: [
        Repetition(.daily), Repetition(.daily, .count(30)), Repetition(.weekly(interval: 2, [.monday, .friday])),
        Repetition(.monthlyByDay), Repetition(.monthlyByWeekday, .until(day("2027-05-01"))), Repetition(.yearly),
        Repetition(.hijriMonthly), Repetition(.hijriYearly, .count(3)), .none,
    ])
    func reading(_ repetition: Repetition) throws {
        let time = EventTime.anchored(PrayerAnchor(prayer: .asr, minutes: -15), day: world.today, minutes: 45)
        let read = try CalendarStream(Array(try world.made(time, repetition).text.utf8)).components[0]
        let series = try #require(StoredSeries(read, database: AnchorWorld.database))
        #expect(series.time == time)
        #expect(series.rule.repetition == repetition)
    }

    @Test("a series that ends has no times after its end", arguments: [
        (Repetition(.daily, .count(10)), 10), (Repetition(.daily, .until(day("2026-11-29"))), 7),
        (Repetition(.weekly(interval: 1, [.friday]), .count(3)), 3),
    ])
    func ends(_ repetition: Repetition, _ count: Int) throws {
        let object = try world.afterAsr(repetition)
        #expect(try world.starts(object).count == count)
        #expect(object.series.ownDate(OwnName.through) == lastOfAllDays)
    }

    @Test("an event once is one plain event")
    func once() throws {
        let object = try world.afterAsr(.none)
        #expect(object.components.count == 1)
        #expect(object.series.first("RRULE") == nil)
        #expect(try world.starts(object) == [world.moment(.asr, world.today, 15)])
    }

    @Test("it begins on the first day that the rule has")
    func firstOfRule() throws {
        // 23 November 2026 is a Monday.
        let starts = try world.starts(try world.afterAsr(Repetition(.weekly(interval: 1, [.friday]))))
        #expect(starts.first == world.moment(.asr, day("2026-11-27"), 15))
        #expect(starts.count == 58)
    }

    @Test("a day on which the prayer has no time is left out")
    func polar() throws {
        var world = world
        world.without = [day("2026-11-23"), day("2026-12-01"), day("2026-12-02")]
        let starts = try world.starts(try world.afterAsr())
        #expect(starts.first == world.moment(.asr, day("2026-11-24"), 15))
        #expect(starts.count == 401 - 2)
        #expect(!starts.contains { world.without.contains(world.zone.date(at: $0)) })
    }

    @Test("after midnight, Isha is still that of the day before, and a weekly rule keeps its weekday")
    func afterMidnight() throws {
        let time = EventTime.anchored(PrayerAnchor(prayer: .isha, minutes: 60), day: world.today, minutes: 30)
        let object = try world.made(time, Repetition(.weekly(interval: 1, [.friday])))
        let fridays = (0..<58).map { day("2026-11-27") + $0 * 7 }
        #expect(try world.starts(object) == fridays.map { world.moment(.isha, $0, 60) })
        #expect(try world.zone.date(at: #require(world.starts(object).first)) == day("2026-11-28"))
        #expect(object.series.date("DTSTART")?.local.date == day("2026-11-27"))
    }

    @Test("a place without such a time gives a reason")
    func noTime() throws {
        var world = world
        world.without = Set((0...800).map { world.today + $0 })
        #expect(throws: AnchorProblem.noTime) { try world.afterAsr() }
        let sources = SeriesSources(prayers: nil, hijri: .ummAlQura, inputs: "")
        #expect(throws: AnchorProblem.noPlace) {
            try MadeSeries(
                .anchored(PrayerAnchor(prayer: .asr, minutes: 0), day: world.today, minutes: 30), Repetition(.daily),
                sources, today: world.today, ZoneResolver(database: AnchorWorld.database))
        }
    }

    @Test("clocks that change do not move a prayer, nor a time that is shown twice")
    func clockChanges() throws {
        var world = world
        world.zone = AnchorWorld.london
        let time = EventTime.anchored(PrayerAnchor(prayer: .fajr, minutes: -180), day: day("2027-03-20"), minutes: 45)
        let starts = try world.starts(try world.made(time, Repetition(.daily)))
        #expect(starts == (0...400).map { world.moment(.fajr, day("2027-03-20") + $0, -180) })
    }

    @Test("a rule within a day, or of another calendar, is refused", arguments: [
        "FREQ=HOURLY", "RSCALE=HEBREW;FREQ=YEARLY",
    ])
    func unsuitable(_ rule: String) throws {
        let rule = try RecurrenceRule(rule)
        #expect(throws: AnchorProblem.unsuitableRule) { try world.afterAsr(Repetition(.custom(rule))) }
    }

    @Test("Ramadan's later Isha is followed")
    func ramadan() throws {
        let riyadh = try #require(Coordinates(latitude: 24.69, longitude: 46.72))
        let timetable = Timetable(Place(riyadh, zone: AnchorWorld.riyadh), Rules(method: .ummAlQura))
        let sources = SeriesSources(prayers: PrayerMoments(timetable), hijri: .ummAlQura, inputs: "")
        let made = try MadeSeries(
            .anchored(PrayerAnchor(prayer: .isha, minutes: 10), day: day("2027-02-01"), minutes: 20),
            Repetition(.daily), sources, today: world.today, ZoneResolver(database: AnchorWorld.database))
        let starts = try world.starts(world.object(made.times))
        // 1 Ramadan 1448 is 8 February 2027: Isha is two hours after Maghrib instead of one and a half.
        let before = try #require(timetable.day(day("2027-02-07")).times.maghrib) + .seconds(100 * 60)
        let after = try #require(timetable.day(day("2027-02-08")).times.maghrib) + .seconds(130 * 60)
        #expect(starts.contains(before) && starts.contains(after))
    }
}
