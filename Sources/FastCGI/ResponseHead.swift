import HTTP

/// Appends the header block of a response as in CGI (RFC 3875 §6.3), with the empty line.
///
/// The responder sets the status and the length, so `Status` and `Content-Length` of the response itself
/// are dropped. Without a length, a client could not see that a response was cut short.
///
/// - Parameter contentLength: nil if there is no body or its length is not known. Then a
///   `Content-Length` of the response stays, unless its status forbids content.
func appendHead(_ response: Response, contentLength: Int?, to output: inout [UInt8]) {
    output.append(contentsOf: "Status: ".utf8)
    output.append(contentsOf: String(response.status.rawValue).utf8)
    output.append(UInt8(ascii: " "))
    output.append(contentsOf: response.status.reason.utf8)
    output.append(contentsOf: "\r\n".utf8)
    if response.headers.contains("Content-Length") || response.headers.contains("Status") {
        var headers = response.headers
        if contentLength != nil || response.status.forbidsContent { headers["Content-Length"] = nil }
        headers["Status"] = nil
        output.append(contentsOf: headers.wire)
    } else {
        output.append(contentsOf: response.headers.wire)
    }
    if let contentLength, !response.status.forbidsContent {
        output.append(contentsOf: "Content-Length: ".utf8)
        output.append(contentsOf: String(contentLength).utf8)
        output.append(contentsOf: "\r\n".utf8)
    }
    output.append(contentsOf: "\r\n".utf8)
}

/// Returns a short response as bytes, with its headers. A streamed body is dropped.
func responseBytes(_ response: Response) -> [UInt8] {
    var body: [UInt8] = []
    if case .bytes(let bytes) = response.body, !response.status.forbidsContent { body = bytes }
    var answer: [UInt8] = []
    appendHead(response, contentLength: body.count, to: &answer)
    return answer + body
}
