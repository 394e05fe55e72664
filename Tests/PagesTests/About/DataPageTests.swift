import Runtime
import Templates
import TestSupport
import Testing

@Suite("Data and sources")
struct DataPageTests {
    @Test("names the sources of the data, as the licences require, and every page links to it", arguments: ["en", "ar"])
    func attribution(language: String) throws {
        let visitor = Browser(try TestApp.patient())
        let page = try visitor.get("/about/data?lang=\(language)")
        #expect(page.status == 200)
        #expect(page.contains("href=\"https://www.geonames.org/\""))
        #expect(page.contains("href=\"https://creativecommons.org/licenses/by/4.0/\""))
        #expect(!page.contains("maxmind") && !page.contains("db-ip"), "no file of addresses is used")
        #expect(try visitor.get("/").contains("href=\"/about/data\""))
    }

    @Test("with a file of addresses their makers are named too", arguments: ["en", "ar"])
    func addresses(language: String) throws {
        let visitor = Browser(try TestApp(settings: ["JADWAL_MMDB": "/nowhere"]))
        let page = try visitor.get("/about/data?lang=\(language)")
        #expect(page.contains("href=\"https://db-ip.com\"") && page.contains("href=\"https://www.maxmind.com\""))
    }
}
