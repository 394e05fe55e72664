import Text

/// A name and an address, as in the `From` field of a mail.
public struct Mailbox: Hashable, Sendable {
    /// The display name; empty if there is none.
    public var name: String
    public var address: EmailAddress

    public init(name: String = "", address: EmailAddress) {
        self.name = name
        self.address = address
    }

    /// Reads a mailbox that a person wrote, for example in a setting: `Jadwal <no-reply@example.org>` with
    /// or without quotes around the name, or an address alone.
    ///
    /// - Returns: nil unless there is exactly one valid address, or if the name has a control character.
    public init?(_ text: String) {
        guard let opening = text.lastIndex(of: "<") else {
            guard let address = EmailAddress(text) else { return nil }
            self.init(address: address)
            return
        }
        let rest = text[text.index(after: opening)...]
        guard let closing = rest.firstIndex(of: ">"), rest[rest.index(after: closing)...].allSatisfy({ $0 == " " }),
              let address = EmailAddress(String(rest[..<closing]))
        else { return nil }
        guard let name = displayName(text[..<opening].trimmed { $0 == " " }), !holdsControl(name) else { return nil }
        self.init(name: name, address: address)
    }
}

/// Returns a name without its quotes; nil if it has special characters without quotes, for example because
/// the text has two mailboxes.
private func displayName(_ written: Substring) -> String? {
    let isQuoted = written.count > 1 && written.hasPrefix("\"") && written.hasSuffix("\"")
    if isQuoted { return String(written.dropFirst().dropLast()) }
    return written.contains(where: "<>@,;:\"".contains) ? nil : String(written)
}
