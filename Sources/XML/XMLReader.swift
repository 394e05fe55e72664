import CExpat

/// The limits of one text.
public struct XMLLimits: Sendable {
    /// The length of the text.
    public var octets: Int
    /// The number of elements inside each other, the root included.
    public var depth: Int
    /// The number of elements, attributes and namespace declarations together.
    public var parts: Int

    public init(octets: Int = 10 << 20, depth: Int = 64, parts: Int = 100_000) {
        self.octets = octets
        self.depth = depth
        self.parts = parts
    }
}

extension XMLElement {
    /// Reads a document: UTF-8, or what its byte order mark or declaration names of UTF-16, ISO-8859-1 and
    /// US-ASCII.
    public init(reading octets: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLError) {
        guard octets.count <= limits.octets else { throw XMLError(reason: .tooLong, line: 1) }
        // A form feed cannot be part of any XML text, so that it parts a namespace from a name without doubt.
        guard let parser = XML_ParserCreateNS(nil, TreeBuilder.separator) else {
            throw XMLError(reason: .outOfMemory, line: 1)
        }
        defer { XML_ParserFree(parser) }
        let builder = TreeBuilder(parser, limits)
        let root = withExtendedLifetime(builder) {
            builder.listen()
            return feed(octets, to: parser, builder) ? builder.root : nil
        }
        guard let root else { throw refusal(octets, by: parser, builder) }
        self = root
    }
}

extension XMLName {
    /// True if an element can have this name, which a text of a request need not be: written and read again it is the
    /// same.
    public var isElementName: Bool {
        let element = XMLElement(self)
        do throws(XMLError) {
            return try XMLElement(reading: element.octets) == element
        } catch {
            return false
        }
    }
}

/// The longest tag. libexpat copies the namespace for each attribute with a prefix, and examines an unfinished
/// tag again with each piece. Both are cheap if a tag is short.
private let longestTag = 16_384
private let piece = 8_192

/// Hands a document to the parser, in pieces.
///
/// - Returns: false if it stopped, or if a tag is too long.
private func feed(_ octets: [UInt8], to parser: XML_Parser, _ builder: TreeBuilder) -> Bool {
    octets.withUnsafeBytes { octets in
        var position = 0
        repeat {
            let count = min(piece, octets.count - position)
            let isLast = position + count == octets.count
            let start = octets.baseAddress.map { ($0 + position).assumingMemoryBound(to: CChar.self) }
            guard XML_Parse(parser, start, Int32(count), isLast ? 1 : 0) == XML_STATUS_OK else { return false }
            position += count
            // libexpat is at the first octet of a tag that is not complete.
            if !isLast, position - Int(XML_GetCurrentByteIndex(parser)) > longestTag {
                builder.refuse(.tooLong)
                return false
            }
        } while position < octets.count
        return true
    }
}

private func refusal(_ octets: [UInt8], by parser: XML_Parser, _ builder: TreeBuilder) -> XMLError {
    let line = Int(XML_GetCurrentLineNumber(parser))
    if let reason = builder.refusal { return XMLError(reason: reason, line: line) }
    let code = XML_GetErrorCode(parser)
    let reason: XMLError.Reason = switch code {
    case XML_ERROR_NO_MEMORY: .outOfMemory
    case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING, XML_ERROR_PARTIAL_CHAR: .encoding
    // Octets that are not UTF-8, and characters that XML does not allow.
    case XML_ERROR_INVALID_TOKEN where String(validating: octets, as: UTF8.self) == nil: .encoding
    default: .malformed(XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed")
    }
    return XMLError(reason: reason, line: line)
}
