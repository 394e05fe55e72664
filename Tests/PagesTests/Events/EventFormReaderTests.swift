@testable import Calendars
import CivilTime
import HTTP
import ICalendar
@testable import Pages
import Places
import PrayerTimes
import Testing

@Suite("Reading the event form")
struct EventFormReaderTests {
    let zones: TimeZones

    init() throws { zones = try TimeZones() }

    /// Reads a form that is right but for these fields.
    private func read(
        _ changes: [EventForm.Field: String], weekdays: [String] = [], reminders: [String] = [],
        editing original: EventDraft? = nil
    ) throws -> (draft: EventDraft?, problems: [EventFormProblem]) {
        var form = original.map { EventForm($0, calendar: "1", zone: "Asia/Riyadh") } ?? EventForm([
            "title": "Coffee", "when": "time", "start-day": "2026-11-25", "start-time": "15:00",
            "start-zone": "Asia/Riyadh", "end-day": "2026-11-25", "end-time": "16:00", "end-zone": "Asia/Riyadh",
            "minutes": "15", "side": "after", "prayer": "asr", "day": "2026-11-25", "length": "45",
            "from": "2026-11-25", "to": "2026-11-26", "repeat": "never", "interval": "1", "busy": "busy",
            "status": "confirmed", "priority": "none", "visibility": "public",
        ])
        for (field, value) in changes { form[field] = value }
        if !weekdays.isEmpty { form[.weekday] = weekdays }
        if !reminders.isEmpty { form[.reminder] = reminders }
        let zones = zones
        var reader = EventFormReader(
            form, editing: original, workingDays: WorkingDays.of(country: "SA")
        ) { try zones.rules(named: $0.isEmpty ? "Asia/Riyadh" : $0) }
        return (try reader.draft(), reader.problems)
    }

    private func time(_ day: String, _ clock: String) throws -> LocalDateTime {
        try #require(LocalDate(iso8601: day).flatMap { TypedTime.time(clock, on: $0) })
    }

    // MARK: What is right

