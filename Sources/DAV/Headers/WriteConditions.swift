public import HTTP
import Text

/// The conditions of a request that writes: `If-Match`, `If-None-Match`, `If-Schedule-Tag-Match` and `If`.
public struct WriteConditions: Hashable, Sendable {
    /// The tags of which the stored object must have one.
    public let ifMatch: EntityTags?
    /// The tags of which the stored object must have none; `*` if there must be no object.
    public let ifNoneMatch: EntityTags?
    /// The Schedule-Tag that the stored object must have, with its quotation marks (RFC 6638 §8.3).
    public let scheduleTag: String?
    public let ifHeader: IfHeader?

    /// - Throws: 400 if `If` or `If-Schedule-Tag-Match` is malformed.
    public init(_ headers: Headers) throws(DAVError) {
        func tags(_ name: String, _ comparison: EntityTags.Comparison) -> EntityTags? {
            headers.contains(name) ? EntityTags(headers.values(name).joined(separator: ","), comparison) : nil
        }
        ifMatch = tags("If-Match", .strong)
        ifNoneMatch = tags("If-None-Match", .weak)
        scheduleTag = headers["If-Schedule-Tag-Match"].map { String($0.trimmed()) }
        ifHeader = try headers["If"].map { header throws(DAVError) in try IfHeader(header) }
        if let scheduleTag {
            let inside = scheduleTag.utf8.dropFirst().dropLast()
            guard scheduleTag.utf8.count >= 2, scheduleTag.hasPrefix("\""), scheduleTag.hasSuffix("\""),
                  !inside.contains(UInt8(ascii: "\""))
            else { throw .badRequest("If-Schedule-Tag-Match is malformed") }
        }
    }

    /// The state of the object that would be replaced or deleted.
    public struct State: Sendable {
        /// The entity tag with its quotation marks; nil if there is no object.
        public var entityTag: String?
        public var scheduleTag: String?
        /// The tokens that `If` may name: the sync token of the collection, for the collection.
        public var tokens: Set<String>

        public init(entityTag: String?, scheduleTag: String? = nil, tokens: Set<String> = []) {
            self.entityTag = entityTag
            self.scheduleTag = scheduleTag
            self.tokens = tokens
        }
    }

    /// Checks the conditions.
    ///
    /// - Parameters:
    ///   - state: the object of the request.
    ///   - other: the state of another resource that `If` names; of an unknown one, no tag and no token.
    /// - Throws: 412 if one does not hold.
    public func check(_ state: State, other: (ClientHref) -> State) throws(DAVError) {
        if let ifMatch, !(state.entityTag.map(ifMatch.contain) ?? false) {
            throw DAVError(.preconditionFailed, "the object is not the one that If-Match names")
        }
        if let ifNoneMatch, state.entityTag.map(ifNoneMatch.contain) ?? false {
            throw DAVError(.preconditionFailed, "the object is one that If-None-Match excludes")
        }
        // The object's tag stays the same while only replies of attendees change it.
        if let scheduleTag, state.scheduleTag != scheduleTag {
            throw DAVError(.preconditionFailed, "the object is not the one that If-Schedule-Tag-Match names")
        }
        let holds = ifHeader?.holds { resource in
            let state = resource.map(other) ?? state
            return (state.entityTag, state.tokens)
        }
        guard holds ?? true else { throw DAVError(.preconditionFailed, "no list of If holds") }
    }
}
