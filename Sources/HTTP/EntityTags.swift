import Text

/// The entity tags of an `If-None-Match` or `If-Match` header, or `*` (RFC 9110 §13.1.1, §13.1.2).
///
/// A syntax error ends the list: only the tags before it count.
public enum EntityTags: Sendable, Hashable {
    case any
    /// Tags with their quotation marks: `"abc"`.
    case these([String])

    /// The comparison of tags (RFC 9110 §8.8.3.2).
    public enum Comparison: Sendable {
        /// For `If-None-Match`: a `W/` before a tag is dropped.
        case weak
        /// For `If-Match`: a tag with `W/` matches nothing and is left out.
        case strong
    }

    public init(_ header: String, _ comparison: Comparison = .weak) {
        let bytes = Array(header.utf8)[...]
        if bytes.trimmed(while: isBlank).elementsEqual("*".utf8) {
            self = .any
            return
        }
        var tags: [String] = []
        var rest = bytes
        while tags.count < Self.limit, let (tag, isWeak, after) = Self.tag(rest) {
            if comparison == .weak || !isWeak { tags.append(String(decoding: tag, as: UTF8.self)) }
            rest = after
        }
        self = .these(tags)
    }

    /// Returns true if the tag of a representation matches.
    public func contain(_ tag: String) -> Bool {
        switch self {
        case .any: true
        case .these(let tags): tags.contains { $0.utf8.elementsEqual(tag.utf8) }
        }
    }

    /// The maximum number of tags: more than any client remembers for one address.
    private static let limit = 100

    /// Returns the next tag and the bytes after it; nil if there is none.
    private static func tag(
        _ bytes: ArraySlice<UInt8>
    ) -> (tag: ArraySlice<UInt8>, isWeak: Bool, rest: ArraySlice<UInt8>)? {
        var rest = bytes.trimmed(while: isBlank)
        // Empty elements of a list mean nothing (RFC 9110 §5.6.1.2).
        while rest.first == UInt8(ascii: ",") { rest = rest.dropFirst().trimmed(while: isBlank) }
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == UInt8(ascii: "\""),
              let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")),
              rest[rest.startIndex...end].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        let tag = rest[rest.startIndex...end]
        let after = rest[(end + 1)...].trimmed(while: isBlank)
        guard after.isEmpty || after.first == UInt8(ascii: ",") else { return nil }
        return (tag, isWeak, after)
    }
}