    @Test("a time, whole days and a prayer are read, also in Arabic digits")
    func times() throws {
        let expected = EventTime.timed(
            start: try time("2026-11-25", "15:00"), startZone: "Asia/Riyadh", end: try time("2026-11-25", "16:00"),
            endZone: "Asia/Riyadh")
        #expect(try read([:]).draft?.time == expected)
        #expect(try read([.startDay: "٢٠٢٦-١١-٢٥", .startTime: "١٥:٠٠"]).draft?.time == expected)
        #expect(try read([.startDay: "2026/11/25", .startTime: "15:00:00"]).draft?.time == expected)
        let days = try #require(LocalDate(iso8601: "2026-11-25"))
        #expect(try read([.when: "day"]).draft?.time == .allDay(days...(days + 1)))
        #expect(try read([.when: "day", .to: ""]).draft?.time == .allDay(days...days))
        #expect(try read([.when: "prayer", .minutes: "١٥"]).draft?.time == .anchored(
            PrayerAnchor(prayer: .asr, minutes: 15), day: days, minutes: 45))
        #expect(try read([.when: "prayer", .side: "before", .prayer: "fajr"]).draft?.time == .anchored(
            PrayerAnchor(prayer: .fajr, minutes: -15), day: days, minutes: 45))
    }

    @Test("a length counts instead of the end, also over a change of the clocks")
    func length() throws {
        let night = try read([
            .startZone: "Europe/Berlin", .startDay: "2026-10-25", .startTime: "01:30", .endDay: "", .endTime: "",
            .lasts: "120",
        ]).draft
        #expect(night?.time == .timed(
            start: try time("2026-10-25", "01:30"), startZone: "Europe/Berlin",
                end: try time("2026-10-25", "02:30"),
            endZone: "Europe/Berlin"))
    }

    @Test("a flight begins in one zone and ends in another, at an earlier time of the clock")
    func flight() throws {
        let flight = try read([
            .startZone: "Asia/Dubai", .endZone: "Europe/London", .startTime: "14:30", .endTime: "11:30",
        ])
        #expect(flight.draft != nil)
        #expect(try read([
            .startZone: "Asia/Dubai", .endZone: "Europe/London", .startTime: "14:30", .endTime: "10:00",
        ]).problems.map(\.reason) == [.endsBeforeStart(inStartZone: try time("2026-11-25", "14:00"))])
    }

    @Test("every repetition of the form is read", arguments: [
        ("never", .none), ("daily", .daily),
        ("weekdays", .weekdays([.sunday, .monday, .tuesday, .wednesday, .thursday])),
        ("month-day", .monthlyByDay), ("month-weekday", .monthlyByWeekday), ("yearly", .yearly),
        ("hijri-month", .hijriMonthly), ("hijri-year", .hijriYearly),
    ] as [(String, Repetition.Rule)])
    func repetitions(choice: String, rule: Repetition.Rule) throws {
        #expect(try read([.repeat: choice]).draft?.repetition == Repetition(rule))
    }

    @Test("a weekly rule has its days and its interval; a typed rule gives its end to the form")
    func rules() throws {
        let draft = try read([.repeat: "weekly", .interval: "٢", .count: "٦"], weekdays: ["1", "3"]).draft
        #expect(draft?.repetition
            == Repetition(.weekly(interval: 2, [.monday, .wednesday]), .count(6)))
        let typed = try read([.repeat: "custom", .rule: "rrule:freq=monthly;byday=-1fr;count=4"]).draft?.repetition
        #expect(typed == Repetition(.custom(try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR")), .count(4)))
    }

    @Test("the last day of a typed rule is one of the event's zone", arguments: [
        ("20261231T205959Z", "Asia/Riyadh", "2026-12-31"), ("20261231T215959Z", "Asia/Riyadh", "2027-01-01"),
        ("20261231T035959Z", "America/New_York", "2026-12-30"), ("20261231", "Asia/Riyadh", "2026-12-31"),
        ("20261231T235959", "Asia/Riyadh", "2026-12-31"),
    ])
    func typedEnd(until: String, zone: String, day: String) throws {
        let typed = try read([
            .repeat: "custom", .rule: "FREQ=DAILY;INTERVAL=3;UNTIL=\(until)", .startZone: zone, .endZone: zone,
        ]).draft?.repetition
        #expect(typed?.end == .until(try #require(LocalDate(iso8601: day))))
    }

    @Test("a stored rule with RSCALE stays when its end is edited")
    func storedScale() throws {
        let start = try time("2026-11-25", "15:00"), end = try time("2026-11-25", "16:00")
        let rule = Repetition.Rule.custom(try RecurrenceRule("RSCALE=HEBREW;FREQ=YEARLY"))
        let original = EventDraft(
            title: "Feast", time: .timed(start: start, startZone: "Asia/Riyadh", end: end, endZone: "Asia/Riyadh"),
            repetition: Repetition(rule))
        #expect(try read([.count: "3"], editing: original).draft?.repetition == Repetition(rule, .count(3)))
    }

    @Test("reminders are carried in the form, and the one being typed counts too")
    func reminders() throws {
        let reminders = ["before:10", "after:540", "end:0", "at:2026-11-25T10:00"]
        let read = try read(
            [.reminderCount: "٢", .reminderUnit: "hours", .reminderSide: "before"], reminders: reminders)
        #expect(read.draft?.reminders == [
            .before(minutes: 10), .afterStart(minutes: 540), .beforeEnd(minutes: 0),
            .at(try time("2026-11-25", "10:00")), .before(minutes: 120),
        ])
    }

    @Test("an address without a scheme is one of the web")
    func link() throws {
        #expect(try read([.link: "meet.example.org/team"]).draft?.link == "https://meet.example.org/team")
        #expect(try read([.link: "tel:+966500000000"]).draft?.link == "tel:+966500000000")
    }

    @Test("a point on Earth is an address of a map, and stays as it was typed", arguments: [
        ("geo:24.7,46.6", true), ("GEO:24.7,46.6", true), ("geo:-24,46.6,600;u=35", true),
        ("geo:24.7,46.6?z=12", true),
        ("geo:91,46.6", false), ("geo:24.7", false), ("geo:24.7,x", false), ("geo:0x1,2", false), ("geo:", false),
    ])
    func point(typed: String, isRight: Bool) throws {
        let link = try read([.map: typed]).draft?.mapLink
        #expect(link == (isRight ? typed.replacing("GEO", with: "geo") : nil))
    }

    // MARK: What is wrong

    @Test("a wrong value is a problem of its field", arguments: [
        ([.title: "  "], .title, .noTitle), ([.title: "a\u{202E}b"], .title, .characters),
        ([.title: String(repeating: "x", count: 10_000)], .title, .tooLong(limit: EventLimits.title)),
        ([.startDay: "2026-02-30"], .startDay, .notADay), ([.startDay: ""], .startDay, .notADay),
        ([.startDay: "1200-01-01"], .startDay, .notADay), ([.startTime: "25:00"], .startTime, .notATime),
        ([.startZone: "Mars/Olympus"], .startZone, .unknownZone),
        ([.endDay: "2026-11-24"], .endTime, .endsBeforeStart(inStartZone: nil)),
        ([.when: "day", .to: "2026-11-24"], .to, .endsBeforeStart(inStartZone: nil)),
        ([.when: "prayer", .minutes: "-5"], .minutes, .notANumber(0...720)),
        ([.when: "prayer", .prayer: "noon"], .prayer, .unknownChoice),
        ([.repeat: "sometimes"], .repeat, .unknownChoice),
        ([.repeat: "custom", .rule: "FREQ=SOMETIMES"], .rule, .rule),
        ([.repeat: "custom", .rule: "FREQ=SECONDLY"], .rule, .rule),
        ([.repeat: "custom", .rule: "RSCALE=HEBREW;FREQ=YEARLY"], .rule, .otherCalendar),
        ([.repeat: "custom", .rule: "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD"], .rule, .otherCalendar),
        ([.repeat: "daily", .until: "2026-11-24"], .until, .untilBeforeStart),
        ([.repeat: "daily", .until: "2026-12-24", .count: "3"], .until, .untilAndCount),
        ([.repeat: "daily", .count: "0"], .count, .notANumber(EventLimits.count)),
        ([.repeat: "weekly", .interval: "0"], .interval, .notANumber(EventLimits.interval)),
        ([.link: "javascript:alert(1)"], .link, .link), ([.map: "not an address"], .map, .link),
        ([.color: "#FF0000"], .color, .color), ([.reminderCount: "many"], .reminderCount, .reminder),
        ([.note: "a\u{0}b"], .note, .characters),
    ] as [([EventForm.Field: String], EventForm.Field, EventFormProblem.Reason)])
    func wrong(changes: [EventForm.Field: String], field: EventForm.Field, reason: EventFormProblem.Reason) throws {
        let (draft, problems) = try read(changes)
        #expect(draft == nil)
        #expect(problems.map(\.field) == [field])
        #expect(problems.map(\.reason) == [reason])
    }

    @Test("a local time that the clocks skip comes with the time that they show")
    func gap() throws {
        let problem = try #require(try read([
            .startZone: "Europe/Berlin", .endZone: "Europe/Berlin", .startDay: "2027-03-28", .startTime: "02:30",
            .endDay: "2027-03-28", .endTime: "04:00",
        ]).problems.first)
        #expect(problem.reason == .skipped(
            try time("2027-03-28", "02:30"), zone: "Europe/Berlin", shown: try time("2027-03-28", "03:30")))
        #expect(problem.fixText == "start-day=2027-03-28;start-time=03:30")
    }

    @Test("an evening that ends after midnight is offered the next day, another wrong end an hour")
    func fixes() throws {
        #expect(try read([.startTime: "22:00", .endTime: "01:00"]).problems.first?.fixText
            == "end-day=2026-11-26;end-time=01:00")
        #expect(try read([.endDay: "2026-11-01"]).problems.first?.fixText == "end-day=2026-11-25;end-time=16:00")
    }

    @Test("several wrong fields are all told, in the order of the form")
    func several() throws {
        #expect(try read([.title: "", .startTime: "x", .link: "x", .color: "x"]).problems.map(\.field)
            == [.title, .startTime, .link, .color])
    }

    @Test("a button corrects only fields for which it can have values")
    func fixing() {
        var form = EventForm(["title": "Coffee", "end-time": "13:00"])
        form.apply(fix: "end-time=16:00;title=Hacked;nonsense;end-day")
        #expect(form[.endTime] == "16:00")
        #expect(form[.title] == "Coffee")
    }

    // MARK: What an event had before

    @Test("values that the form would refuse stay if nobody touched them")
    func untouched() throws {
        let start = try #require(LocalDateTime(date: LocalDate(daysSince1970: 20_000), hour: 9, minute: 0, second: 30))
        var original = EventDraft(
            title: String(repeating: "x", count: 10_000),
            time: .timed(start: start, startZone: "Asia/Riyadh", end: start, endZone: "Asia/Riyadh"),
            repetition: Repetition(.custom(try RecurrenceRule("FREQ=HOURLY;INTERVAL=5"))))
        original.place = "first line\nsecond line"
        original.link = "ftp://example.org/"
        original.categories = ["a, b"]
        original.priority = .normal
        #expect(try read([:], editing: original).draft == original)
        let renamed = try read([.title: "Short"], editing: original).draft
        #expect(renamed?.title == "Short")
        #expect(renamed?.time == original.time && renamed?.repetition == original.repetition)
        #expect(renamed?.place == original.place && renamed?.categories == original.categories)
    }
}
