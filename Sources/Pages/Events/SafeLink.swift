/// An address that a page may link to: http, https, tel, mailto or geo.
struct SafeLink: Sendable, Equatable {
    /// The address as it is stored.
    let address: String
    /// The address that a page links to: a map on the web for a point, since few browsers open geo.
    let target: String
    /// The address without its scheme, as pages show it.
    let label: String

    /// Makes a link; nil for another scheme, such as `javascript`, and for an address that cannot be one.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), text.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
        let scheme = text[..<colon].lowercased(), rest = text[text.index(after: colon)...]
        address = scheme + ":" + rest
        switch scheme {
        case "http", "https":
            guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first, !"/?#".contains(first) else { return nil }
            label = String(rest.dropFirst(2).hasSuffix("/") ? rest.dropFirst(2).dropLast() : rest.dropFirst(2))
            target = address
        case "tel", "mailto":
            guard !rest.isEmpty else { return nil }
            label = String(rest)
            target = address
        case "geo":
            guard let point = MapPoint(rest) else { return nil }
            label = "\(point.latitude), \(point.longitude)"
            target = point.page
        default:
            return nil
        }
    }

    /// Letters of other scripts are allowed in an address of the web; white space, quotes and controls do not.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
        }
    }
}

/// A point on a map, as a geo address has it (RFC 5870). Its numbers stay as they were written.
private struct MapPoint {
    let latitude: Substring, longitude: Substring

    /// Reads `24.7,46.6`, also with a height and with parameters after it; nil unless it is on Earth.
    init?(_ text: Substring) {
        let numbers = text.prefix { !";?".contains($0) }.split(separator: ",", omittingEmptySubsequences: false)
        guard (2...3).contains(numbers.count), numbers.allSatisfy(Self.isNumber),
              let latitude = Double(numbers[0]), let longitude = Double(numbers[1]),
              (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        (self.latitude, self.longitude) = (numbers[0], numbers[1])
    }

    /// The map with the point marked.
    var page: String {
        "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=16/\(latitude)/\(longitude)"
    }

    private static func isNumber(_ text: Substring) -> Bool {
        text.utf8.count <= 24 && text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
    }
}
