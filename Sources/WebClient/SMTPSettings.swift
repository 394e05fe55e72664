import Text

/// The settings of a mail relay. Their description never shows the password.
public struct SMTPSettings: Sendable {
    public enum Security: Sendable, Hashable {
        /// Clear text up to STARTTLS. If the relay refuses STARTTLS, the mail is not sent (port 587).
        case startTLS
        /// TLS from the first byte (port 465).
        case tls
        /// Clear text, for a relay on this machine or in a test. A password is never sent this way to
        /// another machine.
        case none
    }

    public var host: String
    public var port: Int
    public var security: Security
    /// The user name; empty if the relay needs none.
    public var username: String
    public var password: String
    /// The name for EHLO. By default libcurl would send the name of the machine.
    public var heloName: String
    /// The time limit for a mail, connecting included.
    public var timeoutSeconds: Int
    /// The file of certificates to trust instead of the system's.
    public var caFile: String?

    public init(
        host: String, port: Int, security: Security, username: String = "", password: String = "",
        heloName: String, timeoutSeconds: Int = 30, caFile: String? = nil
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.username = username
        self.password = password
        self.heloName = heloName
        self.timeoutSeconds = timeoutSeconds
        self.caFile = caFile
    }
}

extension SMTPSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SMTPSettings(\(host):\(port), \(security))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SMTPSettings {
    /// Returns the address for libcurl. Its path is the name for EHLO.
    ///
    /// - Throws: `SMTPError.notAllowed` for settings with which no mail can be sent.
    func url() throws(SMTPError) -> String {
        guard isHostText(host) else { throw .notAllowed("the relay's host is not a host name") }
        guard isHostText(heloName) else { throw .notAllowed("the EHLO name is not a host name") }
        guard (1...65_535).contains(port) else { throw .notAllowed("the relay's port is not between 1 and 65535") }
        guard !username.utf8.contains(0), !password.utf8.contains(0) else { throw .notAllowed("the login has a NUL") }
        guard security != .none || username.isEmpty || isLoopback(host) else {
            throw .notAllowed("a password is not sent to another machine in clear text: use startTLS or tls")
        }
        return "\(security == .tls ? "smtps" : "smtp")://\(host):\(port)/\(heloName)"
    }
}

/// Returns true for a host name or an IP address. Such a text cannot end a part of a URL or an SMTP line.
private func isHostText(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-.:[]".utf8.contains($0) }
}
