/// An error in a feed that costs a row or a trip, with the place and the repair.
public struct FeedProblem: Hashable, Sendable {
    public let file: FeedFile
    /// The line of the file on which the row begins. The header is line 1.
    public let line: Int
    public let kind: Kind

    public enum Kind: Hashable, Sendable {
        /// A stop that stops.txt lacks. The row is left out; a trip runs through without stopping.
        case unknownStop(String)
        /// A trip that trips.txt lacks. Its rows are left out.
        case unknownTrip(String)
        /// A line that routes.txt lacks. The trip is left out.
        case unknownLine(String)
        /// A service that neither calendar has. The trip is left out.
        case unknownService(String)
        /// An id that was there before. The first row counts.
        case repeatedID(String)
        /// No time of GTFS, as 25:99:00. The trip is left out.
        case badTime(String)
        /// A time before that of the stop before. The trip is left out.
        case decreasingTime
        /// The first or the last stop of a trip has no time. The trip is left out.
        case missingTime
        /// A trip with fewer than two stops. It is left out.
        case tooFewStops
        /// No date of the calendar. The row is left out.
        case badDate(String)
        /// A number that cannot be read or is out of range. The row is left out.
        case badNumber(String)
        /// A stop without a place. It cannot be reached on foot from elsewhere.
        case noCoordinates
        /// Another zone than that of the first agency, which holds for all.
        case otherZone(String)
        /// A transfer between two trips or lines, or inside a vehicle. The row is left out.
        case unsupportedTransfer
        /// A quote that is open at the end of the file. It is closed there.
        case openQuote
    }
}
