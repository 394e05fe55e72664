import Archive
@testable import Places
@testable import System
import TestSupport
import Testing

@Suite("Files of cities")
struct CityFileTests {
    let zones: TimeZones

    init() throws {
        zones = try TimeZones()
    }

    private func cities(_ text: String) throws -> [NewCity] {
        try CityFile.cities(Array(text.utf8), of: "some.tsv",
            arabicNames: [108_410: ArabicNames(name: "الرياض", also: ["رياض نجد"])], zones: zones)
    }

    private static let header = "id\tname\tcountry\tadmin1\tlatitude\tlongitude\televation\ttime_zone\tpopulation\talternate_names\n"
    private static let riyadh = "108410\tRiyadh\tSA\t10\t24.68773\t46.72185\t612\tAsia/Riyadh\t4205961\tAr Riyāḑ,الرياض"
    /// As it is in GeoNames' cities15000.txt, with fewer spellings.
    private static let dumped = "1275339\tMumbai\tMumbai\tBOM,Bombay,बम्बई\t19.07283\t72.88261\tP\tPPLA\tIN\t\t16\t519\t\t\t12691836\t\t8\tAsia/Calcutta\t2024-11-05"

    @Test("a line of our own")
    func ours() throws {
        #expect(try cities(Self.header + Self.riyadh + "\n\n") == [
            NewCity(
                id: 108_410, country: "SA", name: "Riyadh", nameArabic: "الرياض", admin1: "10", latitude: 24.68773,
                longitude: 46.72185, elevationMetres: 612, timeZone: "Asia/Riyadh", population: 4_205_961,
                otherNames: ["رياض نجد"], alternateNames: ["Ar Riyāḑ", "الرياض"])
        ])
    }

    @Test("a line of GeoNames' dump; an older name of a zone is today's")
    func dump() throws {
        let gone = Self.dumped.replacing("1275339", with: "2").replacing("PPLA", with: "PPLW")
        let river = Self.dumped.replacing("1275339", with: "3").replacing("\tP\tPPLA", with: "\tH\tSTM")
        #expect(try cities([Self.dumped, gone, river].joined(separator: "\n")) == [
            NewCity(
                id: 1_275_339, country: "IN", name: "Mumbai", admin1: "16", latitude: 19.07283, longitude: 72.88261,
                elevationMetres: 8, timeZone: "Asia/Kolkata", population: 12_691_836,
                alternateNames: ["BOM", "Bombay", "बम्बई"])
        ])
        #expect(try cities(Self.dumped.replacing("\t8\tAsia", with: "\t-9999\tAsia")).first?.elevationMetres == nil)
        #expect(try cities(Self.dumped.replacing("\t\t8\tAsia", with: "\t14\t8\tAsia")).first?.elevationMetres == 14)
    }

    @Test("a wrong line is named, with what is wrong", arguments: [
        ("108410", "x", "“x” is no GeoNames id"), ("108410", "0", "“0” is no GeoNames id"), ("108410", "", "“” is no GeoNames id"),
        ("\tSA\t", "\tsa\t", "“sa” is no country's code"), ("\tSA\t", "\tXX\t", "“XX” is no country's code"),
        ("\tRiyadh\t", "\t\t", "“” is no name"), ("\tRiyadh\t", "\tRi\u{0}yadh\t", "“Ri�yadh” is no name"),
        ("24.68773", "90", "the latitude is a pole's, where no sun rises or sets in a day"),
        ("24.68773", "nan", "“nan” is no latitude"), ("24.68773", "24,68", "“24,68” is no latitude"),
        ("46.72185", "180.1", "“180.1” is no longitude"), ("612", "9001", "“9001” is no elevation"),
        ("4205961", "-1", "“-1” is no population"), ("4205961", "99999999999", "“99999999999” is no population"),
        ("Asia/Riyadh", "Asia/Riad", "“Asia/Riad” is a time zone that tzdata does not know"),
        ("Asia/Riyadh", "../../etc/passwd", "“../../etc/passwd” is a time zone that tzdata does not know"),
        ("\t612", "", "has 9 columns; ours have 10 below a header, GeoNames' have 19"),
    ])
    func wrongLine(part: String, replacement: String, problem: String) throws {
        let line = Self.riyadh.replacing(part, with: replacement, maxReplacements: 1)
        let error = try #require(throws: FileError.self) {
            try cities(Self.header + Self.riyadh.replacing("108410", with: "7") + "\n" + line)
        }
        #expect(error.description == "some.tsv:3: \(problem)")
    }

    @Test("a city that comes twice, text that is not UTF-8, a file without cities")
    func wrongFiles() throws {
        let twice = try #require(throws: FileError.self) { try cities(Self.header + Self.riyadh + "\n" + Self.riyadh) }
        #expect(twice.description == "some.tsv:3: has the id 108410 of line 2")
        let broken = try #require(throws: FileError.self) {
            try CityFile.cities(Array(Self.header.utf8) + [0xFF], of: "some.tsv", arabicNames: [:], zones: zones)
        }
        #expect(broken.description == "some.tsv:2: is not UTF-8")
        for empty in ["", "\n\n", Self.header] {
            #expect(try #require(throws: FileError.self) { try cities(empty) }.description == "some.tsv: holds no city")
        }
        #expect(throws: FileError.self) { try cities(Self.riyadh) }
    }

    @Test("Arabic names with their other names")
    func arabicNames() throws {
        let header = "id\tlatin\tarabic\tsource\talso\n"
        let text = header + "292968\tAbu Dhabi\tأبوظبي\thand\tأبو ظبي,ظبي\n108410\tRiyadh\tالرياض\tcldr\t\n"
        #expect(try CityFile.arabicNames(Array(text.utf8), of: "ar.tsv") == [
            292_968: ArabicNames(name: "أبوظبي", also: ["أبو ظبي", "ظبي"]),
            108_410: ArabicNames(name: "الرياض", also: []),
        ])
        for (line, problem) in [
            ("1\tA\tا", "has 3 columns instead of 5"), ("1\tA\tا\twiki\t", "“wiki” is no source of a name"),
            ("1\tA\tا\thand\tب,", "“ب,” is no list of names"), ("108410\tA\tا\thand\t", "has an id that stood before"),
        ] {
            let error = try #require(throws: FileError.self) {
                try CityFile.arabicNames(Array((header + "108410\tRiyadh\tالرياض\thand\t\n" + line).utf8), of: "ar.tsv")
            }
            #expect(error.description == "ar.tsv:3: \(problem)")
        }
    }

    @Test("random bytes and broken lines never get through as a city")
    func random() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            var bytes = Array((Self.header + Self.riyadh).utf8)
            for _ in 0..<3 { bytes[Int.random(in: Self.header.utf8.count..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }
            let result = Result { try CityFile.cities(bytes, of: "some.tsv", arabicNames: [:], zones: zones) }
            guard case .success(let cities) = result else { continue }
            for city in cities {
                #expect(city.latitude.magnitude < 90 && city.longitude.magnitude <= 180)
                #expect(!city.name.utf8.contains { $0 < 0x20 } && city.population >= 0 && zones.zone(named: city.timeZone) != nil)
            }
        }
    }
}
