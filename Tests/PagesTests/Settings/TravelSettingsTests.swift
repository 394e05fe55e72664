import HTTP
import Runtime
import Storage
import TestSupport
import Testing

@Suite("The page of travel")
struct TravelSettingsTests {
    let timeline: TimelineWorld
    var browser: Browser { timeline.browser }
    private let path = "/settings/travel"

    init() throws {
        timeline = try TimelineWorld()
        try browser.get(path)
    }

    private func habits() throws -> DayHabits { try timeline.test.store.dayHabits(of: browser.customer()) }

    @Test("shows the defaults, and stores what is chosen")
    func stored() throws {
        let page = try browser.get(path)
        #expect(page.contains("name=\"car\" value=\"yes\" checked") && page.contains("value=\"2000\""))
        #expect(!page.contains("name=\"bike\" value=\"yes\" checked"))
        let answer = try browser.post(path, ["bike": "yes", "eco": "yes", "walk": "3000", "way-reserve": "10"])
        #expect(answer.location == "/settings?saved=yes")
        let habits = try habits()
        #expect(!habits.travel.ownsCar && habits.travel.ownsBike && habits.travel.isEco)
        #expect(habits.travel.farthestWalk == 3_000 && habits.wayReserveMinutes == 10)
    }

    @Test("a wrong value has a sentence at its field, and nothing is stored", arguments: [
        ("walk", "99"), ("walk", "20001"), ("walk", "far"), ("walk", ""),
        ("way-reserve", "-1"), ("way-reserve", "241"),
    ])
    func wrong(name: String, value: String) throws {
        var fields = [("car", "yes"), ("eco", "yes"), ("walk", "500"), ("way-reserve", "5")]
        fields = fields.filter { $0.0 != name } + [(name, value)]
        let answer = try browser.post(path, fields: fields)
        #expect(answer.status == 422 && answer.contains("id=\"\(name)-problem\""))
        #expect(try habits() == DayHabits())
    }

    @Test("the pages of events follow it")
    func used() throws {
        try timeline.put("Lunch", "20261125T130000", "20261125T140000", "GEO:24.7;46.7")
        try timeline.put("Dentist", "20261125T160000", "20261125T170000", "GEO:24.718;46.7")
        let event = "/events/\(try timeline.world.calendar().id)/Dentist.ics"
        #expect(try browser.get(event).contains("by car from"))
        try browser.get(path)
        try browser.post(path, ["bike": "yes", "walk": "2000", "way-reserve": "5"])
        #expect(try browser.get(event).contains("by bicycle from"), "2.6 km by bicycle take 12 minutes")
    }
}
