import Places
import Templates
import TestSupport
import Testing
import Web

@Suite("The select of time zones")
struct TimeZoneOptionTests {
    let zones: TimeZones, catalogue: Catalogue

    init() throws {
        zones = try TimeZones()
        catalogue = try Catalogue(directory: "\(Repository.root)/templates/strings")
    }

    @Test("the options hold every zone once, in groups, with one chosen", arguments: Language.allCases)
    func options(language: Language) {
        let html = zones.options(selected: "Asia/Riyadh", language, catalogue).html
        let values = html.matches(of: /<option value="([^"]*)"( selected)?>([^<]*)<\/option>/)
        #expect(values.map { String($0.1) } == zones.names)
        #expect(values.filter { $0.2 != nil }.map { String($0.1) } == ["Asia/Riyadh"])
        #expect(html.matches(of: /<optgroup label="[^"]+">/).count == html.matches(of: /<\/optgroup>/).count)
        #expect(html.contains("<optgroup label=\"\(language == .arabic ? "آسيا" : "Asia")\">"))
        #expect(html.contains(">Argentina – Buenos Aires</option>"))
    }

    @Test("a zone that is not offered is simply not chosen")
    func noneSelected() {
        #expect(!zones.options(selected: "Mars/Base", .english, catalogue).html.contains("selected"))
    }
}
