/// A CALDAV:comp-filter (RFC 4791 §9.7.1): conditions on a component and its parts.
public struct ComponentFilter: Hashable, Sendable {
    /// Upper case, as in VEVENT.
    public var name: String
    /// True if the component must be missing; other conditions are ignored then.
    public var isNotDefined = false
    public var timeRange: TimeRange?
    public var properties: [PropertyFilter] = []
    public var components: [ComponentFilter] = []

    public init(_ name: String) {
        self.name = name
    }
}

/// A CALDAV:prop-filter (§9.7.2).
public struct PropertyFilter: Hashable, Sendable {
    /// Upper case, as in SUMMARY.
    public var name: String
    public var isNotDefined = false
    public var timeRange: TimeRange?
    public var text: TextMatch?
    public var parameters: [ParameterFilter] = []

    public init(_ name: String) {
        self.name = name
    }
}

/// A CALDAV:param-filter (§9.7.3).
public struct ParameterFilter: Hashable, Sendable {
    /// Upper case, as in PARTSTAT.
    public var name: String
    public var isNotDefined = false
    public var text: TextMatch?

    public init(_ name: String) {
        self.name = name
    }
}

/// A CALDAV:text-match (§9.7.5): a text that must be in the value, or must not.
public struct TextMatch: Hashable, Sendable {
    public var text: String
    public var collation: Collation
    public var isNegated: Bool

    public init(_ text: String, collation: Collation = .asciiCaseMap, isNegated: Bool = false) {
        self.text = text
        self.collation = collation
        self.isNegated = isNegated
    }

    /// The collations that §7.5.1 requires, and RFC 5051's.
    public enum Collation: String, Hashable, Sendable, CaseIterable {
        case asciiCaseMap = "i;ascii-casemap", octet = "i;octet", unicodeCaseMap = "i;unicode-casemap"
    }

    /// Returns true if the value matches. Costs one pass over the value, whatever the two texts are.
    public func matches(_ value: String) -> Bool {
        // No other case or composition makes a text 18 times as long.
        let longest = value.utf8.count * (collation == .unicodeCaseMap ? 18 : 1)
        guard text.utf8.count <= longest else { return isNegated }
        let contains = switch collation {
        case .octet: contains(Array(text.utf8), in: Array(value.utf8))
        case .asciiCaseMap: contains(inCapitals(text), in: inCapitals(value))
        // Swift compares characters in any composition, as RFC 5051 requires.
        case .unicodeCaseMap: contains(Array(text.uppercased()), in: Array(value.uppercased()))
        }
        return contains != isNegated
    }

    private func inCapitals(_ value: String) -> [UInt8] {
        value.utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 0x20 : $0 }
    }

    /// Finds a piece by the algorithm of Knuth, Morris and Pratt, which examines each octet or character once.
    private func contains<Element: Equatable>(_ piece: [Element], in octets: [Element]) -> Bool {
        guard !piece.isEmpty else { return true }
        guard piece.count <= octets.count else { return false }
        // borders[n] is the length of the longest shorter beginning of the piece with which its first n + 1
        // octets end.
        var borders = [0], length = 0
        for index in piece.indices.dropFirst() {
            while length > 0, piece[index] != piece[length] { length = borders[length - 1] }
            if piece[index] == piece[length] { length += 1 }
            borders.append(length)
        }
        var matched = 0
        for octet in octets {
            while matched > 0, octet != piece[matched] { matched = borders[matched - 1] }
            if octet == piece[matched] { matched += 1 }
            if matched == piece.count { return true }
        }
        return false
    }
}
