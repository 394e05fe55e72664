import PrayerTimes

extension DayMap {
    /// The octets of a drawing at most.
    public static let maximumOctets = 15_000
    /// Those of a name: 48 Arabic letters.
    private static let nameOctets = 96

    /// Draws the day as an SVG element. Colours and patterns come from the style sheet, by a class for each mode.
    ///
    /// North is up and east is right in every language. Without a place the drawing is empty but for its words. If
    /// there is too much for `maximumOctets`, lines have fewer points, then no labels, and at last only the first
    /// twenty places are drawn, without lines.
    public func svg(_ words: Words) -> String {
        for tolerance in [1.0, 2, 4, 8, 16, 1_000] {
            let svg = drawn(words, tolerance: tolerance, labels: tolerance < 1_000)
            if svg.utf8.count <= Self.maximumOctets { return svg }
        }
        return DayMap(Array(stops.prefix(20)), [], id: id).drawn(words, tolerance: 1, labels: true)
    }

    /// - Parameter tolerance: the units of the drawing by which a line may differ from the true one.
    private func drawn(_ words: Words, tolerance: Double, labels: Bool) -> String {
        let (places, lines) = flattened()
        let frame = MapFrame(around: places + lines.flatMap(\.self))
        let dots = places.map(frame.place)
        var svg = "<svg class=\"map\" viewBox=\"0 0 \(Int(MapFrame.width)) \(Int(MapFrame.height))\" "
            + "role=\"img\" aria-labelledby=\"\(escaped(id))-t \(escaped(id))-d\" direction=\"ltr\">"
            + "<title id=\"\(escaped(id))-t\">\(escaped(words.title, octets: 400))</title>"
            + "<desc id=\"\(escaped(id))-d\">\(escaped(words.description, octets: 3_000))</desc>"
            + "<path class=\"ground\" d=\"M0 104h440M0 208h440M0 312h440M44 0v460M148 0v460M252 0v460M356 0v460\"/>"
        for (leg, line) in zip(legs, lines) {
            svg += path(leg, GroundLine.thinned(line, toMetres: tolerance / frame.scale).map(frame.place))
        }
        svg += texts(dots, lines.map { $0.map(frame.place) }, labels: labels)
        return svg + scaleBar(frame, words) + north(words) + "</svg>"
    }

    /// Returns the places and the lines on one flat piece of ground.
    private func flattened() -> ([FlatPoint], [[FlatPoint]]) {
        var rest = FlatPoint.flattened(stops.map(\.point) + legs.flatMap(\.line.points))[...]
        func next(_ count: Int) -> [FlatPoint] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        let places = next(stops.count)
        return (places, legs.map { next($0.line.points.count) })
    }

    private func path(_ leg: Leg, _ points: [(x: Int, y: Int)]) -> String {
        guard let first = points.first, points.count > 1 else { return "" }
        var data = "M\(first.x) \(first.y)", last = first
        for point in points.dropFirst() where point != last {
            data += "L\(point.x) \(point.y)"
            last = point
        }
        return "<path class=\"l \(leg.mode.className)\" d=\"\(data)\"/>"
    }

    /// Returns the minutes beside the lines, then the numbers and the names of the places.
    private func texts(_ dots: [(x: Int, y: Int)], _ lines: [[(x: Int, y: Int)]], labels: Bool) -> String {
        var rooms = MapLabels(), places = "", minutes = ""
        for dot in dots { rooms.take(MapBox(x: dot.x - 13...dot.x + 13, y: dot.y - 13...dot.y + 13)) }
        for (stop, dot) in zip(stops, dots) {
            let room = rooms.room(for: stop.name, atX: dot.x, y: dot.y)
            places += "<circle class=\"dot\" cx=\"\(dot.x)\" cy=\"\(dot.y)\" r=\"12\"/>"
                + "<text class=\"num\" x=\"\(dot.x)\" y=\"\(dot.y + 5)\">\(escaped(stop.number, octets: 12))</text>"
                + text("name", room, escaped(stop.name, octets: Self.nameOctets))
        }
        for (leg, line) in zip(legs, lines) where labels && line.count > 1 {
            guard let label = leg.label else { continue }
            let ends = (line[(line.count - 1) / 2], line[line.count / 2])
            let middle = (x: (ends.0.x + ends.1.x) / 2, y: (ends.0.y + ends.1.y) / 2)
            minutes += text("min", rooms.room(for: label, atX: middle.x, y: middle.y), escaped(label, octets: 40))
        }
        return minutes + places
    }

    private func text(_ name: String, _ room: MapLabel, _ words: String) -> String {
        let anchor = room.anchor.map { " \($0)" } ?? ""
        return "<text class=\"\(name)\(anchor)\" x=\"\(room.x)\" y=\"\(room.y)\">\(words)</text>"
    }

    private func scaleBar(_ frame: MapFrame, _ words: Words) -> String {
        let bar = frame.bar, middle = 24 + bar.width / 2
        let length = escaped(words.lengths[bar.metres] ?? "", octets: 40)
        return "<path class=\"fine\" d=\"M24 436h\(bar.width)M24 432v8M\(24 + bar.width) 432v8\"/>"
            + "<text class=\"note mid\" x=\"\(middle)\" y=\"428\">\(length)</text>"
    }

    private func north(_ words: Words) -> String {
        "<path class=\"fine\" d=\"M412 52V22m-5 8 5-9 5 9\"/>"
            + "<text class=\"note mid\" x=\"412\" y=\"68\">\(escaped(words.north, octets: 24))</text>"
    }
}

extension GroundLine {
    /// Returns the points of a flat line that are needed to draw it.
    static func thinned(_ points: [FlatPoint], toMetres metres: Double) -> [FlatPoint] {
        keptPoints(points, toMetres: metres).map { points[$0] }
    }
}

extension TravelMode {
    /// The class in style sheets. Public transport is drawn as a bus.
    public var className: String { self == .transit ? "bus" : rawValue }
}

/// Returns text for an element or an attribute: without characters that no XML has, and cut before a letter with which
/// it would have more octets.
private func escaped(_ text: String, octets: Int = 100) -> String {
    var escaped = ""
    for letter in text {
        let next = escapedLetter(letter)
        guard escaped.utf8.count + next.utf8.count <= octets else { return escaped + "…" }
        escaped += next
    }
    return escaped
}

private func escapedLetter(_ letter: Character) -> String {
    var escaped = ""
    for scalar in letter.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "\t", "\n", "\r": escaped += " "
        case "\u{0}"..<"\u{20}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": continue
        default: escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped
}
