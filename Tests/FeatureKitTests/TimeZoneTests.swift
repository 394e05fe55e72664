import FeatureKit
import Testing
import TestSupport

@Suite("Time zones")
struct TimeZoneTests {
    let zones: TimeZones
    let catalogue: Catalogue

    init() throws {
        zones = try TimeZones()
        catalogue = try Catalogue(directory: "\(Repository.root)/templates/strings")
    }

    @Test("names are known, older ones lead to today's, the rest is refused", arguments: [
        ("Asia/Riyadh", "Asia/Riyadh"), ("Europe/Oslo", "Europe/Oslo"), ("UTC", "UTC"),
        ("Asia/Calcutta", "Asia/Kolkata"), ("Asia/Katmandu", "Asia/Kathmandu"), ("Europe/Kiev", "Europe/Kyiv"),
        ("America/Buenos_Aires", "America/Argentina/Buenos_Aires"), ("Etc/UTC", "UTC"), ("Etc/UCT", "UTC"), ("Zulu", "UTC"),
        ("", nil), ("Mars/Base", nil), ("asia/riyadh", nil), ("../../etc/passwd", nil), ("Asia/Riyadh ", nil),
        ("Asia", nil), ("L", nil),
    ] as [(String, String?)])
    func named(name: String, expected: String?) {
        #expect(zones.zone(named: name) == expected)
    }

    @Test("every zone offered is a zone understood")
    func offered() {
        #expect(zones.names.count > 300)
        #expect(zones.names == zones.names.sorted())
        for name in zones.names { #expect(zones.zone(named: name) == name) }
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
