import Text

/// Reads the point of a text that somebody pasted: a link of a map, a `geo:` address, or two numbers.
///
/// - Points.swift: the reader. MapLink.swift: the numbers of a link. TypedDegrees.swift: numbers as people write them.
public enum PointReader {
    /// Returns the point of a text, or the reason why it names none.
    public static func read(_ text: String) -> PastedPoint {
        let plain = TypedDegrees.plain(text)
        guard !plain.isEmpty else { return .none }
        if MapLink.isShort(plain) { return .shortLink }
        if MapLink.isLink(plain) { return MapLink(plain).pair.map(point) ?? .none }
        return TypedDegrees.pair(plain).map(point) ?? .none
    }

    private static func point(_ pair: DegreePair) -> PastedPoint {
        if pair.first == 0, pair.second == 0 { return .zero }
        let isLatitude = (-90...90).contains(pair.first), isLongitude = (-180...180).contains(pair.second)
        if isLatitude, isLongitude { return .point(latitude: pair.first, longitude: pair.second) }
        if !isLatitude, (-180...180).contains(pair.first), (-90...90).contains(pair.second) {
            return .swapped(latitude: pair.second, longitude: pair.first)
        }
        return .outOfRange
    }
}

/// The meaning of a pasted text.
public enum PastedPoint: Hashable, Sendable {
    /// A point, in degrees.
    case point(latitude: Double, longitude: Double)
    /// Two numbers of which only the second one can be a latitude. The values are already the other way round.
    case swapped(latitude: Double, longitude: Double)
    /// 0, 0: the point of those that know none.
    case zero
    /// Two numbers that are no point on the Earth.
    case outOfRange
    /// A short link, which does not say where it leads.
    case shortLink
    /// A text without a point.
    case none
}

/// Two numbers of degrees in the order of the text.
struct DegreePair: Hashable {
    var first: Double, second: Double
}
