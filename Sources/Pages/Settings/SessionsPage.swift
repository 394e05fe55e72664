package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/sessions`: the browsers in which the customer is signed in.
    package static func showSessions(_ visit: CustomerVisit) throws -> Response {
        let format = visit.format, sessions = try visit.store.sessions(of: visit.customer.id)
        let page = SessionsPage(
            ended: visit.request.query["ended"] == "yes" ? format.text("settings.session-ended") : nil,
            sessions: sessions.map { session in
                SessionItem(
                    id: session.id.description,
                    device: session.device.isEmpty ? format.text("session.unknown-device") : session.device,
                    lastSeen: format.ago(session.lastSeenSeconds),
                    place: session.network.isEmpty ? nil : session.network,
                    isThis: session.id == visit.signedIn.sessionID)
            },
            hasOtherSessions: sessions.count > 1)
        return visit.page(page)
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
}

struct SessionItem: Encodable {
    var id: String
    var device: String
    var lastSeen: String
    var place: String?
    var isThis: Bool
}

struct CopyPage: Page {
    static let template = "settings/copy"
    static let hasForm = true
}
