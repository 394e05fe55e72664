import CExpat

/// Builds the tree of a document from the calls of libexpat.
final class TreeBuilder {
    /// The character between the namespace and the name of what libexpat reports.
    static let separator: CChar = 0x0C

    private(set) var root: XMLElement?
    /// The limit that stopped the parser; nil if none did.
    private(set) var refusal: XMLError.Reason?

    private let parser: XML_Parser
    private let depth: Int
    private var partsLeft: Int
    /// The elements that have begun, the outermost first.
    private var open: [XMLElement] = []
    /// The text that has not ended, in UTF-8.
    private var text: [UInt8] = []

    init(_ parser: XML_Parser, _ limits: XMLLimits) {
        self.parser = parser
        depth = limits.depth
        partsLeft = limits.parts
    }

    /// Has libexpat call this builder, which must live until the parser has ended.
    func listen() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { builder, name, attributes in TreeBuilder.of(builder)?.start(name, attributes) },
            { builder, _ in TreeBuilder.of(builder)?.end() })
        XML_SetCharacterDataHandler(parser) { builder, octets, count in
            TreeBuilder.of(builder)?.append(octets, Int(count))
        }
        XML_SetStartNamespaceDeclHandler(parser) { builder, _, uri in TreeBuilder.of(builder)?.declare(uri) }
        XML_SetStartDoctypeDeclHandler(parser) { builder, _, _, _, _ in TreeBuilder.of(builder)?.refuse(.documentType) }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> TreeBuilder? {
        data.map { Unmanaged<TreeBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Stops the parser for good. libexpat may still report the end of the element at which it stops.
    func refuse(_ reason: XMLError.Reason) {
        guard refusal == nil else { return }
        refusal = reason
        XML_StopParser(parser, 0)
    }

    private func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard refusal == nil, let name else { return }
        guard open.count < depth else { return refuse(.tooDeep) }
        flush()
        var element = XMLElement(self.name(name), language: open.last?.language)
        partsLeft -= 1
        var pair = attributes
        // The list is name, value, name, value, …, nil.
        while let next = pair, let attributeName = next[0], let value = next[1] {
            partsLeft -= 1
            let attribute = XMLAttribute(self.name(attributeName), String(cString: value))
            if attribute.name == .language {
                element.language = attribute.value
            } else {
                element.attributes.append(attribute)
            }
            pair = next + 2
        }
        guard partsLeft >= 0 else { return refuse(.tooManyParts) }
        open.append(element)
    }

    private func end() {
        guard refusal == nil else { return }
        flush()
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(.element(element))
        }
    }

    /// Adds a piece of text; libexpat reports each line on its own.
    private func append(_ octets: UnsafePointer<CChar>?, _ count: Int) {
        guard refusal == nil else { return }
        text.append(contentsOf: UnsafeRawBufferPointer(start: octets, count: count))
    }

    /// Ends the text before a tag.
    private func flush() {
        guard !text.isEmpty, !open.isEmpty else { return }
        open[open.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
        text.removeAll(keepingCapacity: true)
    }

    /// Counts a namespace declaration. A long namespace would be copied for each name in it.
    private func declare(_ uri: UnsafePointer<CChar>?) {
        partsLeft -= 1
        var length = 0
        while let uri, uri[length] != 0 { length += 1 }
        if length > 1_024 { refuse(.tooLong) }
    }

    private func name(_ name: UnsafePointer<CChar>) -> XMLName {
        let text = UnsafeBufferPointer(start: name, count: length(of: name))
        guard let separator = text.lastIndex(of: Self.separator) else { return XMLName("", String(cString: name)) }
        return XMLName(string(text[..<separator]), string(text[(separator + 1)...]))
    }

    private func length(of name: UnsafePointer<CChar>) -> Int {
        var length = 0
        while name[length] != 0 { length += 1 }
        return length
    }

    private func string(_ octets: Slice<UnsafeBufferPointer<CChar>>) -> String {
        String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: octets)), as: UTF8.self)
    }
}
