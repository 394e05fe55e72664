// XML with namespaces (XML 1.0, Namespaces in XML 1.0): octets to a tree of elements and back, by libexpat.
//
// - XML.swift: `XMLName`, the name of an element or an attribute.
// - XMLElement.swift: `XMLElement`, the tree. XMLError.swift: a text that is refused.
// - XMLReader.swift: octets to a tree, within `XMLLimits`. TreeBuilder.swift: the calls of libexpat.
// - XMLWriter.swift: markup and text, straight into octets. ElementWriting.swift: a tree to octets.
//
// Document types, and with them all entities, are refused. No program that reads calendars sends them, and each
// of the known attacks on readers of XML begins with one.

/// The name of an element or an attribute: its namespace and its name there. Prefixes are resolved.
public struct XMLName: Hashable, Sendable {
    /// A URI such as `DAV:`; empty if the name is in no namespace.
    public let namespace: String
    /// The name without prefix, as in `getetag`.
    public let local: String

    public init(_ namespace: String, _ local: String) {
        self.namespace = namespace
        self.local = local
    }

    /// The namespace of `xml:lang` and other attributes of XML itself, which needs no declaration.
    static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    /// The attribute `xml:lang`, which holds for an element and everything in it.
    static let language = XMLName(xmlNamespace, "lang")
}

extension XMLName: CustomStringConvertible {
    /// The name in Clark's notation: `{DAV:}getetag`.
    public var description: String { "{\(namespace)}\(local)" }
}
