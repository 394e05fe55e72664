extension XMLElement {
    /// The element as a text that needs nothing around it: it declares its own namespaces, and its language if
    /// it has one. Reading it gives an equal element.
    public var octets: [UInt8] {
        var writer = XMLWriter()
        writer.element(self)
        return writer.bytes
    }
}

extension XMLWriter {
    /// Writes an element with everything in it.
    ///
    /// A namespace without a prefix of this writer becomes the default namespace where it is needed, so that
    /// the result can be copied into any place without a default namespace.
    public mutating func element(_ element: XMLElement) {
        write(element, inside: Scope())
    }

    /// Writes an element without content.
    public mutating func empty(_ name: XMLName) {
        element(XMLElement(name))
    }

    /// Writes an element with a text.
    public mutating func element(_ name: XMLName, _ text: String) {
        element(XMLElement(name, text: text))
    }

    /// The declarations that hold at one place of a tree.
    private struct Scope {
        var defaultNamespace = ""
        var language: String?
    }

    private mutating func write(_ element: XMLElement, inside outer: Scope) {
        var scope = outer
        let tag = tag(of: element.name)
        raw("<")
        raw(tag)
        if prefix(of: element.name) == nil, element.name.namespace != outer.defaultNamespace {
            scope.defaultNamespace = element.name.namespace
            attribute("xmlns", scope.defaultNamespace)
        }
        if element.language != outer.language {
            scope.language = element.language
            attribute("xml:lang", element.language ?? "")
        }
        write(element.attributes)
        guard !element.children.isEmpty else { return raw("/>") }
        raw(">")
        for child in element.children {
            switch child {
            case .element(let element): write(element, inside: scope)
            case .text(let text): self.text(text)
            }
        }
        raw("</")
        raw(tag)
        raw(">")
    }

    private mutating func write(_ attributes: [XMLAttribute]) {
        // An attribute without prefix is in no namespace, whatever the default is.
        var declared: [String: String] = [:]
        for each in attributes {
            let namespace = each.name.namespace
            if namespace.isEmpty {
                attribute(each.name.local, each.value)
            } else if namespace == XMLName.xmlNamespace {
                attribute("xml:" + each.name.local, each.value)
            } else if let prefix = prefixes[namespace] ?? declared[namespace] {
                attribute("\(prefix):\(each.name.local)", each.value)
            } else {
                let prefix = "ns\(declared.count)"
                declared[namespace] = prefix
                attribute("xmlns:" + prefix, namespace)
                attribute("\(prefix):\(each.name.local)", each.value)
            }
        }
    }

    /// Returns a name as it is written in a tag.
    private func tag(of name: XMLName) -> [UInt8] {
        Array((prefix(of: name).map { $0 + ":" } ?? "").utf8) + name.local.utf8
    }

    /// Returns the prefix of an element's namespace; nil if it has none. That of XML itself may not be a default
    /// namespace (Namespaces in XML 1.0 §3).
    private func prefix(of name: XMLName) -> String? {
        name.namespace == XMLName.xmlNamespace ? "xml" : prefixes[name.namespace]
    }
}
