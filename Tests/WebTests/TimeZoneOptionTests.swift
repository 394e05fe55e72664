import Places
import Templates
import TestSupport
import Testing
@testable import Web

@Suite("The select of time zones")
struct TimeZoneOptionTests {
    let zones: TimeZones, catalogue: Catalogue

    init() throws {
        zones = try TimeZones()
        catalogue = try Catalogue(directory: "\(Repository.root)/templates/strings")
    }

    @Test("the options hold every zone once, in groups, with one chosen", arguments: Language.allCases)
    func options(language: Language) {
        let regions = zones.options(selected: "Asia/Riyadh", language, catalogue)
        let choices = regions.flatMap(\.zones)
        #expect(choices.map(\.value) == zones.names)
        #expect(choices.filter(\.isSelected).map(\.value) == ["Asia/Riyadh"])
        #expect(Set(regions.map(\.region)).count == regions.count)
        #expect(regions.map(\.region).contains(language == .arabic ? "آسيا" : "Asia"))
        #expect(choices.map(\.label).contains("Argentina – Buenos Aires"))
    }

    @Test("a zone that is not offered is simply not chosen")
    func noneSelected() {
        #expect(!zones.options(selected: "Mars/Base", .english, catalogue).flatMap(\.zones).contains { $0.isSelected })
    }
}
