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
        let reader = PageReader(self, isLearning: true)
        try value.encode(to: reader)
        var shape = reader.state.pointee.learned
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

    fileprivate struct State {
        var tree = PageTree()
        /// A value without fields that was just read.
        var single = PageTree.Value.absent
        /// Items of lists that are not complete.
        var items: [PageTree.Value] = []
        /// The shape that is found out, while a type is met for the first time.
        var learned = PageShape()
        /// Types of this page, with the number of their shape.
        var types: [(type: ObjectIdentifier, shape: Int)] = []
        /// For each shape.
        var forms: [PageShape.Form] = [], names: [[String]] = []
        /// The shape and the place of the fields of the struct that is about to be read.
        var next = (shape: 0, first: 0)
    }

    /// A pointer, since each use of a class's own variables is checked for exclusive access, which costs
    /// a tenth of a page. One thread uses a reader, and no use lies within another.
    fileprivate let state: UnsafeMutablePointer<State>
    fileprivate let isLearning: Bool
    private let shapes: PageShapes

    /// - Parameter isLearning: finds out the shape of the value that encodes itself, and reads nothing.
    fileprivate init(_ shapes: PageShapes, isLearning: Bool) {
        self.shapes = shapes
        self.isLearning = isLearning
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Reads a page.
    ///
    /// - Precondition: the page holds nothing but what `Page` allows; a test renders every page.
    static func read(
        _ page: some Encodable, frame: [(name: String, text: String)], flags: [String], _ shapes: PageShapes
    ) -> PageTree {
        let reader = PageReader(shapes, isLearning: false)
        reader.readFrame(frame, flags)
        do {
            let value = try reader.read(page)
            reader.state.pointee.tree.values[PageTree.page] = value
        } catch {
            preconditionFailure("\(type(of: page)) holds what no template can show: \(error)")
        }
        return reader.state.pointee.tree
    }

    private func readFrame(_ texts: [(name: String, text: String)], _ flags: [String]) {
        var shape = PageShape()
        shape.places = shapes.places(texts.map(\.name) + flags)
        var values: [PageTree.Value] = [.fields(shape: add(shape), first: 2), .absent]
        values.reserveCapacity(128)
        for (_, text) in texts { values.append(.text(text)) }
        for _ in flags { values.append(.flag(true)) }
        state.pointee.tree.values = values
        state.pointee.tree.nameCount = shapes.names.count
    }

    fileprivate func read<T: Encodable>(_ value: T) throws -> PageTree.Value {
        if isLearning { return .absent }
        // A cast of a generic value costs more than all else here.
        if T.self == String.self { return .text(unsafeBitCast(value, to: String.self)) }
        let shape = try shapeNumber(of: value)
        switch state.pointee.forms[shape] {
        case .fields:
            let first = state.pointee.tree.values.count
            let count = state.pointee.names[shape].count
            state.pointee.tree.values.append(contentsOf: repeatElement(.absent, count: count))
            state.pointee.next = (shape, first)
            try value.encode(to: self)
            return .fields(shape: shape, first: first)
        case .list:
            let start = state.pointee.items.count
            try value.encode(to: self)
            let first = state.pointee.tree.values.count
            state.pointee.tree.values.append(contentsOf: state.pointee.items[start...])
            state.pointee.items.removeSubrange(start...)
            return .list(first: first, count: state.pointee.tree.values.count - first)
        case .other:
            state.pointee.single = .absent
            try value.encode(to: self)
            if T.self == TrustedHTML.self, case .text(let html) = state.pointee.single { return .html(html) }
            return state.pointee.single
        }
    }

    private func shapeNumber<T: Encodable>(of value: T) throws -> Int {
        let type = ObjectIdentifier(T.self)
        for known in state.pointee.types where known.type == type { return known.shape }
        let number = add(try shapes.shape(of: value))
        state.pointee.types.append((type, number))
        return number
    }

    private func add(_ shape: PageShape) -> Int {
        state.pointee.forms.append(shape.form)
        state.pointee.names.append(shape.names)
        state.pointee.tree.places.append(contentsOf: shape.places)
        return state.pointee.forms.count - 1
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if isLearning { state.pointee.learned.form = .fields }
        let next = state.pointee.next
        let names = isLearning ? [] : state.pointee.names[next.shape]
        return KeyedEncodingContainer(Fields<Key>(reader: self, first: next.first, names: names))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if isLearning { state.pointee.learned.form = .list }
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
            reader.state.pointee.learned.names.append(key.stringValue)
            return
        }
        precondition(position < names.count && names[position] == key.stringValue, "a page's fields change")
        reader.state.pointee.tree.values[first + position] = value
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
        if reader.isLearning { return }
        let value = try reader.read(value)
        reader.state.pointee.items.append(value)
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
    mutating func encode(_ value: String) { reader.state.pointee.single = .text(value) }
    mutating func encode(_ value: some Encodable) throws { throw NoSuchValue() }
}
