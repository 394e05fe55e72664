internal import CivilTime

/// The rows of a feed until all of its files are there.
struct FeedDraft {
    let limits: FeedLimits
    var stops = Registry<StopRow>(), lines = Registry<TransitLine>(), trips = Registry<TripRow>()
    var services = Registry<TransitService>()
    var headsigns = NameTable()
    var stopTimes = StopTimeDraft()
    var transfers: [TransferRow] = [], frequencies: [FrequencyRow] = []
    var zoneName: (name: String, line: Int)?
    var feedStart: LocalDate?, feedEnd: LocalDate?
    var problems: [FeedProblem] = [], problemCount = 0

    struct StopRow {
        var name: String
        var latitude: Double, longitude: Double
        /// The number of the station; -1 if the stop has none.
        var parent: Int
    }

    struct TripRow {
        var line: UInt32, service: UInt32, headsign: UInt32
        var row: UInt32
    }

    struct TransferRow {
        var from: Int, to: Int, kind: Int
        /// -1 if the row has no time.
        var seconds: Int
    }

    struct FrequencyRow {
        var trip: Int, start: Int, end: Int, headway: Int
    }

    init(_ limits: FeedLimits) { self.limits = limits }

    mutating func report(_ kind: FeedProblem.Kind, _ file: FeedFile, _ line: Int) {
        problemCount += 1
        if problems.count < limits.problems { problems.append(FeedProblem(file: file, line: line, kind: kind)) }
    }

    /// The columns that each file is read for. The functions below name them by their positions here.
    static func columns(of file: FeedFile) -> [String] {
        switch file {
        case .agency: ["agency_timezone"]
        case .stops: ["stop_id", "stop_name", "stop_lat", "stop_lon", "parent_station"]
        case .routes: ["route_id", "route_short_name", "route_long_name", "route_type"]
        case .trips: ["route_id", "service_id", "trip_id", "trip_headsign"]
        case .stopTimes:
            ["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence", "pickup_type", "drop_off_type"]
        case .calendar: ["service_id", "start_date", "end_date"] + FeedFile.weekdays
        case .calendarDates: ["service_id", "date", "exception_type"]
        case .frequencies: ["trip_id", "start_time", "end_time", "headway_secs"]
        case .transfers:
            ["from_stop_id", "to_stop_id", "transfer_type", "min_transfer_time", "from_route_id",
             "to_route_id",
             "from_trip_id", "to_trip_id"]
        case .feedInfo: ["feed_start_date", "feed_end_date"]
        }
    }

    mutating func take(_ row: TableRow, _ columns: Columns, of file: FeedFile) throws(FeedError) {
        switch file {
        case .agency: takeAgency(row, columns)
        case .stops: try takeStop(row, columns)
        case .routes: takeLine(row, columns)
        case .trips: try takeTrip(row, columns)
        case .stopTimes: try takeStopTime(row, columns)
        case .calendar: takeService(row, columns)
        case .calendarDates: takeException(row, columns)
        case .frequencies: takeFrequency(row, columns)
        case .transfers: takeTransfer(row, columns)
        case .feedInfo:
            feedStart = feedStart ?? row[columns[0]].date
            feedEnd = feedEnd ?? row[columns[1]].date
        }
    }

    /// The zone of the first agency holds for all, as the standard wants.
    private mutating func takeAgency(_ row: TableRow, _ columns: Columns) {
        let name = row[columns[0]].string
        if let zoneName {
            if name != zoneName.name { report(.otherZone(name), .agency, row.line) }
        } else {
            zoneName = (name, row.line)
        }
    }

    private mutating func takeStop(_ row: TableRow, _ columns: Columns) throws(FeedError) {
        let number = stops.number(of: row[columns[0]], in: .stops, row.line)
        guard stops.count <= limits.stops else { throw .tooMany(.stops, limit: limits.stops) }
        let parent = row[columns[4]]
        var stop = StopRow(
            name: row[columns[1]].string, latitude: row[columns[2]].decimal ?? .nan,
            longitude: row[columns[3]].decimal ?? .nan,
            parent: parent.isEmpty ? -1 : stops.number(of: parent, in: .stops, row.line))
        if !(abs(stop.latitude) < 90 && abs(stop.longitude) <= 180) || (stop.latitude == 0 && stop.longitude == 0) {
            (stop.latitude, stop.longitude) = (.nan, .nan)
            if parent.isEmpty { report(.noCoordinates, .stops, row.line) }
        }
        if !stops.define(number, stop) { report(.repeatedID(stops.ids[number]), .stops, row.line) }
    }

    private mutating func takeLine(_ row: TableRow, _ columns: Columns) {
        let id = row[columns[0]], short = row[columns[1]]
        let line = TransitLine(
            id: id.string, name: (short.isEmpty ? row[columns[2]] : short).string,
            kind: TransitKind(routeType: row[columns[3]].number ?? -1))
        if !lines.define(lines.number(of: id, in: .routes, row.line), line) {
            report(.repeatedID(line.id), .routes, row.line)
        }
    }

    private mutating func takeTrip(_ row: TableRow, _ columns: Columns) throws(FeedError) {
        let number = trips.number(of: row[columns[2]], in: .trips, row.line)
        guard trips.count <= limits.trips else { throw .tooMany(.trips, limit: limits.trips) }
        let trip = TripRow(
            line: UInt32(lines.number(of: row[columns[0]], in: .trips, row.line)),
            service: UInt32(services.number(of: row[columns[1]], in: .trips, row.line)),
            headsign: UInt32(headsigns.insert(row[columns[3]])), row: UInt32(clamping: row.line))
        if !trips.define(number, trip) { report(.repeatedID(trips.ids[number]), .trips, row.line) }
    }

    private mutating func takeStopTime(_ row: TableRow, _ columns: Columns) throws(FeedError) {
        guard let sequence = row[columns[4]].number else {
            return report(.badNumber(row[columns[4]].string), .stopTimes, row.line)
        }
        let id = row[columns[0]]
        if stopTimes.trip < 0 || !trips.ids.isText(id, of: stopTimes.trip) {
            stopTimes.closeTrip()
            stopTimes.openTrip(trips.number(of: id, in: .stopTimes, row.line))
        }
        guard trips.count <= limits.trips else { throw .tooMany(.trips, limit: limits.trips) }
        guard stopTimes.count < limits.stopTimes else { throw .tooMany(.stopTimes, limit: limits.stopTimes) }
        let arrival = time(row[columns[1]], row.line)
        // A trip with two wrong times in a row has one problem.
        let departure = arrival == .badTime ? arrival : time(row[columns[2]], row.line)
        let isClosed = UInt8(row[columns[5]].number == 1 ? 1 : 0) | UInt8(row[columns[6]].number == 1 ? 2 : 0)
        stopTimes.add(StopTime(
            stop: UInt32(stops.number(of: row[columns[3]], in: .stopTimes, row.line)), sequence: UInt32(sequence),
            arrival: arrival == .noTime ? departure : arrival,
            departure: departure == .noTime ? arrival : departure,
            closed: isClosed, line: UInt32(clamping: row.line)))
    }

    /// Returns the seconds of a time; `noTime` if the field is empty, `badTime` if it cannot be read.
    private mutating func time(_ field: Field, _ line: Int) -> Int32 {
        if field.isEmpty { return .noTime }
        if let seconds = field.time { return Int32(seconds) }
        report(.badTime(field.string), .stopTimes, line)
        return .badTime
    }
}
