import Glibc

/// The address of a broker: `amqp://user:password@localhost:5672/jadwal?heartbeat=20`, or `amqps://` for TLS.
///
/// Its description has neither user nor password.
public struct BrokerAddress: Hashable, Sendable {
    public let usesTLS: Bool
    public let host: String
    public let port: Int
    public let virtualHost: String
    public let user: String
    let password: String
    /// The interval of heartbeats. A connection that is silent for twice as long is lost.
    public let heartbeatSeconds: Int
    /// The file of certificates to trust, in PEM.
    public let certificateFile: String

    /// The certificates that Debian trusts.
    static let systemCertificates = "/etc/ssl/certs/ca-certificates.crt"

    /// Reads an address (RabbitMQ, "URI Specification"). The defaults are the port 5672, for TLS 5671,
    /// `heartbeat=20`, and for `cacertfile` the certificates that the system trusts.
    ///
    /// - Throws: also if an `amqp://` would leave this machine, or if librabbitmq could not check a certificate.
    public init(_ text: String) throws(BrokerAddressError) {
        usesTLS = text.hasPrefix("amqps://")
        guard usesTLS || text.hasPrefix("amqp://") else { throw .scheme }
        let parts = try AddressParts(text.drop { $0 != "/" }.dropFirst(2))
        (user, password) = try parts.login()
        (host, port) = try parts.hostAndPort(defaultPort: usesTLS ? 5671 : 5672)
        guard let virtualHost = parts.virtualHost.flatMap(percentDecoded), !virtualHost.isEmpty else {
            throw .virtualHost
        }
        self.virtualHost = virtualHost
        let options = try parts.options()
        guard let heartbeat = Int(options["heartbeat"] ?? "20"), (1...600).contains(heartbeat) else { throw .heartbeat }
        heartbeatSeconds = heartbeat
        certificateFile = options["cacertfile"] ?? Self.systemCertificates
        guard options["cacertfile"] == nil || (usesTLS && !certificateFile.isEmpty) else { throw .certificateFile }
        guard usesTLS || isOnThisMachine(host) else { throw .unencrypted }
        guard !usesTLS || !isNumber(host) else { throw .numberAsHost }
    }
}

extension BrokerAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        "\(usesTLS ? "amqps" : "amqp")://\(host.contains(":") ? "[\(host)]" : host):\(port)/\(virtualHost)"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An address without its scheme, taken apart: login, host with port, path, options.
private struct AddressParts {
    private let loginText: Substring, authority: Substring, query: Substring?
    let virtualHost: Substring?

    init(_ text: Substring) throws(BrokerAddressError) {
        guard let at = text.firstIndex(of: "@") else { throw .login }
        loginText = text[..<at]
        let rest = text[text.index(after: at)...]
        let beforeQuery = rest.prefix { $0 != "?" }
        query = beforeQuery.endIndex < rest.endIndex ? rest[beforeQuery.endIndex...].dropFirst() : nil
        authority = beforeQuery.prefix { $0 != "/" }
        let path = beforeQuery[authority.endIndex...].dropFirst()
        virtualHost = path.contains("/") ? nil : path
    }

    func login() throws(BrokerAddressError) -> (user: String, password: String) {
        let words = loginText.split(separator: ":", omittingEmptySubsequences: false)
        guard words.count == 2, !loginText.contains("/"), let user = percentDecoded(words[0]), !user.isEmpty,
              let password = percentDecoded(words[1]), !password.isEmpty
        else { throw .login }
        return (user, password)
    }

    func hostAndPort(defaultPort: Int) throws(BrokerAddressError) -> (host: String, port: Int) {
        var host = authority, portText = Substring(String(defaultPort))
        // The colons of an IPv6 address are between brackets.
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            host = authority[..<colon]
            portText = authority[colon...].dropFirst()
        }
        guard portText.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(portText),
              (1...65_535).contains(port)
        else { throw .port }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard isIPv6(String(host)) else { throw .host }
        } else {
            guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { throw .host }
        }
        return (String(host), port)
    }

    func options() throws(BrokerAddressError) -> [String: String] {
        var options: [String: String] = [:]
        for pair in query?.split(separator: "&") ?? [] {
            let words = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, ["heartbeat", "cacertfile"].contains(words[0]), options[String(words[0])] == nil,
                  let value = percentDecoded(words[1])
            else { throw .option }
            options[String(words[0])] = value
        }
        return options
    }
}

/// Returns true for the characters of a host's name.
private func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
         UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
}

private func isIPv4(_ host: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1
}

private func isIPv6(_ host: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET6, host, &address) == 1
}

private func isNumber(_ host: String) -> Bool { isIPv4(host) || isIPv6(host) }

/// Returns true for a loopback address and the name of one.
private func isOnThisMachine(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || (isIPv4(host) && host.hasPrefix("127."))
}
