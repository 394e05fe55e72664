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

    /// Returns the classes of a place among others, with a space before each: ` of2 at1`, ` d1 p2` for a card over
    /// others.
    static func classes(_ place: NarrowPlace) -> String {
        var classes: [String] = []
        switch place {
        // On the screen "+3" stands for these; on paper they are listed below their day.
        case .rest(let number, let count):
            classes.append("sliver")
            if count > 1 { classes.append("of\(min(count, 3))") }
            if number > 0 { classes.append("at\(min(number, 2))") }
        case .card(let place, let depth, let down, _):
            if place.columns > 1 { classes.append("of\(place.columns)") }
            if place.column > 0 { classes.append("at\(place.column)") }
            if place.width > 1 { classes.append("w\(place.width)") }
            if depth > 0 { classes.append("d\(depth)") }
            if down > 0 { classes.append("p\(down)") }
        }
        return classes.map { " " + $0 }.joined()
    }

    /// The minutes that the name of an event needs.
    static let shortest = 25
    /// The events side by side in a column of a week, and on the page of a day: a column of a day has 150 pixels.
    static let columnsOfWeek = 2, columnsOfDay = 6
    /// The minutes that a line of words takes, with the edge of its card.
    static let lineOfWeek = 27, lineOfDay = 31
    /// The columns from which a day on a phone is a list: one has less than 56 pixels.
    static let columnsOfList = 5

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
