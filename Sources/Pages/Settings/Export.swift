import Accounts
import Agreements
import Archive
import Calendars
import CivilTime
import HTTP
import Logging
import Notifications
import OutsideCalendars
import Planning
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage
import Web

/// A part of a customer's data, as the page about deleting the account lists it: `delete.item.chats`.
package enum DataPart: String, Sendable, CaseIterable {
    case profile, calendars, feed, chats, agreements, notices, sessions, mails
}

/// A file of the export, or a folder of files.
package struct ExportFile: Sendable {
    /// Gets the name of a file and its content.
    typealias Add = (_ name: String, _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws -> Void

    /// The tables whose rows it holds.
    package let tables: [String]
    /// The part of the data that it belongs to; nil for the file that describes the others.
    package let part: DataPart?
    let addFiles: @Sendable (CustomerData, Add) throws -> Void

    package init(
        _ name: String, _ part: DataPart?, _ tables: [String],
        _ content: @escaping @Sendable (CustomerData) throws -> [UInt8]
    ) {
        self.tables = tables
        self.part = part
        addFiles = { data, add in
            let bytes = try content(data)
            try add(name) { write in try write(bytes) }
        }
    }

    /// Makes a folder with a file for each calendar.
    package init(calendarsIn folder: String, _ tables: [String]) {
        self.tables = tables
        part = .calendars
        addFiles = { data, add in
            for (calendar, name) in data.calendars {
                try add("\(folder)/\(name).ics") { write in try data.home.export(calendar, write) }
            }
        }
    }
}

extension ExportFile {
    /// Makes a file with the texts of what is in the trash.
    package init(textsOfTrash name: String) {
        tables = []
        part = .calendars
        addFiles = { data, add in
            try add(name) { write in try data.home.exportTrash(write) }
        }
    }
}

/// Everything that the files of an export are made of.
package struct CustomerData {
    fileprivate let customer: Customer
    fileprivate let sessions: [SessionRow], mails: [MailRecord], networks: [CustomerNetwork]
    fileprivate let devices: [DevicePassword]
    fileprivate let logins: [LinkedLogin]
    fileprivate let change: AddressChange?, deletion: AccountDeletion?, feed: PrayerFeed?
    /// The timetable of the customer's mosque.
    fileprivate let mosque: (row: MosqueTableRow, table: MosqueTable)?
    fileprivate let home: CalendarHome
    fileprivate let agreements: AgreementHome
    fileprivate let notices: NoticeHome
    /// The calendars with the names of their files, also those that can come back.
    fileprivate let calendars: [(calendar: CalendarRow, name: String)]
    fileprivate let kept: [PlacedProperty]
    let subscriptions: [SubscriptionState]
    fileprivate let preferences: CalendarPreferences
    fileprivate let habits: DayHabits
    fileprivate let conflicts: [ConflictRow]
    fileprivate let places: [SavedPlace]
    fileprivate let position: ShownPosition
    fileprivate let programs: [PersonalToken]
    fileprivate let plan: PlanExport
    fileprivate let readme: String
}

extension Settings {
    /// `POST /settings/export`: everything Jadwal has of a customer, as a zip of JSON with a README.
    package static func export(_ files: [ExportFile]) -> CustomerHandler {
        { visit in try export(files, visit) }
    }

    private static func export(_ files: [ExportFile], _ visit: CustomerVisit) throws -> Response {
        let customer = visit.customer
        let now = visit.app.now()
        let (sessions, mails, change, deletion, feed, networks, devices) = try visit.store.everything(of: customer.id)
        let home = visit.calendars
        let mosque = try feed.flatMap { try visit.store.mosqueTables(feed: $0.id, city: nil).own }
        let data = CustomerData(
            customer: customer, sessions: sessions, mails: mails, networks: networks, devices: devices,
            logins: try visit.app.linkedLogins(of: customer.id), change: change,
            deletion: deletion, feed: feed, mosque: try mosque.map { ($0, try visit.store.mosqueTable($0.id)) },
            home: home, agreements: visit.agreements, notices: visit.notices,
            calendars: try home.fileNames(withDeleted: true), kept: try home.list().kept,
            subscriptions: try visit.subscriptions.all(),
            preferences: try visit.store.calendarPreferences(of: customer.id),
            habits: try visit.store.dayHabits(of: customer.id),
            conflicts: try visit.store.conflicts(of: customer.id, ConflictState.allCases, limit: .max),
            places: try visit.store.savedPlaces(of: customer.id), position: try visit.planning.position(),
            programs: try visit.app.tokens(of: customer.id), plan: try PlanExport(of: customer.id, visit.store),
            readme: visit.text("export.readme", ["date": now.iso8601]))
        // The database is read before the answer begins, so that an error is an error page.
        let archive = Spool()
        let zip = try ZipWriter { try archive.append($0) }
        for file in files {
            try file.addFiles(data) { name, content in
                try zip.add(name: "jadwal/\(name)", modified: now.secondsSince1970, content: content)
            }
        }
        try zip.finish()
        visit.log("data exported")
        return .download(archive, name: "jadwal-export.zip", type: "application/zip")
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

    package static func day(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(DayExport(data.habits))
    }

    package static func places(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.places.map(PlaceExport.init))
    }

    package static func programs(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.programs.map(ProgramExport.init))
    }

    /// Returns the consent and the last position.
    package static func position(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(PositionExport(data.position))
    }

    /// Returns the times of tasks with what the customer did about them, and the choices about plans.
    package static func plan(_ data: CustomerData) throws -> [UInt8] { try JSON.pretty(data.plan) }

    package static func networks(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.networks.map(NetworkExport.init))
    }

    package static func sessions(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.sessions.map(SessionExport.init))
    }

    package static func logins(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.logins.map(LoginExport.init))
    }

    package static func devices(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.devices.map(DeviceExport.init))
    }

    package static func mails(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.mails.map(MailExport.init))
    }

    package static func calendars(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(CalendarsExport(
            calendars: data.calendars.map { CalendarExport($0.calendar, file: $0.name, data.kept) },
            properties: data.kept.filter { [.home, .principal].contains($0.place) }.map(PropertyExport.init),
            views: ViewsExport(data.preferences, data.calendars.map(\.calendar))))
    }

    /// Returns the list of the trash, in the order of the texts in the other file.
    package static func trash(_ data: CustomerData) throws -> [UInt8] {
        var items: [TrashExport] = [], next: TrashPosition?
        repeat {
            let part = try data.home.trash(after: next, limit: 1_000)
            items += part.items.map(TrashExport.init)
            next = part.next
        } while next != nil
        return try JSON.pretty(items)
    }

    /// Returns the consent, the link and the chats whose words are kept.
    package static func chats(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.agreements.exportedChats())
    }

    /// Returns what was found in chats.
    package static func agreements(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.agreements.exportedAgreements())
    }

    /// Returns the numbers of answers to what was found, by rule.
    package static func outcomes(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.agreements.exportedOutcomes())
    }

    /// Returns the events that clash, with the answers.
    package static func conflicts(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.conflicts.map(ConflictExport.init))
    }

    /// Returns what the customer was to know, the ways there, and the choices about them.
    package static func notices(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.notices.export())
    }

    package static func prayerTimes(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.feed.map { [PrayerFeedExport($0, data.mosque)] } ?? [])
    }
}

