import Text

/// The header `If`: lists of conditions, of which one must hold (RFC 4918 §10.4).
public struct IfHeader: Hashable, Sendable {
    public let lists: [List]

    /// Conditions that must all hold.
    public struct List: Hashable, Sendable {
        /// The resource that they are about; nil for that of the request.
        public var resource: ClientHref?
        public var conditions: [Condition] = []
    }

    public struct Condition: Hashable, Sendable {
        public var isNegated = false
        public var state: State
    }

    public enum State: Hashable, Sendable {
        /// The URI of a lock token or a sync token (RFC 6578 §5).
        case token(String)
        /// An entity tag with its quotation marks, and with `W/` if it is weak.
        case entityTag(String)
    }

    /// - Throws: 400 if the header breaks the grammar.
    public init(_ header: String) throws(DAVError) {
        var reader = IfReader(rest: Array(header.utf8)[...])
        lists = try reader.lists()
    }

    /// Returns true if one of the lists holds.
    ///
    /// - Parameter state: the state of a resource: its entity tag, and the tokens that are valid for it; nil and
    ///   none if it does not exist.
    public func holds(_ state: (ClientHref?) -> (entityTag: String?, tokens: Set<String>)) -> Bool {
        lists.contains { list in
            let current = state(list.resource)
            return list.conditions.allSatisfy { condition in
                let matches = switch condition.state {
                case .token(let token): current.tokens.contains(token)
                // A weak tag matches nothing: the comparison is strong.
                case .entityTag(let tag): current.entityTag == tag
                }
                return matches != condition.isNegated
            }
        }
    }
}

/// Reads the grammar of §10.4.2, octet by octet.
private struct IfReader {
    var rest: ArraySlice<UInt8>

    mutating func lists() throws(DAVError) -> [IfHeader.List] {
        var lists: [IfHeader.List] = []
        var resource: ClientHref?
        skipBlanks()
        // A header has tagged lists or untagged ones, not both.
        let isTagged = rest.first == UInt8(ascii: "<")
        while !rest.isEmpty {
            if isTagged, rest.first == UInt8(ascii: "<") {
                resource = try ClientHref(try uri())
                guard rest.first == UInt8(ascii: "(") else { throw malformed }
            }
            guard rest.first == UInt8(ascii: "(") else { throw malformed }
            lists.append(IfHeader.List(resource: resource, conditions: try conditions()))
        }
        guard !lists.isEmpty else { throw malformed }
        return lists
    }

    private mutating func conditions() throws(DAVError) -> [IfHeader.Condition] {
        var conditions: [IfHeader.Condition] = []
        rest = rest.dropFirst()
        skipBlanks()
        while rest.first != UInt8(ascii: ")") {
            let isNegated = rest.prefix(3).map { $0 | 0x20 } == Array("not".utf8)
            if isNegated {
                rest = rest.dropFirst(3)
                skipBlanks()
            }
            let state: IfHeader.State = switch rest.first {
            case UInt8(ascii: "<"): .token(try uri())
            case UInt8(ascii: "["): .entityTag(try entityTag())
            default: throw malformed
            }
            conditions.append(IfHeader.Condition(isNegated: isNegated, state: state))
        }
        rest = rest.dropFirst()
        skipBlanks()
        guard !conditions.isEmpty else { throw malformed }
        return conditions
    }

    /// Reads `<…>`.
    private mutating func uri() throws(DAVError) -> String {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { throw malformed }
        let uri = rest[rest.startIndex..<end].dropFirst()
        guard !uri.isEmpty, uri.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") })
        else { throw malformed }
        rest = rest[(end + 1)...]
        skipBlanks()
        return String(decoding: uri, as: UTF8.self)
    }

    /// Reads `["…"]` or `[W/"…"]`. A tag may hold brackets.
    private mutating func entityTag() throws(DAVError) -> String {
        rest = rest.dropFirst()
        let whole = rest
        if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
        guard rest.first == UInt8(ascii: "\""), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")),
              rest[rest.startIndex...end].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { throw malformed }
        let tag = String(validating: whole[...end], as: UTF8.self)
        rest = rest[(end + 1)...]
        guard let tag, rest.first == UInt8(ascii: "]") else { throw malformed }
        rest = rest.dropFirst()
        skipBlanks()
        return tag
    }

    private mutating func skipBlanks() {
        rest = rest.drop(while: isBlank)
    }

    private var malformed: DAVError { .badRequest("If is malformed") }
}
