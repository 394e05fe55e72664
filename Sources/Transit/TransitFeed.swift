public import CivilTime
public import PrayerTimes

/// A timetable: all that a GTFS feed says about journeys.
public struct TransitFeed: Sendable {
    /// The zone of the agency. All times of the feed are in it, wherever a passenger comes from.
    public let zone: TimeZoneRules
    /// The days for which the feed holds. Before and after them it says nothing.
    public let days: ClosedRange<LocalDate>
    public let stops: TransitStops
    /// The first problems that cost a row or a trip, and the number of all.
    public let problems: [FeedProblem], problemCount: Int

    let lines: [TransitLine], services: [TransitService], headsigns: NameTable
    let patterns: TransitPatterns, trips: TransitTrips
    let transfers: [FeedDraft.TransferRow]

    init(
        zone: TimeZoneRules, days: ClosedRange<LocalDate>, stops: TransitStops, lines: [TransitLine],
        services: [TransitService], headsigns: NameTable, patterns: TransitPatterns, trips: TransitTrips,
        transfers: [FeedDraft.TransferRow], problems: [FeedProblem], problemCount: Int
    ) {
        (self.zone, self.days, self.stops, self.lines, self.services) = (zone, days, stops, lines, services)
        (self.headsigns, self.patterns, self.trips, self.transfers) = (headsigns, patterns, trips, transfers)
        (self.problems, self.problemCount) = (problems, problemCount)
    }
}

extension TransitFeed {
    public var tripCount: Int { trips.count }
    public var lineCount: Int { lines.count { !$0.id.isEmpty } }

    /// Returns the moment from which the times of a day of service count: noon minus twelve hours. On the day of a
    /// clock change that is not midnight.
    public func start(of day: LocalDate) -> Instant {
        zone.instant(of: LocalDateTime.midnight(day).noon) - .seconds(43_200)
    }

    /// Returns the number of trips that start on a day.
    public func tripCount(on day: LocalDate) -> Int {
        let runs = services.map { $0.runs(on: day) }
        return trips.services.count { runs[Int($0)] }
    }
}

extension LocalDateTime {
    /// The noon of the day.
    fileprivate var noon: LocalDateTime { LocalDateTime(date: date, hour: 12, minute: 0) ?? self }
}

/// The trips of a feed.
struct TransitTrips: Sendable {
    private(set) var patterns: [UInt32] = [], starts: [Int32] = []
    private(set) var services: [UInt32] = [], lines: [UInt32] = [], headsigns: [UInt32] = []

    var count: Int { patterns.count }

    mutating func add(pattern: Int, start: Int, _ row: FeedDraft.TripRow) {
        patterns.append(UInt32(pattern))
        starts.append(Int32(start))
        services.append(row.service)
        lines.append(row.line)
        headsigns.append(row.headsign)
    }
}

/// The stops of a feed, with platforms and stations, by number.
public struct TransitStops: Sendable {
    private let ids: NameTable, names: [String]
    /// The places in degrees; not a number if the feed has none.
    let latitudes: [Double], longitudes: [Double]
    /// The station of each stop; -1 if it has none.
    let parents: [Int32]

    init(_ registry: Registry<FeedDraft.StopRow>) {
        ids = registry.ids
        let rows = registry.values
        // A station of a station is not in the standard, nor is one that stops.txt lacks.
        let parents = rows.map { row in row.map { $0.parent >= 0 && rows[$0.parent] != nil ? $0.parent : -1 } ?? -1 }
        self.parents = parents.map(Int32.init)
        names = rows.enumerated().map { number, row in
            guard let row else { return "" }
            return row.name.isEmpty && parents[number] >= 0 ? rows[parents[number]]?.name ?? "" : row.name
        }
        func place(_ part: (FeedDraft.StopRow) -> Double) -> [Double] {
            rows.enumerated().map { number, row in
                guard let row else { return .nan }
                return part(row).isNaN && parents[number] >= 0 ? rows[parents[number]].map(part) ?? .nan : part(row)
            }
        }
        latitudes = place(\.latitude)
        longitudes = place(\.longitude)
    }

    public var count: Int { names.count }

    public func number(ofID id: String) -> Int? { ids.number(of: id) }

    public func id(_ stop: Int) -> String { ids[stop] }

    public func name(_ stop: Int) -> String { names[stop] }

    /// Returns the place of a stop; nil if the feed has none.
    public func place(_ stop: Int) -> Coordinates? {
        Coordinates(latitude: latitudes[stop], longitude: longitudes[stop])
    }

    /// Calls `take` for the stops within a distance of a point, with their distances in metres.
    func each(within metres: Double, of point: Coordinates, _ take: (Int, Double) -> Void) {
        let north = metres / 111_000, east = north / max(0.01, cosine(ofDegrees: point.latitude))
        for stop in 0..<count where abs(latitudes[stop] - point.latitude) <= north {
            var aside = abs(longitudes[stop] - point.longitude)
            if aside > 180 { aside = 360 - aside }
            guard aside <= east else { continue }
            let distance = 1_000 * point.kilometres(toLatitude: latitudes[stop], longitude: longitudes[stop])
            if distance <= metres { take(stop, distance) }
        }
    }
}
