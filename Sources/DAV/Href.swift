import HTTP

/// The path of a resource, as segments. Two hrefs are equal if their octets are, however they were encoded.
public struct Href: Sendable {
    /// The decoded segments: `["dav", "calendars", "a/b.ics"]` is `/dav/calendars/a%2Fb.ics`.
    public let segments: [String]
    /// True if the path ends with a slash, as those of collections do.
    public let isCollection: Bool

    public init(_ segments: [String], isCollection: Bool) {
        self.segments = segments
        self.isCollection = isCollection || segments.isEmpty
    }

    /// Reads a path as a request line has it, percent-encoded.
    ///
    /// - Throws: 400 if it does not begin with a slash, has an empty segment, `.` or `..`, or does not encode
    ///   UTF-8 without control characters.
    public init(path: some StringProtocol) throws(DAVError) {
        try self.init(path: Array(path.utf8)[...])
    }

    fileprivate init(path: ArraySlice<UInt8>) throws(DAVError) {
        guard path.first == UInt8(ascii: "/") else { throw .badRequest("a path does not begin with a slash") }
        var segments: [String] = []
        var rest = path.dropFirst()
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            segments.append(try segment(rest[..<end]))
            rest = rest[end...].dropFirst()
        }
        self.init(segments, isCollection: path.last == UInt8(ascii: "/"))
    }

    /// The path, always in the same encoding: clients compare these texts. Unreserved characters and `@:()` are
    /// not encoded.
    public var text: String {
        var octets: [UInt8] = []
        for segment in segments {
            octets.append(UInt8(ascii: "/"))
            Href.encode(segment, to: &octets)
        }
        if isCollection { octets.append(UInt8(ascii: "/")) }
        return String(decoding: octets, as: UTF8.self)
    }

    /// Returns one segment as `text` encodes it.
    public static func encoded(_ segment: String) -> String {
        var octets: [UInt8] = []
        encode(segment, to: &octets)
        return String(decoding: octets, as: UTF8.self)
    }

    /// Returns the octets of one segment as `text` encodes it. None needs an escape in XML.
    public static func encodedOctets(_ segment: String) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(segment.utf8.count)
        encode(segment, to: &octets)
        return octets
    }

    private static func encode(_ segment: String, to octets: inout [UInt8]) {
        for octet in segment.utf8 {
            if isKept(octet) {
                octets.append(octet)
            } else {
                octets += [UInt8(ascii: "%"), hexDigit(octet >> 4), hexDigit(octet & 0x0F)]
            }
        }
    }

    /// The resource inside this collection.
    public func appending(_ segment: String, isCollection: Bool = false) -> Href {
        Href(segments + [segment], isCollection: isCollection)
    }

    /// The collection that holds it; nil for the root.
    public var parent: Href? { segments.isEmpty ? nil : Href(segments.dropLast(), isCollection: true) }

    /// Returns true if the resource is inside the other one, at any depth.
    public func isInside(_ other: Href) -> Bool {
        let beginning = Href(Array(segments.prefix(other.segments.count)), isCollection: true)
        return segments.count > other.segments.count && beginning == other
    }
}

extension Href: Hashable {
    /// Compares octets: for Swift, a letter in two Unicode spellings is equal, but it names two resources. A slash at
    /// the end makes no difference, because clients leave it out.
    public static func == (one: Href, other: Href) -> Bool {
        one.segments.count == other.segments.count
            && zip(one.segments, other.segments).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    public func hash(into hasher: inout Hasher) {
        for segment in segments {
            var segment = segment
            segment.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            hasher.combine(UInt8(ascii: "/"))
        }
    }
}

/// Decodes one segment of a path.
private func segment(_ octets: ArraySlice<UInt8>) throws(DAVError) -> String {
    let text = String(validating: octets, as: UTF8.self)
    let decoded = octets.contains(UInt8(ascii: "%")) ? text.flatMap { percentDecoded($0) } : text
    guard let decoded, !decoded.isEmpty, decoded != ".", decoded != "..",
          !decoded.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { throw .badRequest("a path has a segment that is empty or malformed") }
    return decoded
}

private func isKept(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
         UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
         UInt8(ascii: "~"), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: ")"):
        true
    default:
        false
    }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}

/// An address as a client writes it in `DAV:href` or `Destination`: a URI, or a path (RFC 4918 §8.3).
public struct ClientHref: Hashable, Sendable {
    public let href: Href
    /// The host and the port in lower case, without the scheme's own port; nil for a path. Behind a proxy,
    /// clients may use another scheme than the server sees, so that the scheme does not matter.
    public let authority: String?

    /// - Throws: 400 if it is neither; a fragment, a relative path and user information are not allowed. A query
    ///   is dropped.
    public init(_ text: some StringProtocol) throws(DAVError) {
        let octets = Array(text.utf8)
        guard !octets.contains(UInt8(ascii: "#")) else { throw .badRequest("an address has a fragment") }
        let address = octets.prefix { $0 != UInt8(ascii: "?") }
        if address.first == UInt8(ascii: "/"), address.dropFirst().first != UInt8(ascii: "/") {
            href = try Href(path: address)
            authority = nil
            return
        }
        let text = String(decoding: address, as: UTF8.self), lower = text.lowercased()
        guard let port = [("http://", ":80"), ("https://", ":443")].first(where: { lower.hasPrefix($0.0) })
        else { throw .badRequest("an address is neither a path nor an HTTP URI") }
        let rest = address.dropFirst(port.0.utf8.count)
        let host = rest.prefix { $0 != UInt8(ascii: "/") }
        guard !host.isEmpty, !host.contains(UInt8(ascii: "@")) else { throw .badRequest("an address has no host") }
        let name = String(decoding: host, as: UTF8.self).lowercased()
        authority = name.hasSuffix(port.1) ? String(name.dropLast(port.1.count)) : name
        let path = rest.dropFirst(host.count)
        href = try path.isEmpty ? Href([], isCollection: true) : Href(path: path)
    }
}
