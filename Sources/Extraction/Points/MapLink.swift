import Text

/// A link of a map. The places of the numbers are those that the maps themselves write into their addresses.
struct MapLink {
    private let text: String

    /// - Parameter text: as `TypedDegrees.plain` returns it.
    init(_ text: String) {
        self.text = Self.decoded(text)
    }

    static func isLink(_ text: String) -> Bool {
        ["http://", "https://", "geo:", "maps:", "comgooglemaps:", "waze:"].contains { text.hasPrefix($0) }
            || ["maps.", "www.", "goo.gl/", "osm.org/"].contains { text.hasPrefix($0) }
    }

    /// Returns true for links that lead to the link of a map, and do not say where.
    static func isShort(_ text: String) -> Bool {
        ["maps.app.goo.gl/", "goo.gl/maps/", "goo.gl/", "osm.org/go/", "maps.apple/p/", "g.co/kgs/"].contains { host in
            ["", "https://", "http://", "https://www.", "http://www."].contains { text.hasPrefix($0 + host) }
        }
    }

    /// The numbers of the point that the link means: of the place before that of the middle of the map.
    var pair: DegreePair? {
        text.hasPrefix("geo:") ? geo : place ?? query ?? middle
    }

    /// Reads `geo:24.7,46.7;u=30` and `geo:0,0?q=24.7,46.7(name)`.
    private var geo: DegreePair? {
        let address = text.dropFirst(4).prefix { !"?;".contains($0) }
        let plain = Self.numbers(String(address))
        guard plain == DegreePair(first: 0, second: 0), let typed = field("q") else { return plain }
        return Self.numbers(typed)
    }

    /// Reads the place of Google's `!3d24.7!4d46.7`, the last one of several.
    private var place: DegreePair? {
        text.matches(of: /!3d(-?[0-9]+(?:\.[0-9]+)?)!4d(-?[0-9]+(?:\.[0-9]+)?)/).last.flatMap { match in
            Double(match.1).flatMap { first in Double(match.2).map { DegreePair(first: first, second: $0) } }
        }
    }

    private var query: DegreePair? {
        let fields = [
            "q", "query", "ll", "coordinate", "daddr", "destination", "saddr", "center", "sll", "cp", "point",
        ]
        for name in fields {
            if let typed = field(name), let pair = Self.numbers(typed) { return pair }
        }
        guard let first = field("mlat").flatMap(Double.init), let second = field("mlon").flatMap(Double.init) else {
            return nil
        }
        return DegreePair(first: first, second: second)
    }

    /// Reads the middle of the map: Google's `@24.7,46.7,15z`, OpenStreetMap's `#map=17/24.7/46.7`, or a path.
    private var middle: DegreePair? {
        if let match = text.firstMatch(of: /\/@(-?[0-9.]+),(-?[0-9.]+)/) {
            return Self.numbers("\(match.1),\(match.2)")
        }
        if let match = text.firstMatch(of: /#map=[0-9.]+\/(-?[0-9.]+)\/(-?[0-9.]+)/) {
            return Self.numbers("\(match.1),\(match.2)")
        }
        let path = /\/(?:search|place|dir)\/(-?[0-9.]+,\s*-?[0-9.]+)/
        return text.firstMatch(of: path).flatMap { Self.numbers(String($0.1)) }
    }

    /// Returns the value of a field of the address.
    private func field(_ name: String) -> String? {
        for part in text.split(whereSeparator: { "?&#".contains($0) }).dropFirst() where part.hasPrefix(name + "=") {
            return String(part.dropFirst(name.count + 1))
        }
        return nil
    }

    /// Reads two numbers, also with `loc:` before them and a name in brackets behind.
    private static func numbers(_ text: String) -> DegreePair? {
        var text = text[...]
        if text.hasPrefix("loc:") { text = text.dropFirst(4) }
        return TypedDegrees.pair(String(text.prefix { $0 != "(" }))
    }

    /// Returns a text with the signs that an address escapes.
    private static func decoded(_ text: String) -> String {
        let escapes = [
            ("%2c", ","), ("%20", " "), ("%2b", " "), ("+", " "), ("%3a", ":"), ("%3b", ";"), ("%28", "("),
            ("%c2%b0", "°"),
        ]
        return escapes.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
