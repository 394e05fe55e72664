// Outgoing HTTPS requests and SMTP, by libcurl.
//
// - WebClient.swift: `WebClient`, which sends a request. WebMessages.swift: requests and responses.
//   WebAddress.swift: the check of an address. AnswerCollector.swift: the bytes of a response.
// - SMTPClient.swift: `SMTPClient`, which sends a mail. SMTPSettings.swift and SMTPError.swift: the
//   relay and its refusals.
// - EasyHandle.swift: libcurl's handle.

import CCurl
import Text

/// Outgoing HTTPS requests, each with a deadline and a size limit, always both.
///
/// Certificates are always verified and redirects never followed: an answer comes from the host
/// that was asked or not at all. Plain HTTP is for this machine's own servers, and only when told.
/// One client a thread; it keeps its connections open for the next request.
public final class WebClient {
    private let handle = EasyHandle()
    private let timeoutSeconds: Int
    private let limitBytes: Int
    private let allowsLoopbackHTTP: Bool
    private let caFile: String?

    /// - Parameters:
    ///   - timeoutSeconds: for the whole exchange, name look-up and connecting included.
    ///   - limitBytes: the longest body that is taken; one byte more is an error, not a cut.
    ///   - allowsLoopbackHTTP: whether `http://` is allowed to `localhost`, `127.*` and `[::1]`.
    ///   - caFile: certificates to trust in place of the system's.
    public init(
        timeoutSeconds: Int = 10, limitBytes: Int = 1 << 20, allowsLoopbackHTTP: Bool = false, caFile: String? = nil
    ) {
        self.timeoutSeconds = timeoutSeconds
        self.limitBytes = limitBytes
        self.allowsLoopbackHTTP = allowsLoopbackHTTP
        self.caFile = caFile
    }

    /// Sends a request and waits for the whole answer, whatever its status.
    public func send(_ request: WebRequest) throws(WebClientError) -> WebResponse {
        let address = try WebAddress(request.url, allowsLoopbackHTTP: allowsLoopbackHTTP)
        let headers = TextList(try headerLines(of: request))
        let answer = AnswerCollector(limitBytes: limitBytes)

        handle.reset(timeoutSeconds: timeoutSeconds, protocols: "http,https", caFile: caFile)
        // The very address that was judged, so that no second parser reads it differently.
        handle.set(CURLOPT_CURLU, pointer: UnsafeMutableRawPointer(address.handle))
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_HTTPHEADER, headers)
        handle.set(CURLOPT_USERAGENT, "Jadwal")
        handle.set(CURLOPT_MAXFILESIZE_LARGE, offset: limitBytes)
        answer.attach(to: handle)

        let code = request.body.withUnsafeBytes { body in
            setMethod(request.method, body: body)
            return handle.perform()
        }
        return try withExtendedLifetime((address, headers, answer)) { () throws(WebClientError) in
            if answer.isTooLarge || code == CURLE_FILESIZE_EXCEEDED { throw .tooLarge(limitBytes: limitBytes) }
            if code != CURLE_OK { throw WebClientError(code) }
            return WebResponse(status: handle.responseCode, headers: answer.headers, body: answer.body)
        }
    }

    private func setMethod(_ method: String, body: UnsafeRawBufferPointer) {
        if method == "HEAD" {
            handle.set(CURLOPT_NOBODY, 1)
        } else if method == "GET" && body.isEmpty {
            handle.set(CURLOPT_HTTPGET, 1)
        } else {
            handle.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: body.count)
            // A null pointer would mean "read the body from a callback".
            handle.set(CURLOPT_POSTFIELDS, pointer: UnsafeMutableRawPointer(mutating: body.baseAddress ?? emptyBody))
            handle.set(CURLOPT_CUSTOMREQUEST, method)
        }
    }
}

/// Somewhere to point for a body of no bytes; never read.
nonisolated(unsafe) private let emptyBody = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

/// The header lines of a request, or a refusal of what could split it.
private func headerLines(of request: WebRequest) throws(WebClientError) -> [String] {
    guard !request.method.isEmpty, request.method.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { throw .notAllowed("a method is upper-case letters") }
    // A body is sent at once; waiting for "100 Continue" would only add a second.
    var lines = ["Expect:"]
    for (name, value) in request.headers {
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenCharacter) else { throw .notAllowed("a header's name is a token") }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .notAllowed("a header's value holds a control character")
        }
        // libcurl takes "Name:" for "leave this header out" and "Name;" for one without a value.
        lines.append(value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? "\(name);" : "\(name): \(value)")
    }
    return lines
}

/// `tchar` of RFC 9110 §5.6.2.
private func isTokenCharacter(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
}
