/// The shape of a path in the route table: `/prayer/{feed}.ics`, `/dav/{path...}`.
///
/// `{name}` stands for one segment that is not empty, and for its beginning where text follows the
/// brace. `{name...}` comes last and stands for all that follows, slashes included, and may be empty.
public struct PathPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment: Sendable, Hashable {
        case literal(String)
        /// A name, and what the segment must end with behind it.
        case parameter(String, suffix: String)
        case rest(String)
    }

    /// As written.
    public let description: String
    private let segments: [Segment]

    /// A pattern is part of the program, so one that cannot be read is a bug and stops it.
    public init(stringLiteral pattern: String) {
        precondition(pattern.hasPrefix("/"), "a path pattern starts with a slash: \(pattern)")
        description = pattern
        segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .map { part in
                guard part.hasPrefix("{"), let brace = part.firstIndex(of: "}") else { return .literal(String(part)) }
                let name = part[..<brace].dropFirst(), suffix = part[brace...].dropFirst()
                precondition(!suffix.contains("{"), "a segment of a path pattern has one name: \(pattern)")
                guard name.hasSuffix("...") else { return .parameter(String(name), suffix: String(suffix)) }
                precondition(suffix.isEmpty, "nothing follows the rest of a path: \(pattern)")
                return .rest(String(name.dropLast(3)))
            }
        let restIsLast = segments.dropLast().allSatisfy { segment in
            if case .rest = segment { false } else { true }
        }
        precondition(restIsLast, "only the last part of a path pattern stands for the rest: \(pattern)")
    }

    /// Whether the pattern matches one path only.
    public var isLiteral: Bool {
        segments.allSatisfy { segment in
            if case .literal = segment { true } else { false }
        }
    }

    /// What stands for each name, or nil if the path has another shape.
    ///
    /// Compares bytes: two spellings of one letter are two paths, as they are for nginx.
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
                parameters[name] = String(Substring(part.prefix(length)))
            case .rest:
                return nil
            }
        }
        return rest == nil ? parameters : nil
    }
}
