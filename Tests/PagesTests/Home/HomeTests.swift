import HTTP
@testable import Pages
@testable import Runtime
import Templates
import TestSupport
import Testing

@Suite("The first page")
struct HomeTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp()
        browser = Browser(test)
    }

    @Test("a stranger sees today's prayers of Riyadh between two plans, in the order of the day")
    func day() throws {
        try test.setClock("2026-11-23T10:20:00Z")
        let page = try browser.get("/?lang=en")
        #expect(page.status == 200 && page.contains("Monday 23 November") && page.contains("13 Jumada II"))
        #expect(blocks(of: page) == [
            "Dhuhr 11:40", "Lunch with Maryam 12:15", "Asr 14:44", "Coffee with Sara 15:15", "Maghrib 17:05",
            "Isha 18:35",
        ])
        let arabic = try browser.get("/?lang=ar")
        #expect(arabic.contains("الاثنين ٢٣ نوفمبر") && arabic.contains("١٤:٤٤"))
    }

    @Test("whatever the season, every block is within the hours that are drawn")
    func seasons() throws {
        for _ in 0..<70 {
            test.advance(seconds: 11 * 86_400)
            let hours = try browser.get("/").text.matches(of: /<li class="(?:pr )?h(\d+) m\d/).map { Int($0.1) }
            #expect(hours.count == 6 && hours.allSatisfy { (11...20).contains($0 ?? 0) }, "\(hours)")
        }
    }

    @Test("there are two ways in: the city's field leads to its times, the email to an account")
    func ways() throws {
        let page = try browser.get("/")
        #expect(page.contains("action=\"/prayer\"") && page.contains("name=\"q\""))
        #expect(page.contains("href=\"/login\""))
    }

    @Test("what customers have already is not said to be coming", arguments: Language.allCases)
    func chats(language: Language) throws {
        let page = try browser.get("/?lang=\(language.tag)")
        let coming = try #require(page.text.firstRange(of: "class=\"later\""))
        let chat = ["en": "WhatsApp chat", "ar": "محادثة واتساب"][language.tag] ?? ""
        #expect(page.text[..<coming.lowerBound].contains(chat))
        #expect(!page.text[coming.lowerBound...].contains("chats"))
        #expect(!page.text[coming.lowerBound...].contains("المحادثات"))
    }

    /// Returns the names and times of the picture.
    private func blocks(of page: Answer) -> [String] {
        page.text.matches(of: /<b>([^<]*)<\/b> <time[^>]*>([^<]*)/).map { "\($0.1) \($0.2)" }
    }
}
