/// A CALDAV:comp-filter (RFC 4791 §9.7.1): what a component and what is in it must be like.
public struct ComponentFilter: Hashable, Sendable {
    /// Upper case, as in VEVENT.
    public var name: String
    /// The component must not be there at all; then nothing else is asked.
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

/// A CALDAV:text-match (§9.7.5): a piece of text that must be in the value, or must not.
public struct TextMatch: Hashable, Sendable {
    public var text: String
    public var collation: Collation
    public var isNegated: Bool

    public init(_ text: String, collation: Collation = .asciiCaseMap, isNegated: Bool = false) {
        self.text = text
        self.collation = collation
        self.isNegated = isNegated
    }

    /// Those that §7.5.1 asks for, and RFC 5051's.
    public enum Collation: String, Hashable, Sendable, CaseIterable {
        case asciiCaseMap = "i;ascii-casemap", octet = "i;octet", unicodeCaseMap = "i;unicode-casemap"
    }

    /// Whether the value passes; a pass over the value, whatever it is and whatever is looked for.
    public func matches(_ value: String) -> Bool {
        // No text becomes 18 times as long by other cases or another composition.
        let longest = value.utf8.count * (collation == .unicodeCaseMap ? 18 : 1)
        guard text.utf8.count <= longest else { return isNegated }
        let contains = switch collation {
        case .octet: contains(Array(text.utf8), in: Array(value.utf8))
        case .asciiCaseMap: contains(inCapitals(text), in: inCapitals(value))
        // Characters are equal however they are composed, which RFC 5051 wants as well.
        case .unicodeCaseMap: text.isEmpty || value.uppercased().contains(text.uppercased())
        }
        return contains != isNegated
    }

    private func inCapitals(_ value: String) -> [UInt8] {
        value.utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 0x20 : $0 }
    }

    /// By Knuth, Morris and Pratt: nothing is looked at twice.
    private func contains(_ piece: [UInt8], in octets: [UInt8]) -> Bool {
        guard !piece.isEmpty else { return true }
        guard piece.count <= octets.count else { return false }
        // How much of the piece's beginning the first so many octets of it end with.
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
