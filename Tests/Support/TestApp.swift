public import CivilTime
import Logging
import Places
public import Postgres
public import Runtime
public import Storage
import Synchronization
import Templates

/// The product in a test's hands: the real templates and texts, a real Postgres with a schema of
/// its own, a mailbox in memory and a log that is kept.
public final class TestApp {
    public let database: TestDatabase
    public let app: App
    public let mail = CapturedMail()
    public let log = CapturedLog()
    /// The test's own connection, beside the one the app has.
    public let store: Store
    private let clock = Clock()
    private let settings: [String: String]

    /// - Parameter settings: values other than the defaults, by key.
    public init(settings: [String: String] = [:]) throws {
        self.settings = settings
        database = try TestDatabase.migrated()
        store = Store(connection: try database.connect())
        app = App(
            try Self.shared(
                settings, log, now: { [clock] in clock.now.withLock { $0 } }, databaseNow: { [clock] _ in clock.databaseNow }),
            Database(Store(connection: try database.connect()), database.settings), mail: mail)
    }

    /// Settings without waiting between mails, and with limits that a test reaches only if it sets them.
    public static func patient(_ settings: [String: String] = [:]) throws -> TestApp {
        let generous = [
            "JADWAL_RESEND_SECONDS": "0", "JADWAL_MAILS_PER_ADDRESS": "1000", "JADWAL_MAILS_PER_NETWORK": "1000",
            "JADWAL_FAILURES_PER_NETWORK": "1000",
        ]
        return try TestApp(settings: generous.merging(settings) { $1 })
    }

    /// Returns the mail that came last, with its link and code.
    public func lastMail() throws -> Letter { try mail.last() }

    /// The number of rows of a table.
    public func count(_ table: SQL) throws -> Int {
        try store.connection.value("SELECT count(*) FROM \(table)") ?? 0
    }

    public func run(_ statement: SQL) throws { try store.connection.execute(statement) }

    /// Returns another responder beside the app, with the same database, mailbox, log and clock.
    ///
    /// - Parameters:
    ///   - devices: its key for devices' passwords.
    ///   - messages: its key for the keys of customers.
    public func anotherApp(
        devices: KeyRing = KeyRing([UInt8](repeating: 6, count: 32)),
        messages: KeyRing = KeyRing([UInt8](repeating: 7, count: 32))
    ) throws -> App {
        App(
            try Self.shared(settings, log, now: { [clock] in clock.now.withLock { $0 } }, devices: devices,
                messages: messages),
            Database(Store(connection: try database.connect()), database.settings), mail: mail)
    }

    /// Moves the app's clock forward. The real database still decides by its own clock.
    public func advance(seconds: Int) {
        clock.now.withLock { $0 += .seconds(seconds) }
    }

    /// Makes the app find its clock that many seconds ahead of the database's.
    public func goWrong(seconds: Int) {
        clock.secondsWrong.withLock { $0 = seconds }
    }

    private final class Clock: Sendable {
        let now = Mutex(TestApp.moment)
        let secondsWrong = Mutex(0)

        var databaseNow: Instant { now.withLock { $0 } - .seconds(secondsWrong.withLock { $0 }) }
    }

    /// Returns an app without a database: asking for one throws, since it cannot be reached.
    public static func withoutDatabase(
        settings: [String: String] = [:], log: CapturedLog = CapturedLog(), mail: CapturedMail = CapturedMail()
    ) throws -> App {
        let nowhere = DatabaseSettings(conninfo: "host=/nowhere dbname=nothing")
        return App(try shared(settings, log), Database(nowhere), mail: mail)
    }

    /// A moment that tests may rely on: a Monday.
    public static let moment = Instant(secondsSince1970: 1_795_444_200)

    public static func shared(
        _ settings: [String: String], _ log: CapturedLog, now: @escaping @Sendable () -> Instant = { moment },
        databaseNow: @escaping @Sendable (Store) throws -> Instant = { _ in moment },
        devices: KeyRing = KeyRing([UInt8](repeating: 6, count: 32)),
        messages: KeyRing = KeyRing([UInt8](repeating: 7, count: 32))
    ) throws -> Shared {
        let own = [
            "JADWAL_TEMPLATES": "\(Repository.root)/templates", "JADWAL_STATIC": "\(Repository.root)/nginx/static",
            "JADWAL_MIGRATIONS": "\(Repository.root)/sql/migrations", "JADWAL_ORIGIN": "https://jadwal.example.org",
            "JADWAL_MAIL_FROM": "Jadwal <no-reply@jadwal.example.org>", "JADWAL_OPERATOR_CONTACT": "help@jadwal.example.org",
        ]
        let config = try Config(environment: own.merging(settings) { $1 })
        let logger = Logger(label: "test") { _ in log }
        return Shared(
            config: config,
            templates: try templates.get(),
            secrets: Secrets(
                forms: KeyRing([UInt8](repeating: 1, count: 32)), codes: KeyRing([UInt8](repeating: 2, count: 32)),
                throttles: KeyRing([UInt8](repeating: 3, count: 32)), feeds: KeyRing([UInt8](repeating: 4, count: 32)),
                browsers: KeyRing([UInt8](repeating: 5, count: 32)), devices: devices, messages: messages,
                notices: KeyRing([UInt8](repeating: 8, count: 32)), vapid: KeyRing([UInt8](repeating: 9, count: 32)),
                tokens: KeyRing([UInt8](repeating: 10, count: 32)),
                refreshes: KeyRing([UInt8](repeating: 11, count: 32)),
                outside: KeyRing([UInt8](repeating: 12, count: 32))),
            timeZones: try timeZones.get(), disputedPlaces: try disputedPlaces.get(),
            addresses: addressDatabase(config, logger), log: logger,
            profileSigner: try config.profileSigner(), now: now, databaseNow: databaseNow)
    }

    /// Read once: they take longer than most tests.
    private static let templates = Result {
        try Templates(directory: "\(Repository.root)/templates", assets: "\(Repository.root)/nginx/static")
    }
    private static let timeZones = Result { try TimeZones() }
    private static let disputedPlaces = Result { try DisputedPlaces(directory: "\(Repository.root)/sql") }
}
