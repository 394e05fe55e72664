/// A response as a plain value.
///
/// The responder counts the bytes and sets `Content-Length`.
public struct Response: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// A body that is too large for memory. The thread of the request writes it piece by piece.
        ///
        /// If the closure throws, the connection is cut, so that no client takes half a file for a whole
        /// one.
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

    /// Makes a page.
    ///
    /// - Parameter bytes: HTML in UTF-8.
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

    /// Redirects to another address. With `seeOther`, the status after a form, the browser uses GET.
    ///
    /// Characters that an address may not have are percent-encoded.
    public static func redirect(to location: String, _ status: Status = .seeOther) -> Response {
        Response(
            status: status,
            headers: ["Location": percentEncoded(location, keeping: isAddressByte)])
    }

    public static func empty(_ status: Status) -> Response {
        Response(status: status)
    }

    /// Adds a cookie and keeps other cookies.
    public mutating func set(_ cookie: Cookie) {
        headers.add("Set-Cookie", cookie.headerValue)
    }

    /// Returns the whole body. A stream is run to its end. For tests and small responses.
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

/// The destination of a streamed body.
public protocol ResponseWriter {
    /// Writes the next bytes.
    ///
    /// - Throws: if the client has disconnected. The stream should then stop.
    func write(_ bytes: [UInt8]) throws
}

private final class BodyCollector: ResponseWriter {
    var bytes: [UInt8] = []

    func write(_ bytes: [UInt8]) {
        self.bytes += bytes
    }
}

/// Returns true for a byte that an address may have (RFC 3986 §2.2 and §2.3), and for the `%` of
/// characters that are already encoded.
private func isAddressByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "["),
         UInt8(ascii: "]"):
        true
    default:
        isPathByte(byte)
    }
}
