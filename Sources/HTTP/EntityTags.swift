import Text

/// The entity tags of an `If-None-Match` header, or `*` (RFC 9110 §13.1.2).
///
/// The comparison is weak, so a `W/` before a tag is dropped. A syntax error ends the list: only the
/// tags before it count.
public enum EntityTags: Sendable, Equatable {
    case any
    /// Tags with their quotation marks: `"abc"`.
    case these([String])

    public init(_ header: String) {
        let bytes = Array(header.utf8)[...]
        if bytes.trimmed(while: isBlank).elementsEqual("*".utf8) {
            self = .any
            return
        }
        var tags: [String] = []
        var rest = bytes
        while tags.count < Self.limit, let (tag, after) = Self.tag(rest) {
            tags.append(String(decoding: tag, as: UTF8.self))
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
    private static func tag(_ bytes: ArraySlice<UInt8>) -> (tag: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        var rest = bytes.trimmed(while: isBlank)
        // Empty elements of a list mean nothing (RFC 9110 §5.6.1.2).
        while rest.first == UInt8(ascii: ",") { rest = rest.dropFirst().trimmed(while: isBlank) }
        if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
        guard rest.first == UInt8(ascii: "\""),
              let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")),
              rest[rest.startIndex...end].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        let tag = rest[rest.startIndex...end]
        let after = rest[(end + 1)...].trimmed(while: isBlank)
        guard after.isEmpty || after.first == UInt8(ascii: ",") else { return nil }
        return (tag, after)
    }
}
