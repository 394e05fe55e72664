@testable import Calendars
import CivilTime
import ICalendar
import Mail
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Search")
struct SearchTests {
    let world: SearchWorld

    init() throws { world = try SearchWorld() }

    @Test("titles, places, notes, guests and categories are found by the beginnings of their words", arguments: [
        ("dinner", ["1"]), ("din", ["1"]), ("DINNER panda", ["1"]), ("olaya", ["1"]), ("budget", ["2"]),
        ("sara", ["2"]), ("sara@example.org", ["2"]), ("omar", ["2"]), ("work", ["2"]), ("meeting", ["2"]),
        ("din sara", []), ("inner", []), ("nothing", []),
    ])
    func fields(query: String, expected: [String]) throws {
        try world.put("1", "SUMMARY:Dinner;;LOCATION:Panda\\, Olaya")
        try world.put(
            "2", """
                SUMMARY:Meeting;;DESCRIPTION:About the\\nbudget;;CATEGORIES:Work,Later;;\
                ORGANIZER;CN=Omar:mailto:o@example.org;;\
                ATTENDEE;CN=Sara Ali:mailto:sara@example.org
                """)
        #expect(try world.found(query) == expected)
    }

    @Test("Arabic is found however it is written", arguments: [
        ("غداء", ["1"]), ("غدا", ["1"]), ("الغداء", ["1"]), ("ساره", ["1"]), ("سارة", ["1"]), ("احمد", ["1"]),
        ("أَحْمَد", ["1"]), ("مستشفي", ["2"]), ("مستشفى", ["2"]), ("المستشفى", ["2"]), ("12", ["2"]), ("١٢", ["2"]),
        ("رييس", ["2"]), ("اجتماع", ["2"]), ("\"غداء مع\"", ["1"]), ("\"مع غداء\"", []),
    ])
    func arabic(query: String, expected: [String]) throws {
        try world.put("1", "SUMMARY:غداء مع سارة وأحمد;;DESCRIPTION:أحمد")
        try world.put("2", "SUMMARY:الاجتماع بالمستشفى;;LOCATION:غرفة ١٢;;DESCRIPTION:رئيس القسم")
        #expect(try world.found(query) == expected)
    }

    @Test("words in quotation marks are beside each other in one text")
    func phrases() throws {
        try world.put("1", "SUMMARY:Team lunch;;LOCATION:Office")
        try world.put("2", "SUMMARY:Lunch with the team;;LOCATION:Office")
        #expect(try world.found("team lunch") == ["1", "2"])
        #expect(try world.found("\"team lunch\"") == ["1"])
        #expect(try world.found("\"lunch office\"") == [], "the title ends before the place begins")
        #expect(try world.found("\"team lun\"") == [], "whole words")
    }

