/// The entries of a week for which its days have room, if each day has the same few lines.
///
/// A day whose entries do not fit gives its last line to the words "n more". A bar must not lie over that line on any
/// of its days, since it is drawn in one piece.
public struct BarLines: Sendable {
    /// The lines of one day.
    public struct Day: Hashable, Sendable {
        /// The bars to draw, by lane.
        public let bars: [WeekBar]
        /// The number of other entries to draw, the first ones, in the lines that bars leave free.
        public let others: Int
        /// The number of entries that are not drawn.
        public let more: Int
    }

    public let days: [Day]

    /// Chooses what is drawn.
    ///
    /// - Parameters:
    ///   - lanes: the lanes of the week.
    ///   - others: the number of entries of each day that are no bars.
    ///   - most: the lines of a day, at least 1.
    public init(_ lanes: BarLanes, others: [Int], most: Int) {
        let bars = (0..<lanes.dayCount).map(lanes.bars(on:))
        let overflows = zip(bars, others).map { bars, others in
            bars.count + others > most || bars.contains { $0.lane >= most }
        }
        func isDrawn(_ bar: WeekBar) -> Bool {
            bar.lane < most - 1 || bar.lane == most - 1 && !bar.days.contains { overflows[$0] }
        }
        days = zip(bars, others).map { bars, others in
            let drawn = bars.filter(isDrawn)
            if drawn.count == bars.count, bars.count + others <= most {
                return Day(bars: drawn, others: others, more: 0)
            }
            let shown = min(others, max(0, most - 1 - drawn.count))
            return Day(bars: drawn, others: shown, more: bars.count - drawn.count + others - shown)
        }
    }
}
