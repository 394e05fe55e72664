@testable import Calendars
import CivilTime
import ICalendar
import Testing

@Suite("Wrong input of events")
struct DraftCheckTests {
    /// Returns the problems of a draft after a change.
    func problems(_ change: (inout EventDraft) throws -> Void) throws -> [EventProblem] {
        var draft = try draft()
        try change(&draft)
        return draft.normalized.problems(context(), zones: ZoneResolver(database: zoneFiles))
    }

    @Test("a sound event has no problem, and may last 40 years")
    func sound() throws {
        #expect(try problems { _ in } == [])
        #expect(try problems { $0.time = .allDay(try date("2026-11-25")...day("2066-11-25")) } == [])
    }

    @Test("each wrong value names its field and its reason")
    func reasons() throws {
        #expect(try problems { $0.title = String(repeating: "x", count: 10_000) }
            == [EventProblem(.title, .tooLong(limit: 500))])
        #expect(try problems { $0.title = "a\u{7}b" } == [EventProblem(.title, .unfitCharacter)])
        #expect(try problems { $0.link = "javascript:alert(1)" } == [EventProblem(.link, .notALink)])
        #expect(try problems { $0.link = "https:///x" } == [EventProblem(.link, .notALink)])
        #expect(try problems { $0.link = "some words" } == [EventProblem(.link, .notALink)])
        #expect(try problems { $0.reminders = (0...10).map { .before(minutes: $0) } }
            == [EventProblem(.reminders, .tooMany(limit: 10))])
        #expect(try problems { $0 = try draft(to: "2026-11-25 14:59") } == [EventProblem(.end, .endBeforeStart)])
        #expect(try problems { $0 = try draft(zone: "Nowhere/City") } == [
            EventProblem(.start, .unknownZone("Nowhere/City")), EventProblem(.end, .unknownZone("Nowhere/City")),
        ])
    }

    @Test("a time that the clocks skip is refused with the time they show, one that comes twice is the first")
    func clocks() throws {
        #expect(try problems {
            $0 = try draft(at: "2027-03-28 02:30", to: "2027-03-28 04:00", zone: "Europe/Berlin")
        }
            == [EventProblem(.start, .skipped(insteadShown: try local("2027-03-28 03:30")))])
        #expect(try problems { draft in
            draft = try berlin(at: "2026-10-25 02:30", to: "2026-10-25 03:00")
        } == [])
    }

    @Test("a series has to happen, and to end after it begins", arguments: [
        (.custom(rule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")), .never, EventProblem(.repetition, .neverHappens)),
        (.daily, .count(0), EventProblem(.repetitionEnd, .notInRange(1...10_000))),
        (.daily, .until(LocalDate(daysSince1970: 20_000)), EventProblem(.repetitionEnd, .endsBeforeItBegins)),
        (.weekly(interval: 1, [.friday]), .until(LocalDate(daysSince1970: 20_783)),
         EventProblem(.repetitionEnd, .endsBeforeItBegins)),
        (.weekly(interval: 0, [.friday]), .never, EventProblem(.repetition, .notInRange(1...999))),
        (.custom(rule("FREQ=SECONDLY")), .never,
         EventProblem(.repetition, .badRule(.badValue(part: "FREQ", value: "SECONDLY")))),
    ] as [(Repetition.Rule, Repetition.End, EventProblem)])
    func series(rule: Repetition.Rule, end: Repetition.End, problem: EventProblem) throws {
        // 25 November 2026 is a Wednesday, day 20,782.
        #expect(try problems { $0.repetition = Repetition(rule, end) } == [problem])
    }

    @Test("a rule with RSCALE or SKIP is refused, because it stops Android phones", arguments: [
        "RSCALE=HEBREW;FREQ=YEARLY", "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD",
    ])
    func otherCalendar(rule text: String) throws {
        #expect(try problems { $0.repetition = Repetition(.custom(try RecurrenceRule(text))) }
            == [EventProblem(.repetition, .otherCalendar)])
        // One that a program stored stays, and its event can be edited.
        let event = try read(NewObjectTests.series(text))
        var draft = event.draft
        draft.time = draft.time.moved(days: 0)
        draft.repetition.end = .count(4)
        let octets = try #require(try event.edited(.all, to: draft, newUID: "2")?.octets)
        #expect(String(decoding: octets, as: UTF8.self).contains("RSCALE="))
    }

    static func rule(_ text: String) -> RecurrenceRule { (try? RecurrenceRule(text)) ?? RecurrenceRule(.daily) }

    @Test("texts are stored in plain form", arguments: [
        ("  a \n b ", "a   b"), ("\u{202E}evil", "evil"), ("\u{2067}ok\u{2069}", "\u{2067}ok\u{2069}"),
        ("\u{2067}\u{202E}x\u{2069}y", "\u{2067}x\u{2069}y"), ("x\u{202C}", "x"),
    ])
    func plain(written: String, stored: String) throws {
        #expect(try draft(written).normalized.title == stored)
    }

    @Test("addresses get their scheme, and letters of all languages", arguments: [
        ("www.example.org/a", "https://www.example.org/a"),
        ("https://ar.example.org/يوم?x=y", "https://ar.example.org/%D9%8A%D9%88%D9%85?x=y"),
        ("tel:+966112345678", "tel:+966112345678"),
    ])
    func links(written: String, stored: String) throws {
        var draft = try draft()
        draft.link = written
        #expect(draft.normalized.link == stored)
        #expect(try problems { $0.link = written } == [])
    }

    @Test("two versions of an event are compared by field, and either may be taken")
    func versions() throws {
        let mine = try draft("Mine"), theirs = try draft("Theirs", to: "2026-11-25 17:00")
        #expect(mine.differences(from: theirs) == [.title, .end])
        #expect(mine.taking([.end], from: theirs).differences(from: theirs) == [.title])
        #expect(mine.differences(from: mine.taking([.title, .end], from: theirs)) == [.title, .end])
    }
}

private func berlin(at start: String, to end: String) throws -> EventDraft {
    try draft(at: start, to: end, zone: "Europe/Berlin")
}

private func rule(_ text: String) -> RecurrenceRule { DraftCheckTests.rule(text) }
