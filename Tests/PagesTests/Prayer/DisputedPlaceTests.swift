import HTTP
import Pages
import Places
import Storage
import Templates
import TestSupport
import Testing
import Web

@Suite("Places whose country is disputed")
struct DisputedPlaceTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        func city(_ id: Int64, _ country: String, _ admin1: String, _ name: String, _ arabic: String?, _ latitude: Double, _ longitude: Double, _ zone: String) -> NewCity {
            NewCity(
                id: id, country: country, name: name, nameArabic: arabic, admin1: admin1, latitude: latitude, longitude: longitude,
                timeZone: zone, population: 900_000, alternateNames: arabic.map { [$0] } ?? [])
        }
        try test.store.replace([
            city(281184, "IL", "06", "Jerusalem", "القدس", 31.76904, 35.21633, "Asia/Jerusalem"),
            city(293397, "IL", "05", "Tel Aviv", nil, 32.08088, 34.78057, "Asia/Jerusalem"),
            city(6945291, "PS", "WE", "Old City", "البلدة القديمة في القدس", 31.77667, 35.23417, "Asia/Hebron"),
            city(282239, "PS", "WE", "Ramallah", "رام الله", 31.89964, 35.20422, "Asia/Hebron"),
            city(1255634, "IN", "12", "Srinagar", nil, 34.08565, 74.80555, "Asia/Kolkata"),
            city(1275339, "IN", "16", "Mumbai", nil, 19.07283, 72.88261, "Asia/Kolkata"),
            city(2462881, "EH", "", "Laayoune", "العيون", 27.1418, -13.18797, "Africa/El_Aaiun"),
        ], source: ("test", [UInt8](repeating: 1, count: 32)))
        browser = Browser(test)
    }

    /// Checks that there is no country's name in any language, and no letters of GeoNames for a province.
    private func namesNoCountry(_ answer: Answer, _ what: String) {
        for code in ["IL", "PS", "IN", "EH"] {
            for name in [CountryName(code: code)?.english, CountryName(code: code)?.arabic].compactMap(\.self) {
                #expect(!answer.contains(name), "\(name) in \(what)")
            }
        }
        #expect(!answer.contains("WE,") && !answer.contains("WE،"), "\(what)")
    }

    @Test("a visitor sees no country: in search results, offers, the page, its title and its feed", arguments: Language.allCases, [
        ("القدس", "/prayer/il/jerusalem"), ("jerusalem", "/prayer/il/jerusalem"), ("البلدة", "/prayer/ps/old-city"),
        ("srinagar", "/prayer/in/srinagar"), ("laay", "/prayer/eh/laayoune"),
    ])
    func visitor(language: Language, city: (typed: String, path: String)) throws {
        // A whole name would lead to the city at once.
        let typed = percentEncoded(String(city.typed.dropLast())), name = try #require(city.path.split(separator: "/").last)
        let results = try browser.get("/prayer?q=\(typed)&lang=\(language.tag)")
        #expect(results.contains("<a href=\"\(city.path)\">"))
        namesNoCountry(results, "the results")
        let offers = try browser.get("/prayer/search?q=\(typed)&lang=\(language.tag)")
        #expect(offers.contains("\"url\":\"\(city.path)\"") && offers.contains("\"detail\":\"\""))
        namesNoCountry(offers, "the offers")
        let page = try browser.get("\(city.path)?lang=\(language.tag)")
        #expect(page.status == 200 && page.header("Content-Language") == language.tag)
        #expect(page.text.firstMatch(of: /<title>[^<,،]* · [^<]*<\/title>/) != nil, "the place alone")
        namesNoCountry(page, "the page")
        let feed = try browser.get("\(city.path).ics")
        #expect(feed.status == 200 && feed.contains("/\(name)"))
        namesNoCountry(feed, "the feed")
    }

    @Test("a customer sees none either: choosing the place, previewing, saving, the settings, the export and the profile", arguments: Language.allCases)
    func customer(language: Language) throws {
        try browser.signIn()
        try browser.post("/settings/language", ["language": language.tag])
        let name = language == .arabic ? "القدس" : "Jerusalem"
        for path in ["/settings/prayer/place?q=\(percentEncoded(String(name.dropLast())))", "/settings/prayer?city=281184"] {
            let page = try browser.get(path)
            #expect(page.status == 200 && page.contains(name))
            namesNoCountry(page, path)
        }
        #expect(try browser.post("/settings/prayer", ["city": "281184"]).status == 303)
        for path in ["/settings/prayer?done=saved", "/settings", "/settings/prayer/renew", "/settings/prayer/delete"] {
            let page = try browser.get(path)
            #expect(page.status == 200 && page.contains(name))
            namesNoCountry(page, path)
        }
        let steps = try #require(try browser.post("/profiles").location)
        let profile = try browser.get(steps.replacing("/settings/prayer/iphone?", with: "/profiles/prayer.mobileconfig?"))
        #expect(profile.status == 200 && profile.contains(name))
        namesNoCountry(profile, "the profile")
    }

    @Test("the large cities under a country's name are only undisputed ones", arguments: [
        ("ar-IL", ["/prayer/il/tel-aviv"], "أكبر المدن في إسرائيل"),
        ("ar-PS", ["/prayer/ps/ramallah"], "أكبر المدن في فلسطين"),
        ("en-IN", ["/prayer/in/mumbai"], "Large cities in India"), ("en-EH", ["/prayer/eh/laayoune"], "Large cities"),
    ])
    func largeCities(acceptLanguage: String, paths: [String], title: String) throws {
        browser.acceptLanguage = acceptLanguage
        let page = try browser.get("/prayer")
        #expect(page.contains("<h2>\(title)</h2>"))
        #expect(page.text.matches(of: /<a href="(\/prayer\/[a-z]+\/[a-z-]+)">/).map { String($0.1) } == paths)
    }

    @Test("undisputed places keep their country")
    func others() throws {
        #expect(try browser.get("/prayer/ps/ramallah").contains("<title>Prayer times in Ramallah, Palestine · Jadwal</title>"))
        #expect(try browser.get("/prayer?q=mumba").contains("India</small>"))
        #expect(try browser.get("/prayer?q=mumba&lang=ar").contains("الهند</small>"))
    }
}
