import HTTP
@testable import Pages
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
        ("riy", "/prayer/sa/riyadh"), ("RIYADH", "/prayer/sa/riyadh"), ("%D8%A7%D9%84%D8%B1%D9%8A", "/prayer/sa/riyadh"),
        ("%D8%B1%D9%8A%D8%A7%D8%B6", "/prayer/sa/riyadh"), ("troms%C3%B8", "/prayer/no/tromso"), ("%20london%20", "/prayer/gb/london"),
    ])
    func found(typed: String, page: String) throws {
        let answer = try browser.get("/prayer?q=" + typed)
        #expect(answer.status == 200 && answer.contains("<a href=\"\(page)\">"))
        let offered = try browser.get("/prayer/search?q=" + typed)
        #expect(offered.header("Content-Type") == "application/json")
        #expect(offered.contains("\"url\":\"\(page)\""))
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
    func country(header: String, country: String?) {
        #expect(Prayer.country(ofAcceptLanguage: header) == country)
    }

    @Test("large cities of the country come first, else of the world")
    func large() throws {
        browser.acceptLanguage = "en-SA"
        let known = try browser.get("/prayer")
        #expect(known.contains("Large cities in Saudi Arabia"))
        #expect(known.contains("/prayer/sa/riyadh") && !known.contains("/prayer/gb/london"))
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
        ("24.7", "24.7"), ("%D9%A2%D9%A4%D9%AB%D9%A7", "24.7"), ("24,7", "24.7"), ("%E2%88%9224.7", "-24.7"), ("-24.70000", "-24.7"),
    ])
    func digits(typed: String, read: String) throws {
        #expect(try browser.get("/prayer?latitude=\(typed)&longitude=0").contains("<bdi dir=\"ltr\">\(read), 0</bdi>"))
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
