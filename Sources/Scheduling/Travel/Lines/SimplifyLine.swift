import Glibc
import PrayerTimes

extension GroundLine {
    /// Returns the line with fewer points: no point that is left out is farther from the new line than a distance. The
    /// ends stay.
    ///
    /// - Parameter metres: the distance.
    /// - Note: D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points", 1973.
    public func simplified(toMetres metres: Double) -> GroundLine {
        let kept = Self.keptPoints(FlatPoint.flattened(points), toMetres: metres)
        return GroundLine(kept.map { points[$0] })
    }

    /// Returns the indices of the points that stay.
    static func keptPoints(_ flat: [FlatPoint], toMetres metres: Double) -> [Int] {
        guard flat.count > 2 else { return Array(flat.indices) }
        var isKept = Array(repeating: false, count: flat.count)
        isKept[0] = true
        isKept[flat.count - 1] = true
        // The parts wait in a list, since a long line would nest calls too deeply.
        var parts = [0..<flat.count - 1]
        while let part = parts.popLast() {
            var farthest = part.lowerBound, distance = metres
            for index in part.dropFirst() {
                let away = flat[index].distance(toSegmentFrom: flat[part.lowerBound], to: flat[part.upperBound])
                if away > distance { (farthest, distance) = (index, away) }
            }
            guard farthest != part.lowerBound else { continue }
            isKept[farthest] = true
            parts.append(part.lowerBound..<farthest)
            parts.append(farthest..<part.upperBound)
        }
        return flat.indices.filter { isKept[$0] }
    }
}

/// A point on a flat piece of ground, in metres east and north of its middle.
struct FlatPoint: Hashable, Sendable {
    var east: Double, north: Double

    private static let metresPerDegree = 6_371_000 * Double.pi / 180

    /// Lays points on a flat piece of ground. Those beyond the antimeridian lie beside those before it.
    static func flattened(_ points: [Coordinates]) -> [FlatPoint] {
        guard let first = points.first else { return [] }
        let latitudes = points.map(\.latitude)
        let middle = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
        let shrunk = cos(middle * .pi / 180) * metresPerDegree
        return points.map { point in
            // Each point lies on the shorter side of the first one.
            var east = point.longitude - first.longitude
            if east > 180 { east -= 360 } else if east < -180 { east += 360 }
            return FlatPoint(
                east: east * shrunk, north: (point.latitude - middle) * metresPerDegree)
        }
    }

    func distance(toSegmentFrom start: FlatPoint, to end: FlatPoint) -> Double {
        let along = (east: end.east - start.east, north: end.north - start.north)
        let length = along.east * along.east + along.north * along.north
        var share = 0.0
        if length > 0 {
            share = ((east - start.east) * along.east + (north - start.north) * along.north) / length
            share = min(max(share, 0), 1)
        }
        let away = (east: east - start.east - share * along.east, north: north - start.north - share * along.north)
        return (away.east * away.east + away.north * away.north).squareRoot()
    }
}
