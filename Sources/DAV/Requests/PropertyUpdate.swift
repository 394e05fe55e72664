public import XML

/// A change of one property, as PROPPATCH lists them (RFC 4918 §9.2).
public enum PropertyChange: Hashable, Sendable {
    /// The property with its value; `XMLElement.language` is the one that holds there (§4.3).
    case set(XMLElement)
    case remove(XMLName)

    public var name: XMLName {
        switch self {
        case .set(let element): element.name
        case .remove(let name): name
        }
    }
}

extension [PropertyChange] {
    /// Reads the body of a PROPPATCH. The changes are made in this order, all or none.
    ///
    /// - Throws: 400 if there is no change, or the body is something else.
    public init(propertyUpdate octets: [UInt8]) throws(DAVError) {
        guard let root = try XMLElement.body(octets, root: .dav("propertyupdate")) else {
            throw .badRequest("the body is missing")
        }
        self = []
        for instruction in root.elements where [.dav("set"), .dav("remove")].contains(instruction.name) {
            for property in instruction.all(.dav("prop")).flatMap(\.elements) {
                append(instruction.name == .dav("set") ? .set(property) : .remove(property.name))
            }
        }
        guard !isEmpty else { throw .badRequest("the body changes no property") }
        guard count <= 200 else { throw .badRequest("the body changes more than 200 properties") }
    }
}
