/// A file of a GTFS feed that is read.
public enum FeedFile: String, Hashable, Sendable, CaseIterable {
    case agency, stops, routes, trips, calendar, frequencies, transfers
    case stopTimes = "stop_times"
    case calendarDates = "calendar_dates"
    case feedInfo = "feed_info"

    /// The name in the archive, such as `stop_times.txt`.
    public var name: String { rawValue + ".txt" }

    /// Finds the file with a name in an archive; nil for other files, and in folders, where the standard has none.
    public init?(name: String) {
        guard name.hasSuffix(".txt") else { return nil }
        self.init(rawValue: String(name.dropLast(4)))
    }

    /// The columns without which the file says nothing.
    var requiredColumns: [String] {
        switch self {
        case .agency: ["agency_timezone"]
        case .stops: ["stop_id"]
        case .routes: ["route_id"]
        case .trips: ["route_id", "service_id", "trip_id"]
        case .stopTimes: ["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"]
        case .calendar: ["service_id", "start_date", "end_date"] + Self.weekdays
        case .calendarDates: ["service_id", "date", "exception_type"]
        case .frequencies: ["trip_id", "start_time", "end_time", "headway_secs"]
        case .transfers: ["from_stop_id", "to_stop_id"]
        case .feedInfo: []
        }
    }

    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
}
