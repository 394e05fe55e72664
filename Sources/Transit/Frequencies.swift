/// The departures of trips that frequencies.txt repeats.
///
/// A trip starts at the start of a period and again after each headway, before its end. Its own times give only the
/// time from stop to stop. A headway that is not kept to the minute (`exact_times` 0) is read as if it were.
struct Frequencies {
    private var rows: [Int: [FeedDraft.FrequencyRow]] = [:]

    init(_ rows: [FeedDraft.FrequencyRow]) {
        self.rows = Dictionary(grouping: rows) { $0.trip }
    }

    /// Returns the departures from the first stop, in seconds of the day of service; nil if the trip is not repeated.
    func starts(of trip: Int) -> [Int]? {
        rows[trip]?.flatMap { Array(stride(from: $0.start, to: $0.end, by: $0.headway)) }
    }
}
