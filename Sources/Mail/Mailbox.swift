import Text

/// Someone's name and address, as in a mail's `From` field.
public struct Mailbox: Hashable, Sendable {
    /// Empty when there is only an address.
    public var name: String
    public var address: EmailAddress

    public init(name: String = "", address: EmailAddress) {
        self.name = name
        self.address = address
    }

    /// A mailbox written by a person, in a setting for example: `Jadwal <no-reply@example.org>`,
    /// with or without quotes around the name, or an address alone.
    ///
    /// - Returns: `nil` without exactly one good address, or with a control character in the name.
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

/// A name without its quotes; `nil` where it needs them, as two mailboxes in one text would.
private func displayName(_ written: Substring) -> String? {
    let isQuoted = written.count > 1 && written.hasPrefix("\"") && written.hasSuffix("\"")
    if isQuoted { return String(written.dropFirst().dropLast()) }
    return written.contains(where: "<>@,;:\"".contains) ? nil : String(written)
}
