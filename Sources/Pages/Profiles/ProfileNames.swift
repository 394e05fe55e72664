import Crypto
import Runtime
import Storage
import Templates

/// The keys of the name and the description of a profile, or of a part of one.
struct ProfileTexts {
    let name: String, description: String

    static let prayerTimes = ProfileTexts(name: "profile.name", description: "profile.description")
    static let calendars = ProfileTexts(name: "profile.calendars.name", description: "profile.calendars.description")
    static let both = ProfileTexts(name: "profile.both.name", description: "profile.both.description")
    static let subscription = ProfileTexts(name: "profile.calendar.name", description: "profile.calendar.description")
    static let account = ProfileTexts(name: "profile.account.name", description: "profile.account.description")
}

/// The identifiers and names in the profiles of one customer.
///
/// Every profile of a customer has the same identifier, whatever it installs. So the one that was installed last
/// replaces the others. The names contain this installation's origin: two installations never share an identifier.
struct ProfileNames {
    private let app: App
    private let language: Language
    /// The text that the identifiers are derived from.
    private let base: String
    private let identifier: String

    init(_ customer: CustomerID, _ language: Language, _ app: App) {
        self.app = app
        self.language = language
        base = "\(app.config.origin)/profiles/\(customer)"
        identifier = "\(Self.reverseDomain(of: app.config.origin)).profile.\(uuidV5(base))"
    }

    /// Returns the identity of the profile.
    func profile(_ texts: ProfileTexts, _ values: [String: String]) -> PayloadIdentity {
        identity(identifier, uuidV5("\(base)/configuration"), texts, values)
    }

    /// Returns the identity of a part of the profile.
    ///
    /// - Parameters:
    ///   - kind: a word for identifiers, as in `prayer`.
    ///   - subject: what tells several parts of one kind apart.
    func payload(
        _ kind: String, _ texts: ProfileTexts, _ values: [String: String] = [:], subject: String
    ) -> PayloadIdentity {
        let name = "\(base)/\(kind)/\(subject)"
        return identity("\(identifier).\(kind).\(uuidV5(name))", uuidV5("\(name)/payload"), texts, values)
    }

    private func identity(
        _ identifier: String, _ uuid: String, _ texts: ProfileTexts, _ values: [String: String]
    ) -> PayloadIdentity {
        PayloadIdentity(
            identifier: identifier, uuid: uuid, name: app.text(texts.name, language, values),
            description: app.text(texts.description, language, values),
            organization: app.text("site.name", language))
    }

    /// Reverses the host of an origin: `https://jadwal.example.org:8443` becomes `org.example.jadwal`.
    private static func reverseDomain(of origin: String) -> String {
        let host = origin.dropFirst("https://".count).prefix { $0 != ":" }
        return host.split(separator: ".").reversed().joined(separator: ".").lowercased()
    }
}
