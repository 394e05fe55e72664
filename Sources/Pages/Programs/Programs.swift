import Accounts
import CivilTime
package import HTTP
import Runtime
import Storage
import Templates
package import Web

// - Programs.swift: the list of programs with a token. Position.swift: the last position, and the consent to it.
// - ConnectProgram.swift: the steps for each program that sends a position. HereButton.swift: the button of Today.

/// The programs that a customer connected with a token.
package enum Programs {
    /// `GET /settings/programs`.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        let format = visit.format, zone = try visit.zone
        let programs = try visit.app.tokens(of: visit.customer.id).map { token in
            ProgramItem(
                id: token.id.description, label: token.label,
                scopes: format.list(token.scopes.map { format.text("programs.scope.\($0.rawValue)") }),
                made: format.day(zone.local(token.createdAt).date, .full),
                lastUse: token.lastUsedSeconds.map(format.ago),
                place: token.lastNetwork.flatMap { $0.isEmpty ? nil : $0 })
        }
        let done = visit.request.query["done"]
        return visit.page(
            ProgramsPage(
                done: done == "revoked" ? format.text("programs.revoked") : nil,
                gone: done == "gone" ? format.text("programs.gone") : nil, programs: programs,
                hasPrograms: !programs.isEmpty))
    }

    /// `POST /settings/programs/revoke`: ends the token of one program. Nothing is asked first, since a program can be
    /// connected again.
    package static func revoke(_ visit: CustomerVisit) throws -> Response {
        guard let number = Int64(visit.request.form["id"]) else { throw Refusal.badRequest }
        let label = try visit.app.revokeToken(PersonalTokenID(number), of: visit.customer.id, visit.asker)
        return visit.redirect("/settings/programs?done=\(label == nil ? "gone" : "revoked")")
    }
}

struct ProgramsPage: Page {
    static let template = "programs/programs"
    static let hasForm = true
    /// The sentence that says what the last form did; nil without one.
    var done: String?
    /// The sentence that says that there is no such program; nil if there was one.
    var gone: String?
    var programs: [ProgramItem]
    var hasPrograms: Bool
}

struct ProgramItem: Encodable {
    var id: String
    var label: String
    /// The things that it can do, in words.
    var scopes: String
    /// The day on which the token was made.
    var made: String
    /// nil if the program has never called.
    var lastUse: String?
    var place: String?
}
