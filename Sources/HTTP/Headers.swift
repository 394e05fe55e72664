import Text

/// The header fields of a request or a response, in order. Names are compared without case.
///
/// They are stored in their wire format, `Name: value` lines with CR LF. So the block of a response is
/// written with one copy, and a value of a request becomes a string only on demand.
///
/// A name that is not a token and a value with a control character are refused and not stored. So no
/// input can split a response in two.
public struct Headers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// A line: the positions of the first byte of its name, of its colon, and after its value.
    private struct Line: Sendable, Equatable {
        var start, colon, end: Int
    }

    /// All lines, each with CR LF, without the empty line at the end of a block.
    public private(set) var wire: [UInt8] = []
    private var lines: [Line] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements {
            add(name, value)
        }
    }

    /// Reads a block of `Name: value` lines. White space around a value is dropped.
    ///
    /// - Throws: 400 for a malformed line. Line folding is one, as RFC 9112 §5.2 allows.
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

    /// The first value of a name. Setting it replaces every line of that name; nil removes them.
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

    /// Appends a line and keeps other lines of that name.
    ///
    /// - Returns: false if the name or the value was refused.
    @discardableResult
    public mutating func add(_ name: String, _ value: String) -> Bool {
        add(name.utf8, value.utf8)
    }

    /// Returns every value of a name, in order.
    public func values(_ name: String) -> [String] {
        lines.filter { isNamed(name, $0) }.map(value)
    }

    public func contains(_ name: String) -> Bool {
        lines.contains { isNamed(name, $0) }
    }

    @discardableResult
    private mutating func add(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) -> Bool {
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

    /// Returns a line's value. Invalid UTF-8 reads as U+FFFD, since RFC 9110 §5.5 gives it no meaning.
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
