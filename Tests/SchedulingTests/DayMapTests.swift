import PrayerTimes
import Scheduling
import SeededRandom
import Testing

/// The elements of an SVG, by a reader that accepts only well-formed elements.
private struct Elements {
    private(set) var found: [(name: String, attributes: [String: String], text: String)] = []

    /// Reads elements; nil if they are not nested. Attributes of the drawing have no `<` or `>`.
    init?(_ svg: String) {
        var open: [Int] = [], rest = Substring(svg)
        while let start = rest.firstIndex(of: "<") {
            let words = rest[..<start]
            guard words.isEmpty || !open.isEmpty, let end = rest[start...].firstIndex(of: ">") else { return nil }
            for index in open { found[index].text += words }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                guard let last = open.popLast(), found[last].name == tag.dropFirst() else { return nil }
                continue
            }
            var attributes: [String: String] = [:]
            for match in tag.matches(of: /([\w-]+)="([^"<]*)"/) { attributes[String(match.1)] = String(match.2) }
            found.append((String(tag.prefix { $0 != " " && $0 != "/" }), attributes, ""))
            if !tag.hasSuffix("/") { open.append(found.count - 1) }
        }
        guard open.isEmpty, rest.isEmpty else { return nil }
    }

    func texts(_ className: String) -> [String] {
        found.filter { ($0.attributes["class"] ?? "").split(separator: " ").contains { $0 == className } }.map(\.text)
    }

    func texts(named name: String) -> [String] { found.filter { $0.name == name }.map(\.text) }
}

@Suite("The drawing of a day")
struct DayMapTests {
    private static let words = DayMap.Words(
        title: "Ways of Monday", description: "1 Home to 2 Office by car", north: "N",
        lengths: Dictionary(uniqueKeysWithValues: DayMap.barLengths.map { ($0, "\($0) m") }))

    private func stop(
        _ number: Int, _ latitude: Double, _ longitude: Double, _ name: String = "Office"
    ) throws -> DayMap.Stop {
        DayMap.Stop(try point(latitude, longitude), number: String(number), name: name)
    }

    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    @Test("has numbers and names of the places, a class for each mode, a scale and the north")
    func drawing() throws {
        let stops = [
            try stop(1, 24.70, 46.70, "Home"), try stop(2, 24.76, 46.64, "مكتب"), try stop(3, 24.72, 46.69, "Gym"),
        ]
        let ways: [(TravelMode, Int, Int)] = [(.car, 0, 1), (.transit, 1, 2), (.walk, 2, 0)]
        let legs = ways.map { DayMap.Leg($0.0, GroundLine([stops[$0.1].point, stops[$0.2].point]), label: "25 min") }
        let svg = try #require(Elements(DayMap(stops, legs).svg(Self.words)))
        #expect(svg.texts("num") == ["1", "2", "3"] && svg.texts("name") == ["Home", "مكتب", "Gym"])
        #expect(svg.texts("min") == ["25 min", "25 min", "25 min"])
        let lines = svg.found.compactMap { $0.attributes["class"] }.filter { $0.hasPrefix("l ") }
        #expect(lines == ["l car", "l bus", "l walk"])
        #expect(svg.texts(named: "title") == ["Ways of Monday"])
        #expect(svg.texts(named: "desc") == ["1 Home to 2 Office by car"])
        #expect(svg.texts("note").contains("N") && svg.texts("note").contains("2000 m"))
        #expect(svg.found[0].attributes["role"] == "img")
        #expect(svg.found[0].attributes["aria-labelledby"] == "day-map-t day-map-d")
    }

