/// The reason why a text is refused, and the line at which reading stopped.
public struct XMLError: Error, Hashable, Sendable {
    public let reason: Reason
    /// The number of the line, from 1.
    public let line: Int

    public enum Reason: Hashable, Sendable {
        /// Not well-formed, or wrong by the rules of namespaces. The text is libexpat's.
        case malformed(String)
        /// A document type. Entities need one, so they are refused as well.
        case documentType
        /// Octets that are not text in the encoding of the document, or an encoding that is not read.
        case encoding
        /// More elements inside each other than `XMLLimits.depth`.
        case tooDeep
        /// More elements, attributes and namespace declarations than `XMLLimits.parts`.
        case tooManyParts
        /// More octets than `XMLLimits.octets`, or a tag or a namespace that no program writes so long.
        case tooLong
        /// libexpat could not get memory.
        case outOfMemory
    }
}

extension XMLError: CustomStringConvertible {
    public var description: String { "line \(line): \(reason)" }
}

extension XMLError.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed(let message): message
        case .documentType: "document types and entities are not allowed"
        case .encoding: "the text is not in its encoding, or the encoding is not supported"
        case .tooDeep: "too many elements inside each other"
        case .tooManyParts: "too many elements and attributes"
        case .tooLong: "too long"
        case .outOfMemory: "not enough memory"
        }
    }
}
