import Text

/// The header fields of a request or an answer, in order; names compare without case.
///
/// They are kept as they travel, `Name: value` lines with CR LF, so that an answer's block is
/// written with one copy and a request's values become strings only when somebody asks.
///
/// A name that is not a token, or a value with a control character, is refused: nothing is stored.
/// So no input, however it got here, can split an answer in two.
public struct Headers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// Where a line's name starts, its colon stands, and its value ends.
    private struct Line: Sendable, Equatable {
        var start, colon, end: Int
    }

    /// Every line, each ending in CR LF; without the empty line that ends a block.
    public private(set) var wire: [UInt8] = []
    private var lines: [Line] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements {
            add(name, value)
        }
    }

    /// Reads a block of `Name: value` lines, up to its end.
    ///
    /// Line folding is refused, as RFC 9112 §5.2 allows; space around a value is dropped.
    public init(wire block: [UInt8]) throws(RequestError) {
        wire.reserveCapacity(block.count)
        var start = block.startIndex
        while start < block.endIndex {
            guard let colon = block[start...].firstIndex(of: UInt8(ascii: ":")),
                  let feed = block[start...].firstIndex(of: UInt8(ascii: "\n")),
                  colon < feed, block[feed - 1] == UInt8(ascii: "\r"), feed - 1 > colon,
                  add(block[start..<colon], block[(colon + 1)..<(feed - 1)].trimmed(while: isBlank))
            else { throw .badRequest("a header line is malformed") }
            start = feed + 1
        }
    }

    /// The first value of a name. Setting replaces every line of that name; nil removes them.
    public subscript(name: String) -> String? {
        get {
            lines.first { isNamed(name, $0) }.map(value)
        }
        set {
            guard let newValue else { return remove(name) }
            guard isToken(name.utf8), isFieldValue(newValue.utf8) else { return }
            remove(name)
            add(name, newValue)
        }
    }

    /// Appends a line, keeping others of that name.
    ///
    /// - Returns: false when the name or the value was refused.
    @discardableResult
    public mutating func add(_ name: String, _ value: String) -> Bool {
        add(Array(name.utf8)[...], Array(value.utf8)[...])
    }

    /// Every value of a name, in order.
    public func values(_ name: String) -> [String] {
        lines.filter { isNamed(name, $0) }.map(value)
    }

    public func contains(_ name: String) -> Bool {
        lines.contains { isNamed(name, $0) }
    }

    @discardableResult
    private mutating func add(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool {
        guard isToken(name), isFieldValue(value) else { return false }
        let start = wire.count
        wire.append(contentsOf: name)
        wire.append(UInt8(ascii: ":"))
        wire.append(UInt8(ascii: " "))
        wire.append(contentsOf: value)
        lines.append(Line(start: start, colon: start + name.count, end: wire.count))
        wire.append(UInt8(ascii: "\r"))
        wire.append(UInt8(ascii: "\n"))
        return true
    }

    private mutating func remove(_ name: String) {
        guard contains(name) else { return }
        var kept = Headers()
        for line in lines where !isNamed(name, line) {
            kept.add(wire[line.start..<line.colon], wire[(line.colon + 2)..<line.end])
        }
        self = kept
    }

    private func isNamed(_ name: String, _ line: Line) -> Bool {
        var position = line.start
        guard name.utf8.count == line.colon - line.start else { return false }
        for byte in name.utf8 {
            guard lowerCased(byte) == lowerCased(wire[position]) else { return false }
            position += 1
        }
        return true
    }

    /// Bytes that are not UTF-8 read as U+FFFD: RFC 9110 §5.5 leaves their meaning open.
    private func value(_ line: Line) -> String {
        String(decoding: wire[(line.colon + 2)..<line.end], as: UTF8.self)
    }

    private func name(_ line: Line) -> String {
        String(decoding: wire[line.start..<line.colon], as: UTF8.self)
    }
}

extension Headers: Sequence {
    public struct Iterator: IteratorProtocol {
        fileprivate let headers: Headers
        fileprivate var position = 0

        public mutating func next() -> (name: String, value: String)? {
            guard position < headers.lines.count else { return nil }
            defer { position += 1 }
            let line = headers.lines[position]
            return (headers.name(line), headers.value(line))
        }
    }

    public func makeIterator() -> Iterator {
        Iterator(headers: self)
    }

    public var underestimatedCount: Int { lines.count }
}
