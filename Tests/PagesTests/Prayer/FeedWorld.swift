import CivilTime
import Crypto
import HTTP
@testable import Jadwal
import Logging
import Mail
@testable import Pages
@testable import Places
import Postgres
@testable import PrayerFeeds
@testable import Runtime
import Storage
import Synchronization
import TestSupport
import Testing
@testable import Web

/// Responders that share one database, and a clock that a test moves; the database's goes with it.
final class FeedWorld {
    let database: TestDatabase
    let store: Store
    let clock: TestClock
    let log = CapturedLog()
    private(set) var apps: [App] = []
    private let router = Router(routes, otherwise: .anyone)

    /// - Parameter now: as in `2016-11-05T09:00:00Z`.
    init(_ now: String = "2026-11-21T09:00:00Z", responders: Int = 1, settings: [String: String] = [:]) throws {
        database = try TestDatabase.migrated()
        store = Store(connection: try database.connect())
        try store.replace([.makkah, .riyadh, .london, .kiritimati, .tromso], source: ("test", [UInt8](repeating: 1, count: 32)))
        clock = TestClock(try #require(instant(now)))
        let parts = try TestApp.shared(settings, log), clock = clock
        let shared = Shared(
            config: parts.config, templates: parts.templates,
            secrets: parts.secrets, timeZones: parts.timeZones,
            disputedPlaces: parts.disputedPlaces, log: parts.log, now: { clock.now },
            databaseNow: { _ in clock.databaseNow })
        for _ in 0..<responders {
            let connected = Database(Store(connection: try database.connect()), database.settings)
            apps.append(App(shared, connected, mail: CapturedMail()))
        }
    }

    var app: App { apps[0] }

    /// One request at one of the responders.
    @discardableResult
    func get(
        _ target: String, _ headers: Headers = [:], from address: String = "203.0.113.7", responder: Int = 0,
        method: Method = .get
    ) throws -> Answer {
        let request = try Request(method: method, target: target, headers: headers, remoteAddress: address, id: "r-1")
        let (response, route) = router.answer(request, apps[responder])
        return Answer(response: response, route: route, bytes: try response.collectBody())
    }

    /// A feed's events.
    func events(_ target: String) throws -> [ParsedEvent] {
        let answer = try get(target)
        try #require(answer.status == 200, "\(answer)")
        return ParsedCalendar(answer.text).events
    }

    func aCustomer(_ email: String = "zaid@example.org") throws -> CustomerID {
        let address = try #require(EmailAddress(email))
        return try store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)).id
    }

    /// A customer's feed, and its path.
    func aFeed(of customer: CustomerID, city: NewCity? = .riyadh, options: String = "") throws -> (feed: PrayerFeed, path: String) {
        let new: NewPrayerFeed
        if let city {
            new = NewPrayerFeed(try #require(try store.city(city.id)), options: options)
        } else {
            new = NewPrayerFeed(
                cityID: nil, placeName: "Our house", country: "SA", latitude: 24.7001, longitude: 46.6002,
                elevationMetres: 600, timeZone: "Asia/Riyadh", options: options)
        }
        let feed = try app.replacePrayerFeed(of: customer, by: new)
        return (feed, path(feed))
    }

    func path(_ feed: PrayerFeed) -> String {
        String((app.feedURL(feed) ?? "").dropFirst(app.config.origin.count))
    }

    /// Marks every fetched feed as fetched on two days, so that it is rendered in advance.
    func askAgain() throws {
        try store.connection.execute("UPDATE prayer_edition SET is_wanted = true")
    }

    /// Moves all stored times into the past, by the database's clock.
    func age(days: Int) throws {
        try store.connection.execute("""
            UPDATE prayer_edition SET created_at = created_at - \(days) * interval '1 day',
                                      last_fetched_at = last_fetched_at - \(days) * interval '1 day'
            """)
        try store.connection.execute("""
            UPDATE prayer_feed SET first_fetched_at = first_fetched_at - \(days) * interval '1 day',
                                   last_fetched_at = last_fetched_at - \(days) * interval '1 day'
            """)
    }

    func count(_ table: SQL) throws -> Int {
        try store.connection.value("SELECT count(*) FROM \(table)") ?? 0
    }
}

/// The time, and how wrong the responders' clock is.
final class TestClock: Sendable {
    private let moment: Mutex<Instant>
    private let secondsWrong = Mutex(0)

    init(_ moment: Instant) { self.moment = Mutex(moment) }

    /// The time by the clock of the responders and the worker.
    var now: Instant { databaseNow + .seconds(secondsWrong.withLock { $0 }) }

    /// The time by the database's clock, which is right.
    var databaseNow: Instant { moment.withLock { $0 } }

    /// Sets the responders' clock this number of seconds ahead of the database's.
    func goWrong(seconds: Int) { secondsWrong.withLock { $0 = seconds } }

    func set(_ text: String) throws {
        let new = try #require(instant(text))
        moment.withLock { $0 = new }
    }
}

/// `2026-11-21T09:00:00Z`
func instant(_ text: String) -> Instant? {
    guard let match = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z/) else { return nil }
    let numbers = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int($0) }
    return Instant(
        utcYear: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
}

/// A reader of iCalendar that knows only as much as these tests need.
struct ParsedCalendar {
    /// The lines before the first event and after the last.
    private(set) var head: [String] = []
    private(set) var events: [ParsedEvent] = []
    /// Every line as it is, folds and all.
    let lines: [String]

    init(_ text: String) {
        lines = text.lines
        var event: [String]?
        for line in text.replacing("\r\n ", with: "").lines {
            switch line {
            case "BEGIN:VEVENT": event = []
            case "END:VEVENT":
                events.append(ParsedEvent(lines: event ?? []))
                event = nil
            default:
                if event == nil { head.append(line) } else { event?.append(line) }
            }
        }
    }
}

struct ParsedEvent: Equatable {
    let lines: [String]

    subscript(name: String) -> String {
        lines.first { $0.hasPrefix("\(name):") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
    }

    var uid: String { self["UID"] }
    var start: String { self["DTSTART"] }

    /// The day and the kind in the identifier: `20261121-fajr`.
    var key: String {
        uid.firstMatch(of: /-(\d{8}-[a-z-]+)@/).map { String($0.1) } ?? ""
    }
}

extension String {
    fileprivate var lines: [String] {
        split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    }
}

extension NewCity {
    /// At the point of the published table (Umm al-Qura, 2016).
    static let makkah = NewCity(
        id: 104515, country: "SA", name: "Makkah", nameArabic: "مكة المكرمة", latitude: 21.427009, longitude: 39.828685,
        elevationMetres: 333, timeZone: "Asia/Riyadh", population: 1_578_722)
    static let riyadh = NewCity(
        id: 108410, country: "SA", name: "Riyadh", nameArabic: "الرياض", latitude: 24.68773, longitude: 46.72185,
        elevationMetres: 612, timeZone: "Asia/Riyadh", population: 4_205_961)
    static let london = NewCity(
        id: 2643743, country: "GB", name: "London", latitude: 51.50853, longitude: -0.12574,
        timeZone: "Europe/London", population: 8_961_989)
    static let kiritimati = NewCity(
        id: 4030940, country: "KI", name: "Tabwakea", latitude: 2.01643, longitude: -157.48773,
        timeZone: "Pacific/Kiritimati", population: 3_001)
    static let tromso = NewCity(
        id: 3133895, country: "NO", name: "Tromso", latitude: 69.6489, longitude: 18.95508,
        timeZone: "Europe/Oslo", population: 52_436)
}
