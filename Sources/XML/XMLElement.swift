/// An element with everything in it. Comments, processing instructions and prefixes are not kept.
public struct XMLElement: Hashable, Sendable {
    public var name: XMLName
    /// The attributes without namespace declarations and without `xml:lang`, in the order of the text.
    public var attributes: [XMLAttribute]
    /// The elements and texts inside, in their order. Two texts are never neighbours in a tree that was read.
    public var children: [XMLNode]
    /// The language by `xml:lang`, its own or inherited: `en`. Nil if none is given, empty if an inherited one
    /// was undone.
    public var language: String?

    public init(_ name: XMLName, attributes: [XMLAttribute] = [], _ children: [XMLNode] = [], language: String? = nil) {
        self.name = name
        self.attributes = attributes
        self.children = children
        self.language = language
    }

    public init(_ name: XMLName, text: String) {
        self.init(name, text.isEmpty ? [] : [.text(text)])
    }
}

/// An attribute of an element.
public struct XMLAttribute: Hashable, Sendable {
    public var name: XMLName
    public var value: String

    public init(_ name: XMLName, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A part of an element's content.
public enum XMLNode: Hashable, Sendable {
    case element(XMLElement)
    case text(String)
}

extension XMLElement {
    /// The elements directly inside, in their order.
    public var elements: [XMLElement] {
        children.compactMap { child in
            if case .element(let element) = child { element } else { nil }
        }
    }

    /// The text directly inside, without that of inner elements.
    public var text: String {
        var text = ""
        for case .text(let piece) in children { text += piece }
        return text
    }

    /// Returns the first element of a name directly inside.
    public func first(_ name: XMLName) -> XMLElement? {
        elements.first { $0.name == name }
    }

    /// Returns the elements of a name directly inside, in their order.
    public func all(_ name: XMLName) -> [XMLElement] {
        elements.filter { $0.name == name }
    }

    /// Returns the value of an attribute in no namespace.
    public func attribute(_ local: String) -> String? {
        attributes.first { $0.name == XMLName("", local) }?.value
    }
}
