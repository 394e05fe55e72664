public import HTTP
import Text

// The header fields of WebDAV requests.
//
// - Headers.swift: `Depth` and `Destination`. Preferences.swift: `Prefer` and `Brief`.
// - AcceptedFormat.swift: `Accept`.
// - IfHeader.swift: `If`. WriteConditions.swift: every condition on what is stored.

/// The depth of a request (RFC 4918 §10.2).
public enum Depth: Hashable, Sendable {
    /// The resource itself.
    case zero
    /// The resource and those directly inside.
    case one
    /// The resource and everything inside.
    case infinity
}

extension Depth {
    /// Reads `Depth`.
    ///
    /// - Parameter standard: the depth without the header. It is `infinity` for PROPFIND, DELETE, COPY and MOVE,
    ///   and `zero` for REPORT (RFC 3253 §3.6). A calendar-query without it is for the calendar's objects, as
    ///   clients expect, although the objects have depth 1.
    /// - Throws: 400 for another value.
    public init(_ headers: Headers, standard: Depth) throws(DAVError) {
        guard let value = headers["Depth"] else {
            self = standard
            return
        }
        switch value.trimmed().lowercased() {
        case "0": self = .zero
        case "1": self = .one
        case "infinity": self = .infinity
        default: throw .badRequest("Depth is not 0, 1 or infinity")
        }
    }

    /// Returns the depth of a PROPFIND (RFC 4918 §9.1).
    ///
    /// - Throws: `propfind-finite-depth` for `infinity`, which is also meant without the header.
    public static func ofPropFind(_ headers: Headers) throws(DAVError) -> Depth {
        let depth = try Depth(headers, standard: .infinity)
        guard depth != .infinity else {
            throw DAVError(.propfindFiniteDepth, "properties are listed with Depth 0 or 1")
        }
        return depth
    }
}

/// The target of COPY and MOVE (RFC 4918 §10.3, §10.6).
public struct Destination: Hashable, Sendable {
    public let address: ClientHref
    /// False if something at the target is an error: `Overwrite: F`.
    public let isOverwriteAllowed: Bool

    /// - Throws: 400 if `Destination` is missing or malformed, or `Overwrite` is neither T nor F.
    public init(_ headers: Headers) throws(DAVError) {
        guard let value = headers["Destination"] else { throw .badRequest("Destination is missing") }
        address = try ClientHref(value.trimmed())
        switch headers["Overwrite"]?.trimmed().uppercased() {
        case nil, "T": isOverwriteAllowed = true
        case "F": isOverwriteAllowed = false
        default: throw .badRequest("Overwrite is not T or F")
        }
    }

    /// Returns the path of the target.
    ///
    /// - Parameter authorities: the hosts of this server, as in `jadwal.example` or `localhost:8443`.
    /// - Throws: 502 for another server (RFC 4918 §9.9.4).
    public func href(on authorities: Set<String>) throws(DAVError) -> Href {
        if let authority = address.authority, !authorities.contains(authority) {
            throw DAVError(.badGateway, "the destination is on another server")
        }
        return address.href
    }
}
