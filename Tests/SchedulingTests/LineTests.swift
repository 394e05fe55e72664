import PrayerTimes
import Scheduling
import SeededRandom
import Testing

@Suite("Lines along streets")
struct LineTests {
    /// The example of Google's page of the format.
    private static let example = [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)]

    private func line(_ points: [(Double, Double)]) throws -> GroundLine {
        GroundLine(try points.map { try #require(Coordinates(latitude: $0.0, longitude: $0.1)) })
    }

    @Test("are read and written as the page of the format says")
    func example() throws {
        let line = try line(Self.example)
        #expect(try GroundLine(polyline: "_p~iF~ps|U_ulLnnqC_mqNvxq`@", decimals: .five) == line)
        #expect(line.polyline(decimals: .five) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
        #expect(try GroundLine(polyline: "", decimals: .six).points.isEmpty)
    }

    @Test("are the same after writing and reading, to the last decimal", arguments: 0..<100 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed)
        for decimals in PolylineDecimals.allCases {
            let factor: Double = decimals == .five ? 1e5 : decimals == .six ? 1e6 : 1e7
            let points = try (0..<Int.random(in: 0...30, using: &random)).map { _ -> Coordinates in
                let north = (Double.random(in: -89.9...89.9, using: &random) * factor).rounded() / factor
                let east = (Double.random(in: -180...180, using: &random) * factor).rounded() / factor
                return try #require(Coordinates(latitude: north, longitude: east))
            }
            let line = GroundLine(points)
            #expect(try GroundLine(polyline: line.polyline(decimals: decimals), decimals: decimals) == line)
        }
    }

    @Test("that are cut, of other letters, too long or of other decimals have an error each", arguments: [
        ("_p~iF~ps|", PolylineDecimals.five, PolylineError.cut), ("_p~iF", .five, .cut),
        ("_p~iF~ps|U!", .five, .otherLetter), ("خط", .five, .otherLetter), ("~~~~~~~~~~~~~~~~", .seven, .outside),
        ("_ye~OgE_qo]?", .five, .outside),
    ])
    func wrong(text: String, decimals: PolylineDecimals, expected: PolylineError) {
        #expect(throws: expected) { try GroundLine(polyline: text, decimals: decimals) }
    }

    @Test("of six decimals read as five are on another continent, which is no line or far away")
    func decimals() throws {
        let text = try line([(60.1699, 24.9384), (60.175, 24.95)]).polyline(decimals: .six)
        #expect(throws: PolylineError.outside) { try GroundLine(polyline: text, decimals: .five) }
        let long = String(repeating: "?", count: GroundLine.maximumLetters + 2)
        #expect(throws: PolylineError.tooLong) { try GroundLine(polyline: long, decimals: .five) }
    }

    @Test("lose the points that make no difference, and no more", arguments: 0..<200 as Range<UInt64>)
    func simplified(seed: UInt64) throws {
        var random = SeededRandom(seed), metres = (north: 0.0, east: 0.0)
        let line = GroundLine(try (0..<Int.random(in: 2...60, using: &random)).map { _ -> Coordinates in
            metres.north += Double.random(in: -50...200, using: &random)
            metres.east += Double.random(in: -200...200, using: &random)
            return try #require(Coordinates(
                latitude: 24 + metres.north / 111_195, longitude: 46 + metres.east / 101_580))
        })
        let limit = Double.random(in: 1...150, using: &random), simple = line.simplified(toMetres: limit)
        #expect(simple.points.first == line.points.first && simple.points.last == line.points.last)
        #expect(simple.points.count <= line.points.count && simple.metres <= line.metres + 1e-6)
        #expect(Set(simple.points).isSubset(of: Set(line.points)))
        // Each point that is left out is near the line, measured on the ground along many small steps.
        for point in line.points {
            let near = zip(simple.points, simple.points.dropFirst()).map { from, to in
                (0...400).map { step in
                    let share = Double(step) / 400
                    return point.kilometres(
                        toLatitude: from.latitude + (to.latitude - from.latitude) * share,
                        longitude: from.longitude + (to.longitude - from.longitude) * share) * 1_000
                }.min() ?? 0
            }.min() ?? 0
            #expect(near <= limit + 4)
        }
        #expect(line.simplified(toMetres: 0).points.count <= line.points.count)
    }

    @Test("that are straight keep their ends, also over the antimeridian")
    func straight() throws {
        let east = (0...100).map { 179.5 + Double($0) / 100 }
        let line = try line(east.map { (-17, $0 > 180 ? $0 - 360 : $0) })
        #expect(line.simplified(toMetres: 1).points.count == 2)
        // A degree at 17° south.
        #expect(abs(line.metres - 106_336) < 5)
        #expect(try self.line([(1, 1)]).simplified(toMetres: 1).points.count == 1)
    }
}