    @Test("has north up, east right, and the scale of the ground")
    func directions() throws {
        let stops = [try stop(1, 24.70, 46.70), try stop(2, 24.75, 46.70), try stop(3, 24.70, 46.75)]
        let svg = try #require(Elements(DayMap(stops, []).svg(Self.words)))
        let dots = svg.found.filter { $0.name == "circle" }.map { dot in
            (x: Int(dot.attributes["cx"] ?? "") ?? 0, y: Int(dot.attributes["cy"] ?? "") ?? 0)
        }
        #expect(dots[1].x == dots[0].x && dots[1].y < dots[0].y && dots[2].x > dots[0].x && dots[2].y == dots[0].y)
        // 0.05° are 5,560 m to the north, 5,051 m to the east.
        let bar = try #require(svg.found.compactMap { $0.attributes["d"] }.first { $0.hasPrefix("M24 436h") })
        let width = try #require(Int(bar.dropFirst(8).prefix { $0.isNumber }))
        let metres = try #require(svg.texts("note").first.flatMap { Int($0.prefix { $0.isNumber }) })
        let unit = Double(metres) / Double(width)
        #expect(abs(unit * Double(dots[0].y - dots[1].y) - 5_560) < 80)
        #expect(abs(unit * Double(dots[2].x - dots[0].x) - 5_051) < 80)
    }

    @Test("lays places on both sides of the antimeridian beside each other")
    func antimeridian() throws {
        let stops = [try stop(1, -17, 179.98), try stop(2, -17, -179.98)]
        let line = GroundLine(stops.map(\.point))
        let svg = try #require(Elements(DayMap(stops, [DayMap.Leg(.car, line)]).svg(Self.words)))
        #expect(svg.texts("note").contains("1000 m"), "4 km are in the drawing, not a turn of the globe")
        let dots = svg.found.filter { $0.name == "circle" }.compactMap { Int($0.attributes["cx"] ?? "") }
        #expect(dots[0] < dots[1])
    }

    @Test("is drawn for no place, for one, and for the same place twice", arguments: 0...2)
    func few(count: Int) throws {
        let stops = try (0..<count).map { try stop($0 + 1, 24.7, 46.7) }
        let legs = count == 2 ? [DayMap.Leg(.walk, GroundLine(stops.map(\.point)), label: "0 min")] : []
        let svg = try #require(Elements(DayMap(stops, legs).svg(Self.words)))
        #expect(svg.texts("num").count == count)
        #expect(svg.found.allSatisfy { element in element.attributes.values.allSatisfy { !$0.contains("nan") } })
    }

    @Test("writes names that look like markup as text")
    func escaping() throws {
        let evil = "<script>\"&'\u{1}\n</script>"
        let map = DayMap([try stop(1, 24.7, 46.7, evil)], [], id: "a\"b")
        let drawing = map.svg(Self.words)
        #expect(!drawing.contains("<script") && !drawing.contains("\u{1}"))
        #expect(drawing.contains("&lt;script&gt;&quot;&amp;"))
        #expect(Elements(drawing) != nil)
    }

    @Test("stays below 15 kB whatever the day", arguments: 0..<40 as Range<UInt64>)
    func size(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let stops = try (0..<Int.random(in: 1...120, using: &random)).map { number in
            try stop(
                number + 1, Double.random(in: 24...25, using: &random), Double.random(in: 46...47, using: &random),
                String(repeating: "👨‍👩‍👧‍👦\"", count: Int.random(in: 0...60, using: &random)))
        }
        let legs = zip(stops, stops.dropFirst()).map { from, to in
            let between = (0..<Int.random(in: 0...2_000, using: &random)).map { _ in
                randomPoint(around: 24.5, 46.5, using: &random)
            }
            return DayMap.Leg(.bike, GroundLine([from.point] + between + [to.point]), label: "25 min")
        }
        var words = Self.words
        words.description = String(repeating: "طريق & ", count: 2_000)
        let drawing = DayMap(stops, Array(legs.prefix(12))).svg(words)
        #expect(drawing.utf8.count <= DayMap.maximumOctets)
        #expect(Elements(drawing) != nil)
    }

    @Test("puts no name upon another if there is room")
    func labels() throws {
        let stops = [
            try stop(1, 24.70, 46.70, "Home"), try stop(2, 24.70, 46.7015, "Office"), try stop(3, 24.71, 46.70),
        ]
        let svg = try #require(Elements(DayMap(stops, []).svg(Self.words)))
        let names = svg.found.filter { ($0.attributes["class"] ?? "").hasPrefix("name") }
        let rooms = Set(names.map { "\($0.attributes["x"] ?? "") \($0.attributes["y"] ?? "")" })
        #expect(rooms.count == 3)
        #expect(names[0].attributes["class"] != "name", "the second place stands at its right")
    }
}
