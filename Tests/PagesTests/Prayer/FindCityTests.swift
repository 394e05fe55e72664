import HTTP
@testable import Pages
import Places
import Storage
import TestSupport
import Testing
@testable import Web

@Suite("Finding a city")
struct FindCityTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try .withCities()
        browser = Browser(test)
    }

    @Test("by the beginning of its name, in either script", arguments: [
        ("riy", "/prayer/sa/riyadh"), ("RIYA", "/prayer/sa/riyadh"), ("%D8%A7%D9%84%D8%B1%D9%8A", "/prayer/sa/riyadh"),
        ("%D8%B1%D9%8A%D8%A7", "/prayer/sa/riyadh"), ("tr%C3%B8", "/prayer/no/tromso"),
        ("%20lond%20", "/prayer/gb/london"),
    ])
    func found(typed: String, page: String) throws {
        let answer = try browser.get("/prayer?q=" + typed)
        #expect(answer.status == 200 && answer.contains("<a href=\"\(page)\">"))
        let offered = try browser.get("/prayer/search?q=" + typed)
        #expect(offered.header("Content-Type") == "application/json")
        #expect(offered.contains("\"url\":\"\(page)\""))
    }

    @Test("a name that one city has leads to its page at once, for customers to their own times", arguments: [
        ("RIYADH", "/prayer/sa/riyadh"), ("%D8%B1%D9%8A%D8%A7%D8%B6", "/prayer/sa/riyadh"),
        ("troms%C3%B8", "/prayer/no/tromso"),
        ("%20london%20", "/prayer/gb/london"), ("london%20uk", "/prayer/gb/london"),
    ])
    func redirected(typed: String, page: String) throws {
        let answer = try browser.get("/prayer?q=" + typed)
        #expect(answer.status == 303 && answer.location == page)
        #expect(try browser.get("/prayer/search?q=" + typed).contains("\"url\":\"\(page)\""))
        try browser.signIn()
        #expect(try browser.get("/settings/prayer/place?q=" + typed).location?.hasPrefix("/settings/prayer?city=")
            == true)
    }

    @Test("a city a hundred times larger than its namesakes is meant; the others are one press away")
    func namesakes() throws {
        func city(_ id: Int64, _ country: String, population: Int) -> NewCity {
            NewCity(
                id: id, country: country, name: "Riyadh", nameArabic: "الرياض", latitude: 31, longitude: 31,
                timeZone: "Africa/Cairo", population: population)
        }
        let source = (name: "test", sha256: [UInt8](repeating: 2, count: 32))
        // The capital has 4,205,961 people.
        try test.store.replace([.riyadh, city(1, "EG", population: 42_059)], source: source)
        let answer = try browser.get("/prayer?q=%D8%A7%D9%84%D8%B1%D9%8A%D8%A7%D8%B6")
        #expect(answer.location == "/prayer/sa/riyadh?also=%D8%A7%D9%84%D8%B1%D9%8A%D8%A7%D8%B6")
        let page = try browser.get(try #require(answer.location))
        let others = "/prayer?q=%D8%A7%D9%84%D8%B1%D9%8A%D8%A7%D8%B6&amp;all=yes"
        #expect(page.status == 200 && page.contains("<a class=\"else\" href=\"\(others)\">"))
        #expect(page.contains("Another \u{2068}الرياض\u{2069}?"))
        let list = try browser.get(others.replacing("&amp;", with: "&"))
        #expect(list.status == 200)
        #expect(list.contains("href=\"/prayer/eg/riyadh\"") && list.contains("href=\"/prayer/sa/riyadh\""))
        try test.store.replace([.riyadh, city(1, "EG", population: 42_060)], source: source)
        #expect(try browser.get("/prayer?q=Riyadh").status == 200, "not a hundred times larger")
    }

    @Test("the name that matched is beside the shown name if it is another")
    func otherName() throws {
        #expect(try browser.get("/prayer/search?q=%D8%B1%D9%8A%D8%A7&lang=en").contains("\"also\":\"الرياض\""))
        #expect(try !browser.get("/prayer/search?q=riya&lang=en").contains("\"also\""))
        #expect(try browser.get("/prayer?q=%D8%B1%D9%8A%D8%A7").contains("<small>(<bdi>الرياض</bdi>)</small>"))
    }

    @Test("a search that finds nothing says what else to do", arguments: [
        "%25", "_", "%F0%9F%95%8B", "atlantis", "%5C", "'", String(repeating: "a", count: 1_024),
        String(repeating: "%D8%A7", count: 1_024), "%3Cscript%3Ealert(1)%3C/script%3E",
    ])
    func notFound(typed: String) throws {
        let answer = try browser.get("/prayer?q=" + typed)
        #expect(answer.status == 200)
        #expect(answer.shows("find.none.hint", test))
        #expect(!answer.contains("<script>alert") && answer.bytes.count < 20_000)
        #expect(try browser.get("/prayer/search?q=" + typed).text == "[]")
    }

    @Test("the script gets names in the page's language")
    func language() throws {
        #expect(try browser.get("/prayer/search?q=riy&lang=ar").contains("\"name\":\"الرياض\""))
        #expect(try browser.get("/prayer/search?q=riy&lang=xx").contains("\"name\":\"Riyadh\""))
        #expect(try browser.get("/prayer/search").text == "[]")
    }

    @Test("a browser's language decides the country whose cities are offered", arguments: [
        ("ar-SA,ar;q=0.9", "SA"), ("en-GB", "GB"), ("zh-Hant-TW, en", "TW"), ("en;q=0.5", nil), ("*", nil), ("", nil),
        ("fr, ar-sa;q=0.1", "SA"), ("x-y-z", nil), ("en-123", nil),
    ] as [(String, String?)])
    func country(header: String, country: String?) throws {
        let request = try Request(
            method: .get, target: "/", headers: ["Accept-Language": header], body: [], remoteAddress: "", id: "")
        #expect(request.acceptedCountry == country)
    }

    @Test("a browser's position leads to the city nearby at once; a typed point and one far from cities do not")
    func here() throws {
        let near = "latitude=51.51&longitude=-0.2"
        #expect(try browser.get("/prayer?\(near)&here=yes").location == "/prayer/gb/london")
        #expect(try browser.get("/prayer?\(near)").shows("find.near", test))
        #expect(try browser.get("/prayer?latitude=0&longitude=0&here=yes").shows("find.near", test))
        try browser.signIn()
        #expect(try browser.get("/settings/prayer/place?\(near)&here=yes").location == "/settings/prayer?city=2643743")
        #expect(try browser.get("/settings/prayer/place?\(near)").location?.contains("latitude=51.51") == true)
    }

    @Test("a customer's own place offers the large cities of the account's time zone, and the position")
    func ownPlace() throws {
        try browser.signIn()
        let page = try browser.get("/settings/prayer/place")
        #expect(page.contains("Large cities in Saudi Arabia") && page.contains("href=\"/settings/prayer?city=108410\""))
        #expect(page.contains("data-locate=\"/settings/prayer/place\""))
        #expect(page.header("Permissions-Policy")?.contains("geolocation=(self)") == true)
    }

    @Test("the script asks for the large cities of its time zone", arguments: [
        ("Asia/Riyadh", "in Saudi Arabia"), ("Europe/London", "in the United Kingdom"),
        ("Mars/Base", "in the United Kingdom"),
        ("", "in the United Kingdom"), ("Antarctica/Troll", "Large cities"),
    ])
    func zone(name: String, title: String) throws {
        browser.acceptLanguage = "en-GB"
        let answer = try browser.get("/prayer/large?lang=en&zone=\(percentEncoded(name))")
        #expect(answer.status == 200 && answer.header("Content-Type") == "application/json")
        #expect(answer.contains(title) && answer.response.headers.values("Set-Cookie").isEmpty)
    }

    @Test("large cities of the country come first, else of the world")
    func large() throws {
        browser.acceptLanguage = "en-SA"
        let known = try browser.get("/prayer")
        #expect(known.contains("Large cities in Saudi Arabia"))
        #expect(known.contains("/prayer/sa/riyadh") && !known.contains("/prayer/gb/london"))
        browser.acceptLanguage = "en-GB"
        #expect(try browser.get("/prayer").contains("Large cities in the United Kingdom"))
        browser.acceptLanguage = "en"
        let unknown = try browser.get("/prayer")
        #expect(unknown.contains("/prayer/sa/riyadh") && unknown.contains("/prayer/gb/london"))
    }

    @Test("a point finds the cities around it, nearest first, with the way to go")
    func point() throws {
        let answer = try browser.get("/prayer?latitude=21.5&longitude=39.2")
        #expect(answer.status == 200)
        let near = answer.text.matches(of: /<a href="(\/prayer\/[a-z]+\/[a-z]+)">.*?<small>([^<]*)/).map { [String($0.1), String($0.2)] }
        // Makkah lies 65 km east of Jeddah's harbour: 0.629° of longitude there are 65 km.
        #expect(near.first == ["/prayer/sa/makkah", "66 km away"] || near.first == ["/prayer/sa/makkah", "65 km away"])
        #expect(answer.header("Permissions-Policy")?.contains("geolocation=(self)") == true)
        #expect(!answer.contains("/settings/prayer"), "that is for customers")
        try browser.signIn()
        #expect(try browser.get("/prayer?latitude=21.5&longitude=39.2").contains("/settings/prayer?latitude=21.5&amp;longitude=39.2"))
    }

    @Test("digits of either script, a decimal comma and a printed minus are read", arguments: [
        ("24.7", "24.7° N"), ("%D9%A2%D9%A4%D9%AB%D9%A7", "24.7° N"), ("24,7", "24.7° N"), ("%E2%88%9224.7", "24.7° S"),
        ("-24.70000", "24.7° S"),
    ])
    func digits(typed: String, read: String) throws {
        #expect(try browser.get("/prayer?latitude=\(typed)&longitude=0").contains("<p class=\"muted small\">\(read), 0° E</p>"))
    }

    @Test("an impossible point shows an error under its field", arguments: [
        ("90", "0", "latitude"), ("-90", "0", "latitude"), ("0", "181", "longitude"), ("north", "0", "latitude"),
        ("1e1", "0", "latitude"), ("nan", "0", "latitude"), ("0", "", "longitude"), ("", "0", "latitude"),
    ])
    func wrongPoint(latitude: String, longitude: String, field: String) throws {
        let answer = try browser.get("/prayer?latitude=\(latitude)&longitude=\(longitude)")
        #expect(answer.status == 422)
        #expect(answer.contains("id=\"\(field)-problem\""))
        #expect(answer.text.matches(of: /id="\w+-problem"/).count == 1, "that field only")
    }
}
