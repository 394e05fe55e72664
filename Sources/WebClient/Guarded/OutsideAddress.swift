import CCurl
import Text

/// A reason why a typed address is not fetched.
public enum AddressProblem: Error, Hashable, Sendable {
    /// The text is no address, or has no host.
    case notAnAddress
    /// The address begins with something else than https, http, webcal or webcals.
    case scheme
    /// The port is not one that the operator allows.
    case port
    case tooLong
    /// The address is not encrypted, and that was not agreed to.
    case plain
}

/// The rules for addresses that people type.
public struct AddressRules: Sendable {
    /// The ports that may be asked.
    public var ports: Set<Int>
    /// True if http is allowed for this address.
    public var allowsPlain: Bool

    public init(ports: Set<Int> = [80, 443], allowsPlain: Bool = false) {
        self.ports = ports
        self.allowsPlain = allowsPlain
    }

    /// The longest address.
    public static let mostCharacters = 2_000
}

/// An address outside, in one form: scheme and host in lower case, without a fragment and a dot behind the host.
///
/// A secret may be in its path, and a user and a password before its host. So its description shows the host only.
public struct OutsideAddress: Sendable, Hashable {
    /// The whole address with user and password, as it is stored encrypted.
    public let secretText: String
    /// The address without user and password, as it is sent.
    let url: String
    let user: String?
    let password: String?
    /// The scheme: `https` or `http`.
    public let scheme: String
    /// The host in its ASCII form.
    public let host: String
    public let port: Int
    /// The path, percent-encoded.
    public let path: String

    /// Reads an address as people type or paste it: `webcal:` means https, and no scheme at all does, too.
    public init(typed text: String, _ rules: AddressRules = AddressRules()) throws(AddressProblem) {
        let text = String(text.trimmed())
        guard text.unicodeScalars.count <= AddressRules.mostCharacters else { throw .tooLong }
        guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
        else { throw .notAnAddress }
        try self.init(url: Self.withScheme(text), rules)
    }

    /// Reads an address that was stored.
    public init?(stored text: String, ports: Set<Int>) {
        guard let address = try? OutsideAddress(url: text, AddressRules(ports: ports, allowsPlain: true))
        else { return nil }
        self = address
    }

    /// - Parameter base: the address that a redirect came from, to which its text may be relative.
    init(url text: String, relativeTo base: OutsideAddress? = nil, _ rules: AddressRules) throws(AddressProblem) {
        let parsed = ParsedURL()
        if let base { guard parsed.set(base.url) else { throw .notAnAddress } }
        guard !text.utf8.contains(0), parsed.set(text) else { throw .notAnAddress }
        guard let scheme = parsed.part(CURLUPART_SCHEME)?.lowercased(), ["http", "https"].contains(scheme)
        else { throw .scheme }
        guard scheme == "https" || rules.allowsPlain else { throw .plain }
        guard let name = parsed.part(CURLUPART_HOST, UInt32(CURLU_PUNYCODE))?.lowercased() else { throw .notAnAddress }
        let host = name.hasSuffix(".") ? String(name.dropLast()) : name
        guard !host.isEmpty, !host.hasSuffix("."), parsed.part(CURLUPART_ZONEID) == nil else { throw .notAnAddress }
        guard let port = parsed.part(CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)).flatMap({ Int($0) }),
              rules.ports.contains(port) else { throw .port }
        user = parsed.part(CURLUPART_USER, UInt32(CURLU_URLDECODE))
        password = parsed.part(CURLUPART_PASSWORD, UInt32(CURLU_URLDECODE))
        let usual = scheme == "https" ? 443 : 80
        path = parsed.part(CURLUPART_PATH) ?? "/"
        let place = host + (port == usual ? "" : ":\(port)")
        let rest = path + (parsed.part(CURLUPART_QUERY).map { "?" + $0 } ?? "")
        let secret = parsed.part(CURLUPART_USER).map { user in
            user + (parsed.part(CURLUPART_PASSWORD).map { ":" + $0 } ?? "") + "@"
        }
        url = "\(scheme)://\(place)\(rest)"
        secretText = "\(scheme)://\(secret ?? "")\(place)\(rest)"
        guard secretText.utf8.count <= 2 * AddressRules.mostCharacters else { throw .tooLong }
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// True if a user or a password is sent.
    public var hasCredentials: Bool { user != nil || password != nil }

    /// The same address with https in place of http; nil if it has another port than http's own.
    public var encrypted: OutsideAddress? {
        guard scheme == "http", port == 80 else { return nil }
        return try? OutsideAddress(url: "https" + secretText.dropFirst(4), AddressRules())
    }

    /// True if a user's password may be sent to both alike.
    func isSameOrigin(as other: OutsideAddress) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    private static func withScheme(_ text: String) -> String {
        let start = text.prefix(10).lowercased()
        if start.hasPrefix("webcals://") { return "https://" + text.dropFirst(10) }
        if start.hasPrefix("webcal://") { return "https://" + text.dropFirst(9) }
        return text.contains("://") ? text : "https://" + text
    }
}

extension OutsideAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "OutsideAddress(\(host) …)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An address as libcurl parses it, and as a transfer takes it, so that no second parser reads it differently.
final class ParsedURL {
    let handle: OpaquePointer

    init() {
        guard let handle = curl_url() else { preconditionFailure("libcurl has no memory for an address") }
        self.handle = handle
    }

    deinit { curl_url_cleanup(handle) }

    /// Sets an absolute address, or one relative to the address so far.
    func set(_ text: String) -> Bool {
        curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)) == CURLUE_OK
    }

    func part(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
