import Planning

/// A day as one line, from 8:00 to 22:00: `templates/conflicts/day-line.mustache`. Screens read the words beside it.
struct DayDrawing: Encodable {
    struct Part: Encodable {
        /// The class: `p` a prayer, `x` taken, `y` in the way, `me` meant.
        var kind: String
        /// Minutes from the start of the line.
        var x: String, width: String
    }

    var parts: [Part]

    /// The minutes of the day that the line shows.
    private static let shown = 480..<1_320
}

extension DayDrawing {
    init(_ look: DayLook) {
        let kinds = [("p", look.prayers), ("x", look.taken), ("y", look.inTheWay), ("me", look.meant)]
        parts = kinds.flatMap { kind, times in
            times.map { $0.clamped(to: Self.shown) }.filter { !$0.isEmpty }.map {
                Part(kind: kind, x: String($0.lowerBound - Self.shown.lowerBound), width: String($0.count))
            }
        }
    }
}
