import CCurl

/// An allowed address, parsed by libcurl, which also uses it.
final class WebAddress {
    let handle: OpaquePointer

    init(_ text: String, allowsLoopbackHTTP: Bool) throws(WebClientError) {
        guard let handle = curl_url() else { preconditionFailure("libcurl has no memory for an address") }
        self.handle = handle
        guard !text.utf8.contains(0), text.contains("://"),
              curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK
        else { throw .notAllowed("not an absolute address without user and password") }

        switch part(CURLUPART_SCHEME) {
        case "https": break
        case "http":
            guard allowsLoopbackHTTP, let host = part(CURLUPART_HOST), isLoopback(host) else {
                throw .notAllowed("plain HTTP is only for this machine's own servers")
            }
        default: throw .notAllowed("only https:// is allowed")
        }
    }

    deinit { curl_url_cleanup(handle) }

    private func part(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
