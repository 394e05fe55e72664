import PrayerTimes
import Scheduling

/// The line of a way on the map, as an encoded polyline.
public struct RouteLine: Hashable, Sendable, Codable {
    public let text: String
    /// The decimals of its degrees: 5, 6 or 7.
    public let digits: Int

    /// A point of a line, in degrees.
    public struct Point: Hashable, Sendable {
        public let latitude: Double
        public let longitude: Double
    }

    /// The most bytes of a line that is kept: more than a drive of 1,000 km, simplified.
    static let mostBytes = 64 << 10

    /// Makes a line.
    ///
    /// - Throws: `RoutingError.wrongShape` for a text that is no polyline, `.wrongUnits` for other decimals.
    public init(_ text: String, digits: Int) throws(RoutingError) {
        self.text = text
        self.digits = digits
        guard text.utf8.count <= Self.mostBytes else { throw .tooLarge }
        guard points().count >= 2 else {
            // With more decimals than were thought, the points lie outside the globe.
            let isFiner = digits < 7 && RouteLine(unchecked: text, digits: 7).points().count >= 2
            throw isFiner ? .wrongUnits("line") : .wrongShape("line")
        }
    }

    /// Returns the points of the line; none if it is no polyline, or leaves the globe.
    public func points() -> [Point] {
        guard let decimals = PolylineDecimals(rawValue: digits),
              let line = try? GroundLine(polyline: text, decimals: decimals)
        else { return [] }
        return line.points.map { Point(latitude: $0.latitude, longitude: $0.longitude) }
    }

    /// Checks that the line begins and ends near the places of a question.
    ///
    /// - Throws: `.wrongUnits` if its decimals are other ones, else `.snappedTooFar`.
    func check(from: Coordinates, to: Coordinates) throws(RoutingError) {
        guard let metres = metresApart(from, to) else { throw .wrongShape("line") }
        if metres <= mostSnappingMetres { return }
        for other in 5...7 where other != digits {
            let line = RouteLine(unchecked: text, digits: other)
            if let apart = line.metresApart(from, to), apart <= mostSnappingMetres { throw .wrongUnits("line") }
        }
        throw .snappedTooFar(metres: metres)
    }

    private init(unchecked text: String, digits: Int) {
        self.text = text
        self.digits = digits
    }

    /// Returns the greater distance of an end from its place; nil without points.
    private func metresApart(_ from: Coordinates, _ to: Coordinates) -> Int? {
        let points = points()
        guard let first = points.first, let last = points.last else { return nil }
        let start = from.kilometres(toLatitude: first.latitude, longitude: first.longitude)
        let end = to.kilometres(toLatitude: last.latitude, longitude: last.longitude)
        return Int(max(start, end) * 1_000)
    }
}

extension JSONField {
    /// Returns the line of a way; nil if there is none, or if it is too long to be kept.
    func line(digits: Int) throws(RoutingError) -> RouteLine? {
        guard !isNull else { return nil }
        let text = try text()
        guard !text.isEmpty, text.utf8.count <= RouteLine.mostBytes else { return nil }
        return try RouteLine(text, digits: digits)
    }

    /// Returns the line of a way, which must begin and end near the places of the question.
    func line(digits: Int, of question: RouteQuestion) throws(RoutingError) -> RouteLine? {
        guard let line = try line(digits: digits) else { return nil }
        try line.check(from: question.from, to: question.to)
        return line
    }
}
