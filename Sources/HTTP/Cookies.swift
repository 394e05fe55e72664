import Text

/// The cookies that a browser sent: the `Cookie` header, read on demand.
///
/// A pair without a name or without `=` is skipped. RFC 6265 §5.4 wants servers to accept any header.
public struct Cookies: Sendable, Equatable {
    private let header: [UInt8]

    public init(_ header: String) {
        self.header = Array(header.utf8)
    }

    /// The value of the first cookie with a name, without the quotes that some clients add.
    ///
    /// Browsers send the cookie with the longest path first (RFC 6265 §5.4).
    public subscript(name: String) -> String? {
        for pair in header.split(separator: UInt8(ascii: ";")) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
                  pair[..<equals].trimmed(while: isBlank).elementsEqual(name.utf8), !name.isEmpty
            else { continue }
            return String(decoding: unquoted(pair[(equals + 1)...].trimmed(while: isBlank)), as: UTF8.self)
        }
        return nil
    }

    private func unquoted(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"")
        else { return value }
        return value.dropFirst().dropLast()
    }
}

/// A cookie for a response (RFC 6265 §4.1). Every attribute has the safe choice as its default.
public struct Cookie: Sendable, Equatable {
    /// The requests from other sites that carry the cookie.
    public enum SameSite: String, Sendable {
        /// Only requests of a person who follows a link.
        case lax = "Lax"
        /// No requests.
        case strict = "Strict"
    }

    public var name: String
    public var value: String
    /// The lifetime in seconds; nil lasts until the browser closes, 0 deletes the cookie.
    public var maxAge: Int?
    public var httpOnly: Bool
    public var secure: Bool
    public var sameSite: SameSite
    public var path: String

    public init(
        name: String, value: String, maxAge: Int? = nil, httpOnly: Bool = true, secure: Bool = true,
        sameSite: SameSite = .lax, path: String = "/"
    ) {
        self.name = name
        self.value = value
        self.maxAge = maxAge
        self.httpOnly = httpOnly
        self.secure = secure
        self.sameSite = sameSite
        self.path = path
    }

    /// The value of the `Set-Cookie` header.
    ///
    /// Bytes that RFC 6265 does not allow are percent-encoded, so a value can never add an attribute.
    public var headerValue: String {
        var text = percentEncoded(name, keeping: isTokenByte) + "="
            + percentEncoded(value, keeping: isCookieByte)
            + "; Path=" + percentEncoded(path) { isPathByte($0) && $0 != UInt8(ascii: ";") }
        if let maxAge { text += "; Max-Age=\(maxAge)" }
        if secure { text += "; Secure" }
        if httpOnly { text += "; HttpOnly" }
        return text + "; SameSite=" + sameSite.rawValue
    }
}

/// Returns true for a `cookie-octet` of RFC 6265 §4.1.1: visible ASCII except `"`, `,`, `;` and `\`.
private func isCookieByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
    default: byte > 0x20 && byte < 0x7F
    }
}
