/// An address that mail can be sent to.
///
/// The same rules apply to sign-in, to a change of address and to every mail. The typed text is converted
/// to Unicode's NFKC form *before* it is checked. If the check came first, a full-width `＠` would become a
/// second `@` after it.
///
/// Two addresses are equal if their `key`s are equal. Upper and lower case make no difference, dots and
/// plus tags do. Send mail only to an address that was stored and verified, never to a variant that
/// somebody has just typed.
///
/// Printing an address shows its `masked` form, so that a log cannot show it by accident.
public struct EmailAddress: Sendable {
    /// The form for people: the local part as typed, the domain in its own script (`zaid@مثال.السعودية`).
    public let text: String
    /// The form for SMTP and mail headers, in ASCII: the local part as typed, the domain as A-labels.
    public let wire: String
    /// The form for finding an account: `wire` in lower case.
    public let key: String

    /// Reads a typed address; nil if it is not valid.
    public init?(_ typed: String) {
        try? self.init(validating: typed)
    }

    /// Reads a typed address.
    ///
    /// - Throws: the problem with the text, for the message beside the field.
    public init(validating typed: String) throws(Problem) {
        let normalized = try normalizedInput(typed)
        let (local, domain) = try parts(of: normalized)
        try check(localPart: local)
        let names = try DomainNames(normalized: domain)

        wire = "\(local)@\(names.ascii)"
        text = "\(local)@\(names.unicode)"
        // A-labels are usually longer than the text. For a domain of one repeated letter they are shorter.
        guard max(wire.utf8.count, text.utf8.count) <= Self.longest else { throw .tooLong }
        key = "\(local.lowercased())@\(names.ascii)"
    }

    /// The domain of `wire`.
    public var wireDomain: String { String(wire[wire.index(after: wire.firstIndex(of: "@") ?? wire.startIndex)...]) }

    /// The maximum length of an address in octets, for an SMTP path (RFC 5321 §4.5.3.1.3, without `<` and `>`).
    static let longest = 254
    /// The maximum length of a local part in octets (RFC 5321 §4.5.3.1.1).
    static let longestLocalPart = 64
}

extension EmailAddress {
    /// A problem with a text that is not a valid address.
    public enum Problem: Error, Hashable, Sendable, CaseIterable {
        case empty
        case missingAt
        case severalAts
        /// More than 254 octets, or more than 64 before the `@`.
        case tooLong
        /// A space, tab or line break inside.
        case space
        /// An invisible character: a control character, a zero-width or a text-direction mark.
        case invisibleCharacter
        /// Nothing before the `@`.
        case missingLocalPart
        /// A quoted local part. It is legal, but people do not use it, and it confuses parsers.
        case quotes
        /// Letters outside ASCII before the `@`. They need SMTPUTF8, which most relays do not
        /// offer. Without it the mail would be sent and then lost.
        case nonASCIILocalPart
        /// A comma, bracket, colon, semicolon or backslash before the `@`.
        case forbiddenCharacter
        /// A dot at an end, or two in a row.
        case misplacedDot
        /// Nothing after the `@`.
        case missingDomain
        /// An IP address instead of a domain: `zaid@[192.0.2.1]`.
        case ipAddress
        /// A domain of one label, such as `zaid@example`. Only `localhost` is allowed.
        case incompleteDomain
        /// A text that is not a domain name by IDNA 2008 and UTS 46.
        case invalidDomain
    }
}

extension EmailAddress: Hashable {
    public static func == (one: EmailAddress, other: EmailAddress) -> Bool { one.key == other.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension EmailAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address without most of its local part, `a•••a@example.org`. Its owner recognizes it, and nobody
    /// can write to it.
    public var masked: String {
        let at = text.firstIndex(of: "@") ?? text.endIndex
        let local = text[..<at]
        let first = local.count > 1 ? local.prefix(1) : ""
        let last = local.count > 2 ? local.suffix(1) : ""
        return "\(first)•••\(last)\(text[at...])"
    }

    public var description: String { masked }
    public var debugDescription: String { masked }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