private struct AccountExport: Encodable {
    let id: String, email: String, login: String?, name: String, language: String, timeZone: String, firstDayOfWeek: Int
    /// Left out without a choice.
    let clock: Int?, digits: String?
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
        clock = customer.clock
        digits = customer.digits
        firstDayOfWeek = customer.firstDay
        created = customer.createdAt.iso8601
    }
}

private struct ConflictExport: Encodable {
    let uid: String, state: String, clashes: [String], start: String, end: String, occurrences: Int
    let found: String, decided: String?

    init(_ conflict: ConflictRow) {
        uid = conflict.facts.uid
        state = conflict.state.rawValue
        clashes = conflict.facts.clashes
        start = conflict.facts.start.iso8601
        end = conflict.facts.end.iso8601
        occurrences = conflict.facts.count
        found = conflict.foundAt.iso8601
        decided = conflict.decidedAt?.iso8601
    }
}

private struct SessionExport: Encodable {
    let kind: String, device: String, network: String, created: String, lastSeen: String

    init(_ session: SessionRow) {
        kind = session.kind.rawValue
        device = session.device
        network = session.network
        created = session.createdAt.iso8601
        lastSeen = session.lastSeenAt.iso8601
    }
}

private struct LoginExport: Encodable {
    let issuer: String, subject: String, email: String, created: String, lastUsed: String

