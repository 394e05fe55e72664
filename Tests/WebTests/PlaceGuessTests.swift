import HTTP
@testable import Places
@testable import Runtime
import Storage
import TestSupport
import Testing
@testable import Web

@Suite("The visitor's city, guessed")
struct PlaceGuessTests {
    let folder: TemporaryDirectory
    let test: TestApp

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write("some.mmdb", bytes: Self.file.bytes())
        test = try TestApp(settings: ["JADWAL_MMDB": "\(folder.path)/some.mmdb", "JADWAL_DATA": folder.path])
        try test.store.replace([
            NewCity(id: 108_410, country: "SA", name: "Riyadh", latitude: 24.68773, longitude: 46.72185, timeZone: "Asia/Riyadh", population: 4_205_961),
            NewCity(id: 5_128_581, country: "US", name: "New York City", latitude: 40.71427, longitude: -74.00597, timeZone: "America/New_York", population: 8_804_190),
        ], source: ("test", [UInt8](repeating: 0, count: 32)))
    }

    /// The sample, and places near cities that are not in the table.
    private static var file: AddressDatabaseFile {
        func place(_ country: String?, radius: UInt16?, _ latitude: Double, _ longitude: Double, city: UInt32?) -> AddressDatabaseFile.Value {
            .map([
                "country": country.map { .map(["iso_code": .text($0)]) } ?? .map([:]),
                "city": city.map { .map(["geoname_id": .long($0)]) } ?? .map([:]),
                "location": radius.map { .map(["accuracy_radius": .short($0), "latitude": .double(latitude), "longitude": .double(longitude)]) }
                    ?? .map(["latitude": .double(latitude), "longitude": .double(longitude)]),
            ])
        }
        var file = AddressDatabaseFile.sample
        file.add((192, 0, 2, 1), bits: 32, place("SA", radius: 100, 24.7, 46.7, city: nil))
        file.add((192, 0, 2, 2), bits: 32, place("SA", radius: 101, 24.7, 46.7, city: 108_410))
        file.add((192, 0, 2, 3), bits: 32, place("SA", radius: 5, 25.3, 46.7, city: 999))
        file.add((192, 0, 2, 4), bits: 32, place("BH", radius: 5, 24.7, 46.7, city: nil))
        file.add((192, 0, 2, 5), bits: 32, place(nil, radius: 5, 24.7, 46.7, city: nil))
        file.add((192, 0, 2, 6), bits: 32, place("SA", radius: nil, 24.7, 46.7, city: nil))
        return file
    }

    private func guess(_ address: String, headers: Headers = [:]) throws -> PlaceGuess? {
        let request = try Request(method: .get, target: "/", headers: headers, body: [], remoteAddress: address, id: "r")
        return try test.app.guess(request)
    }

    @Test("a city only within 100 km, else the country", arguments: [
        ("203.0.113.7", "SA", "Riyadh"),        // by its number, radius 20 km
        ("203.0.113.200", "SA", nil),           // radius 1,000 km
        ("192.0.2.1", "SA", "Riyadh"),          // by its point, radius 100 km
        ("192.0.2.2", "SA", nil),               // radius 101 km
        ("192.0.2.3", "SA", nil),               // another city, 68 km from Riyadh
        ("192.0.2.4", "BH", nil),               // near Riyadh, but in another country
        ("192.0.2.5", "SA", "Riyadh"),          // the city tells the country
        ("192.0.2.6", "SA", nil),               // a point without a radius or a city
        ("2001:db8::1", "US", "New York City"), // a city without a radius, as DB-IP has it
    ] as [(String, String, String?)])
    func radius(address: String, country: String, city: String?) throws {
        let guess = try #require(try guess(address))
        #expect(guess.country == country)
        #expect(guess.city?.name == city)
    }

    @Test("nothing is guessed of unknown addresses, and a header is not believed")
    func unknown() throws {
        for address in ["127.0.0.1", "", "8.8.8.8", "unix:"] { #expect(try guess(address) == nil) }
        let claims: Headers = [
            "CF-Connecting-IP": "203.0.113.7", "X-Forwarded-For": "203.0.113.7", "X-Real-IP": "203.0.113.7",
            "Forwarded": "for=203.0.113.7", "True-Client-IP": "203.0.113.7",
        ]
        #expect(try guess("8.8.8.8", headers: claims) == nil)
    }

    @Test("without a setting nothing is guessed; a broken file is one line in the log")
    func without() throws {
        let request = try Request(method: .get, target: "/", headers: [:], body: [], remoteAddress: "203.0.113.7", id: "r")
        #expect(try TestApp.withoutDatabase().guess(request) == nil)
        try folder.write("half.mmdb", bytes: Array(Self.file.bytes().dropLast(50)))
        let log = CapturedLog()
        let broken = try TestApp.withoutDatabase(
            settings: ["JADWAL_MMDB": "\(folder.path)/half.mmdb", "JADWAL_DATA": folder.path], log: log)
        for _ in 0..<3 { #expect(try broken.guess(request) == nil) }
        #expect(log.lines.filter { $0.contains("address database") }.count == 1)
        #expect(log.text.contains("half-written"))
    }
}
