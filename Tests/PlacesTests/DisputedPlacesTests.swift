@testable import Places
@testable import System
import TestSupport
import Testing

@Suite("The file of disputed places")
struct DisputedPlacesTests {
    @Test("the release's own is read, and begins with its rule")
    func release() throws {
        #expect(try DisputedPlaces(directory: "\(Repository.root)/sql").count > 20)
        let text = try Repository.text("sql/disputed-places.tsv")
        #expect(text.hasPrefix("# Places that are shown by their own name, without the name of a country.\n#\n# The rule:"))
    }

    @Test("numbers, countries and provinces count; comments, the header and empty lines do not")
    func lines() throws {
        let places = try DisputedPlaces("# rule\nplace\tname\n\n281184\tJerusalem\nEH\tWestern Sahara\nIN.12\tJammu and Kashmir\n", of: "some.tsv")
        #expect(places.count == 3)
        #expect(try DisputedPlaces("", of: "some.tsv").count == 0, "an operator may name every country")
    }

    @Test("an error names the number of a line that cannot be read", arguments: [
        "281184", "281184\tJerusalem\tmore", "0\tNowhere", "-5\tNowhere", "il\tIsrael", "QQ\tNo country", "IN.\tNo province", "Kashmir\tKashmir",
    ])
    func wrong(line: String) throws {
        let error = try #require(throws: FileError.self) { try DisputedPlaces("EH\tWestern Sahara\n\(line)\n", of: "some.tsv") }
        #expect(error.path == "some.tsv:2")
    }

    @Test("a folder without the file stops the start")
    func missing() throws {
        let error = try #require(throws: FileError.self) { try DisputedPlaces(directory: "/nowhere") }
        #expect(error.path == "/nowhere/disputed-places.tsv")
    }
}
