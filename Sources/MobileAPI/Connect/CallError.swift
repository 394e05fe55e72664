import Crypto
import HTTP
import Runtime
import SwiftProtobuf

/// An error of a call, as its client reads it.
package struct CallError: Error {
    package let code: CallCode
    /// The key of its sentence in the catalogue; empty for an error without one.
    let text: String
    var values: [String: String] = [:]
    /// The seconds after which the call may succeed; nil if that is not known.
    var retrySeconds: Int?
    /// Messages with more about the error.
    private(set) var details: [any Message] = []

    package init(_ code: CallCode, _ text: String, _ values: [String: String] = [:], retrySeconds: Int? = nil) {
        self.code = code
        self.text = text
        self.values = values
        self.retrySeconds = retrySeconds
    }

    /// Returns the error with a message more.
    func with(_ message: any Message) -> CallError {
        var error = self
        error.details.append(message)
        return error
    }

    /// Returns the response. It is JSON whatever the codec of the call.
    ///
    /// - Parameter sentence: the words of the error, in the caller's language.
    func response(_ sentence: String) throws -> Response {
        let body = Body(
            code: code.rawValue, message: sentence,
            details: details.isEmpty ? nil : try details.map { detail in
                let bytes: [UInt8] = try detail.serializedBytes()
                return Body.Detail(
                    type: type(of: detail).protoMessageName, value: base64(bytes).replacing("=", with: ""))
            })
        var response = Response(
            status: code.status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: .bytes(Array(try JSON.text(body).utf8)))
        if let retrySeconds { response.headers["Retry-After"] = "\(max(1, retrySeconds))" }
        return response
    }

    private struct Body: Encodable {
        let code: String, message: String
        let details: [Detail]?

        struct Detail: Encodable {
            let type: String, value: String
        }
    }
}

/// A request that is no call of Connect at all: the response has a status and no body.
struct NotACall: Error {
    let status: Status
    let headers: Headers

    /// Another content type than those of the codecs (415).
    static let unknownCodec = NotACall(
        status: .unsupportedMediaType, headers: ["Accept-Post": "application/json, application/proto"])
}
