package import HTTP
package import Runtime
import Templates
package import Web

// - About.swift: privacy, terms, sources of data. Connections.swift: the connections to other programs.

/// Pages that say what Jadwal does with a person's data and what it may be used for.
package enum About {
    package static func privacy(_ visit: Visit, _ app: App) throws -> Response {
        app.page(PrivacyPage(operatorContact: contact(app)), visit)
    }

    package static func terms(_ visit: Visit, _ app: App) throws -> Response {
        app.page(TermsPage(operatorContact: contact(app)), visit)
    }

    /// `GET /about/data`: names the sources of the times and cities, as their licences require.
    package static func data(_ visit: Visit, _ app: App) throws -> Response {
        app.page(DataPage(usesAddresses: app.shared.addresses != nil), visit)
    }

    private static func contact(_ app: App) -> String? {
        app.config.operatorContact.isEmpty ? nil : app.config.operatorContact
    }
}

struct PrivacyPage: Page {
    static let template = "about/privacy"
    var operatorContact: String?
}

struct DataPage: Page {
    static let template = "about/data"
    /// True if visitors' cities are guessed from a file of addresses.
    var usesAddresses = false
}

struct TermsPage: Page {
    static let template = "about/terms"
    var operatorContact: String?
}
