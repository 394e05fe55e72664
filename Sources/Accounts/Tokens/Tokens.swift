// Personal tokens: programs of a customer sign in with them, and can do only what their scopes name.
//
// - Tokens.swift: the text of a token. MakeToken.swift: a token from its making to its end.
// - UseToken.swift: the sign-in of a program.

import Crypto

/// The text of a personal token: a beginning that tells it from other secrets, and 256 random bits.
///
/// Only its digest is stored. The text is shown once.
struct PersonalTokenText {
    let text: String

    /// The beginning of a personal token. No other token of Jadwal begins so.
    private static let prefix = "jdp_"

    static func random() -> PersonalTokenText { PersonalTokenText(Token.random()) }

    private init(_ token: Token) { text = Self.prefix + token.text }

    /// Reads what a program sent; nil for any other text, so that no query is needed for those.
    init?(_ sent: String) {
        guard sent.utf8.count <= 100, sent.hasPrefix(Self.prefix),
            let token = Token(text: String(sent.dropFirst(Self.prefix.count)))
        else { return nil }
        self.init(token)
    }

    /// The digest that the database stores.
    var digest: [UInt8] { sha256(Array(text.utf8)) }
}
