import Text

/// Numbers of degrees as people write them.
enum TypedDegrees {
    /// Returns a text with digits and signs of ASCII and without invisible characters, in lower case.
    static func plain(_ text: String) -> String {
        var plain = ""
        for character in text.prefix(2_000) where !isInvisible(character) {
            if let digit = character.wholeNumberValue, character.unicodeScalars.count == 1, digit < 10 {
                plain += String(digit)
            } else {
                plain += signs[character] ?? character.lowercased()
            }
        }
        return String(plain[...].trimmed(while: isSpace))
    }

    private static let signs: [Character: String] = [
        "٫": ".", "،": ",", "؛": ";", "−": "-", "–": "-", "′": "'", "’": "'", "″": "\"", "”": "\"", "º": "°",
        "ش": "n", "ج": "s", "غ": "w",
    ]

    /// Reads `24.7136, 46.6753`, `24.7136° n 46.6753° e` and `24°42'49"n 46°40'31"e`; nil for any other text.
    static func pair(_ text: String) -> DegreePair? {
        let number = /(?<sign>[-+]?)(?<degrees>[0-9]{1,3}(?:\.[0-9]{1,15})?)\s*°?\s*/
        var rest = text[...], values: [Double] = []
        while values.count < 2 {
            rest = rest.drop { " ,;/".contains($0) }
            guard let match = rest.prefixMatch(of: number), var value = Double(match.degrees) else { return nil }
            rest = rest[match.range.upperBound...]
            value += minutes(&rest)
            let side = rest.first.flatMap { "nsew".contains($0) ? $0 : nil }
            if side != nil { rest = rest.dropFirst() }
            if match.sign == "-" || side == "s" || side == "w" { value = -value }
            if side == "e" || side == "w", values.isEmpty { return eastFirst(value, rest) }
            values.append(value)
            let isApart = match.0.last.map { " °".contains($0) } ?? false || side != nil
            guard values.count == 2 || isApart || rest.first.map({ ",;/".contains($0) }) ?? false else { return nil }
        }
        guard rest.allSatisfy({ " ,;.".contains($0) }) else { return nil }
        return DegreePair(first: values[0], second: values[1])
    }

    /// Reads the minutes and seconds after degrees, in degrees.
    private static func minutes(_ rest: inout Substring) -> Double {
        let number = /([0-9]{1,2}(?:\.[0-9]{1,6})?)\s*'\s*(?:([0-9]{1,2}(?:\.[0-9]{1,6})?)\s*"\s*)?/
        guard let match = rest.prefixMatch(of: number),
            let minutes = Double(match.1)
        else { return 0 }
        rest = rest[match.range.upperBound...]
        return minutes / 60 + (match.2.flatMap { Double($0) } ?? 0) / 3_600
    }

    /// Reads the latitude after a longitude, which its letter names.
    private static func eastFirst(_ longitude: Double, _ rest: Substring) -> DegreePair? {
        let text = String(rest.drop { " ,;/".contains($0) })
        guard text.contains(where: { "ns".contains($0) }), let pair = pair(text + " 0") else { return nil }
        return DegreePair(first: pair.first, second: longitude)
    }
}
