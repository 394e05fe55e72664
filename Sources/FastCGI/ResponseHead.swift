import HTTP

/// Appends the header block of an answer, as CGI has it (RFC 3875 §6.3), with the empty line.
///
/// The length is ours to say: a feature's own `Content-Length` or `Status` is left out. Without a
/// length, an answer that breaks off could not be told from one that ended.
///
/// - Parameter contentLength: nil for a body of unknown length, or none at all.
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

/// A short answer from its first header to its last byte. A streamed body is left out.
func wholeAnswer(_ response: Response) -> [UInt8] {
    var body: [UInt8] = []
    if case .bytes(let bytes) = response.body, !response.status.forbidsContent { body = bytes }
    var answer: [UInt8] = []
    appendHead(response, contentLength: body.count, to: &answer)
    return answer + body
}
