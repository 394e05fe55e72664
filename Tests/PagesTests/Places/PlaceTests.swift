import HTTP
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Pages of places")
struct PlaceTests {
    let test: TestApp
    let browser: Browser
    private let path = "/settings/places"

    init() throws {
        test = try .withCities("2026-11-23T14:30:00Z")
        browser = Browser(test)
        try browser.signIn()
        try browser.get(path)
    }

    private func places() throws -> [SavedPlace] { try test.store.savedPlaces(of: browser.customer()) }

    @Test("a place is saved from a map's link by three decimals, and its adding is taken back")
    func added() throws {
        let link = "https://www.google.com/maps/place/Gym/@24.1,46.1,15z/data=!3d24.71364!4d46.67529"
        let answer = try browser.post(path, ["name": " Gym ", "where": link])
        let place = try #require(try places().first)
        #expect(place.name == "Gym" && place.latitude == 24.714 && place.longitude == 46.675)
        let list = try browser.get(try #require(answer.location))
        #expect(list.shows("undo.added", test) && list.contains("24.714"))
        try browser.post("\(path)/\(place.id)/delete")
        #expect(try places().isEmpty)
    }

    @Test("a city of the list is a place, and of several with a name one is chosen")
    func city() throws {
        try browser.post(path, ["name": "Home", "where": "Riyadh"])
        let home = try #require(try places().first)
        #expect(abs(home.latitude - 24.7) < 0.2 && abs(home.longitude - 46.7) < 0.2)
        try browser.post(path, ["name": "Work", "where": "anything", "city": "108410"])
        #expect(try places().map(\.name) == ["Home", "Work"])
    }

    @Test("a place that cannot be has a sentence, and the input stays", arguments: [
        ("0, 0", "places.problem.zero"), ("200, 100", "places.problem.range"),
        ("https://maps.app.goo.gl/abc", "places.problem.short"), ("", "places.problem.empty"),
        ("qqqqqqqq", "places.problem.unknown"),
    ])
    func wrong(typed: String, problem: String) throws {
        let answer = try browser.post(path, ["name": "Gym & more", "where": typed])
        #expect(answer.status == 422 && answer.shows(problem, test))
        #expect(answer.contains("value=\"Gym &amp; more\"") && answer.contains("aria-invalid=\"true\""))
        #expect(try places().isEmpty)
    }

    @Test("swapped numbers are offered the other way round, and one press takes the offer")
    func swapped() throws {
        let answer = try browser.post(path, ["name": "Tokyo", "where": "139.69, 35.68"])
        #expect(answer.status == 422 && answer.contains("name=\"point\" value=\"35.68,139.69\""))
        try browser.post(path, ["name": "Tokyo", "where": "139.69, 35.68", "point": "35.68,139.69"])
        #expect(try places().first?.latitude == 35.68)
    }

    @Test("numbers that are far from the customer's city and near to it when swapped are asked for")
    func likelySwapped() throws {
        try browser.get("/settings/prayer?city=108410")
        try browser.post("/settings/prayer", ["city": "108410"])
        try browser.get(path)
        let answer = try browser.post(path, ["name": "Gym", "where": "46.675, 24.714"])
        #expect(answer.status == 422 && answer.shows("places.problem.far", test))
        #expect(answer.contains("value=\"24.714,46.675\"") && answer.contains("value=\"46.675,24.714\""))
        try browser.post(path, ["name": "Gym", "where": "46.675, 24.714", "point": "46.675,24.714"])
        #expect(try places().first?.latitude == 46.675, "the customer may mean it")
    }

    @Test("a name is needed, once for each place", arguments: [
        ("", "places.problem.name"), ("GYM", "places.problem.taken"),
    ])
    func names(name: String, problem: String) throws {
        try browser.post(path, ["name": "Gym", "where": "24.7, 46.7"])
        let answer = try browser.post(path, ["name": name, "where": "24.8, 46.8"])
        #expect(answer.status == 422 && answer.shows(problem, test))
        #expect(try places().count == 1)
    }

    @Test("a place is changed and deleted, and each is taken back")
    func undone() throws {
        try browser.post(path, ["name": "Gym", "where": "24.7, 46.7"])
        let id = try #require(try places().first?.id)
        #expect(try browser.get("\(path)/\(id)").contains("value=\"24.7,46.7\""))
        let changed = try browser.post("\(path)/\(id)", ["name": "Pool", "where": "24.8, 46.8"])
        #expect(changed.shows("undo.edited", test) && changed.contains("name=\"point\" value=\"24.7,46.7\""))
        try browser.post("\(path)/\(id)", ["name": "Gym", "point": "24.7,46.7"])
        #expect(try places().first.map { $0.name == "Gym" && $0.latitude == 24.7 } == true)
        let deleted = try browser.post("\(path)/\(id)/delete")
        #expect(try deleted.contains("action=\"\(path)/restore\"") && places().isEmpty)
        try browser.post("\(path)/restore", ["id": "\(id)", "name": "Gym", "point": "24.7,46.7"])
        #expect(try places().first?.id == id, "tasks that name it have it again")
        let again = try browser.post("\(path)/restore", ["id": "\(id)", "name": "Gym", "point": "24.7,46.7"])
        #expect(again.status == 303, "pressed twice")
    }

    @Test("another customer's place does not exist")
    func others() throws {
        try browser.post(path, ["name": "Gym", "where": "24.7, 46.7"])
        let id = try #require(try places().first?.id)
        let sara = Browser(test)
        try sara.signIn("sara@example.org")
        #expect(try sara.get("\(path)/\(id)").status == 404)
        try sara.get(path)
        try sara.post("\(path)/\(id)/delete")
        #expect(try places().count == 1)
    }
}
