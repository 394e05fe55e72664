public import Mustache

/// What a template is rendered with: names and values.
///
/// A class of our own, since the engine asks each context and each value what it is, tag by tag, and
/// finds that out slowly for dictionaries and plain strings.
public final class TemplateValues: MustacheParent {
    private var values: [String: Any] = [:]

    init() {}

    /// The fields of a page, absent optionals left out.
    ///
    /// - Precondition: it holds nothing but what `Page` allows; a test renders every page.
    package convenience init(_ page: some Encodable) {
        self.init()
        do {
            try page.encode(to: TemplateEncoder(self))
        } catch {
            preconditionFailure("\(type(of: page)) holds what no template can show: \(error)")
        }
    }

    public func child(named name: String) -> Any? { values[name] }

    package var names: Set<String> { Set(values.keys) }

    subscript(name: String) -> String? {
        get { (values[name] as? TemplateString)?.renderText }
        set { values[name] = newValue.map(TemplateString.init) }
    }

    func set(_ name: String, _ isSo: Bool) {
        values[name] = isSo
    }

    fileprivate func set(_ name: String, to value: Any) {
        values[name] = value
    }
}

/// A text as the engine takes it with the fewest questions.
private struct TemplateString: MustacheCustomRenderable {
    let renderText: String
    var isNull: Bool { false }
}

/// Writes a page's fields into template values.
private final class TemplateEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// What the encoded value turned out to be: fields, a list or one text.
    var result: Any

    init(_ values: TemplateValues) {
        result = values
    }

    init() {
        result = TemplateValues()
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard let values = result as? TemplateValues else {
            preconditionFailure("a value that shows nothing else is read by name")
        }
        return KeyedEncodingContainer(Fields<Key>(values: values))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        List(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        Single(encoder: self)
    }

    /// A value as templates take it.
    static func value(_ value: some Encodable) throws -> Any {
        if let text = value as? String { return TemplateString(renderText: text) }
        let encoder = TemplateEncoder()
        try value.encode(to: encoder)
        return encoder.result
    }
}

/// What no page holds: numbers are worded, and nothing nests by hand.
private struct NoSuchValue: Error {}

private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let values: TemplateValues
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) {}
    mutating func encode(_ value: Bool, forKey key: Key) { values.set(key.stringValue, value) }
    mutating func encode(_ value: String, forKey key: Key) { values[key.stringValue] = value }
    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        values.set(key.stringValue, to: try TemplateEncoder.value(value))
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        preconditionFailure("a page's fields are encoded by the compiler's own code")
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        preconditionFailure("a page's fields are encoded by the compiler's own code")
    }
    mutating func superEncoder() -> any Encoder { preconditionFailure("pages inherit nothing") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { preconditionFailure("pages inherit nothing") }
}

private struct List: UnkeyedEncodingContainer {
    let encoder: TemplateEncoder
    private var items: [Any] = []
    var codingPath: [any CodingKey] { [] }
    var count: Int { items.count }

    init(encoder: TemplateEncoder) {
        self.encoder = encoder
        encoder.result = items
    }

    mutating func encodeNil() {}
    mutating func encode(_ value: some Encodable) throws {
        items.append(try TemplateEncoder.value(value))
        encoder.result = items
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        preconditionFailure("a page's lists are encoded by the compiler's own code")
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        preconditionFailure("a page's lists are encoded by the compiler's own code")
    }
    mutating func superEncoder() -> any Encoder { preconditionFailure("pages inherit nothing") }
}

private struct Single: SingleValueEncodingContainer {
    let encoder: TemplateEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { throw NoSuchValue() }
    mutating func encode(_ value: Bool) { encoder.result = value }
    mutating func encode(_ value: String) { encoder.result = TemplateString(renderText: value) }
    mutating func encode(_ value: some Encodable) throws { throw NoSuchValue() }
}
