/// A day as one line, from 5:00 to 24:00: `templates/settings/day-line.mustache`. Screens read the words beside it.
struct DayLine: Encodable {
    struct Part: Encodable {
        /// The class: allowed, best or a prayer.
        var kind: String
        /// Minutes from the start of the line.
        var x: String, width: String
    }

    var parts: [Part]

    /// The minutes of the day that the line shows.
    static let shown = 300..<1_440

    /// - Parameter prayers: minutes of the day; they are drawn last, over the hours.
    init(allowed: [Range<Int>], preferred: [Range<Int>], prayers: [Range<Int>]) {
        parts = [("ok", allowed), ("best", preferred), ("p", prayers)].flatMap { kind, times in
            times.map { $0.clamped(to: Self.shown) }.filter { !$0.isEmpty }.map {
                Part(kind: kind, x: String($0.lowerBound - Self.shown.lowerBound), width: String($0.count))
            }
        }
    }
}
