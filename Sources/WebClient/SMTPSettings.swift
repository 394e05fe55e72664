import Text

/// Where mails are handed over, and how. Its description never shows the password.
public struct SMTPSettings: Sendable {
    public enum Security: Sendable, Hashable {
        /// Begins in clear and goes on only after STARTTLS, or not at all (port 587).
        case startTLS
        /// TLS from the first byte (port 465).
        case tls
        /// In clear. For a relay on this machine or in a test; a password is not sent this way.
        case none
    }

    public var host: String
    public var port: Int
    public var security: Security
    /// Empty for a relay that asks for none.
    public var username: String
    public var password: String
    /// What we call ourselves in EHLO; else libcurl gives away the machine's name.
    public var heloName: String
    /// For a whole mail, connecting included.
    public var timeoutSeconds: Int
    /// Certificates to trust in place of the system's.
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
    /// The address libcurl wants; its path is the name said in EHLO.
    ///
    /// - Throws: `SMTPError.notAllowed` for settings that no mail can be sent with.
    func url() throws(SMTPError) -> String {
        guard isHostText(host) else { throw .notAllowed("the relay's host is not a host name") }
        guard isHostText(heloName) else { throw .notAllowed("the EHLO name is not a host name") }
        guard (1...65_535).contains(port) else { throw .notAllowed("the relay's port is not between 1 and 65535") }
        guard !username.utf8.contains(0), !password.utf8.contains(0) else { throw .notAllowed("the login holds a NUL") }
        guard security != .none || username.isEmpty || isLoopback(host) else {
            throw .notAllowed("a password is not sent to another machine in clear: use startTLS or tls")
        }
        return "\(security == .tls ? "smtps" : "smtp")://\(host):\(port)/\(heloName)"
    }
}

/// A name or a literal address: nothing that could end a part of a URL or an SMTP line.
private func isHostText(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-.:[]".utf8.contains($0) }
}
