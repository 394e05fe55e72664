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
        var start = 0
        for index in octets.indices where !isPlain(octets[index]) {
            guard let replacement = replacement(octets, index, inAttribute) else { continue }
            append(UnsafeBufferPointer(rebasing: octets[start..<index]))
            raw(replacement.markup)
            start = index + replacement.length
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

/// Returns false for octets that may need a replacement.
private func isPlain(_ octet: UInt8) -> Bool {
    if octet > UInt8(ascii: ">") { return octet != 0xEF }
    if octet > UInt8(ascii: "&") { return octet != UInt8(ascii: "<") && octet != UInt8(ascii: ">") }
    return octet == UInt8(ascii: " ")
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
