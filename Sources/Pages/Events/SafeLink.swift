/// An address that a page may link to: http, https, tel or mailto.
struct SafeLink: Sendable, Equatable {
    let address: String

    /// The address without its scheme, as pages show it.
    let label: String

    /// Makes a link; nil for another scheme, such as `javascript`, and for an address that cannot be one.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), text.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
        let scheme = text[..<colon].lowercased(), rest = text[text.index(after: colon)...]
        switch scheme {
        case "http", "https":
            guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first, !"/?#".contains(first) else { return nil }
            label = String(rest.dropFirst(2).hasSuffix("/") ? rest.dropFirst(2).dropLast() : rest.dropFirst(2))
        case "tel", "mailto":
            guard !rest.isEmpty else { return nil }
            label = String(rest)
        default:
            return nil
        }
        address = scheme + ":" + rest
    }

    /// Letters of other scripts may stand in an address of the web; white space, quotes and controls do not.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
        }
    }
}
