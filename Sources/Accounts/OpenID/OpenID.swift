// Signing in at a provider of OpenID Connect, as Google. Settings name one provider.
//
// - OpenID.swift: `OpenIDProvider`, the provider of the settings. ProviderDocument.swift: what it publishes.
// - IDToken.swift: the check of an ID token, and what a right one proves.
// - BeginOpenID.swift and FinishOpenID.swift: a browser's way there and back. UseIDToken.swift: an app's token.
// - MatchLogin.swift: the account of a login.
//
// A login is linked by issuer and subject. An address alone never opens an account that exists, unless the provider is
// the one who gives out that address.

package import Runtime

/// The provider of this installation.
package struct OpenIDProvider: Sendable {
    package let issuer: String
    let clientID: String, clientSecret: String
    /// The name on the button.
    package let name: String
    /// The clients whose ID tokens apps may send.
    let appClientIDs: [String]
    let caFile: String?

    /// The issuer of Google.
    static let google = "https://accounts.google.com"

    /// - Returns: nil if the settings name none.
    init?(_ config: Config) {
        guard !config.openIDIssuer.isEmpty, !config.openIDClientID.isEmpty else { return nil }
        issuer = config.openIDIssuer
        (clientID, clientSecret) = (config.openIDClientID, config.openIDClientSecret)
        name = config.openIDName
        appClientIDs = config.openIDAppClientIDs.split(separator: " ").map(String.init)
        caFile = config.openIDCAFile.isEmpty ? nil : config.openIDCAFile
    }

    /// The spellings of the issuer in ID tokens: Google has two.
    var issuers: [String] { issuer == Self.google ? [issuer, "accounts.google.com"] : [issuer] }
}

extension App {
    /// The provider at which people can sign in; nil if there is none.
    package var openIDProvider: OpenIDProvider? { OpenIDProvider(config) }
}

/// The reason why a provider cannot be used at the moment.
struct ProviderUnreachable: Error, CustomStringConvertible {
    let description: String
}
