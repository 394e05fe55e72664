/// Writes a document straight into octets, in UTF-8. The caller nests the elements.
///
/// Text is escaped so that a reader gets it octet for octet: a carriage return becomes a reference, since readers
/// turn plain ones into line feeds. Characters that XML does not allow are left out, as they would make the
/// whole document unreadable: control characters without tab, line feed and carriage return, U+FFFE and U+FFFF.
/// For the same reason no octets get into a document that are not UTF-8, whatever the caller passes.
///
/// A document is made in memory, so it has a limit. A writer that has reached it takes nothing more and is full; the
/// caller looks at `isFull` and refuses the request.
public struct XMLWriter: Sendable {
    /// The most octets of a document.
    public static let mostOctets = 16 << 20

    public private(set) var bytes: [UInt8] = []
    /// True if something did not fit. The document is useless then, unless the caller truncates it.
    public private(set) var isFull = false
    /// The prefixes that the document's root declares, by namespace.
    let prefixes: [String: String]

    /// - Parameters:
    ///   - prefixes: the prefixes by namespace that the root declares. The caller writes the declarations.
    ///   - capacity: the expected length in octets.
    public init(prefixes: [String: String] = [:], reserving capacity: Int = 0) {
        self.prefixes = prefixes
        bytes.reserveCapacity(min(capacity, Self.mostOctets))
    }

    /// Makes room for further octets at once, if it is known how many will come.
    public mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(min(bytes.count + count, Self.mostOctets))
    }

    /// Copies markup as it is.
    @inlinable
    public mutating func raw(_ markup: StaticString) {
        markup.withUTF8Buffer { append($0) }
    }

    /// Copies markup that was written before.
    public mutating func raw(_ octets: [UInt8]) {
        guard hasRoom(octets.count) else { return }
        bytes.append(contentsOf: octets)
    }

    /// Copies markup that another writer wrote. If that one is full, this one is, too.
    public mutating func raw(_ other: XMLWriter) {
        raw(other.bytes)
        isFull = isFull || other.isFull
    }

    /// Copies a text as it is.
    ///
    /// - Parameter text: has no character that needs an escape.
    public mutating func raw(plain text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Writes a start tag.
    ///
    /// - Parameter tag: a name with a prefix that the root declares, as in `d:href`. Attributes may follow it.
    @inlinable
    public mutating func start(_ tag: StaticString) {
        raw("<")
        raw(tag)
        raw(">")
    }

    /// Writes an end tag.
    @inlinable
    public mutating func end(_ tag: StaticString) {
        raw("</")
        raw(tag)
        raw(">")
    }

    /// Writes an element without content.
    @inlinable
    public mutating func empty(_ tag: StaticString) {
        raw("<")
        raw(tag)
        raw("/>")
    }

    /// Writes an element with a text.
    public mutating func element(_ tag: StaticString, _ text: String) {
        start(tag)
        self.text(text)
        end(tag)
    }

    /// Writes an element around what `content` writes.
    @inlinable
    public mutating func element<E: Error>(
        _ tag: StaticString, _ content: (inout XMLWriter) throws(E) -> Void
    ) throws(E) {
        start(tag)
        try content(&self)
        end(tag)
    }

    /// Writes text between tags.
    public mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { escape($0, inAttribute: false) }
    }

    /// Writes text between tags.
    ///
    /// - Parameters:
    ///   - octets: a text that should be UTF-8, such as a calendar object as it is stored.
    ///   - mend: makes the text of octets that are not UTF-8. What its result has of such octets becomes U+FFFD.
    public mutating func text(_ octets: [UInt8], mending mend: ([UInt8]) -> [UInt8] = { $0 }) {
        guard !octets.isUTF8 else { return octets.withUnsafeBufferPointer { escape($0, inAttribute: false) } }
        text(String(decoding: mend(octets), as: UTF8.self))
    }

    /// Writes an attribute inside a start tag, with a space in front.
    ///
    /// - Parameter name: without prefix, or with one that is declared.
    mutating func attribute(_ name: String, _ value: String) {
        raw(" ")
        raw(plain: name)
        raw("=\"")
        var value = value
        value.withUTF8 { escape($0, inAttribute: true) }
        raw("\"")
    }

    @usableFromInline
    mutating func append(_ octets: UnsafeBufferPointer<UInt8>) {
        guard hasRoom(octets.count) else { return }
        bytes.append(contentsOf: octets)
    }

    private mutating func hasRoom(_ count: Int) -> Bool {
        // Once full it stays full, so that a short piece behind a long one does not make nonsense.
        if !isFull, bytes.count + count <= Self.mostOctets { return true }
        isFull = true
        return false
    }

    /// Removes what was written after a length, for an element that turned out to be empty.
    public mutating func truncate(to length: Int) {
        bytes.removeSubrange(length...)
    }

    /// Removes what was written after a length and did not fit. The writer is no longer full.
    ///
    /// - Parameter length: that of a moment when the writer was not full.
    public mutating func discard(to length: Int) {
        truncate(to: length)
        isFull = false
    }

    /// Copies runs of plain octets, and replaces what lies between them.
    private mutating func escape(_ octets: UnsafeBufferPointer<UInt8>, inAttribute: Bool) {
        var start = 0, index = 0
        while let found = firstUnplain(octets, from: index) {
            guard let replacement = replacement(octets, found, inAttribute) else {
                index = found + 1
                continue
            }
            append(UnsafeBufferPointer(rebasing: octets[start..<found]))
            raw(replacement.markup)
            start = found + replacement.length
            index = start
        }
        append(UnsafeBufferPointer(rebasing: octets[start...]))
    }
}

