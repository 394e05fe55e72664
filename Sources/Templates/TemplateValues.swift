import Mustache

/// A page's fields, read once: its texts in the order they stand, and the shape of the rest.
///
/// Two pages have the same shape when the same fields are there, the same flags are set and the
/// same lists are as long. They then differ in their texts only; see `Skeletons`.
struct PageFields {
    /// Every name, flag and list length.
    private(set) var shape: [UInt8] = []
    private(set) var texts: [String] = []
    /// The same fields as the engine takes them, with a mark in place of each text; nil when only
    /// shape and texts are wanted.
    let values: TemplateValues?

    /// - Precondition: the page holds nothing but what `Page` allows; a test renders every page.
    init(_ page: some Encodable, frame: [(name: String, text: String)], flags: [String], withValues: Bool) {
        values = withValues ? TemplateValues() : nil
        shape.reserveCapacity(256)
        let reader = FieldReader(values: values)
        for flag in flags { reader.add(flag, true, to: values) }
        for (name, text) in frame { reader.add(name, text, to: values) }
        do {
            try page.encode(to: FieldEncoder(reader, values))
        } catch {
            preconditionFailure("\(type(of: page)) holds what no template can show: \(error)")
        }
        shape = reader.shape
        texts = reader.texts
    }
}

/// What the engine finds its names in.
final class TemplateValues: MustacheParent {
    private var values: [String: Any] = [:]

    func child(named name: String) -> Any? { values[name] }

    var names: Set<String> { Set(values.keys) }

    fileprivate func set(_ name: String, to value: Any) {
        values[name] = value
    }
}

/// Gathers shape and texts while the compiler's own `encode(to:)` walks over a page.
private final class FieldReader {
    var shape: [UInt8] = []
    var texts: [String] = []
    let wantsValues: Bool

    init(values: TemplateValues?) {
        wantsValues = values != nil
        shape.reserveCapacity(256)
        texts.reserveCapacity(16)
    }

    func add(_ name: String, _ flag: Bool, to values: TemplateValues?) {
        note(name, flag ? "+" : "-")
        values?.set(name, to: flag)
    }

    func add(_ name: String, _ text: String, to values: TemplateValues?) {
        note(name, "=")
        // Not inside the call below: without values it is not made, nor its arguments.
        let mark = mark(text)
        values?.set(name, to: mark)
    }

    /// Takes a text in and gives the mark that stands for it.
    func mark(_ text: String) -> String {
        texts.append(text)
        return wantsValues ? Mark.text(texts.count - 1) : ""
    }

    func note(_ name: String, _ kind: Unicode.Scalar) {
        shape.append(contentsOf: name.utf8)
        shape.append(UInt8(truncatingIfNeeded: kind.value))
    }
}

/// What no page holds: numbers are worded, and nothing nests by hand.
private struct NoSuchValue: Error {}

/// Hands the compiler's `encode(to:)` the containers below.
private final class FieldEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let reader: FieldReader
    /// Where the fields of this level go.
    let values: TemplateValues?
    /// What the encoded value turned out to be, if it has no fields: a list or one text.
    var result: Any?

    init(_ reader: FieldReader, _ values: TemplateValues?) {
        self.reader = reader
        self.values = values
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Fields<Key>(reader: reader, values: values))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { List(encoder: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    /// A value below this level, as the engine takes it.
    static func value(_ value: some Encodable, _ reader: FieldReader) throws -> Any {
        let values = reader.wantsValues ? TemplateValues() : nil
        let encoder = FieldEncoder(reader, values)
        reader.note("", "{")
        try value.encode(to: encoder)
        reader.note("", "}")
        return encoder.result ?? values ?? ""
    }
}

private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let reader: FieldReader
    let values: TemplateValues?
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) {}
    mutating func encode(_ value: Bool, forKey key: Key) { reader.add(key.stringValue, value, to: values) }
    mutating func encode(_ value: String, forKey key: Key) { reader.add(key.stringValue, value, to: values) }
    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        reader.note(key.stringValue, ":")
        let value = try FieldEncoder.value(value, reader)
        values?.set(key.stringValue, to: value)
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
    let encoder: FieldEncoder
    private var items: [Any] = []
    var codingPath: [any CodingKey] { [] }
    var count: Int { items.count }

    init(encoder: FieldEncoder) {
        self.encoder = encoder
        encoder.result = items
    }

    mutating func encodeNil() {}
    mutating func encode(_ value: String) {
        encoder.reader.note("", ",")
        items.append(encoder.reader.mark(value))
        encoder.result = items
    }
    mutating func encode(_ value: some Encodable) throws {
        items.append(try FieldEncoder.value(value, encoder.reader))
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
    let encoder: FieldEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { throw NoSuchValue() }
    mutating func encode(_ value: String) { encoder.result = encoder.reader.mark(value) }
    mutating func encode(_ value: some Encodable) throws { throw NoSuchValue() }
}
