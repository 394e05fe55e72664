import Accounts
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/sessions`: the browsers in which the customer is signed in.
    package static func showSessions(_ visit: CustomerVisit) throws -> Response {
        let format = visit.format, sessions = try visit.store.sessions(of: visit.customer.id)
        var page = SessionsPage(
            ended: sentence(visit),
            sessions: sessions.map { session in
                SessionItem(
                    id: session.id.description,
                    device: session.device.isEmpty ? format.text("session.unknown-device") : session.device,
                    lastSeen: format.ago(session.lastSeenSeconds),
                    place: session.network.isEmpty ? nil : session.network,
                    isThis: session.id == visit.signedIn.sessionID, isApp: session.kind != .web)
            },
            hasOtherSessions: sessions.count > 1)
        page.login = try login(visit)
        return visit.page(page)
    }

    /// Returns the sentence that says what the last form did; nil without one.
    private static func sentence(_ visit: CustomerVisit) -> String? {
        if visit.request.query["ended"] == "yes" { return visit.text("settings.session-ended") }
        switch visit.request.query["done"] {
        case "linked": return visit.text("settings.login.done.linked")
        case "unlinked": return visit.text("settings.login.done.unlinked")
        default: return nil
        }
    }

    /// Returns the login at the provider; nil if there is no provider and no login.
    private static func login(_ visit: CustomerVisit) throws -> ProviderLogin? {
        let provider = visit.app.openIDProvider
        let linked = try visit.app.linkedLogins(of: visit.customer.id)
        // A login at an earlier provider can be ended, too.
        if let login = linked.first(where: { $0.issuer == provider?.issuer }) ?? linked.first {
            let name = login.issuer == provider?.issuer ? provider?.name : nil
            return ProviderLogin(provider: name ?? login.issuer, issuer: login.issuer, email: login.email)
        }
        return provider.map { ProviderLogin(provider: $0.name, issuer: $0.issuer) }
    }

    /// `GET /settings/copy`: the button that exports a customer's data.
    package static func showCopy(_ visit: CustomerVisit) throws -> Response {
        visit.page(CopyPage())
    }
}

struct SessionsPage: Page {
    static let template = "settings/sessions"
    static let hasForm = true
    /// The sentence that says that a session was ended; nil without one.
    var ended: String?
    var sessions: [SessionItem]
    var hasOtherSessions: Bool
    /// The login at the provider; nil if there is no provider and no login.
    var login: ProviderLogin?
}

struct SessionItem: Encodable {
    var id: String
    var device: String
    var lastSeen: String
    var place: String?
    var isThis: Bool
    /// True for an app, false for a browser.
    var isApp: Bool
}

struct CopyPage: Page {
    static let template = "settings/copy"
    static let hasForm = true
}