    @Test("upcoming events come first, the next at the top, then past ones, the last at the top")
    func order() throws {
        try world.put("far", "SUMMARY:Visit", at: "20280101T090000")
        try world.put("old", "SUMMARY:Visit", at: "20200101T090000")
        try world.put("next", "SUMMARY:Visit", at: "20261124T090000")
        try world.put("last", "SUMMARY:Visit", at: "20261122T090000")
        try world.put("now", "SUMMARY:Visit;;DURATION:PT2H", at: "20261123T170000")
        try world.put("today", "SUMMARY:Visit", at: "20261123")
        try world.put("yesterday", "SUMMARY:Visit", at: "20261122")
        try world.put("weekly", "SUMMARY:Visit;;RRULE:FREQ=WEEKLY", at: "20261126T090000")
        let results = try world.search("visit")
        let groups = results.found.map { "\($0.group) \($0.entry.uid)" }
        #expect(groups == [
            "upcoming today", "upcoming now", "upcoming next", "upcoming weekly", "upcoming far",
            "past yesterday", "past last", "past old",
        ])
        #expect(results.count == 8 && !results.hasMore && results.isComplete)
    }

    @Test("a series shows its next occurrence, and one that is over its last")
    func series() throws {
        try world.put("endless", "SUMMARY:Swim;;RRULE:FREQ=DAILY", at: "20200101T180000")
        try world.put("over", "SUMMARY:Swim;;RRULE:FREQ=WEEKLY;COUNT=3", at: "20260105T180000")
        try world.put("days", "SUMMARY:Swim;;RRULE:FREQ=YEARLY;COUNT=5", at: "20200501")
        let found = try world.search("swim").found
        #expect(found.map(\.entry.uid) == ["endless", "over", "days"])
        #expect(found.map(\.entry.recurrenceID) == ["20261123T180000", "20260119T180000", "20240501"])
        #expect(found.map(\.entry.isRecurring) == [true, true, true])
        #expect(found.map(\.group) == [.upcoming, .past, .past])
    }

    @Test("a word of one changed occurrence leads to it")
    func changed() throws {
        try world.put(
            "1", "SUMMARY:Class;;RRULE:FREQ=WEEKLY", at: "20260105T180000",
            overrides: ["20260119T190000 RECURRENCE-ID;TZID=Asia/Riyadh:20260119T180000;;SUMMARY:Exam"])
        let exam = try #require(try world.search("exam").found.first)
        #expect(exam.entry.recurrenceID == "20260119T180000" && exam.group == .past && exam.entry.title == "Exam")
        let next = try #require(try world.search("class").found.first)
        #expect(next.entry.recurrenceID == "20261123T180000" && next.group == .upcoming)
    }

    @Test("the name of a changed occurrence is found behind a long note, and behind hundreds of equal texts")
    func changedBehindNotes() throws {
        let long = (0..<400).map { "w\($0)" }.joined(separator: " ")
        let exam = "20260119T190000 RECURRENCE-ID;TZID=Asia/Riyadh:20260119T180000;;SUMMARY:Exam;;LOCATION:Hall"
        try world.put(
            "1", "SUMMARY:Class;;RRULE:FREQ=WEEKLY;;DESCRIPTION:\(long)", at: "20260105T180000",
            overrides: [exam])
        #expect(try world.found("exam") == ["1"] && world.found("hall") == ["1"] && world.found("w7") == ["1"])
        let equal = (0..<600).map { number in
            let day = DateOrTime.date(day("2026-01-01") + number).text
            return "\(day)T190000 RECURRENCE-ID;TZID=Asia/Riyadh:\(day)T180000;;"
                + "SUMMARY:Walk in the old park;;DESCRIPTION:with all of the family and friends"
        }
        try world.put(
            "2", "SUMMARY:Walk in the old park;;RRULE:FREQ=DAILY", at: "20260101T180000",
            overrides: equal.filter { !$0.contains("20260119T") } + [exam.replacing("Exam", with: "Swim")])
        #expect(try world.found("swim") == ["2"])
    }

    @Test("to-dos are found, those without a time after everything else")
    func toDos() throws {
        try world.put("event", "SUMMARY:Passport", at: "20200101T090000")
        for (uid, due) in [("undated", ""), ("due", "DUE:20261201T090000Z\n")] {
            try world.store(
                uid, "BEGIN:VTODO\nUID:\(uid)\nDTSTAMP:20261101T000000Z\n\(due)SUMMARY:Passport\nEND:VTODO\n",
                in: "tasks")
        }
        let found = try world.search("passport").found
        #expect(found.map(\.entry.uid) == ["due", "event", "undated"])
        #expect(found.map(\.entry.isUndated) == [false, false, true])
    }

    @Test("a change changes the words, and what is deleted is not found")
    func changes() throws {
        try world.put("1", "SUMMARY:Dentist")
        try world.put("1", "SUMMARY:Doctor")
        #expect(try world.found("dentist") == [] && world.found("doctor") == ["1"])
        _ = try world.home.move(
            from: ObjectPlace("personal", "1.ics"), to: ObjectPlace("personal", "2.ics"), isMove: true)
        #expect(try world.search("doctor").found.map(\.entry.segment) == ["2.ics"])
        try world.home.deleteObject(at: ObjectPlace("personal", "2.ics"))
        #expect(try world.found("doctor") == [])
    }

    @Test("hidden calendars are searched, deleted ones and those of others are not")
    func calendars() throws {
        try world.put("1", "SUMMARY:Flight")
        var trips = CalendarValues()
        trips.displayName = "Trips"
        try world.home.make(trips, at: "trips")
        try world.put("2", "SUMMARY:Flight", at: "20261126T090000", in: "trips")
        try world.test.run("UPDATE calendar_collection SET is_visible = false WHERE segment = 'trips'")
        let results = try world.search("flight")
        #expect(results.found.map(\.entry.uid) == ["1", "2"])
        #expect(results.view.calendars.first { $0.segment == "trips" }?.isVisible == false)
        try world.home.delete("trips")
        #expect(try world.found("flight") == ["1"])
        let noor = try #require(EmailAddress("noor@example.org"))
        let id = try world.test.store.customer(
            orInsert: NewCustomer(address: noor, language: "ar", timeZone: "Asia/Riyadh", firstDay: 7)).id
        let stranger = world.test.app.calendars(of: try #require(try world.test.store.customer(id)))
        #expect(try stranger.search(SearchQuery("flight")).found.isEmpty)
    }

    @Test("fifty results a page, none twice and none left out")
    func pages() throws {
        for number in 0..<120 {
            let day = 10 + number % 20, rule = number % 5 == 0 ? ";;RRULE:FREQ=MONTHLY;COUNT=3" : ""
            try world.put("\(number)", "SUMMARY:Walk\(rule)", at: "2026\(number % 2 == 0 ? "10" : "12")\(day)T090000")
        }
        let all = try [0, 50, 100, 150].map { try world.search("walk", from: $0) }
        #expect(all.map(\.found.count) == [50, 50, 20, 0])
        #expect(all.map(\.hasMore) == [true, true, false, false])
        #expect(all.map(\.count) == [120, 120, 120, 120])
        let found = all.flatMap(\.found)
        #expect(Set(found.map(\.entry.uid)).count == 120)
        let upcoming = found.prefix { $0.group == .upcoming }.map(\.entry.start)
        #expect(upcoming == upcoming.sorted())
        let past = found.drop { $0.group == .upcoming }
        #expect(past.allSatisfy { $0.group == .past } && past.map(\.entry.end) == past.map(\.entry.end).sorted(by: >))
    }

    @Test("objects from before the search are found, by it and by the worker")
    func unread() throws {
        for number in 0..<7 { try world.put("\(number)", "SUMMARY:Old plan") }
        try world.test.run("UPDATE calendar_object SET search_words = NULL, search_counter = NULL WHERE uid <> '0'")
        #expect(try SearchFilling.fillNext(world.test.app))
        #expect(try !SearchFilling.fillNext(world.test.app))
        #expect(try world.test.count("calendar_object WHERE search_counter = counter") == 7)
        // A release without a search leaves the words of an older text.
        try world.test.run("UPDATE calendar_object SET search_words = NULL, counter = counter + 1")
        let results = try world.search("plan")
        #expect(results.found.count == 7 && results.isComplete)
    }

    @Test("the words of a long text have a bounded size, and its beginning is found")
    func long() throws {
        let note = (0..<3_000).map { "w\($0)ع" }.joined(separator: " ")
        try world.put("1", "SUMMARY:\(String(repeating: "long", count: 500));;DESCRIPTION:\(note)")
        #expect(try world.found("w7ع") == ["1"])
        #expect(try world.found(String(repeating: "long", count: 20)) == ["1"])
        let octets = try world.test.count(
            "calendar_object WHERE pg_column_size(search_words) > 16384 OR length(search_words) > 300")
        #expect(octets == 0)
    }

    @Test("marks tell why something was found")
    func marks() throws {
        try world.put("1", "SUMMARY:Tea with Sara;;LOCATION:Sara's home;;DESCRIPTION:Sara likes tea")
        let inTitle = try #require(try world.search("tea").found.first)
        #expect(inTitle.title.bracketed == "[Tea] with Sara" && inTitle.excerpt == nil)
        let inNote = try #require(try world.search("likes").found.first)
        #expect(inNote.title.bracketed == "Tea with Sara")
        #expect(inNote.excerpt?.bracketed == "Sara [likes] tea")
    }

    @Test("a word behind what lists show of a title is shown as an excerpt")
    func longTitle() throws {
        try world.put("1", "SUMMARY:\(String(repeating: "plan ", count: 60))budget of the year")
        let found = try #require(try world.search("budget").found.first)
        #expect(!found.title.hasMarks && found.title.bracketed.hasSuffix("…"))
        #expect(found.excerpt?.bracketed.hasSuffix("plan [budget] of the year") == true)
    }

    @Test("an event that never happens is not shown, and hostile texts break nothing")
    func hostile() throws {
        try world.put("1", "SUMMARY:Never;;RRULE:FREQ=YEARLY;COUNT=1;;EXDATE;TZID=Asia/Riyadh:20261125T150000")
        try world.put("2", "SUMMARY:'quoted' \\\\ & | ! :* <-> ( %", at: "20261126T090000")
        #expect(try world.found("never") == [])
        #expect(try world.found("quoted") == ["2"])
        #expect(try world.found("'quoted':* & ! ( \\") == ["2"])
    }
}
