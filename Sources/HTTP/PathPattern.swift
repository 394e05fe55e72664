/// The shape of a path in the route table: `/prayer/{feed}`, `/dav/{path...}`.
///
/// `{name}` stands for one segment that is not empty. `{name...}` comes last and stands for all that
/// follows, slashes included, and may be empty.
public struct PathPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
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
                guard part.hasPrefix("{"), part.hasSuffix("}") else { return .literal(String(part)) }
                let name = part.dropFirst().dropLast()
                return name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .parameter(String(name))
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
            case .parameter(let name):
                guard !part.isEmpty else { return nil }
                parameters[name] = String(Substring(part))
            case .rest:
                return nil
            }
        }
        return rest == nil ? parameters : nil
    }
}
