import FeatureKit
import HTTP

/// Pages that say what Jadwal does with a person's data and what it may be used for.
enum About {
    static func privacy(_ visit: Visit, _ app: App) throws -> Response {
        app.page(PrivacyPage(operatorContact: contact(app)), visit)
    }

    static func terms(_ visit: Visit, _ app: App) throws -> Response {
        app.page(TermsPage(operatorContact: contact(app)), visit)
    }

    private static func contact(_ app: App) -> String? {
        app.config.operatorContact.isEmpty ? nil : app.config.operatorContact
    }
}

struct PrivacyPage: Page {
    static let template = "about/privacy"
    var operatorContact: String?
}

struct TermsPage: Page {
    static let template = "about/terms"
    var operatorContact: String?
}
