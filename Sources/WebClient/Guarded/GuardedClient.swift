import CCurl
import System

/// A client for addresses that people type. It connects to public networks and to those that the operator allows.
///
/// Each fetch has a handle of its own: no connection, name, cookie or password of one is known to another.
public struct GuardedClient: Sendable {
    private let networks: NetworkGuard
    private let ports: Set<Int>
    private let limits: GuardedLimits
    private let caFile: String?
    /// A proxy through which all requests go; nil for none. It has to refuse private addresses by itself.
    private let proxy: String?
    /// Names with their addresses in libcurl's form, for tests.
    var names: [String] = []

    /// - Parameters:
    ///   - ports: the ports that may be asked.
    ///   - caFile: the file of certificates to trust instead of the system's.
    ///   - proxy: a proxy that refuses private addresses; the networks are not judged here then.
    public init(
        _ networks: NetworkGuard, ports: Set<Int> = [80, 443], limits: GuardedLimits = GuardedLimits(),
        caFile: String? = nil, proxy: String? = nil
    ) {
        self.networks = networks
        self.ports = ports
        self.limits = limits
        self.caFile = caFile
        self.proxy = proxy
    }

    /// Fetches what is at an address, and follows its redirects. Any status counts as an answer.
    public func fetch(_ request: GuardedRequest) throws(GuardedError) -> GuardedAnswer {
        let end = Monotonic.nanoseconds() + UInt64(limits.seconds) * 1_000_000_000
        var address = request.address, seen = [address.url], movedTo: OutsideAddress?, isPermanent = true
        while true {
            let now = Monotonic.nanoseconds()
            guard now < end else { throw .timedOut }
            let response = try exchange(request, at: address, milliseconds: Int((end - now) / 1_000_000) + 1)
            guard [301, 302, 303, 307, 308].contains(response.status), let target = response.header("Location")
            else { return GuardedAnswer(response: response, movedTo: movedTo) }
            let next = try redirect(to: target, from: address)
            guard seen.count <= limits.redirects, !seen.contains(next.url) else { throw .redirectLoop }
            seen.append(next.url)
            isPermanent = isPermanent && [301, 308].contains(response.status)
            movedTo = isPermanent ? next : movedTo
            address = next
        }
    }

    private func redirect(to target: String, from address: OutsideAddress) throws(GuardedError) -> OutsideAddress {
        do throws(AddressProblem) {
            let rules = AddressRules(ports: ports, allowsPlain: address.scheme == "http")
            return try OutsideAddress(url: target, relativeTo: address, rules)
        } catch {
            throw .redirectRefused(error)
        }
    }

    private func exchange(
        _ request: GuardedRequest, at address: OutsideAddress, milliseconds: Int
    ) throws(GuardedError) -> WebResponse {
        let handle = EasyHandle(), url = ParsedURL(), dial = DialGuard(networks)
        guard url.set(address.url) else { throw .broken("the address cannot be parsed again") }
        let answer = ResponseCollector(limitBytes: limits.bodyBytes, onlyPacking: ["gzip", "x-gzip"])
        let headers = TextList(request.headerLines), names = TextList(names)
        handle.reset(
            timeoutSeconds: limits.seconds, connectSeconds: limits.connectSeconds, protocols: "http,https",
            caFile: caFile)
        handle.set(CURLOPT_TIMEOUT_MS, milliseconds)
        handle.set(CURLOPT_CURLU, pointer: UnsafeMutableRawPointer(url.handle))
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_FRESH_CONNECT, 1)
        handle.set(CURLOPT_FORBID_REUSE, 1)
        handle.set(CURLOPT_NETRC, 0)
        handle.set(CURLOPT_HTTPHEADER, headers)
        handle.set(CURLOPT_USERAGENT, "Jadwal")
        handle.set(CURLOPT_ACCEPT_ENCODING, "gzip")
        handle.set(CURLOPT_LOW_SPEED_LIMIT, limits.slowBytes)
        handle.set(CURLOPT_LOW_SPEED_TIME, limits.slowSeconds)
        if !self.names.isEmpty { handle.set(CURLOPT_RESOLVE, names) }
        if address.isSameOrigin(as: request.address) {
            if let user = request.address.user { handle.set(CURLOPT_USERNAME, user) }
            if let password = request.address.password { handle.set(CURLOPT_PASSWORD, password) }
        }
        if let proxy { handle.set(CURLOPT_PROXY, proxy) } else { dial.attach(to: handle) }
        answer.attach(to: handle)
        let code = withExtendedLifetime((url, headers, names, answer, dial)) { handle.perform() }
        if let error = GuardedError(code, answer, dial, limits) { throw error }
        return WebResponse(status: handle.responseCode, headers: answer.headers, body: answer.body)
    }
}

extension GuardedRequest {
    /// Header lines for libcurl. A validator with a control character is left out: it cannot be sent as it came.
    fileprivate var headerLines: [String] {
        let validators = [("If-None-Match", etag), ("If-Modified-Since", lastModified)].compactMap { name, value in
            value.flatMap { text in
                text.isEmpty || text.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : "\(name): \(text)"
            }
        }
        return ["Accept: text/calendar, */*;q=0.5"] + validators
    }
}

extension GuardedError {
    /// The error of a transfer; nil if it succeeded.
    fileprivate init?(_ code: CURLcode, _ answer: ResponseCollector, _ dial: DialGuard, _ limits: GuardedLimits) {
        if answer.isOtherwisePacked { self = .packed; return }
        if answer.isTooLarge { self = .tooLarge(limitBytes: limits.bodyBytes); return }
        switch code {
        case CURLE_OK: return nil
        // Several addresses of one name are tried in turn. A refused one among them does not explain a failure.
        case CURLE_COULDNT_CONNECT where dial.hasRefused, CURLE_ABORTED_BY_CALLBACK: self = .refused
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_PEER_FAILED_VERIFICATION: self = .certificate
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE:
            self = .unreachable(explanation(of: code))
        case CURLE_BAD_CONTENT_ENCODING: self = .packed
        default: self = .broken(explanation(of: code))
        }
    }
}
