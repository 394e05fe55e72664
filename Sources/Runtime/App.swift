public import AddressPlaces
public import CivilTime
public import Crypto
import Glibc
import HTTP
public import Logging
public import Places
public import Storage
public import Templates

/// The values that all threads of a process share.
public struct Shared: Sendable {
    public let config: Config
    public let templates: Templates
    public let secrets: Secrets
    public let timeZones: TimeZones
    /// The places that pages name without a country.
    public let disputedPlaces: DisputedPlaces
    /// The database of the places of network addresses; nil if JADWAL_MMDB names no file.
    public let addresses: AddressDatabase?
    public let log: Logger
    public let metrics: Metrics
    /// The signer of profiles for phones; nil if profiles are not signed.
    public let profileSigner: CMSSigner?
    /// The present moment by this machine's clock; a test hands in its own.
    public let now: @Sendable () -> Instant
    /// The present moment by the database's clock; a test hands in its own.
    let databaseNow: @Sendable (Store) throws -> Instant
    /// Present figures of the process for `/metrics`, such as the length of its queue.
    public let gauges: @Sendable () -> [(name: String, value: Int)]
    /// The customers' shares of the threads; for `serve`.
    public let shares: CustomerShares
    let hijri = HijriMonths()
    let cityTables = CityTables()
    /// Customers' feeds, packed, by the digests of their tokens; for `serve`, which listens for changes.
    public let feeds: AnnouncedCache<[UInt8], FeedBody>
    /// Sessions, by the digests of their tokens; for `serve`, as `feeds`.
    public let sessions = AnnouncedCache<[UInt8], RememberedSession>(limitBytes: 16 << 20)
    /// Devices' passwords, by keyed digests of user name and password; for `serve`, as `feeds`.
    public let devices = AnnouncedCache<[UInt8], RememberedDevice>(limitBytes: 16 << 20)
    /// Sessions of apps, by the digests of their access tokens; for `serve`, as `feeds`.
    public let bearers = AnnouncedCache<[UInt8], RememberedSession>(limitBytes: 16 << 20)
    /// The keys of access tokens.
    public let tokenKeys: TokenKeys
    private let caches = Caches()

    public init(
        config: Config, templates: Templates, secrets: Secrets, timeZones: TimeZones,
        disputedPlaces: DisputedPlaces, addresses: AddressDatabase? = nil, log: Logger,
        metrics: Metrics = Metrics(), profileSigner: CMSSigner? = nil,
        now: @escaping @Sendable () -> Instant = systemNow,
        databaseNow: @escaping @Sendable (Store) throws -> Instant = { try $0.databaseNow() },
        shares: CustomerShares = CustomerShares(),
        gauges: @escaping @Sendable () -> [(name: String, value: Int)] = { [] }
    ) {
        self.config = config
        self.templates = templates
        self.secrets = secrets
        self.timeZones = timeZones
        self.disputedPlaces = disputedPlaces
        self.addresses = addresses
        self.log = log
        self.metrics = metrics
        self.profileSigner = profileSigner
        self.now = now
        self.databaseNow = databaseNow
        self.shares = shares
        self.gauges = gauges
        tokenKeys = TokenKeys(secrets.tokens)
        feeds = AnnouncedCache(limitBytes: config.feedMemoryMegabytes << 20)
    }

    /// Returns the process's cache of a slot.
    public func cache<Value>(_ slot: CacheSlot<Value>) -> AnnouncedCache<String, Value> { caches.cache(slot) }
}

/// The only way a feature reaches the world: its thread's database, mail, texts and the machine's clock.
public final class App {
    public let shared: Shared
    public let mail: any MailTransport
    package let database: Database

    public init(_ shared: Shared, _ database: Database, mail: any MailTransport) {
        self.shared = shared
        self.database = database
        self.mail = mail
    }

    public var config: Config { shared.config }
    public var secrets: Secrets { shared.secrets }
    public var log: Logger { shared.log }

    /// The queries, on this thread's connection.
    ///
    /// - Throws: `Refusal.unavailable` while the database cannot be reached.
    public var store: Store {
        get throws { try database.store() }
    }

    /// Returns the present moment by this machine's clock.
    ///
    /// It decides the day of a feed and of a page with prayer times, and the age of what a browser's cookie or this
    /// process holds. The end of everything in the database is decided by the database's own clock (`Store`).
    public func now() -> Instant { shared.now() }

    /// Returns the difference between this machine's clock and the database's, in seconds, at least 0.
    public func secondsFromDatabase() throws -> Double {
        let here = now()
        return abs(Double(try shared.databaseNow(store).microsecondsSince1970 - here.microsecondsSince1970)) / 1_000_000
    }

    /// Returns the rules of a customer's time zone; UTC if tzdata no longer has it.
    package func zone(of customer: Customer) throws -> TimeZoneRules {
        try shared.timeZones.rules(named: customer.timeZone) ?? .utc
    }

    /// Returns the days on which people of a customer's country work.
    package func workingDays(of customer: Customer) -> Set<Weekday> {
        WorkingDays.of(country: shared.timeZones.country(of: customer.timeZone))
    }

    /// Returns the text of a key in a language.
    public func text(_ key: String, _ language: Language, _ values: [String: String] = [:]) -> String {
        shared.templates.catalogue.text(key, language, values)
    }

    /// Returns a text that counts, in the plural form of its language.
    public func text(_ key: String, _ language: Language, counting n: Int) -> String {
        shared.templates.catalogue.text(key, language, counting: n)
    }

    /// Returns an absolute address of Jadwal, made from the configured origin and never from a request's Host.
    public func url(_ path: String, _ query: KeyValuePairs<String, String> = [:]) -> String {
        let pairs = query.map { "\($0.key)=\(percentEncoded($0.value))" }
        return config.origin + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }
}

/// Returns the present moment by this machine's clock, `CLOCK_REALTIME`. It can be set back; `Monotonic` cannot.
@Sendable public func systemNow() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(microsecondsSince1970: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
}
