import Synchronization

/// A page's fields as the renderer looks them up: by number, in one array.
struct PageTree {
    enum Value {
        /// An optional that is nil.
        case absent
        case flag(Bool)
        case text(String)
        case html(String)
        /// Items that follow each other in `values`.
        case list(first: Int, count: Int)
        /// Fields that follow each other in `values`, in the order of a shape.
        case fields(shape: Int, first: Int)
    }

    fileprivate(set) var values: [Value] = []
    /// For each shape: the place of each name among its fields, -1 if it has none.
    fileprivate(set) var places: [Int16] = []
    /// Numbers of names, and the length of a shape's part of `places`.
    fileprivate(set) var nameCount = 0

    /// The values of the frame's fields and of the page.
    static let frame = 0, page = 1
}

/// The form of a type of a page's parts, known from the first value of the type.
struct PageShape: Sendable {
    enum Form { case fields, list, other }

    fileprivate(set) var form = Form.other
    /// Names in the order that the compiler's own `encode(to:)` writes them.
    fileprivate(set) var names: [String] = []
    fileprivate(set) var places: [Int16] = []
}

/// Shapes by type, for all threads.
final class PageShapes: Sendable {
    fileprivate let numbers: [String: Int]
    let names: [String]
    private let known = Mutex<[ObjectIdentifier: PageShape]>([:])

    init(_ names: NameTable) {
        numbers = names.numbers
        self.names = names.names
    }

    fileprivate func shape<T: Encodable>(of value: T) throws -> PageShape {
        if let shape = known.withLock({ $0[ObjectIdentifier(T.self)] }) { return shape }
        let reader = PageReader(self)
        try value.encode(to: reader)
        var shape = reader.learned
        shape.places = places(shape.names)
        known.withLock { $0[ObjectIdentifier(T.self)] = shape }
        return shape
    }

    fileprivate func places(_ fields: [String]) -> [Int16] {
        var places = [Int16](repeating: -1, count: numbers.count)
        for (place, name) in fields.enumerated() {
            if let number = numbers[name] { places[number] = Int16(place) }
        }
        return places
    }
}

/// Reads a page once, by the `encode(to:)` that the compiler writes for it.
final class PageReader: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    fileprivate var tree = PageTree()
    /// A value without fields that was just read.
    fileprivate var single = PageTree.Value.absent
    /// Items of lists that are not complete.
    fileprivate var items: [PageTree.Value] = []
    /// The shape that is found out, while a type is met for the first time.
    fileprivate var learned = PageShape()
    fileprivate let isLearning: Bool

    private let shapes: PageShapes
    /// Types of this page, with the number of their shape.
    private var types: [(type: ObjectIdentifier, shape: Int)] = []
    private var pageShapes: [PageShape] = []
    /// Where the fields of the struct go that is about to be read.
    private var nextFields = (shape: 0, first: 0)

    /// Reads the shape of a value that encodes itself into it.
    fileprivate init(_ shapes: PageShapes) {
        self.shapes = shapes
        isLearning = true
        tree.values = [.absent]
    }

    private init(_ shapes: PageShapes, frame: [(name: String, text: String)], flags: [String]) {
        self.shapes = shapes
        isLearning = false
        tree.nameCount = shapes.numbers.count
        tree.values.reserveCapacity(128)
        tree.values = [.fields(shape: 0, first: 2), .absent]
        for (_, text) in frame { tree.values.append(.text(text)) }
        for _ in flags { tree.values.append(.flag(true)) }
        var shape = PageShape()
        shape.places = shapes.places(frame.map(\.name) + flags)
        _ = add(shape)
    }

    /// Reads a page.
    ///
    /// - Precondition: the page holds nothing but what `Page` allows; a test renders every page.
    static func read(
        _ page: some Encodable, frame: [(name: String, text: String)], flags: [String], _ shapes: PageShapes
    ) -> PageTree {
        let reader = PageReader(shapes, frame: frame, flags: flags)
        do {
            reader.tree.values[PageTree.page] = try reader.read(page)
        } catch {
            preconditionFailure("\(type(of: page)) holds what no template can show: \(error)")
        }
        return reader.tree
    }

    fileprivate func read<T: Encodable>(_ value: T) throws -> PageTree.Value {
        if isLearning { return .absent }
        // A cast of a generic value costs more than all else here.
        if T.self == String.self { return .text(unsafeBitCast(value, to: String.self)) }
        let number = try shapeNumber(of: value)
        switch pageShapes[number].form {
        case .fields:
            let first = tree.values.count
            for _ in pageShapes[number].names { tree.values.append(.absent) }
            nextFields = (number, first)
            try value.encode(to: self)
            return .fields(shape: number, first: first)
        case .list:
            let start = items.count
            try value.encode(to: self)
            let first = tree.values.count
            tree.values.append(contentsOf: items[start...])
            items.removeSubrange(start...)
            return .list(first: first, count: tree.values.count - first)
        case .other:
            single = .absent
            try value.encode(to: self)
            if T.self == TrustedHTML.self, case .text(let html) = single { return .html(html) }
            return single
        }
    }

    private func shapeNumber<T: Encodable>(of value: T) throws -> Int {
        let type = ObjectIdentifier(T.self)
        for known in types where known.type == type { return known.shape }
        let number = add(try shapes.shape(of: value))
        types.append((type, number))
        return number
    }

    private func add(_ shape: PageShape) -> Int {
        pageShapes.append(shape)
        tree.places.append(contentsOf: shape.places)
        return pageShapes.count - 1
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if isLearning { learned.form = .fields }
        let names = isLearning ? [] : pageShapes[nextFields.shape].names
        return KeyedEncodingContainer(Fields<Key>(reader: self, first: nextFields.first, names: names))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if isLearning { learned.form = .list }
        return Items(reader: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(reader: self) }
}

/// A value that no page holds: numbers are worded, and no type writes its own containers.
private struct NoSuchValue: Error {}

private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let reader: PageReader
    let first: Int
    let names: [String]
    var position = 0
    var codingPath: [any CodingKey] { [] }

    /// - Precondition: a type always writes the same fields in the same order, as the compiler's code does.
    private mutating func set(_ key: Key, _ value: PageTree.Value) {
        if reader.isLearning {
            reader.learned.names.append(key.stringValue)
            return
        }
        precondition(position < names.count && names[position] == key.stringValue, "a page's fields change")
        reader.tree.values[first + position] = value
        position += 1
    }

    mutating func encodeNil(forKey key: Key) { set(key, .absent) }
    mutating func encode(_ value: Bool, forKey key: Key) { set(key, .flag(value)) }
    mutating func encode(_ value: String, forKey key: Key) { set(key, .text(value)) }
    mutating func encode(_ value: some Encodable, forKey key: Key) throws { set(key, try reader.read(value)) }
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) { set(key, value.map { .flag($0) } ?? .absent) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) { set(key, value.map { .text($0) } ?? .absent) }
    mutating func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        set(key, try value.map { try reader.read($0) } ?? .absent)
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

private struct Items: UnkeyedEncodingContainer {
    let reader: PageReader
    var codingPath: [any CodingKey] { [] }
    private(set) var count = 0

    init(reader: PageReader) {
        self.reader = reader
    }

    mutating func encodeNil() throws { throw NoSuchValue() }
    mutating func encode(_ value: some Encodable) throws {
        count += 1
        if !reader.isLearning { reader.items.append(try reader.read(value)) }
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
    let reader: PageReader
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { throw NoSuchValue() }
    mutating func encode(_ value: String) { reader.single = .text(value) }
    mutating func encode(_ value: some Encodable) throws { throw NoSuchValue() }
}
