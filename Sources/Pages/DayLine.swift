import Planning

/// A day as one line: `templates/calendar/day-line.mustache`. Screens read the words beside it.
struct DayLine: Encodable {
    struct Part: Encodable {
        /// The class: `ok` allowed, `best`, `p` a prayer, `x` taken, `y` in the way, `me` meant.
        var kind: String
        /// Minutes from the start of the line.
        var x: String, width: String
    }

    /// The minutes of the line.
    var width: String
    /// The path of the marks at every second hour.
    var hours: String
    var parts: [Part]

    /// - Parameters:
    ///   - shown: the minutes of the day that the line shows.
    ///   - times: the minutes of the day of each kind; later ones are drawn over earlier ones.
    private init(_ shown: Range<Int>, _ times: [(kind: String, times: [Range<Int>])]) {
        width = String(shown.count)
        let marks = stride(from: (shown.lowerBound / 120 + 1) * 120, to: shown.upperBound, by: 120)
        hours = marks.map { "M\($0 - shown.lowerBound) 0h2v20h-2z" }.joined()
        parts = times.flatMap { kind, times in
            times.map { $0.clamped(to: shown) }.filter { !$0.isEmpty }.map {
                Part(kind: kind, x: String($0.lowerBound - shown.lowerBound), width: String($0.count))
            }
        }
    }

    /// Makes the line of a weekday's hours, from 5:00 to 24:00.
    init(allowed: [Range<Int>], preferred: [Range<Int>], prayers: [Range<Int>]) {
        self.init(300..<1_440, [("ok", allowed), ("best", preferred), ("p", prayers)])
    }

    /// Makes the line of a day with what takes it, from 8:00 to 22:00.
    init(_ look: DayLook) {
        self.init(480..<1_320, [("p", look.prayers), ("x", look.taken), ("y", look.inTheWay), ("me", look.meant)])
    }
}
