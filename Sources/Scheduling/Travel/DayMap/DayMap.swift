// The drawing of a day: its places and ways as an SVG, without a map of streets.
//
// - DayMap.swift: the places, the ways and the words of a day.
// - MapFrame.swift: from points on the ground to points of the drawing, and the scale bar.
// - MapDrawing.swift: the SVG. MapLabels.swift: names that do not cover each other.

public import PrayerTimes

/// A day's places and ways, to be drawn. The drawing says nothing that a table beside it does not say too.
public struct DayMap: Hashable, Sendable {
    /// A place with its number in the order of the day.
    public struct Stop: Hashable, Sendable {
        public var point: Coordinates
        /// The number as the reader's language writes it.
        public var number: String
        public var name: String

        public init(_ point: Coordinates, number: String, name: String) {
            self.point = point
            self.number = number
            self.name = name
        }
    }

    /// A way between two places.
    public struct Leg: Hashable, Sendable {
        public var mode: TravelMode
        /// The line along the streets, with both ends; the straight line if there is nothing else.
        public var line: GroundLine
        /// Words beside the middle of the line, as `25 min`; nil for none.
        public var label: String?

        public init(_ mode: TravelMode, _ line: GroundLine, label: String? = nil) {
            self.mode = mode
            self.line = line
            self.label = label
        }
    }

    /// The words of the drawing, in the reader's language.
    public struct Words: Hashable, Sendable {
        /// The title that programs read aloud, and a description: all ways in a sentence each.
        public var title: String, description: String
        /// The letter for the north.
        public var north: String
        /// The lengths that the scale bar may have, in metres, each with its words, as `500 m` and `2 km`. One of them
        /// is shown.
        public var lengths: [Int: String]

        public init(title: String, description: String, north: String, lengths: [Int: String]) {
            self.title = title
            self.description = description
            self.north = north
            self.lengths = lengths
        }
    }

    /// The lengths for which the drawing may want words: 1, 2 and 5 times a power of ten, in metres.
    public static let barLengths: [Int] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000].flatMap {
        [$0, 2 * $0, 5 * $0]
    }

    public var stops: [Stop]
    public var legs: [Leg]
    /// The prefix of the ids in the drawing. A page with two drawings needs two.
    public var id: String

    public init(_ stops: [Stop], _ legs: [Leg], id: String = "day-map") {
        self.stops = stops
        self.legs = legs
        self.id = id
    }
}
