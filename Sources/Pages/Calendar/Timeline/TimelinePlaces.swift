import Scheduling

/// Places on a timeline as classes of the style sheet.
enum TimelinePlaces {
    /// Returns the classes of a position: `h13 m20`.
    static func start(_ position: Int) -> String {
        let (hours, minutes) = (position / 60, position % 60)
        return minutes == 0 ? "h\(hours)" : "h\(hours) m\(minutes)"
    }

    /// Returns the classes of a length in minutes: `x1 y30`.
    static func length(_ length: Int) -> String {
        let (hours, minutes) = (length / 60, length % 60)
        return ((hours == 0 ? [] : ["x\(hours)"]) + (minutes == 0 ? [] : ["y\(minutes)"])).joined(separator: " ")
    }

    /// Returns the classes of positions: `h13 m20 x1 y30`.
    static func classes(_ positions: Range<Int>) -> String {
        [start(positions.lowerBound), length(positions.count)].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the classes of a column, with a space before each: ` of2 at1`.
    ///
    /// `k1` leaves room at the end of the line for slivers.
    static func classes(_ place: NarrowPlace) -> String {
        var classes: [String] = []
        switch place {
        case .sliver(let number, let count):
            // Three strips have room. The others lie in the last one.
            classes.append("sliver")
            if count > 1 { classes.append("of\(min(count, 3))") }
            if number > 0 { classes.append("at\(min(number, 2))") }
        case .column(let place, let hasSlivers):
            if hasSlivers { classes.append("k1") }
            if place.columns > 1 { classes.append("of\(place.columns)") }
            if place.column > 0 { classes.append("at\(place.column)") }
            if place.width > 1 { classes.append("w\(place.width)") }
        }
        return classes.map { " " + $0 }.joined()
    }

    /// The minutes that the name of an event needs.
    static let shortest = 25
    /// The events side by side in a column of a week.
    static let columnsOfWeek = 2
    /// The events side by side on the page of a day: the columns that the style sheet has.
    static let columnsOfDay = 24

    /// Returns the class of the lines of words that a block has room for: ` c2`; empty if it has room for all.
    ///
    /// - Parameters:
    ///   - minutes: the drawn length.
    ///   - lineHeight: in pixels. An hour is 44 pixels high, of which a block leaves some free.
    static func lines(_ minutes: Int, lineHeight: Double) -> String {
        let lines = Int((Double(minutes) * 44 / 60 - 5) / lineHeight)
        return lines > 5 ? "" : " c\(max(1, lines))"
    }
}
