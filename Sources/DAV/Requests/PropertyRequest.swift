public import XML

/// The properties that a PROPFIND or a report asks for (RFC 4918 §9.1, §14.20).
public enum PropertyRequest: Hashable, Sendable {
    /// All properties that RFC 4918 defines and all dead ones, and these besides.
    case all(including: [XMLName])
    /// The names of all properties.
    case names
    /// These, each once, in the order of the request.
    case these([XMLName])

    /// The most properties of a request. Programs ask for some forty.
    private static let mostNames = 200

    /// Reads the body of a PROPFIND. An empty body means all properties.
    ///
    /// - Throws: 400 if it is not a `propfind` element with exactly one kind of request.
    public init(propFind octets: [UInt8]) throws(DAVError) {
        guard let root = try XMLElement.body(octets, root: .dav("propfind")) else {
            self = .all(including: [])
            return
        }
        guard let request = try PropertyRequest(in: root) else { throw .badRequest("propfind is empty") }
        self = request
    }

    /// Reads the request among the elements inside another one.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: 400 for two of them.
    init?(in element: XMLElement) throws(DAVError) {
        let kinds: [XMLName] = [.dav("prop"), .dav("allprop"), .dav("propname")]
        let requests = element.elements.filter { kinds.contains($0.name) }
        guard let request = requests.first else { return nil }
        guard requests.count == 1 else { throw .badRequest("properties are asked for in two ways") }
        guard request.elements.count + (element.first(.dav("include"))?.elements.count ?? 0) <= Self.mostNames else {
            throw .badRequest("more than \(Self.mostNames) properties are asked for")
        }
        switch request.name {
        case .dav("prop"): self = .these(propertyNames(in: request))
        case .dav("propname"): self = .names
        default: self = .all(including: element.first(.dav("include")).map(propertyNames) ?? [])
        }
        try checkLength(ofNames: names)
    }

    private var names: [XMLName] {
        switch self {
        case .all(let names), .these(let names): names
        case .names: []
        }
    }
}

/// Refuses names that are too long together. An answer repeats the names for each object that does not have them.
///
/// - Throws: 400 if they have more than 8,192 octets. Forty usual names have some 1,500.
func checkLength(ofNames names: some Sequence<XMLName>) throws(DAVError) {
    let octets = names.reduce(0) { $0 + $1.namespace.utf8.count + $1.local.utf8.count }
    guard octets <= 8_192 else { throw .badRequest("the names of the properties have more than 8,192 octets together") }
}

private func propertyNames(in element: XMLElement) -> [XMLName] {
    var seen: Set<XMLName> = []
    return element.elements.map(\.name).filter { seen.insert($0).inserted }
}
