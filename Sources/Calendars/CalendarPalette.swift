import DAV
package import Storage

/// A colour of the palette.
package struct PaletteColor: Sendable, Hashable {
    /// The name in `nginx/static/account.css`, as in `clay`.
    package let name: String
    /// The value in the light theme: `#903110`.
    package let color: String
    /// The nearest name of CSS, which COLOR of a calendar file takes (RFC 7986 §5.9).
    package let css: String
}

/// The colours of calendars, in the order in which new calendars take them.
package enum CalendarPalette {
    package static let named: [PaletteColor] = [
        PaletteColor(name: "blue", color: "#2552AA", css: "royalblue"),
        PaletteColor(name: "violet", color: "#8B73CB", css: "mediumpurple"),
        PaletteColor(name: "clay", color: "#903110", css: "brown"),
        PaletteColor(name: "teal", color: "#187B78", css: "teal"),
        PaletteColor(name: "amber", color: "#A26906", css: "darkgoldenrod"),
        PaletteColor(name: "olive", color: "#82863F", css: "olivedrab"),
        PaletteColor(name: "plum", color: "#A0599E", css: "darkorchid"),
        PaletteColor(name: "sea", color: "#035878", css: "steelblue"),
        PaletteColor(name: "rose", color: "#BD4A6A", css: "palevioletred"),
        PaletteColor(name: "cocoa", color: "#7E5D47", css: "sienna"),
        PaletteColor(name: "slate", color: "#7A848D", css: "slategray"),
        PaletteColor(name: "palm", color: "#0C5D25", css: "darkgreen"),
    ]

    /// The colour of the prayer times, which no new calendar takes before all others are taken.
    package static let prayers = "#0C5D25"

    /// The colour of the built-in calendar of days.
    package static let ofDays = named[10]

    static let colors = named.map(\.color)

    /// Returns the first colour that no calendar has; the first one if all are taken.
    package static func unused(beside calendars: [CalendarRow]) -> String {
        let taken = Set(calendars.compactMap { $0.color?.prefix(7) }.map(String.init))
        return colors.first { !taken.contains($0) } ?? colors[0]
    }

    /// Returns the colour that is nearest to one that a phone chose; the first one for a calendar without.
    package static func nearest(to text: String?) -> PaletteColor {
        guard let color = text.flatMap({ CalendarColor($0) }) else { return named[0] }
        return named.min { distance($0, color) < distance($1, color) } ?? named[0]
    }

    /// Returns the colour that a name of CSS in a calendar file is shown as; nil if it is no such name.
    package static func named(css name: String) -> PaletteColor? {
        let name = name.lowercased()
        return named.first { $0.css == name } ?? cssColors[name].map { nearest(to: "#\($0)") }
    }

    /// Returns a measure of difference. The eye sees differences of green best, of blue least.
    private static func distance(_ one: PaletteColor, _ other: CalendarColor) -> Int {
        guard let color = CalendarColor(one.color) else { return .max }
        let red = Int(color.red) - Int(other.red), green = Int(color.green) - Int(other.green)
        let blue = Int(color.blue) - Int(other.blue)
        return 3 * red * red + 6 * green * green + blue * blue
    }
}
