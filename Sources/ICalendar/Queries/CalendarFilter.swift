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

    /// Whether the value passes.
    public func matches(_ value: String) -> Bool {
        let contains = switch collation {
        case .octet: FoldedText(octets: Array(value.utf8)).contains(FoldedText(octets: Array(text.utf8)))
        case .asciiCaseMap: inCapitals(value).contains(inCapitals(text))
        // Characters are equal however they are composed, which RFC 5051 wants as well.
        case .unicodeCaseMap: text.isEmpty || value.uppercased().contains(text.uppercased())
        }
        return contains != isNegated
    }

    private func inCapitals(_ value: String) -> FoldedText {
        FoldedText(octets: value.utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 0x20 : $0 })
    }
}

/// Octets in which others are looked for.
private struct FoldedText {
    let octets: [UInt8]

    /// By the first octet of what is looked for; a filter is short, so this takes about one pass.
    func contains(_ piece: FoldedText) -> Bool {
        guard let first = piece.octets.first else { return true }
        guard piece.octets.count <= octets.count else { return false }
        for start in 0...octets.count - piece.octets.count where octets[start] == first {
            if octets[start..<start + piece.octets.count].elementsEqual(piece.octets) { return true }
        }
        return false
    }
}
