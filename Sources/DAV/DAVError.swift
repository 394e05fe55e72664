public import HTTP
public import XML

/// A request that is refused: the status of the answer, and the element of its `DAV:error` body.
public struct DAVError: Error, Hashable, Sendable {
    public let status: Status
    /// The condition that failed; nil if no standard names one, as for a header that cannot be read.
    public let precondition: Precondition?
    /// A sentence for people and the log. It quotes no text that a person wrote.
    public let message: String

    public init(_ status: Status, _ message: String) {
        self.status = status
        precondition = nil
        self.message = message
    }

    public init(_ precondition: Precondition, _ message: String) {
        status = precondition.status
        self.precondition = precondition
        self.message = message
    }

    static func badRequest(_ message: String) -> DAVError { DAVError(.badRequest, message) }
}

extension DAVError {
    /// The body of the answer: DAV:error with the precondition alone (RFC 4918 §16); nil if there is none. The
    /// message is a comment in it: a person who debugs a client reads it, and no client takes it for a condition.
    public var body: [UInt8]? {
        guard let precondition else { return nil }
        var writer = XMLWriter.dav(reserving: 512)
        writer.document("d:error") { writer in
            writer.element(precondition.element)
            // Two hyphens would end the comment.
            writer.raw("<!-- ")
            writer.text(message.replacing("--", with: "\u{2014}"))
            writer.raw(" -->")
        }
        return writer.bytes
    }
}

/// A condition of a standard that a request breaks: the element of `DAV:error` (RFC 4918 §16), and the status.
public struct Precondition: Hashable, Sendable {
    public let name: XMLName
    public let status: Status
    /// The elements inside, as the privileges that are needed.
    public let content: [XMLElement]

    init(_ name: XMLName, _ status: Status = .forbidden, _ content: [XMLElement] = []) {
        self.name = name
        self.status = status
        self.content = content
    }

    /// The whole element.
    public var element: XMLElement { XMLElement(name, content.map(XMLNode.element)) }
}
