// Lines along streets, as routing engines write them.
//
// - Polyline.swift: points as text, with five, six or seven decimals.
// - SimplifyLine.swift: the same line with fewer points.

public import PrayerTimes

/// A line of points on the ground.
public struct GroundLine: Hashable, Sendable {
    public var points: [Coordinates]

    public init(_ points: [Coordinates]) { self.points = points }

    /// The length along the line in metres.
    public var metres: Double {
        zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.kilometres(to: $1.1) * 1_000 }
    }
}
