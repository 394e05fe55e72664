import CivilTime
public import Postgres
public import Scheduling

/// The habits of a customer's day: when times may be suggested, the minutes of prayers, and when notices wait.
public struct DayHabits: Sendable, Hashable {
    /// nil for the usual week of the customer's country.
    public var week: WeekHabits?
    public var prayers = PrayerHabits()
    /// True if the preferred hours of working days are 10:00 to 16:00 in Ramadan.
    public var hasRamadanHours = true
    public var quietHours = QuietHours()
    /// True if the blocks of prayers are busy for others who ask for free and busy times.
    public var showsPrayersBusy = true
    /// True if events of whole days take time.
    public var countsAllDay = false
    /// The fewest minutes that are kept beside the length of a way.
    public var wayReserveMinutes = 5
    public var travel = TravelHabits()

    /// The habits of a customer who has chosen none.
    public init() {}

    /// The most minutes of each part.
    public static let longestMinutes = 240
}

/// The customer's choices about ways.
public struct TravelHabits: Sendable, Hashable {
    public var ownsCar = true
    public var ownsBike = false
    /// True if ways with less CO₂ are preferred as long as they arrive in time.
    public var isEco = false
    /// In metres.
    public var farthestWalk = 2_000

    /// The choices of a customer who has made none.
    public init() {}

    public static let walks = 100...20_000
}

/// The hours of a week in which times are suggested. Each weekday has at most one time of each kind.
public struct WeekHabits: Sendable, Hashable {
    /// The hours in which a suggestion must lie.
    public var allowed: WeekHours
    /// The hours in which a suggestion should lie.
    public var preferred: WeekHours

    public init(allowed: WeekHours, preferred: WeekHours) {
        self.allowed = allowed
        self.preferred = preferred
    }
}

extension DayHabits: RowDecodable {
    public init(_ row: Row) throws(PostgresError) {
        guard let habits = try DayHabits(optional: row) else { throw .decoding("a row without a strictness") }
        self = habits
    }

    /// - Returns: nil if the row of an outer join has no habits.
    init?(optional row: Row) throws(PostgresError) {
        let strictness: String? = try row["strictness"]
        guard let strictness else { return nil }
        guard let strictness = PrayerStrictness(rawValue: strictness) else { throw .decoding("an unknown strictness") }
        prayers.strictness = strictness
        prayers.ramadan = RamadanRules(
            suhoor: try row["suhoor_minutes"], iftar: try row["iftar_minutes"], tarawih: try row["tarawih_minutes"],
            quietBeforeMaghrib: try row["quiet_before_maghrib"])
        hasRamadanHours = try row["has_ramadan_hours"]
        quietHours = QuietHours(from: try row["quiet_from"], until: try row["quiet_until"])
        showsPrayersBusy = try row["shows_prayers_busy"]
        countsAllDay = try row["counts_all_day"]
        wayReserveMinutes = try row["way_reserve_minutes"]
        travel.ownsCar = try row["owns_car"]
        travel.ownsBike = try row["owns_bike"]
        travel.isEco = try row["is_eco"]
        travel.farthestWalk = try row["farthest_walk"]
        if let allowed = try Self.hours(row, "allowed"), let preferred = try Self.hours(row, "preferred") {
            week = WeekHabits(allowed: allowed, preferred: preferred)
        }
        let before: [Int]? = try row["prayer_before"], delay: [Int]? = try row["iqamah_delay"]
        let length: [Int]? = try row["prayer_length"]
        if let before, let delay, let length {
            for (index, prayer) in BlockPrayer.allCases.enumerated() {
                prayers.rules[prayer] = BlockRule(
                    before: before[index], iqamahDelay: delay[index], length: length[index])
            }
        }
    }

    private static func hours(_ row: Row, _ kind: String) throws(PostgresError) -> WeekHours? {
        let from: [Int]? = try row["\(kind)_from"], until: [Int]? = try row["\(kind)_until"]
        guard let from, let until else { return nil }
        return WeekHours { [from[$0.rawValue - 1]..<until[$0.rawValue - 1]] }
    }

