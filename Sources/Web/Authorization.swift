import Crypto
package import HTTP
import Templates

// The credentials in the header `Authorization`, for the audiences of programs.

extension Request {
    /// The token of `Authorization`; nil without one. The scheme is compared without case (RFC 9110 §11.1).
    package var bearer: String? {
        guard let header = headers["Authorization"], let space = header.firstIndex(of: " "),
            header[..<space].lowercased() == "bearer"
        else { return nil }
        let token = header[space...].drop { $0 == " " }
        return token.isEmpty ? nil : String(token)
    }
}

/// The user name and password of HTTP Basic.
package struct Credentials: Equatable {
    package let login: String
    package let password: String

    /// Reads the value of `Authorization`; nil if it is missing or malformed. The user name has no colon.
    package init?(_ header: String?) {
        guard let header, let space = header.firstIndex(of: " "), header[..<space].lowercased() == "basic",
            let octets = base64Decoded(String(header[space...]).trimmed),
            let text = String(validating: octets, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return nil }
        login = String(text[..<colon])
        password = String(text[text.index(after: colon)...])
    }
}