    init(_ login: LinkedLogin) {
        (issuer, subject, email) = (login.issuer, login.subject, login.email)
        (created, lastUsed) = (login.createdAt.iso8601, login.lastUsedAt.iso8601)
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

private struct CalendarsExport: Encodable {
    let calendars: [CalendarExport]
    /// Properties that programs set on the account, not on a calendar.
    let properties: [PropertyExport]
    /// The choices about the views.
    let views: ViewsExport
}

private struct ViewsExport: Encodable {
    let hijriShift: Int, showsPrayers: Bool, showsDays: Bool, hasShortcuts: Bool
    /// The address of the calendar of the last new event.
    let lastCalendar: String?
    let desk: String?, phone: String?

    init(_ preferences: CalendarPreferences, _ calendars: [CalendarRow]) {
        hijriShift = preferences.hijriShift
        showsPrayers = preferences.showsPrayers
        showsDays = preferences.showsDays
        hasShortcuts = preferences.hasShortcuts
        lastCalendar = calendars.first { $0.id == preferences.lastCalendar }?.segment
        desk = preferences.deskView?.rawValue
        phone = preferences.phoneView?.rawValue
    }
}

private struct CalendarExport: Encodable {
    let name: String, address: String, file: String, description: String?, color: String?, colorName: String?
    let order: Int?, timeZone: String?, timeZoneText: String?, components: [String], countsAsBusy: Bool, isVisible: Bool
    let defaultReminderMinutes: [Int], isDefault: Bool, source: String?, entries: Int
    let created: String, changed: String, deleted: String?
    /// Properties that programs set and Jadwal only keeps.
    let properties: [PropertyExport]

    init(_ calendar: CalendarRow, file: String, _ kept: [PlacedProperty]) {
        name = calendar.displayName
        address = calendar.segment
        self.file = "calendars/\(file).ics"
        description = calendar.description
        color = calendar.color
        colorName = calendar.colorName
        order = calendar.order
        timeZone = calendar.timeZoneID
        timeZoneText = calendar.timeZone
        components = calendar.components
        countsAsBusy = !calendar.isTransparent
        isVisible = calendar.isVisible
        defaultReminderMinutes = calendar.defaultReminders
        isDefault = calendar.isDefault
        source = calendar.sourceURL
        entries = calendar.objectCount
        created = calendar.createdAt.iso8601
        changed = calendar.changedAt.iso8601
        deleted = calendar.deletedAt?.iso8601
        properties = kept.filter { $0.place == .calendar(calendar.id) }.map(PropertyExport.init)
    }
}

private struct TrashExport: Encodable {
    let title: String?, kind: String, calendar: String, address: String, change: String, when: String, by: String
    let device: String?

    init(_ item: TrashItem) {
        title = item.summary
        kind = item.kind
        calendar = item.calendarName
        address = item.segment
        change = item.change.rawValue
        when = item.removedAt.iso8601
        device = item.device
        by = switch item.author {
        case .page, .jadwal: "page"
        case .device: "device"
        case .command: "operator"
        }
    }
}

private struct PropertyExport: Encodable {
    let namespace: String, name: String, value: String

    init(_ placed: PlacedProperty) {
        namespace = placed.property.namespace
        name = placed.property.name
        value = String(decoding: placed.property.value, as: UTF8.self)
    }
}

/// The feed without its address: others may see an export, and the address alone opens the feed.
private struct PrayerFeedExport: Encodable {
    let place: String, country: String?, latitude: Double, longitude: Double, elevationMetres: Int?, timeZone: String
    /// The options as they are written in an address.
    let options: String
    /// True if connected devices show the times as a calendar.
    let inCalendars: Bool
    let created: String, firstFetched: String?, lastFetched: String?
    let mosqueTimetable: MosqueTableExport?

    init(_ feed: PrayerFeed, _ mosque: (row: MosqueTableRow, table: MosqueTable)?) {
        mosqueTimetable = mosque.map { MosqueTableExport($0.row, $0.table) }
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

private struct MosqueTableExport: Encodable {
    let place: String, timeZone: String, uploaded: String, changed: String
    /// Each with its date, its times on the clock by the names of the prayers, and the minutes to their iqamas.
    let days: [Day]

    struct Day: Encodable {
        let date: String
        let times: [String: String]
        let iqamaMinutes: [String: Int]
    }

    init(_ row: MosqueTableRow, _ table: MosqueTable) {
        place = row.placeName
        timeZone = row.timeZone
        uploaded = row.createdAt.iso8601
        changed = row.changedAt.iso8601
        days = table.days.map { day in
            func named<Value>(_ value: (DayEvent) -> Value?) -> [String: Value] {
                var values: [String: Value] = [:]
                for event in DayEvent.allCases { values[event.rawValue] = value(event) }
                return values
            }
            return Day(
                date: day.date.iso8601, times: named { day.times[$0].map { clockText(minute: $0) } },
                iqamaMinutes: named { day.iqama[$0] })
        }
    }
}
