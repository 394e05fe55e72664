import CCurl

/// Makes libcurl ready. Called once, before the first thread starts (libcurl's own condition).
public func startWebClients() {
    precondition(jadwal_curl_global_init() == CURLE_OK, "libcurl could not be made ready")
}

/// One of libcurl's easy handles: its options, and one transfer at a time.
///
/// Not `Sendable`: libcurl allows a handle on one thread at a time.
final class EasyHandle {
    private let curl: UnsafeMutableRawPointer
    private var firstFailure = CURLE_OK

    init() {
        guard let curl = curl_easy_init() else { preconditionFailure("libcurl has no memory for a handle") }
        self.curl = curl
    }

    deinit { curl_easy_cleanup(curl) }

    /// Forgets every option, keeps open connections, and sets what every transfer of ours has.
    func reset(timeoutSeconds: Int, protocols: String, caFile: String?) {
        curl_easy_reset(curl)
        firstFailure = CURLE_OK
        // Without it libcurl bounds name look-ups by SIGALRM, which would hit any thread.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, protocols)
        set(CURLOPT_TIMEOUT_MS, timeoutSeconds * 1_000)
        set(CURLOPT_CONNECTTIMEOUT_MS, timeoutSeconds * 1_000)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let caFile { set(CURLOPT_CAINFO, caFile) }
        // Settings come from one place; a proxy in the environment is not one of them.
        set(CURLOPT_PROXY, "")
    }

    func set(_ option: CURLoption, _ value: Int) { note(jadwal_curl_set_long(curl, option, value)) }

    func set(_ option: CURLoption, _ value: String) { note(jadwal_curl_set_text(curl, option, value)) }

    func set(_ option: CURLoption, offset: Int) { note(jadwal_curl_set_offset(curl, option, curl_off_t(offset))) }

    /// The list must outlive the transfer.
    func set(_ option: CURLoption, _ list: TextList) { note(jadwal_curl_set_list(curl, option, list.first)) }

    /// What is pointed to must outlive the transfer.
    func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
        note(jadwal_curl_set_pointer(curl, option, pointer))
    }

    func set(_ option: CURLoption, callback: @escaping curl_write_callback) {
        note(jadwal_curl_set_callback(curl, option, callback))
    }

    /// Runs the transfer to its end, unless an option was not taken: then that is the answer.
    func perform() -> CURLcode {
        firstFailure == CURLE_OK ? curl_easy_perform(curl) : firstFailure
    }

    /// The last status of the other side: HTTP's, or the three digits of an SMTP reply; 0 for none.
    var responseCode: Int {
        var code = 0
        _ = jadwal_curl_get_long(curl, CURLINFO_RESPONSE_CODE, &code)
        return code
    }

    private func note(_ code: CURLcode) {
        if firstFailure == CURLE_OK { firstFailure = code }
    }
}

/// libcurl's linked list of texts.
final class TextList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ texts: [String]) {
        for text in texts {
            guard let longer = curl_slist_append(first, text) else { preconditionFailure("no memory for a list") }
            first = longer
        }
    }

    deinit { curl_slist_free_all(first) }
}

/// What libcurl says about a code: a fixed sentence, without addresses or input.
func explanation(of code: CURLcode) -> String {
    guard let text = curl_easy_strerror(code) else { return "libcurl's error \(code.rawValue)" }
    return String(cString: text)
}

/// Whether a host is this machine, whatever a name server says.
func isLoopback(_ host: String) -> Bool {
    // libcurl itself answers `localhost` with the loopback address, without a look-up (RFC 6761 §6.3).
    if ["localhost", "[::1]"].contains(host.lowercased()) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
}
