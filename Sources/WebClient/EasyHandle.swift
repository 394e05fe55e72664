import CCurl

/// Initializes libcurl. Call it once, before the first thread starts, as libcurl demands.
public func startWebClients() {
    precondition(jadwal_curl_global_init() == CURLE_OK, "libcurl could not be initialized")
}

/// An easy handle of libcurl: its options, and one transfer at a time.
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

    /// Removes every option, keeps open connections, and sets the options of all transfers.
    func reset(timeoutSeconds: Int, connectSeconds: Int? = nil, protocols: String, caFile: String?) {
        curl_easy_reset(curl)
        firstFailure = CURLE_OK
        // Without it, libcurl uses SIGALRM to limit name look-ups, and any thread could get the signal.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, protocols)
        set(CURLOPT_TIMEOUT_MS, timeoutSeconds * 1_000)
        set(CURLOPT_CONNECTTIMEOUT_MS, min(connectSeconds ?? timeoutSeconds, timeoutSeconds) * 1_000)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let caFile { set(CURLOPT_CAINFO, caFile) }
        // The environment must not set a proxy: settings come from one place only.
        set(CURLOPT_PROXY, "")
    }

    func set(_ option: CURLoption, _ value: Int) { note(jadwal_curl_set_long(curl, option, value)) }

    func set(_ option: CURLoption, _ value: String) { note(jadwal_curl_set_text(curl, option, value)) }

    func set(_ option: CURLoption, offset: Int) { note(jadwal_curl_set_offset(curl, option, curl_off_t(offset))) }

    /// Sets a list, which must exist until the transfer ends.
    func set(_ option: CURLoption, _ list: TextList) { note(jadwal_curl_set_list(curl, option, list.first)) }

    /// Sets a pointer, whose target must exist until the transfer ends.
    func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
        note(jadwal_curl_set_pointer(curl, option, pointer))
    }

    func set(_ option: CURLoption, callback: @escaping curl_write_callback) {
        note(jadwal_curl_set_callback(curl, option, callback))
    }

    /// Sets the function that opens a socket to an address, or refuses to.
    func setOpenSocket(_ callback: @escaping curl_opensocket_callback) {
        note(jadwal_curl_set_open_socket(curl, callback))
    }

    /// Sets the function that is called before each request, with the address of the connection.
    func setBeforeRequest(_ callback: @escaping curl_prereq_callback) {
        note(jadwal_curl_set_before_request(curl, callback))
    }

    /// Runs the transfer to its end. If libcurl refused an option, it returns that error and sends nothing.
    func perform() -> CURLcode {
        firstFailure == CURLE_OK ? curl_easy_perform(curl) : firstFailure
    }

    /// The last status of HTTP, or the last reply code of SMTP; 0 if there is none.
    var responseCode: Int {
        var code = 0
        _ = jadwal_curl_get_long(curl, CURLINFO_RESPONSE_CODE, &code)
        return code
    }

    /// True if the last response came by HTTP/2.
    var usedHTTP2: Bool {
        var version = 0
        _ = jadwal_curl_get_long(curl, CURLINFO_HTTP_VERSION, &version)
        return version == Int(CURL_HTTP_VERSION_2_0)
    }

    /// Sends a PING on idle connections of HTTP/2.
    func keepConnections() { _ = curl_easy_upkeep(curl) }

    private func note(_ code: CURLcode) {
        if firstFailure == CURLE_OK { firstFailure = code }
    }
}

/// A linked list of texts for libcurl.
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

/// Returns libcurl's description of a code: a fixed sentence without addresses or input.
func explanation(of code: CURLcode) -> String {
    guard let text = curl_easy_strerror(code) else { return "libcurl's error \(code.rawValue)" }
    return String(cString: text)
}

/// Returns true if a host is this machine without a name look-up.
func isLoopback(_ host: String) -> Bool {
    // For `localhost` libcurl itself uses the loopback address (RFC 6761 §6.3).
    if ["localhost", "[::1]"].contains(host.lowercased()) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
}
