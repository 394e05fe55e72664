import Text
public import XML

/// The answer of another server to a request about several resources (RFC 4918 §13).
public struct MultiStatus: Hashable, Sendable {
    public let responses: [Resource]
    /// The state of the collection after a sync-collection; nil without one.
    public let syncToken: String?

    /// One resource of an answer.
    public struct Resource: Hashable, Sendable {
        /// The address as the server wrote it: a path, or a whole address.
        public let href: String
        /// The status of the resource; nil if only its properties have one.
        public let status: Int?
        /// The properties that it has. One with another status than 200 has no value, whatever is in it.
        public let properties: [XMLName: XMLElement]

        /// The text of a property; nil without the property, or if it has no text.
        public func text(_ name: XMLName) -> String? {
            properties[name].map { String($0.text.trimmed()) }.flatMap { $0.isEmpty ? nil : $0 }
        }

        /// The addresses inside a property.
        public func hrefs(_ name: XMLName) -> [String] {
            properties[name]?.all(.dav("href")).map { String($0.text.trimmed()) }.filter { !$0.isEmpty } ?? []
        }
    }

    /// The largest answer: the tags of some hundred thousand objects.
    private static let limits = XMLLimits(octets: 10 << 20, depth: 64, parts: 2_000_000)

    /// - Throws: `XMLError`.
    /// - Returns: nil for a document that is something else.
    public init?(reading octets: [UInt8]) throws(XMLError) {
        let root = try XMLElement(reading: octets, limits: Self.limits)
        guard root.name == .dav("multistatus") else { return nil }
        responses = root.all(.dav("response")).flatMap(Resource.all)
        syncToken = root.first(.dav("sync-token")).map { String($0.text.trimmed()) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns true if a body of an error names a condition, as `valid-sync-token`.
    public static func names(_ condition: XMLName, in octets: [UInt8]) -> Bool {
        let root = try? XMLElement(reading: octets)
        return root?.name == .dav("error") && root?.first(condition) != nil
    }
}

extension MultiStatus.Resource {
    /// Reads a DAV:response, which may name several resources with one status.
    fileprivate static func all(in response: XMLElement) -> [Self] {
        let status = response.first(.dav("status")).flatMap(code)
        var properties: [XMLName: XMLElement] = [:]
        for stat in response.all(.dav("propstat")) where stat.first(.dav("status")).flatMap(code) == 200 {
            for property in stat.first(.dav("prop"))?.elements ?? [] { properties[property.name] = property }
        }
        return response.all(.dav("href")).map { String($0.text.trimmed()) }.filter { !$0.isEmpty }
            .map { Self(href: $0, status: status, properties: properties) }
    }

    /// Reads the number in `HTTP/1.1 200 OK`.
    private static func code(_ status: XMLElement) -> Int? {
        let parts = status.text.trimmed().split(separator: " ")
        return parts.count >= 2 ? Int(parts[1]) : nil
    }
}
