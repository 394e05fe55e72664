import Text
public import XML

// Reports about people (RFC 3744 §9, RFC 3253 §3.8), and the one of Apple's server.

/// A property of DAV:expand-property: its value, and of the resources that its hrefs name, further properties.
public struct ExpandedProperty: Hashable, Sendable {
    public let name: XMLName
    /// The properties of the resources that it refers to; empty if its value is returned as it is.
    public let inner: [ExpandedProperty]

    /// Reads the body of a DAV:expand-property.
    ///
    /// - Throws: 400 for a property without a name, for more than four levels, and for names that are too long.
    static func all(in root: XMLElement) throws(DAVError) -> [ExpandedProperty] {
        let properties = try all(in: root, levels: 4)
        try checkLength(ofNames: properties.flatMap(\.names))
        return properties
    }

    /// Its name, and those of the properties inside.
    private var names: [XMLName] { [name] + inner.flatMap(\.names) }

    /// Reads the DAV:property elements inside an element. Their namespace is `DAV:` unless it is given.
    private static func all(in element: XMLElement, levels: Int) throws(DAVError) -> [ExpandedProperty] {
        var properties: [ExpandedProperty] = []
        for property in element.all(.dav("property")) {
            guard levels > 0 else { throw .badRequest("properties are expanded through at most four levels") }
            guard let name = property.attribute("name"), !name.isEmpty
            else { throw .badRequest("a property has no name") }
            let fullName = XMLName(property.attribute("namespace") ?? "DAV:", name)
            guard fullName.isElementName else { throw .badRequest("a property has a name that no element can have") }
            properties.append(ExpandedProperty(
                name: fullName,
                inner: try all(in: property, levels: levels - 1)))
        }
        return properties
    }
}

/// A DAV:principal-match: the resources of a collection that are the person, or belong to the person (RFC 3744
/// §9.3).
public struct PrincipalMatch: Hashable, Sendable {
    /// The property whose href must name the person; nil for DAV:self, which finds the person.
    public let property: XMLName?
    public let properties: PropertyRequest

    init(_ root: XMLElement) throws(DAVError) {
        property = root.first(.dav("principal-property"))?.elements.first?.name
        guard (property == nil) == (root.first(.dav("self")) != nil) else {
            throw .badRequest("a principal-match has either self or principal-property")
        }
        properties = try PropertyRequest(in: root) ?? .these([])
    }
}

/// A DAV:principal-property-search: the people whose properties contain texts (RFC 3744 §9.4).
public struct PrincipalPropertySearch: Hashable, Sendable {
    /// One search: a text, and the properties of which one must contain it, without regard to case.
    public struct Search: Hashable, Sendable {
        public let properties: [XMLName]
        public let text: String
    }

    /// The searches; without any, everybody is found. The caldav library of Python asks so for all people.
    public let searches: [Search]
    /// True if one search is enough: `test="anyof"`, which Apple's programs send.
    public let isAnyEnough: Bool
    /// True if the people are looked for in DAV:principal-collection-set, and not in the resource of the request.
    public let appliesToPrincipalCollections: Bool
    public let properties: PropertyRequest

    init(_ root: XMLElement) throws(DAVError) {
        var searches: [Search] = []
        for element in root.all(.dav("property-search")) {
            let names = element.all(.dav("prop")).flatMap(\.elements).map(\.name)
            guard !names.isEmpty, let match = element.first(.dav("match")) else {
                throw .badRequest("a property-search has a prop and a match")
            }
            searches.append(Search(properties: names, text: match.text))
        }
        self.searches = searches
        isAnyEnough = root.attribute("test") == "anyof"
        appliesToPrincipalCollections = root.first(.dav("apply-to-principal-collection-set")) != nil
        let asked = try PropertyRequest(in: root) ?? .these([])
        properties = asked == .these([]) ? .these(Self.misplaced(in: root)) : asked
        if case .these(let names) = properties { try checkLength(ofNames: names) }
    }

    /// Returns the properties beside an empty DAV:prop: the caldav library 3 of Python writes them there.
    private static func misplaced(in root: XMLElement) -> [XMLName] {
        let known: Set<XMLName> = [.dav("property-search"), .dav("prop"), .dav("apply-to-principal-collection-set")]
        return root.elements.map(\.name).filter { !known.contains($0) }
    }
}

/// A CS:calendarserver-principal-search: people by parts of their names and addresses.
public struct CalendarServerPrincipalSearch: Hashable, Sendable {
    /// The texts that must all be found.
    public let tokens: [String]
    /// The kind that is looked for, as in `attendee` or `location`; nil for any.
    public let context: String?
    public let limit: Int?
    public let properties: PropertyRequest

    init(_ root: XMLElement) throws(DAVError) {
        tokens = root.all(.calendarServer("search-token")).map { String($0.text.trimmed()) }.filter { !$0.isEmpty }
        guard !tokens.isEmpty else { throw .badRequest("a calendarserver-principal-search has a search-token") }
        context = root.attribute("context")
        limit = try (root.first(.calendarServer("limit")) ?? root.first(.dav("limit")))
            .map { element throws(DAVError) in try resultLimit(element) }
        properties = try PropertyRequest(in: root) ?? .these([])
    }
}
