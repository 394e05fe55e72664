// Timetables of buses, trams and trains in GTFS, and the best journeys in them. This module is pure: bytes come from a
// caller, and so does the present moment.
//
// Reading a feed, as pieces of bytes in any order of its files:
//
// - FeedReader.swift: from files to a `TransitFeed`. FeedFile.swift: their names. FeedLimits.swift: the most that is
//   read.
// - FeedError.swift: errors that end the reading. FeedProblem.swift: those that leave out a row or a trip.
// - TableReader.swift: rows of comma-separated values. Columns.swift: columns by name. FieldValues.swift: numbers,
//   dates and times.
// - FeedDraft.swift and FeedDraftServices.swift: the rows until all files are there. Registry.swift and
//   NameTable.swift: ids as numbers.
// - StopTimeDraft.swift: stop times as patterns, which trips share. PatternCheck.swift: times that are missing or go
//   backwards.
// - FeedAssembly.swift: the feed from the rows. Frequencies.swift: trips by frequencies.txt.
//
// Asking it:
//
// - TransitFeed.swift: stops, lines, trips and the days for which they hold. TransitService.swift: the days of a
//   service.
// - WalkTable.swift: the walks between stops. StopWalk.swift: those between a point and stops. WalkingPace.swift: a
//   speed and the farthest walk.
// - TransitNetwork.swift: a feed with its walks; journeys between two points.
// - TransitDay.swift: all connections around a day, in order.
// - ForwardScan.swift: the earliest arrival. BackwardScan.swift: the latest departure. Journey.swift: their legs.
//
// The connection scan: J. Dibbelt, T. Pajor, B. Strasser, D. Wagner, "Connection Scan Algorithm", 2018.

/// A line as passengers know it: a row of routes.txt.
public struct TransitLine: Hashable, Sendable {
    public let id: String
    /// The name on the vehicle, such as 7 or M1; the long name if the feed has no short one.
    public let name: String
    public let kind: TransitKind
}

/// A kind of vehicle. The numbers of routes.txt, also the extended ones from 100 on, are grouped.
public enum TransitKind: String, Hashable, Sendable, CaseIterable {
    case tram, metro, train, bus, ferry, cable, other

    /// Makes the kind of a number in `route_type`.
    init(routeType: Int) {
        self = switch routeType {
        case 0, 5, 900..<1000: .tram
        case 1, 12, 400..<500: .metro
        case 2, 100..<200, 300..<400: .train
        case 3, 11, 200..<300, 700..<900: .bus
        case 4, 1000..<1100, 1200..<1300: .ferry
        case 6, 7, 1300..<1500: .cable
        default: .other
        }
    }
}
