internal import PrayerTimes

/// The walks between stops, in both directions, and the time that a change at each stop takes.
struct WalkTable: Sendable {
    /// For each stop its first walk, and the number of walks at the end.
    private let starts: [UInt32], startsBack: [UInt32]
    /// The stops that walks lead to, and their seconds.
    let targets: [UInt32], seconds: [UInt32]
    /// The stops that walks begin at, in the order of the stops that they lead to, and their seconds.
    let targetsBack: [UInt32], secondsBack: [UInt32]
    /// The seconds from an arrival to a departure at the same stop; `impossible` if nobody may change.
    let changes: [UInt32]

    /// More seconds than any walk has: seven weeks. A scan may multiply the sum with a second of a day by 256.
    static let impossible: UInt32 = 1 << 22

    /// - Parameter walks: the seconds for each pair of stops.
    init(stopCount: Int, walks: [WalkPair: UInt32], changes: [UInt32]) {
        self.changes = changes
        let sorted = walks.sorted { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }
        (starts, targets, seconds) = Self.table(stopCount, sorted.map { ($0.key.from, $0.key.to, $0.value) })
        let back = walks.sorted { ($0.key.to, $0.key.from) < ($1.key.to, $1.key.from) }
        (startsBack, targetsBack, secondsBack) = Self.table(stopCount, back.map { ($0.key.to, $0.key.from, $0.value) })
    }

    var count: Int { targets.count }

    /// Returns the places of the walks from a stop, in `targets` and `seconds`.
    func walks(from stop: Int) -> Range<Int> { Int(starts[stop])..<Int(starts[stop + 1]) }

    /// Returns the places of the walks to a stop, in `targetsBack` and `secondsBack`.
    func walks(to stop: Int) -> Range<Int> { Int(startsBack[stop])..<Int(startsBack[stop + 1]) }

    private static func table(
        _ stopCount: Int, _ sorted: [(stop: UInt32, other: UInt32, seconds: UInt32)]
    ) -> ([UInt32], [UInt32], [UInt32]) {
        var starts = [UInt32](repeating: 0, count: stopCount + 1)
        for walk in sorted { starts[Int(walk.stop) + 1] += 1 }
        for stop in 0..<stopCount { starts[stop + 1] += starts[stop] }
        return (starts, sorted.map(\.other), sorted.map(\.seconds))
    }
}

struct WalkPair: Hashable {
    let from: UInt32, to: UInt32
}

extension WalkTable {
    /// Makes the walks of a feed.
    ///
    /// Stops near each other and platforms of a station are joined on foot. A row of transfers.txt wins: it gives the
    /// time of a walk or of a change, or forbids it. A row with a station holds for all of its platforms, if no row of
    /// a platform says something else. A walk takes at least a second, and two walks never follow each other.
    init(_ feed: TransitFeed, _ rules: ChangeRules) {
        let stops = feed.stops, change = UInt32(max(1, rules.changeSeconds))
        var changes = [UInt32](repeating: change, count: stops.count), walks = Self.near(stops, rules)
        let children = (0..<stops.count).filter { stops.parents[$0] >= 0 }
        let platforms = Dictionary(grouping: children) { Int(stops.parents[$0]) }
        for members in platforms.values {
            for from in members {
                for to in members where to != from {
                    let pair = WalkPair(from: UInt32(from), to: UInt32(to))
                    walks[pair] = walks[pair] ?? max(change, Self.seconds(from, to, stops, rules.pace))
                }
            }
        }
        let isOfStation = { (row: FeedDraft.TransferRow) in platforms[row.from] != nil || platforms[row.to] != nil }
        for row in feed.transfers.filter(isOfStation) + feed.transfers.filter({ !isOfStation($0) }) {
            for from in [row.from] + (platforms[row.from] ?? []) {
                for to in [row.to] + (platforms[row.to] ?? []) {
                    let least = from == to ? change : max(change, Self.seconds(from, to, stops, rules.pace))
                    let seconds = row.seconds(least)
                    if from != to {
                        walks[WalkPair(from: UInt32(from), to: UInt32(to))] = seconds
                    } else if row.from == row.to {
                        changes[from] = seconds ?? Self.impossible
                    }
                }
            }
        }
        self.init(stopCount: stops.count, walks: walks, changes: changes)
    }

    /// Returns the walks between stops that are near each other.
    private static func near(_ stops: TransitStops, _ rules: ChangeRules) -> [WalkPair: UInt32] {
        let farthest = rules.walkMetres / rules.pace.detour
        guard farthest > 0 else { return [:] }
        let north = farthest / 111_000
        let order = (0..<stops.count).filter { stops.place($0) != nil }
            .sorted { stops.latitudes[$0] < stops.latitudes[$1] }
        var walks: [WalkPair: UInt32] = [:], first = 0
        for (position, stop) in order.enumerated() {
            while stops.latitudes[order[first]] < stops.latitudes[stop] - north { first += 1 }
            guard let place = stops.place(stop) else { continue }
            for other in order[first..<position] {
                let metres = 1_000 * place.kilometres(
                    toLatitude: stops.latitudes[other], longitude: stops.longitudes[other])
                guard metres <= farthest else { continue }
                let seconds = UInt32(max(rules.changeSeconds, rules.pace.seconds(straightMetres: metres), 1))
                walks[WalkPair(from: UInt32(stop), to: UInt32(other))] = seconds
                walks[WalkPair(from: UInt32(other), to: UInt32(stop))] = seconds
            }
        }
        return walks
    }

    /// Returns the seconds of a walk; 0 if a place is not known.
    private static func seconds(_ from: Int, _ to: Int, _ stops: TransitStops, _ pace: WalkingPace) -> UInt32 {
        guard let place = stops.place(from), stops.place(to) != nil else { return 0 }
        let kilometres = place.kilometres(toLatitude: stops.latitudes[to], longitude: stops.longitudes[to])
        return UInt32(min(pace.seconds(straightMetres: 1_000 * kilometres), Int(impossible)))
    }
}

extension FeedDraft.TransferRow {
    /// Returns the seconds of the transfer; nil if it is forbidden.
    ///
    /// - Parameter usual: the seconds if the feed gives none.
    fileprivate func seconds(_ usual: UInt32) -> UInt32? {
        switch kind {
        case 3: nil
        // The vehicle waits.
        case 1: 1
        default: seconds < 0 ? usual : UInt32(min(max(1, seconds), Int(WalkTable.impossible)))
        }
    }
}

/// The rules of changes from one vehicle to the next.
public struct ChangeRules: Hashable, Sendable {
    /// The time of a change at a stop, if the feed has none.
    public var changeSeconds: Int
    /// The farthest walk between two stops, along streets; 0 leaves those of the feed.
    public var walkMetres: Double
    public var pace: WalkingPace

    public init(changeSeconds: Int = 120, walkMetres: Double = 400, pace: WalkingPace = WalkingPace()) {
        self.changeSeconds = changeSeconds
        self.walkMetres = walkMetres
        self.pace = pace
    }
}