extension [UInt8] {
    /// True if the octets are UTF-8 (RFC 3629): no halves of characters, overlong forms or surrogates.
    fileprivate var isUTF8: Bool {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: span)
            return true
        } catch {
            return false
        }
    }
}

/// Returns the index of the first octet from `start` on that may need a replacement; nil if there is none.
///
/// It examines eight octets at once, since most text has nothing to replace.
private func firstUnplain(_ octets: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let bytes = UnsafeRawBufferPointer(octets)
    var index = start
    while index + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let marks = marksOfUnplain(word)
        if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
        index += 8
    }
    return (index..<octets.count).first { !isPlain(octets[$0]) }
}

/// Returns a word whose lowest bit that is set is in the first of eight octets that `isPlain` is false for, and 0 if
/// there is none. The first octet is the lowest one.
///
/// `(x − 01…) & ~x & 80…` marks the octets of x that are 0, exactly up to the first one.
private func marksOfUnplain(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101, tops: UInt64 = 0x8080_8080_8080_8080
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & tops }
    // Below 0x20; `"` and `&` differ in the bit 4, `<` and `>` in the bit 2.
    let control = (word &- 0x20 &* ones) & ~word & tops
    return control | zeros((word | 4 &* ones) ^ 0x26 &* ones) | zeros((word | 2 &* ones) ^ 0x3E &* ones)
        | zeros(word ^ 0xEF &* ones)
}

/// Returns false for octets that may need a replacement.
private func isPlain(_ octet: UInt8) -> Bool {
    if octet > UInt8(ascii: ">") { return octet != 0xEF }
    if octet > UInt8(ascii: "&") { return octet != UInt8(ascii: "<") && octet != UInt8(ascii: ">") }
    return octet >= UInt8(ascii: " ") && octet != UInt8(ascii: "&") && octet != UInt8(ascii: "\"")
}

/// Returns the markup for the character at an index, and the character's length; nil if it stays as it is.
private func replacement(
    _ octets: UnsafeBufferPointer<UInt8>, _ index: Int, _ inAttribute: Bool
) -> (markup: StaticString, length: Int)? {
    switch octets[index] {
    case UInt8(ascii: "&"): return ("&amp;", 1)
    case UInt8(ascii: "<"): return ("&lt;", 1)
    case UInt8(ascii: ">"): return ("&gt;", 1)
    case UInt8(ascii: "\r"): return ("&#13;", 1)
    case UInt8(ascii: "\""): return inAttribute ? ("&quot;", 1) : nil
    case UInt8(ascii: "\t"): return inAttribute ? ("&#9;", 1) : nil
    case UInt8(ascii: "\n"): return inAttribute ? ("&#10;", 1) : nil
    case 0..<0x20: return ("", 1)
    case 0xEF:
        // U+FFFE and U+FFFF.
        let isLeftOut = index + 2 < octets.count && octets[index + 1] == 0xBF && octets[index + 2] >= 0xBE
        return isLeftOut ? ("", 3) : nil
    default: return nil
    }
}
