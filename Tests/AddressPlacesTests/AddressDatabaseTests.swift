import AddressPlaces
import Glibc
import SeededRandom
import Synchronization
import TestSupport
import Testing

@Suite("The place of an address")
struct AddressDatabaseTests {
    let folder: TemporaryDirectory
    let events = Events()

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func database(_ bytes: [UInt8]? = AddressDatabaseFile.sample.bytes()) throws -> AddressDatabase {
        if let bytes { try folder.write("some.mmdb", bytes: bytes) }
        let events = events
        return AddressDatabase(path: "\(folder.path)/some.mmdb", copies: folder.path) { events.add($0) }
    }

    @Test("an address has a city with its point, radius and zone", arguments: ["203.0.113.7", "::ffff:203.0.113.7", "::FFFF:203.0.113.7", "::203.0.113.7"])
    func city(address: String) throws {
        let place = try #require(try database().place(of: address))
        #expect(place.country == "SA" && place.cityID == 108_410 && place.hasCity)
        #expect(place.latitude == 24.6537 && place.longitude == 46.7152)
        #expect(place.timeZone == "Asia/Riyadh" && place.accuracyRadiusKilometres == 20)
    }

    @Test("missing parts are nil")
    func parts() throws {
        let database = try database()
        let wide = try #require(try database.place(of: "203.0.113.200"))
        #expect(wide.country == "SA" && wide.cityID == nil && !wide.hasCity && wide.timeZone == nil)
        #expect(wide.accuracyRadiusKilometres == 1_000)
        let named = try #require(try database.place(of: "2001:db8::1"))
        #expect(named.country == "US" && named.cityID == nil && named.hasCity && named.accuracyRadiusKilometres == nil)
        #expect(try database.place(of: "198.51.100.1") == AddressPlace())
    }

    @Test("a text that is not a public address has no place", arguments: [
        "127.0.0.1", "::1", "10.0.0.1", "", "localhost", "203.0.113", "203.0.113.7.example.org", "203.0.113.7:80",
        "\u{0}", "203.0.113.7\u{0}", "🕌", String(repeating: "1", count: 10_000),
    ])
    func none(address: String) throws {
        #expect(try database().place(of: address) == nil || address.hasPrefix("203.0.113.7\u{0}"))
    }

    @Test("values of wrong types and impossible points count as missing")
    func wrongTypes() throws {
        var file = AddressDatabaseFile()
        file.add((203, 0, 113, 0), bits: 24, .map([
            "city": .map(["geoname_id": .text("108410"), "names": .text("Riyadh")]),
            "country": .map(["iso_code": .text("sa\n")]),
            "location": .map(["accuracy_radius": .double(1), "latitude": .double(.nan), "longitude": .double(46)]),
        ]))
        file.add((198, 51, 100, 0), bits: 24, .map(["location": .text("here"), "country": .array([])]))
        file.add((192, 0, 2, 0), bits: 24, .text("no map"))
        let database = try database(file.bytes())
        for address in ["203.0.113.1", "198.51.100.1", "192.0.2.1"] {
            #expect(try database.place(of: address) == AddressPlace(), "\(address)")
        }
    }

    @Test("a file that cannot be used is reported once, and no address has a place", arguments: [
        (BadFile.empty, "is damaged"), (.noDatabase, "is damaged"), (.half, "is damaged"),
        (.missing, "cannot be read: No such file or directory"),
        (.otherContent, "is of type GeoLite2-ASN, which has no places"),
    ])
    func unusable(file: BadFile, reason: String) throws {
        let database = try database(file.bytes)
        for _ in 0..<3 { #expect(try database.place(of: "203.0.113.7") == nil) }
        let seen = events.all
        #expect(seen.count == 1)
        guard case .kept(let error, _, hasOld: false)? = seen.first else {
            Issue.record("\(seen)")
            return
        }
        #expect(error.description.hasPrefix(reason))
    }

    @Test("a file that is cut short or changed anywhere does no harm")
    func fuzzed() throws {
        let whole = AddressDatabaseFile.sample.bytes()
        var random = SeededRandom(203_113)
        for round in 0..<300 {
            var bytes = whole
            if round % 2 == 0 {
                bytes.removeLast(Int.random(in: 1..<whole.count, using: &random))
            } else {
                for _ in 0..<Int.random(in: 1...20, using: &random) { bytes[.random(in: 0..<whole.count, using: &random)] = .random(in: 0...255, using: &random) }
            }
            let database = try database(bytes)
            for address in ["203.0.113.7", "203.0.113.200", "2001:db8::1", "198.51.100.1", "1.1.1.1"] {
                let place = Result { try database.place(of: address) }
                if case .success(let place?) = place {
                    #expect((place.latitude ?? 0).magnitude < 90 && (place.longitude ?? 0).magnitude <= 180)
                }
            }
        }
    }
}

@Suite("Replacing the file of addresses")
struct ReplacedDatabaseTests {
    let folder: TemporaryDirectory
    let events = Events()
    let database: AddressDatabase

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write("some.mmdb", bytes: AddressDatabaseFile.sample.bytes())
        let events = events
        database = AddressDatabase(path: "\(folder.path)/some.mmdb", copies: folder.path) { events.add($0) }
        #expect(try country() == "SA")
    }

    private func country() throws -> String? { try database.place(of: "203.0.113.7")?.country }

    private var another: [UInt8] {
        var file = AddressDatabaseFile()
        file.add((203, 0, 113, 0), bits: 24, .map(["country": .map(["iso_code": .text("MA")])]))
        return file.bytes()
    }

    @Test("a new file is used after a short time")
    func replaced() throws {
        try folder.write("some.mmdb", bytes: another)
        try eventually { try country() == "MA" }
        #expect(events.all.count == 2)
    }

    @Test("after a damaged, empty or missing file the old one stays in use until there is a valid one", arguments: BadFile.allCases)
    func broken(file: BadFile) throws {
        if let bytes = file.bytes { try folder.write("some.mmdb", bytes: bytes) } else { try folder.remove("some.mmdb") }
        try eventually { _ = try country(); return events.all.count == 2 }
        #expect(try country() == "SA")
        guard case .kept(_, _, hasOld: true)? = events.all.last else {
            Issue.record("\(events.all)")
            return
        }
        try folder.write("some.mmdb", bytes: another)
        try eventually { try country() == "MA" }
        #expect(events.all.count == 3)
    }

    /// Repeats a check until it is true. The file is checked once a second.
    private func eventually(_ condition: () throws -> Bool) throws {
        let start = ContinuousClock.now
        while try !condition() {
            try #require(start.duration(to: .now) < .seconds(20), "it never came to be")
            usleep(20_000)
        }
    }
}

/// Files that cannot be used.
enum BadFile: CaseIterable {
    case empty, noDatabase, half, otherContent, missing

    var bytes: [UInt8]? {
        let whole = AddressDatabaseFile.sample.bytes()
        return switch self {
        case .empty: []
        case .noDatabase: Array("no database".utf8)
        case .half: Array(whole.prefix(whole.count / 2))
        case .otherContent: AddressDatabaseFile.sample.bytes(type: "GeoLite2-ASN")
        case .missing: nil
        }
    }
}

/// The reported events, from any thread.
final class Events: Sendable {
    private let events = Mutex<[AddressDatabaseEvent]>([])
    var all: [AddressDatabaseEvent] { events.withLock { $0 } }
    func add(_ event: AddressDatabaseEvent) { events.withLock { $0.append(event) } }
}
