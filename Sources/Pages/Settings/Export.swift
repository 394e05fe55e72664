import Archive
import CivilTime
package import HTTP
import Logging
import PrayerFeeds
package import Runtime
package import Storage
package import Web

/// A file of the export.
package struct ExportFile: Sendable {
    let name: String
    /// The tables whose rows it holds.
    package let tables: [String]
    let content: @Sendable (CustomerData) throws -> [UInt8]

    package init(_ name: String, _ tables: [String], _ content: @escaping @Sendable (CustomerData) throws -> [UInt8]) {
        self.name = name
        self.tables = tables
        self.content = content
    }
}

/// Everything that the files of an export are made of.
package struct CustomerData {
    fileprivate let customer: Customer
    fileprivate let sessions: [SessionRow], mails: [MailRecord], networks: [CustomerNetwork]
    fileprivate let devices: [DevicePassword]
    fileprivate let change: AddressChange?, deletion: AccountDeletion?, feed: PrayerFeed?
    fileprivate let readme: String
}

extension Settings {
    /// `POST /settings/export`: everything Jadwal has of a customer, as a zip of JSON with a README.
    package static func export(
        _ files: [ExportFile]
    ) -> @Sendable (_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        { visit, signedIn, app in try export(files, visit, signedIn, app) }
    }

    private static func export(
        _ files: [ExportFile], _ visit: Visit, _ signedIn: SignedIn, _ app: App
    ) throws -> Response {
        let customer = signedIn.customer
        let now = app.now()
        let (sessions, mails, change, deletion, feed, networks, devices) = try app.store.everything(of: customer.id)
        let data = CustomerData(
            customer: customer, sessions: sessions, mails: mails, networks: networks, devices: devices, change: change,
            deletion: deletion, feed: feed, readme: app.text("export.readme", visit.language, ["date": now.iso8601]))
        let contents = try files.map { (name: $0.name, bytes: try $0.content(data)) }
        app.log.info("data exported", metadata: ["request": "\(visit.request.id)", "customer_id": "\(customer.id)"])
        var response = Response(
            body: .stream { writer in
                let zip = try ZipWriter { try writer.write($0) }
                for file in contents {
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

/// The contents of the files.
package enum Export {
    package static func readme(_ data: CustomerData) -> [UInt8] {
        Array(data.readme.replacing("\\n", with: "\r\n").utf8)
    }

    package static func account(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(AccountExport(data.customer, data.change, data.deletion))
    }

    package static func networks(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.networks.map(NetworkExport.init))
    }

    package static func sessions(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.sessions.map(SessionExport.init))
    }

    package static func devices(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.devices.map(DeviceExport.init))
    }

    package static func mails(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.mails.map(MailExport.init))
    }

    package static func prayerTimes(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.feed.map { [PrayerFeedExport($0)] } ?? [])
    }
}

private struct AccountExport: Encodable {
    let id: String, email: String, login: String?, name: String, language: String, timeZone: String, firstDayOfWeek: Int
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
        login = customer.login
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

private struct DeviceExport: Encodable {
    let name: String, made: String, madeBy: String, lastUsed: String?, network: String?

    init(_ device: DevicePassword) {
        name = device.label
        made = device.createdAt.iso8601
        madeBy = device.origin.rawValue
        lastUsed = device.lastUsedAt?.iso8601
        network = device.lastNetwork
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
    /// True if connected devices show the times as a calendar.
    let inCalendars: Bool
    let created: String, firstFetched: String?, lastFetched: String?

    init(_ feed: PrayerFeed) {
        place = feed.placeName
        country = feed.country
        latitude = feed.latitude
        longitude = feed.longitude
        elevationMetres = feed.elevationMetres
        timeZone = feed.timeZone
        options = feed.options
        inCalendars = feed.isInCalendars
        created = feed.createdAt.iso8601
        firstFetched = feed.firstFetchedAt?.iso8601
        lastFetched = feed.lastFetchedAt?.iso8601
    }
}
