/// The pattern of paths in the route table: `/prayer/{feed}.ics`, `/dav/{path...}`.
///
/// `{name}` matches one segment, or its beginning if text follows the brace. It never matches an empty
/// text. `{name...}` must come last. It matches the rest of the path with its slashes, which may be
/// empty.
///
/// A path is compared as it is in `Request.path`, percent-encoded. The value of a name is decoded, so it may
/// have a slash; only the rest of a path stays as it is, since its slashes are of two kinds.
public struct PathPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment: Sendable, Hashable {
        case literal(String)
        /// A name, and the text at the end of the segment.
        case parameter(String, suffix: String)
        case rest(String)
    }

    /// The pattern as written.
    public let description: String
    private let segments: [Segment]

    /// Reads a pattern. Patterns are part of the program, so a malformed one is a bug and traps.
    public init(stringLiteral pattern: String) {
        precondition(pattern.hasPrefix("/"), "a path pattern starts with a slash: \(pattern)")
        description = pattern
        segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .map { part in
                guard part.hasPrefix("{"), let brace = part.firstIndex(of: "}")
                else { return .literal(percentEncodedPath(String(part))) }
                let name = part[..<brace].dropFirst(), suffix = part[brace...].dropFirst()
                precondition(!suffix.contains("{"), "a segment of a path pattern has one name: \(pattern)")
                guard name.hasSuffix("...") else { return .parameter(String(name), suffix: percentEncodedPath(String(suffix))) }
                precondition(suffix.isEmpty, "nothing follows the rest of a path: \(pattern)")
                return .rest(String(name.dropLast(3)))
            }
        let restIsLast = segments.dropLast().allSatisfy { segment in
            if case .rest = segment { false } else { true }
        }
        precondition(restIsLast, "only the last part of a path pattern stands for the rest: \(pattern)")
    }

    /// The only path that the pattern matches; nil if it matches several.
    public var literal: String? {
        var path = ""
        for segment in segments {
            guard case .literal(let text) = segment else { return nil }
            path += "/" + text
        }
        return path
    }

    /// The first segment of every path that the pattern matches; nil if it may be any.
    public var firstSegment: String? {
        if case .literal(let text) = segments.first { text } else { nil }
    }

    /// Returns the value of each name; nil if the path does not match.
    ///
    /// It compares bytes. Two Unicode spellings of one letter make two paths, as in nginx.
    ///
    /// - Parameter path: percent-encoded, as `Request.path`.
    public func match(_ path: String) -> [String: String]? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var rest: Substring.UTF8View? = path.dropFirst().utf8
        var parameters: [String: String] = [:]
        for segment in segments {
            guard let unread = rest else { return nil }
            if case .rest(let name) = segment {
                parameters[name] = String(Substring(unread))
                return parameters
            }
            let slash = unread.firstIndex(of: UInt8(ascii: "/"))
            let part = unread[..<(slash ?? unread.endIndex)]
            rest = slash.map { unread[unread.index(after: $0)...] }
            switch segment {
            case .literal(let text):
                guard part.elementsEqual(text.utf8) else { return nil }
            case .parameter(let name, let suffix):
                let length = part.count - suffix.utf8.count
                guard length > 0, part.dropFirst(length).elementsEqual(suffix.utf8) else { return nil }
                let value = String(Substring(part.prefix(length)))
                guard let decoded = value.utf8.contains(UInt8(ascii: "%")) ? percentDecoded(value) : value
                else { return nil }
                parameters[name] = decoded
            case .rest:
                return nil
            }
        }
        return rest == nil ? parameters : nil
    }
}
