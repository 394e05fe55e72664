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
        #expect(choices.map(\.value).sorted() == zones.names)
        #expect(choices.filter(\.isSelected).map(\.value) == ["Asia/Riyadh"])
        #expect(Set(regions.map(\.region)).count == regions.count)
        #expect(regions.map(\.region).contains(language == .arabic ? "آسيا" : "Asia"))
    }

    @Test("a zone has the name of its city, in the page's language", arguments: [
        ("Asia/Riyadh", "Riyadh", "الرياض"), ("America/Argentina/Buenos_Aires", "Buenos Aires", "بوينس آيرس"),
        ("Asia/Kolkata", "Kolkata", "كلكتا"), ("UTC", "Coordinated Universal Time", "التوقيت العالمي المنسق"),
    ])
    func names(zone: String, english: String, arabic: String) throws {
        for (language, name) in [(Language.english, english), (.arabic, arabic)] {
            let choices = zones.options(selected: zone, language, catalogue).flatMap(\.zones)
            #expect(choices.filter(\.isSelected).map(\.label) == [name])
        }
    }

    @Test("every zone of tzdata has a name of its own in its region, in Arabic without a Latin letter")
    func everyName() {
        for language in Language.allCases {
            for region in zones.options(selected: "", language, catalogue) {
                #expect(Set(region.zones.map(\.label)).count == region.zones.count, "\(region.region)")
            }
        }
        #expect(zones.names.filter { ZoneName(zone: $0) == nil } == [])
        #expect(zones.names.filter { TimeZones.name(of: $0, arabic: true).contains { $0.isASCII && $0.isLetter } }
            == [])
        #expect(TimeZones.name(of: "Mars/Base_One", arabic: true) == "Base One")
    }

    @Test("a zone that is not offered is simply not chosen")
    func noneSelected() {
        #expect(!zones.options(selected: "Mars/Base", .english, catalogue).flatMap(\.zones).contains { $0.isSelected })
    }
}
