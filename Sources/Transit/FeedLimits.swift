/// The most that is read of a feed from somebody else.
public struct FeedLimits: Hashable, Sendable {
    /// The bytes of all files together, unpacked.
    public var bytes: Int
    /// The bytes of one row.
    public var rowBytes: Int
    public var stops: Int
    /// The trips, with those that frequencies.txt repeats.
    public var trips: Int
    public var stopTimes: Int
    /// The problems that are kept. More are only counted.
    public var problems: Int

    public init(
        bytes: Int = 1 << 30, rowBytes: Int = 1 << 16, stops: Int = 200_000, trips: Int = 2_000_000,
        stopTimes: Int = 20_000_000, problems: Int = 100
    ) {
        self.bytes = bytes
        self.rowBytes = rowBytes
        self.stops = stops
        self.trips = trips
        self.stopTimes = stopTimes
        self.problems = problems
    }
}
