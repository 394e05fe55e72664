/// One answer, as a plain value.
///
/// `Content-Length` is not set here: the responder counts the bytes it is given.
public struct Response: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// Written piece by piece on the thread that answers, for what is too large to hold.
        ///
        /// Throwing breaks the connection off, so that nobody takes half a file for the whole.
        case stream(@Sendable (any ResponseWriter) throws -> Void)
    }

    public var status: Status
    public var headers: Headers
    public var body: Body

    public init(status: Status = .ok, headers: Headers = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public static func html(_ text: String, status: Status = .ok) -> Response {
        html(Array(text.utf8), status: status)
    }

    /// - Parameter bytes: UTF-8.
    public static func html(_ bytes: [UInt8], status: Status = .ok) -> Response {
        Response(
            status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
            body: .bytes(bytes))
    }

    public static func text(_ text: String, status: Status = .ok) -> Response {
        Response(
            status: status, headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: .bytes(Array(text.utf8)))
    }

    /// Sends the browser elsewhere; after a form, `seeOther` makes it use GET.
    ///
    /// Anything in the address that is not allowed in one is percent-encoded.
    public static func redirect(to location: String, _ status: Status = .seeOther) -> Response {
        Response(
            status: status,
            headers: ["Location": percentEncoded(location, keeping: isAddressByte)])
    }

    public static func empty(_ status: Status) -> Response {
        Response(status: status)
    }

    /// Adds a cookie, beside those already there.
    public mutating func set(_ cookie: Cookie) {
        headers.add("Set-Cookie", cookie.headerValue)
    }

    /// The whole body, running the stream if it is one. For tests and small answers.
    public func collectBody() throws -> [UInt8] {
        switch body {
        case .bytes(let bytes):
            return bytes
        case .stream(let write):
            let collector = BodyCollector()
            try write(collector)
            return collector.bytes
        }
    }
}

/// Where a streamed body goes.
public protocol ResponseWriter {
    /// - Throws: when the client has gone; the stream should then stop.
    func write(_ bytes: [UInt8]) throws
}

private final class BodyCollector: ResponseWriter {
    var bytes: [UInt8] = []

    func write(_ bytes: [UInt8]) {
        self.bytes += bytes
    }
}

/// RFC 3986 §2.2 and §2.3, and the `%` of what is encoded already.
private func isAddressByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "["),
         UInt8(ascii: "]"):
        true
    default:
        isPathByte(byte)
    }
}
