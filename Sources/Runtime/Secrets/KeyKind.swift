import Places

/// A key of an installation: its purpose, and the effect of replacing it.
///
/// A new key is a line in `all` and a field of `Secrets`; commands and documents follow by themselves.
public struct KeyKind: Sendable, Equatable {
    /// The file is `secrets/NAME.key`.
    public let name: String
    /// One sentence, for `jadwal keys list` and docs/security-operations.md.
    public let purpose: String
    /// One sentence: what people notice after a rotation.
    public let rotation: String
    /// The number of earlier keys that stay valid; nil for all of them, until they are forgotten.
    public let earlierLimit: Int?

    public static let forms = KeyKind(
        name: "forms", purpose: "Binds the token of every form to the cookie of the browser it was shown in.",
        rotation: "Nothing after one rotation; after two, forms that were open before must be loaded again.",
        earlierLimit: 1)

    public static let codes = KeyKind(
        name: "codes", purpose: "Makes the stored digests of mailed codes, which are too short for a plain digest.",
        rotation: "Nothing after one rotation; after two, codes mailed before are wrong, and the links in the same mails still work.",
        earlierLimit: 1)

    public static let throttles = KeyKind(
        name: "throttles", purpose: "Makes the digests of the addresses and networks that limits count, and of the networks that customers signed in from.",
        rotation: "Nothing; every limit counts from zero again, and networks that customers signed in from count as new.",
        earlierLimit: 0)

    public static let feeds = KeyKind(
        name: "feeds", purpose: "Makes the secret addresses of customers' feeds, which are shown again and not stored.",
        rotation: "Nothing while the earlier keys are kept; without them, subscribed feeds go on, and an older address cannot be shown again until its owner renews it.",
        earlierLimit: nil)

    public static let browsers = KeyKind(
        name: "browsers", purpose: "Proves that a browser signed in to an account before.",
        rotation: "Nothing after one rotation; after two, browsers that signed in before count as new until their next sign-in.",
        earlierLimit: 1)

    public static let devices = KeyKind(
        name: "devices", purpose: "Makes the stored digests of device passwords and of earlier addresses, and the passwords in profiles.",
        rotation: "Nothing while the earlier keys are kept; without them, devices that have not signed in since, or that sign in with an earlier address, must be set up again.",
        earlierLimit: nil)

    public static let messages = KeyKind(
        name: "messages",
        purpose: "Encrypts the keys of customers, with which the messages of their chats are encrypted.",
        rotation: """
            Nothing: the worker encrypts the customers' keys again within minutes. The earlier keys are needed until \
            `jadwal messages status` says that none of them is in use.
            """,
        earlierLimit: nil)

    public static let notices = KeyKind(
        name: "notices",
        purpose: """
            Encrypts the addresses of browsers and phones that take notices, and Apple's token; proves the addresses \
            that end mails.
            """,
        rotation: """
            Nothing while the earlier keys are kept; without them, browsers and phones that have not registered since \
            get no notices, and the addresses in earlier mails end nothing.
            """,
        earlierLimit: nil)

    public static let vapid = KeyKind(
        name: "vapid", purpose: "Makes the key pair by which push services know this Jadwal (RFC 8292).",
        rotation: """
            Nothing while the earlier keys are kept; without them, browsers that have not been here since get no \
            notices until their owners switch them on again.
            """,
        earlierLimit: nil)

    public static let tokens = KeyKind(
        name: "tokens", purpose: "Makes the key pair that signs the access tokens of apps (ES256).",
        rotation: "Nothing after one rotation; after two within five minutes, apps renew their access tokens early.",
        earlierLimit: 1)

    public static let refreshes = KeyKind(
        name: "refreshes", purpose: "Makes the refresh tokens of apps, of which only digests are stored.",
        rotation: """
            Nothing while the earlier keys are kept; without them, apps that have not renewed their tokens since must \
            sign in again.
            """,
        earlierLimit: nil)

    public static let outside = KeyKind(
        name: "outside", purpose: "Encrypts the addresses of calendars that customers subscribed to.",
        rotation: """
            Nothing while the earlier keys are kept; without them, subscriptions stay as they are and are not fetched \
            until their owners subscribe again.
            """,
        earlierLimit: nil)

    /// Every key, in the order of the table.
    public static let all = [
        forms, codes, throttles, feeds, browsers, devices, messages, notices, vapid, tokens, refreshes,
        outside,
    ]
}

/// The keys as a Markdown table; the one in docs/security-operations.md is compared with it by a test.
public func keysTable() -> String {
    let rows = KeyKind.all.map { key in
        let limit = key.earlierLimit.map(String.init) ?? "all, until `jadwal keys forget`"
        return "| `\(key.name)` | \(key.purpose) | \(limit) | \(key.rotation) |"
    }
    return (["| key | purpose | earlier keys that stay valid | what people notice of a rotation |", "|---|---|---|---|"] + rows)
        .joined(separator: "\n")
}
