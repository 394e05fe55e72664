import HTTP
import Runtime
import Storage
import TestSupport
import Testing

@Suite("The page of planning")
struct PlanSettingsTests {
    let test: TestApp
    let browser: Browser
    private let path = "/settings/planning"

    init() throws {
        test = try .withCities("2026-11-23T14:30:00Z")
        browser = Browser(test)
        try browser.signIn()
        try browser.get(path)
    }

    private func choices() throws -> PlanningChoices { try test.store.planningChoices(of: browser.customer()) }

    private func fields(_ changes: KeyValuePairs<String, String> = [:]) -> [(String, String)] {
        var fields = [("on", "yes"), ("load", "80"), ("buffer", "0"), ("day-start", "4:00"), ("busy", "tight")]
        for (name, value) in changes { fields = fields.filter { $0.0 != name } + [(name, value)] }
        return fields
    }

    @Test("shows the defaults, and stores what is chosen")
    func stored() throws {
        let page = try browser.get(path)
        #expect(page.contains("<option value=\"80\" selected>"))
        #expect(page.contains("name=\"busy\" value=\"tight\" checked"))
        #expect(page.contains("href=\"/settings/prayer-day\""))
        let changes: KeyValuePairs = [
            "load": "60", "buffer": "15", "day-start": "5:30", "busy": "busy", "mornings": "yes",
        ]
        #expect(try browser.post(path, fields: fields(changes)).location == "/settings?saved=yes")
        let choices = try choices()
        #expect(choices.loadPercent == 60 && choices.bufferMinutes == 15 && choices.dayStart == 330)
        #expect(choices.busy == .busy && choices.leavesMornings && choices.isOn)
    }

    @Test("a list without its tick is not planned")
    func lists() throws {
        try browser.get("/tasks/new")
        try browser.post("/tasks/new", ["uid": "0c9d1d1e-1111-4000-8000-000000000000", "title": "Water"])
        try browser.get(path)
        try browser.post(path, fields: fields())
        #expect(try choices().unplannedLists.count == 1)
    }

    @Test("switched off, it can be taken back")
    func off() throws {
        let answer = try browser.post(path, fields: fields().filter { $0.0 != "on" })
        #expect(try !choices().isOn)
        let page = try browser.get(try #require(answer.location))
        #expect(page.shows("plan-settings.off", test) && page.contains("action=\"\(path)/on\""))
        try browser.post("\(path)/on")
        #expect(try choices().isOn)
    }

    @Test("a wrong value has a sentence at its field, and nothing is stored", arguments: [
        ("buffer", "-5"), ("buffer", "many"), ("day-start", "13:00"), ("day-start", ""), ("day-start", "25:00"),
    ])
    func wrong(name: String, value: String) throws {
        let answer = try browser.post(path, fields: fields([name: value, "load": "50"]))
        #expect(answer.status == 422 && answer.contains("id=\"\(name)-problem\""))
        #expect(try choices() == PlanningChoices())
    }
}
