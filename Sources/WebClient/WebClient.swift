// Outgoing HTTPS requests and SMTP, by libcurl.
//
// - WebClient.swift: `WebClient`, which sends a request. WebMessages.swift: requests and responses.
//   WebAddress.swift: the check of an address. ResponseCollector.swift: the bytes of a response.
// - SMTPClient.swift: `SMTPClient`, which sends a mail. SMTPSettings.swift and SMTPError.swift: the
//   relay and its refusals.
// - Guarded: fetching from an address that a person typed. EasyHandle.swift: libcurl's handle.

import CCurl
import Text

/// A client for HTTPS requests, each with a deadline and a size limit.
///
/// Certificates are always verified and redirects are never followed, so a response always comes from the
/// host of the request. Plain HTTP needs an option and works for servers on this machine only. Use a client
/// on one thread only. It keeps its connections open for the next request.
public final class WebClient {
    private let handle = EasyHandle()
    private let timeoutSeconds: Int
    private let connectSeconds: Int?
    private let limitBytes: Int
    private let allowsLoopbackHTTP: Bool
    private let caFile: String?
    private let version: WebVersion
    private let idleSeconds: Int?

    /// The seconds after which `keepConnections` sends a PING.
    private static let upkeepSeconds = 3_600

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: the time limit for a request, name look-up and connecting included.
    ///   - connectSeconds: a shorter limit for name look-up and connecting; nil for none of its own.
    ///   - limitBytes: the maximum length of a body. A longer one is an error and is not cut.
    ///   - allowsLoopbackHTTP: allows `http://` to `localhost`, `127.*` and `[::1]`.
    ///   - caFile: the file of certificates to trust instead of the system's.
    ///   - version: the versions of HTTP that are allowed.
    ///   - idleSeconds: the seconds for which an unused connection may be used again; nil for libcurl's 118.
    public init(
        timeoutSeconds: Int = 10, connectSeconds: Int? = nil, limitBytes: Int = 1 << 20,
        allowsLoopbackHTTP: Bool = false, caFile: String? = nil, version: WebVersion = .any, idleSeconds: Int? = nil
    ) {
        self.timeoutSeconds = timeoutSeconds
        self.connectSeconds = connectSeconds
        self.limitBytes = limitBytes
        self.allowsLoopbackHTTP = allowsLoopbackHTTP
        self.caFile = caFile
        self.version = version
        self.idleSeconds = idleSeconds
    }

    /// Sends a PING on connections of HTTP/2 that were not used for an hour, so that servers keep them open.
    ///
    /// A connection that is lost is replaced by the next request.
    public func keepConnections() {
        handle.keepConnections()
    }

    /// Sends a request and waits for the whole response. Any status counts as a response.
    public func send(_ request: WebRequest) throws(WebClientError) -> WebResponse {
        let address = try WebAddress(request.url, allowsLoopbackHTTP: allowsLoopbackHTTP)
        let headers = TextList(try headerLines(of: request))
        let answer = ResponseCollector(limitBytes: limitBytes)

        handle.reset(
            timeoutSeconds: timeoutSeconds, connectSeconds: connectSeconds, protocols: "http,https", caFile: caFile)
        // This is the address that was checked, so that no second parser can read it differently.
        handle.set(CURLOPT_CURLU, pointer: UnsafeMutableRawPointer(address.handle))
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_HTTPHEADER, headers)
        handle.set(CURLOPT_USERAGENT, "Jadwal")
        handle.set(CURLOPT_MAXFILESIZE_LARGE, offset: limitBytes)
        if version == .onlyHTTP2 { handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)) }
        if let idleSeconds {
            handle.set(CURLOPT_MAXAGE_CONN, idleSeconds)
            handle.set(CURLOPT_UPKEEP_INTERVAL_MS, Self.upkeepSeconds * 1_000)
        }
        answer.attach(to: handle)

        let code = request.body.withUnsafeBytes { body in
            setMethod(request.method, body: body)
            return handle.perform()
        }
        return try withExtendedLifetime((address, headers, answer)) { () throws(WebClientError) in
            if answer.isTooLarge || code == CURLE_FILESIZE_EXCEEDED { throw .tooLarge(limitBytes: limitBytes) }
            if code != CURLE_OK { throw WebClientError(code) }
            // TLS lets a server choose HTTP/1.1 without a word.
            if version == .onlyHTTP2, !handle.usedHTTP2 { throw .broken("the server does not speak HTTP/2") }
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
            // With a null pointer, libcurl would read the body from a callback.
            handle.set(CURLOPT_POSTFIELDS, pointer: UnsafeMutableRawPointer(mutating: body.baseAddress ?? emptyBody))
            handle.set(CURLOPT_CUSTOMREQUEST, method)
        }
    }
}

/// A pointer for an empty body, never read.
nonisolated(unsafe) private let emptyBody = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

/// Returns the header lines of a request.
///
/// - Throws: `.notAllowed` for a method or a header that could split the request.
private func headerLines(of request: WebRequest) throws(WebClientError) -> [String] {
    guard !request.method.isEmpty, request.method.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { throw .notAllowed("a method must be upper-case letters") }
    // Without an "Expect" header the body is sent at once, with no wait for "100 Continue".
    var lines = ["Expect:"]
    for (name, value) in request.headers {
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenCharacter) else { throw .notAllowed("the name of a header must be a token") }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .notAllowed("the value of a header has a control character")
        }
        // libcurl reads "Name:" as "remove this header", and "Name;" as a header without a value.
        lines.append(value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? "\(name);" : "\(name): \(value)")
    }
    return lines
}

/// Returns true for `tchar` of RFC 9110 §5.6.2.
private func isTokenCharacter(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
}
