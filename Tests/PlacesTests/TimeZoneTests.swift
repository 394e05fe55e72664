import CivilTime
import Places
import Synchronization
import System
import TestSupport
import Testing

@Suite("Time zones")
struct TimeZoneTests {
    let zones: TimeZones

    init() throws {
        zones = try TimeZones()
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

    @Test("zones that belong to no place have rules, but nobody chooses them", arguments: [
        ("Etc/GMT+2", -7_200), ("Etc/GMT-14", 50_400), ("Etc/GMT", 0), ("GMT", 0), ("Greenwich", 0), ("GMT+0", 0),
    ])
    func placeless(name: String, seconds: Int) throws {
        #expect(try zones.rules(named: name)?.offset(at: Instant(secondsSince1970: 1_767_225_600)) == seconds)
        #expect(zones.zone(named: name) == nil)
    }

    @Test("other files of tzdata are no zones", arguments: ["Factory", "Etc", "Etc/GMT+99", "zone.tab", "posixrules"])
    func files(name: String) throws {
        #expect(try zones.rules(named: name) == nil)
    }

    @Test("a zone is named for a country", arguments: [
        ("Asia/Riyadh", "SA"), ("Africa/Casablanca", "MA"), ("America/New_York", "US"), ("Asia/Calcutta", "IN"),
        ("UTC", nil), ("Mars/Olympus", nil),
    ])
    func country(name: String, expected: String?) throws {
        #expect(try TimeZones().country(of: name) == expected)
    }

    @Test("every zone offered is a zone understood")
    func offered() {
        #expect(zones.names.count > 300)
        #expect(zones.names == zones.names.sorted())
        for name in zones.names { #expect(zones.zone(named: name) == name) }
    }

    @Test("every zone offered has rules that the C library's zdump agrees with, 2024 to 2029")
    func zdump() throws {
        // `Asia/Gaza  Fri Mar 27 23:59:59 2026 UT = Sat Mar 28 01:59:59 2026 EET isdst=0 gmtoff=7200`
        let result = try command(["zdump", "-V", "-c", "2024,2029"] + zones.names)
        #expect(result.status == 0)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        var compared = Set<String>()
        for line in String(decoding: result.bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            let clock = words[4].split(separator: ":").compactMap { Int($0) }
            let month = try #require(months.firstIndex(of: words[2])) + 1
            let instant = try #require(Instant(
                utcYear: Int(words[5]) ?? 0, month: month, day: Int(words[3]) ?? 0,
                hour: clock[0], minute: clock[1], second: clock[2]))
            let type = try #require(try zones.rules(named: words[0])).type(at: instant)
            #expect(words[13] == type.abbreviation, "\(line)")
            #expect(words[14] == "isdst=\(type.isDaylightSaving ? 1 : 0)", "\(line)")
            #expect(words[15] == "gmtoff=\(type.offset)", "\(line)")
            compared.insert(words[0])
        }
        #expect(compared.isSuperset(of: ["America/New_York", "Europe/Dublin", "Asia/Gaza"]))
        for name in zones.names { #expect(try zones.rules(named: name)?.name == name) }
    }

    @Test("rules come by older names too, and never from outside the folder")
    func rules() throws {
        #expect(try zones.rules(named: "Asia/Calcutta")?.name == "Asia/Kolkata")
        #expect(try zones.rules(named: "UTC")?.offset(at: Instant(secondsSince1970: 0)) == 0)
        for name in ["", "Mars/Base", "../../../etc/passwd", "zone.tab", "tzdata.zi", "Asia"] {
            #expect(try zones.rules(named: name) == nil)
        }
        #expect(try zones.version.wholeMatch(of: /20\d\d[a-z]{1,2}/) != nil)
    }

    @Test("an upgrade of tzdata is noticed a second later, and so is a zone that is gone")
    func upgrade() throws {
        let folder = try TemporaryDirectory()
        try folder.write("zone.tab", "SA\t+2438+04643\tAsia/Riyadh\n")
        try folder.write("tzdata.zi", "# version 2026f\n")
        try folder.makeFolders(["Asia"])
        let seconds = Mutex(100)
        let zones = try TimeZones(directory: folder.path) { seconds.withLock { $0 } }
        #expect(try zones.version == "2026f")
        #expect(try zones.rules(named: "Asia/Riyadh") == nil)

        let riyadh = try readBytes("/usr/share/zoneinfo/Asia/Riyadh")
        let tokyo = try readBytes("/usr/share/zoneinfo/Asia/Tokyo")
        try folder.write("Asia/Riyadh", bytes: riyadh)
        let noon = Instant(secondsSince1970: 1_795_262_400)
        #expect(try zones.rules(named: "Asia/Riyadh")?.offset(at: noon) == 3 * 3_600)

        try folder.remove("Asia/Riyadh")
        try folder.write("Asia/Riyadh", bytes: tokyo)
        #expect(try zones.rules(named: "Asia/Riyadh")?.offset(at: noon) == 3 * 3_600)
        seconds.withLock { $0 += 1 }
        #expect(try zones.rules(named: "Asia/Riyadh")?.offset(at: noon) == 9 * 3_600)

        try folder.write("Asia/Riyadh", bytes: Array(riyadh.dropLast()))
        seconds.withLock { $0 += 1 }
        #expect(throws: TZifError.footer) { try zones.rules(named: "Asia/Riyadh") }

        try folder.remove("Asia/Riyadh")
        seconds.withLock { $0 += 1 }
        #expect(try zones.rules(named: "Asia/Riyadh") == nil)
    }
}
