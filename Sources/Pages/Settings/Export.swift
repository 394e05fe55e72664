import Archive
import CivilTime
package import HTTP
import Logging
import PrayerFeeds
package import Runtime
package import Storage
package import Web

extension Settings {
    /// `POST /settings/export`: everything Jadwal has of a customer, as a zip of JSON with a README.
    package static func export(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let customer = signedIn.customer
        let now = app.now()
        let (sessions, mails, change, deletion, feed, networks) = try app.store.everything(of: customer.id)
        let files: [(name: String, bytes: [UInt8])] = [
            ("README.txt", Array(
                app.text("export.readme", visit.language, ["date": now.iso8601])
                    .replacing("\\n", with: "\r\n").utf8)),
            ("account.json", try JSON.pretty(AccountExport(customer, change, deletion))),
            ("networks.json", try JSON.pretty(networks.map(NetworkExport.init))),
            ("sessions.json", try JSON.pretty(sessions.map(SessionExport.init))),
            ("mails.json", try JSON.pretty(mails.map(MailExport.init))),
            ("prayer-times.json", try JSON.pretty(feed.map { [PrayerFeedExport($0)] } ?? [])),
        ]
        app.log.info("data exported", metadata: ["request": "\(visit.request.id)", "customer_id": "\(customer.id)"])
        var response = Response(
            body: .stream { writer in
                let zip = try ZipWriter { try writer.write($0) }
                for file in files {
                    try zip.add(name: "jadwal/\(file.name)", bytes: file.bytes, modified: now.secondsSince1970)
                }
                try zip.finish()
            })
        response.headers["Content-Type"] = "application/zip"
        response.headers["Content-Disposition"] = "attachment; filename=\"jadwal-export.zip\""
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response
    }
}

private struct AccountExport: Encodable {
    let id: String, email: String, name: String, language: String, timeZone: String, firstDayOfWeek: Int
    let created: String
    /// The new address that waits for its link to be opened.
    let newEmail: String?
    /// The time when the customer asked to delete the account, if the mailed link was not used yet.
    let deletionAsked: String?

    init(_ customer: Customer, _ change: AddressChange?, _ deletion: AccountDeletion?) {
        newEmail = change?.newEmail
        deletionAsked = deletion?.createdAt.iso8601
        id = customer.id.description
        email = customer.email
        name = customer.name
        language = customer.language
        timeZone = customer.timeZone
        firstDayOfWeek = customer.firstDay
        created = customer.createdAt.iso8601
    }
}

private struct SessionExport: Encodable {
    let device: String, network: String, created: String, lastSeen: String

    init(_ session: SessionRow) {
        device = session.device
        network = session.network
        created = session.createdAt.iso8601
        lastSeen = session.lastSeenAt.iso8601
    }
}

/// The last sign-in from one network. The database does not know the network itself.
private struct NetworkExport: Encodable {
    let lastSignIn: String

    init(_ network: CustomerNetwork) { lastSignIn = network.lastSignInAt.iso8601 }
}

private struct MailExport: Encodable {
    let kind: String, language: String, asked: String, finished: String?, outcome: String?

    init(_ mail: MailRecord) {
        kind = mail.kind
        language = mail.language
        asked = mail.createdAt.iso8601
        finished = mail.finishedAt?.iso8601
        outcome = mail.outcome
    }
}

/// The feed without its address: others may see an export, and the address alone opens the feed.
private struct PrayerFeedExport: Encodable {
    let place: String, country: String?, latitude: Double, longitude: Double, elevationMetres: Int?, timeZone: String
    /// The options as they stand in an address.
    let options: String
    let created: String, firstFetched: String?, lastFetched: String?

    init(_ feed: PrayerFeed) {
        place = feed.placeName
        country = feed.country
        latitude = feed.latitude
        longitude = feed.longitude
        elevationMetres = feed.elevationMetres
        timeZone = feed.timeZone
        options = feed.options
        created = feed.createdAt.iso8601
        firstFetched = feed.firstFetchedAt?.iso8601
        lastFetched = feed.lastFetchedAt?.iso8601
    }
}