    static func query(_ customer: CustomerID) -> SQL {
        """
        SELECT allowed_from::bigint[], allowed_until::bigint[], preferred_from::bigint[], preferred_until::bigint[],
               prayer_before::bigint[], iqamah_delay::bigint[], prayer_length::bigint[], strictness,
               suhoor_minutes::bigint, iftar_minutes::bigint, tarawih_minutes::bigint, quiet_before_maghrib::bigint,
               has_ramadan_hours, quiet_from::bigint, quiet_until::bigint, shows_prayers_busy, counts_all_day,
               way_reserve_minutes::bigint, owns_car, owns_bike, is_eco, farthest_walk::bigint
          FROM day_habit WHERE customer_id = \(customer)
        """
    }
}

extension Store {
    /// Returns a customer's habits; the defaults if there are none.
    public func dayHabits(of customer: CustomerID) throws(PostgresError) -> DayHabits {
        try connection.row(DayHabits.query(customer)) ?? DayHabits()
    }

    /// Writes a customer's habits. The usual minutes of prayers are stored as no choice.
    public func replace(_ habits: DayHabits, of customer: CustomerID) throws(PostgresError) {
        func bounds(_ hours: WeekHours?, _ bound: KeyPath<Range<Int>, Int>) -> [Int]? {
            hours.map { hours in Weekday.allCases.map { (hours[$0].first ?? 0..<0)[keyPath: bound] } }
        }
        let allowed = habits.week?.allowed, preferred = habits.week?.preferred, ramadan = habits.prayers.ramadan
        let rules = habits.prayers.rules == .usual ? nil : BlockPrayer.allCases.map { habits.prayers.rules[$0] }
        try connection.execute("""
            INSERT INTO day_habit
                   (customer_id, allowed_from, allowed_until, preferred_from, preferred_until, prayer_before,
                    iqamah_delay, prayer_length, strictness, suhoor_minutes, iftar_minutes, tarawih_minutes,
                    quiet_before_maghrib, has_ramadan_hours, quiet_from, quiet_until, shows_prayers_busy,
                    counts_all_day, way_reserve_minutes, owns_car, owns_bike, is_eco, farthest_walk)
            VALUES (\(customer), \(bounds(allowed, \.lowerBound))::smallint[],
                    \(bounds(allowed, \.upperBound))::smallint[], \(bounds(preferred, \.lowerBound))::smallint[],
                    \(bounds(preferred, \.upperBound))::smallint[], \(rules?.map(\.before))::smallint[],
                    \(rules?.map(\.iqamahDelay))::smallint[], \(rules?.map(\.length))::smallint[],
                    \(habits.prayers.strictness.rawValue), \(ramadan.suhoor)::smallint, \(ramadan.iftar)::smallint,
                    \(ramadan.tarawih)::smallint, \(ramadan.quietBeforeMaghrib)::smallint,
                    \(habits.hasRamadanHours), \(habits.quietHours.from)::smallint,
                    \(habits.quietHours.until)::smallint, \(habits.showsPrayersBusy), \(habits.countsAllDay),
                    \(habits.wayReserveMinutes)::smallint,
                    \(habits.travel.ownsCar), \(habits.travel.ownsBike), \(habits.travel.isEco),
                    \(habits.travel.farthestWalk)::integer)
            ON CONFLICT (customer_id) DO UPDATE
               SET allowed_from = excluded.allowed_from, allowed_until = excluded.allowed_until,
                   preferred_from = excluded.preferred_from, preferred_until = excluded.preferred_until,
                   prayer_before = excluded.prayer_before, iqamah_delay = excluded.iqamah_delay,
                   prayer_length = excluded.prayer_length, strictness = excluded.strictness,
                   suhoor_minutes = excluded.suhoor_minutes, iftar_minutes = excluded.iftar_minutes,
                   tarawih_minutes = excluded.tarawih_minutes,
                   quiet_before_maghrib = excluded.quiet_before_maghrib,
                   has_ramadan_hours = excluded.has_ramadan_hours, quiet_from = excluded.quiet_from,
                   quiet_until = excluded.quiet_until, shows_prayers_busy = excluded.shows_prayers_busy,
                   counts_all_day = excluded.counts_all_day, way_reserve_minutes = excluded.way_reserve_minutes,
                   owns_car = excluded.owns_car, owns_bike = excluded.owns_bike, is_eco = excluded.is_eco,
                   farthest_walk = excluded.farthest_walk,
                   changed_at = now()
            """)
    }
}
