/// The address at which a push service takes the notices of one browser.
///
/// A browser hands it in, and Jadwal posts to it. So only known hosts are allowed: with any other address a customer
/// could make the server call whatever it can reach.
package struct PushEndpoint: Sendable, Hashable {
    package let text: String
    /// The host, with a port if it is not 443.
    package let host: String

    /// Its scheme, host and port (RFC 6454), for which the proof of the sender is made.
    var origin: String { "https://\(host)" }

    private static let mostBytes = 2_048
    private static let hosts: Set<String> = ["fcm.googleapis.com"]
    private static let hostCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789-.".utf8)
    private static let domains = [".push.apple.com", ".push.services.mozilla.com", ".notify.windows.com"]

    /// Checks an address; nil if it is not one of a known push service.
    ///
    /// - Parameter others: the hosts that the operator allows besides.
    package init?(_ text: String, others: [String] = []) {
        let start = "https://"
        guard text.utf8.count <= Self.mostBytes, text.hasPrefix(start),
            // No user name, no fragment, no backslash that another parser might read as a slash.
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"@#\\\"<>^`{|}".utf8.contains($0) })
        else { return nil }
        let rest = text.dropFirst(start.count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = String(rest[..<slash])
        guard !host.isEmpty, host == host.lowercased(), !host.contains("?"), Self.isKnown(host) || others.contains(host)
        else { return nil }
        self.text = text
        self.host = host
    }

    private static func isKnown(_ host: String) -> Bool {
        guard host.utf8.allSatisfy(hostCharacters.contains) else { return false }
        return hosts.contains(host) || domains.contains { host.hasSuffix($0) && host.utf8.count > $0.utf8.count }
    }

    /// True for Microsoft's service, which has rules of its own.
    var isMicrosofts: Bool { host.hasSuffix(".notify.windows.com") }
}
