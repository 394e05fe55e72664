/// An address that mail can be sent to.
///
/// The same rules serve sign-in, change of address and every mail sent: what this type holds is
/// well formed and ready for the wire. What was typed is brought to Unicode's NFKC form *before*
/// it is judged, because a full-width `＠` judged first and normalised later is a second `@`.
///
/// Two addresses are equal when their `key`s are: upper and lower case do not tell accounts apart,
/// while dots and plus tags do. Send only to an address that was stored and verified, never to the
/// variant someone just typed.
///
/// Printing one shows its `masked` form, so that a log cannot leak it by accident.
public struct EmailAddress: Sendable {
    /// For people: the local part as typed, the domain in its own script (`zaid@مثال.السعودية`).
    public let text: String
    /// For SMTP and mail headers: the local part as typed, the domain as A-labels. ASCII only.
    public let wire: String
    /// For finding an account: as `wire`, all lower case.
    public let key: String

    /// The address that was typed, or `nil` when it is none; the initialiser that throws says why.
    public init?(_ typed: String) {
        try? self.init(validating: typed)
    }

    /// - Throws: what to change about the text, for the message beside the field.
    public init(validating typed: String) throws(Problem) {
        let normalized = try normalizedInput(typed)
        let (local, domain) = try parts(of: normalized)
        try check(localPart: local)
        let names = try DomainNames(normalized: domain)

        wire = "\(local)@\(names.ascii)"
        text = "\(local)@\(names.unicode)"
        // Mostly the A-labels take more room than the text; of one letter over and over they take less.
        guard max(wire.utf8.count, text.utf8.count) <= Self.longest else { throw .tooLong }
        key = "\(local.lowercased())@\(names.ascii)"
    }

    /// What follows the `@` on the wire.
    public var wireDomain: String { String(wire[wire.index(after: wire.firstIndex(of: "@") ?? wire.startIndex)...]) }

    /// Octets of a whole address that fit in an SMTP path (RFC 5321 §4.5.3.1.3, less `<` and `>`).
    static let longest = 254
    /// Octets of what stands before the `@` (RFC 5321 §4.5.3.1.1).
    static let longestLocalPart = 64
}

extension EmailAddress {
    /// Why a text is not an address we can send to.
    public enum Problem: Error, Hashable, Sendable, CaseIterable {
        case empty
        case missingAt
        case severalAts
        /// More than 254 octets, or more than 64 before the `@`.
        case tooLong
        /// A space, tab or line break inside.
        case space
        /// A character that shows nothing: a control, a zero-width or a text-direction mark.
        case invisibleCharacter
        /// Nothing before the `@`.
        case missingLocalPart
        /// Quoted local parts are legal but nobody has one; they exist to confuse parsers.
        case quotes
        /// Letters outside ASCII before the `@`. They need SMTPUTF8, which most relays do not
        /// offer; without it the mail would leave and be lost on its way.
        case nonASCIILocalPart
        /// A comma, bracket, colon, semicolon or backslash before the `@`.
        case forbiddenCharacter
        /// A dot at an end, or two in a row.
        case misplacedDot
        /// Nothing after the `@`.
        case missingDomain
        /// A machine's number in place of a domain: `zaid@[192.0.2.1]`.
        case ipAddress
        /// A domain of one label, such as `zaid@example`; only `localhost` has a use.
        case incompleteDomain
        /// Not a domain name by IDNA 2008 and UTS 46.
        case invalidDomain
    }
}

extension EmailAddress: Hashable {
    public static func == (one: EmailAddress, other: EmailAddress) -> Bool { one.key == other.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension EmailAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Enough to recognise one's own address by, too little to write to it: `a•••a@example.org`.
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
