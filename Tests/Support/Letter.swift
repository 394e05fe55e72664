public import Mail

/// A mail that arrived, with its link and code.
public struct Letter {
    public let message: MailMessage

    public init(_ message: MailMessage) {
        self.message = message
    }

    /// A mail did not come, or lacks a part.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    public var token: String {
        get throws { try part("link", message.text.firstMatch(of: /token=([0-9a-f-]{36})/)?.1) }
    }

    /// The code as the mail shows it: `ABCD-2345`.
    public var code: String {
        get throws { try part("code", message.text.firstMatch(of: /\n([2-9A-Z]{4}-[2-9A-Z]{4})\n/)?.1) }
    }

    /// The address of the link without the origin.
    public var path: String {
        get throws { try part("address", message.text.firstMatch(of: /https:\/\/jadwal\.example\.org(\/\S+)/)?.1) }
    }

    private func part(_ name: String, _ found: Substring?) throws -> String {
        guard let found else { throw Missing(description: "the mail has no \(name): \(message.text)") }
        return String(found)
    }
}

extension CapturedMail {
    /// Returns the mail that came last.
    public func last() throws -> Letter {
        guard let message = messages.last else { throw Letter.Missing(description: "no mail came") }
        return Letter(message)
    }

    /// Returns the last mail with a link. A welcome of an earlier sign-in may come after it, since nobody waits for that.
    public func lastWithLink() throws -> Letter {
        guard let message = messages.last(where: { $0.text.contains("token=") }) else {
            throw Letter.Missing(description: "no mail with a link came")
        }
        return Letter(message)
    }
}
