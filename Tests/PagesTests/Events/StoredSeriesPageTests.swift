import HTTP
import Storage
import TestSupport
import Testing

@Suite("Pages of stored series")
struct StoredSeriesPageTests: StoredEventTests {
    let world: CalendarWorld

    init() throws { world = try CalendarWorld() }

    private static let weekly = "DTEND:20261123T100000Z\r\nRRULE:FREQ=WEEKLY;COUNT=4"

    @Test("an edit of one of a series asks which ones, with the number of events of each answer")
    func series() throws {
        let page = try put(Self.weekly) + "?on=20261130T090000Z"
        #expect(try browser.get(page).contains("Monday 30 November 2026"))
        let question = try browser.send(
            FormOnPage(browser.get(edit(page))), ["start-time": "12:30", "end-time": "13:30"])
        #expect(question.status == 200)
        for words in ["1 event", "3 events", "4 events"] { #expect(question.contains(words), "\(words)") }
        #expect(try !text().contains("RECURRENCE-ID"))
        let saved = try browser.send(FormOnPage(question), ["which": "one"])
        #expect(saved.status == 303, "\(saved)")
        #expect(try text().contains("RECURRENCE-ID"))
    }

    @Test("all of a series are changed together")
    func allOfSeries() throws {
        let page = try put(Self.weekly) + "?on=20261130T090000Z"
        let question = try browser.send(FormOnPage(browser.get(edit(page))), ["title": "Renamed"])
        #expect(try browser.send(FormOnPage(question), ["which": "all"]).status == 303)
        #expect(try text().contains("SUMMARY:Renamed"))
        #expect(try !text().contains("RECURRENCE-ID"))
    }

    @Test("a change of this and all that follow that is sent twice divides the series once", arguments: [
        weekly, "DTEND:20261123T100000Z\r\nRRULE:FREQ=WEEKLY",
    ])
    func followingTwice(lines: String) throws {
        let page = try put(lines) + "?on=20261130T090000Z"
        let question = try FormOnPage(browser.send(FormOnPage(browser.get(edit(page))), ["title": "Renamed"]))
        let answers = try (0..<2).map { _ in try browser.send(question, ["which": "following"]) }
        let second = try #require(answers[1].location, "\(answers[1])")
        #expect(answers[0].location?.hasPrefix(second) == true && second.hasSuffix("done=edited"))
        let other = try browser.send(question, ["which": "following", "title": "Another name"])
        #expect(other.status == 409 && other.contains("Another name"))
        #expect(try world.calendar().objectCount == 2)
    }

    @Test("a change of the rule is offered for following or all events only")
    func ruleOfSeries() throws {
        let page = try put(Self.weekly) + "?on=20261130T090000Z"
        let question = try browser.send(FormOnPage(browser.get(edit(page))), ["repeat": "daily"])
        #expect(question.contains("value=\"following\"") && question.contains("value=\"all\""))
        #expect(!question.contains("value=\"one\""))
    }

    @Test("another calendar is offered for all of a series only")
    func calendarOfSeries() throws {
        let page = try put(Self.weekly) + "?on=20261130T090000Z", work = try world.make("Work")
        let question = try browser.send(FormOnPage(browser.get(edit(page))), ["calendar": work.id.description])
        #expect(question.contains("value=\"all\""))
        #expect(!question.contains("value=\"one\"") && !question.contains("value=\"following\""))
    }

    @Test("one of a series is deleted, the others stay")
    func deleteOne() throws {
        let page = try put(Self.weekly)
        let question = try browser.get("\(page)/delete?on=20261130T090000Z")
        #expect(question.contains("value=\"one\" checked"))
        #expect(try browser.send(FormOnPage(question), ["which": "one"]).status == 303)
        #expect(try text().contains("EXDATE"))
        #expect(try browser.get("\(page)?on=20261130T090000Z").status == 404)
        #expect(try browser.get("\(page)?on=20261207T090000Z").status == 200)
    }
}
