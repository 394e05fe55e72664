import Calendars
import CivilTime
package import HTTP
import Logging
import Places
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage
import Templates
import Text
package import Web

extension Prayer {
    /// The maximum length of the form in bytes: the file, the text of the same length and the rest, as in nginx.
    package static let tableFormLimit = 1 << 20

    /// `GET /settings/prayer/table`: the timetable of the customer's mosque, and a form for another one.
    package static func showTable(_ visit: CustomerVisit) throws -> Response {
        guard let own = try OwnTable(visit) else { return visit.redirect("/settings/prayer/place") }
        return visit.page(try own.page(visit))
    }

    /// `POST /settings/prayer/table`: reads a timetable from a file or a text. With `save=yes` it is kept; before that
    /// the page shows what is unusual in it.
    package static func readTable(_ visit: CustomerVisit) throws -> Response {
        guard let own = try OwnTable(visit) else { return visit.redirect("/settings/prayer/place") }
        let form = visit.request.form, format = visit.format, typed = form["text"]
        let file = form.files.first { $0.name == "file" && !$0.bytes.isEmpty }?.bytes
        var text = typed
        func refuse(_ problems: [String], count: Int, status: Status = .unprocessableContent) throws -> Response {
            let page = try own.page(visit, text: text, problems: problems, count: count)
            return visit.page(page, status: status)
        }
        guard file != nil || !typed.trimmed.isEmpty else {
            return try refuse([visit.text("table.problem.none")], count: 1)
        }
        let read: ReadTable, reader = own.reader(visit.app)
        do throws(TableProblems) {
            if let file { text = try reader.text(file) }
            read = try reader.read(text)
        } catch {
            return try refuse(error.sentences(format), count: error.list.count + error.more)
        }
        guard form["save"] == "yes" else {
            return visit.page(try own.preview(read, text, visit))
        }
        if let seconds = try own.keep(read.table, visit.app) {
            let problem = visit.text("table.problem.too-often", ["wait": format.wait(seconds)])
            var response = try refuse([problem], count: 1, status: .tooManyRequests)
            response.headers["Retry-After"] = String(seconds)
            return response
        }
        visit.log("timetable kept", ["days": "\(read.table.days.count)"])
        return visit.redirect("/settings/prayer/table?done=saved")
    }

    /// `GET /settings/prayer/table/remove`: asks first, since the timetable is not kept elsewhere.
    package static func askToRemoveTable(_ visit: CustomerVisit) throws -> Response {
        guard let own = try OwnTable(visit), own.row != nil else {
            return visit.redirect("/settings/prayer/table")
        }
        return visit.page(RemoveTablePage(place: own.place.name(visit.language)))
    }

    /// `POST /settings/prayer/table/remove`: lets a formula decide all times again.
    package static func removeTable(_ visit: CustomerVisit) throws -> Response {
        guard let own = try OwnTable(visit) else { return visit.redirect("/settings/prayer/place") }
        guard try own.remove(visit.app) else { return visit.redirect("/settings/prayer/table") }
        visit.log("timetable removed")
        return visit.redirect("/settings/prayer/table?done=removed")
    }
}

/// The timetable of a customer's mosque, with the feed that it is for.
private struct OwnTable {
    let feed: PrayerFeed
    let place: OwnPlace
    let zone: TimeZoneRules
    /// nil if the customer has not given one.
    let row: MosqueTableRow?

    /// - Returns: nil if the customer has no feed.
    init?(_ visit: CustomerVisit) throws {
        guard let feed = try visit.store.prayerFeed(of: visit.customer.id) else { return nil }
        self.feed = feed
        place = try OwnPlace(feed, visit.app)
        zone = try place.zone(visit.app)
        row = try visit.store.mosqueTables(feed: feed.id, city: nil).own
    }

    func reader(_ app: App) -> TableReader { TableReader(zone: zone, today: zone.date(at: app.now())) }

    /// Keeps a timetable, and counts it as a choice: each has its own days and body.
    ///
    /// - Returns: the seconds to wait if there were too many choices; nil if this one was stored.
    func keep(_ table: MosqueTable, _ app: App) throws -> Int? {
        try app.countingPrayerChoice(of: feed.customerID) { try app.keep(table, of: feed.id) }
    }

    func remove(_ app: App) throws -> Bool {
        try app.store.transaction {
            guard try app.removeTable(of: feed.id) else { return false }
            try app.moveTimes(of: feed.customerID)
            return true
        }
    }

    // MARK: Pages

    func page(
        _ visit: CustomerVisit, text: String = "", problems: [String] = [], count: Int = 0
    ) throws -> OwnTablePage {
        let format = visit.format
        let notice: String? = switch visit.request.query["done"] {
        case "saved": format.text("table.saved")
        case "removed": format.text("table.removed")
        default: nil
        }
        return OwnTablePage(
            saved: problems.isEmpty ? notice : nil, place: place.name(visit.language),
            kept: row.map { KeptTableItem($0, place, today: zone.date(at: visit.app.now()), format) },
            text: text, hasProblems: !problems.isEmpty,
            problemTitle: format.text("table.problem.title", counting: max(1, count)), problems: problems)
    }

    func preview(_ read: ReadTable, _ text: String, _ visit: CustomerVisit) throws -> TablePreviewPage {
        let format = visit.format, today = zone.date(at: visit.app.now())
        let computed = try visit.app.computedTimes(of: feed)
        return TablePreviewPage(
            TablePreview(read, computed, today: today, place: place.name(visit.language), format), text: text)
    }
}

extension KeptTableItem {
    init(_ row: MosqueTableRow, _ place: OwnPlace, today: LocalDate, _ format: Formatter) {
        let days = format.text("table.days", counting: row.dayCount)
        let problem: String? = if !row.isFor(place.coordinates, timeZone: place.timeZone) {
            format.text("table.away", ["place": row.placeName.isolated])
        } else if row.days.upperBound < today {
            format.text("table.past")
        } else {
            nil
        }
        self.init(
            summary: format.text("table.summary", ["days": days, "span": format.days(row.days)]), problem: problem)
    }
}

/// The unusual parts of a timetable that was read, in words.
private struct TablePreview {
    private static let mostListed = 12
    private static let firstDays = 3

    let summary: String
    var warnings: [String] = []
    var differences: [String] = [], moreDifferences: String?
    var missing: [String] = [], moreMissing: String?
    let days: [ReadDay]

    init(_ read: ReadTable, _ computed: Timetable, today: LocalDate, place: String, _ format: Formatter) {
        days = read.table.days.prefix(Self.firstDays).map { ReadDay($0, format) }
        guard let check = TableCheck(read.table, against: computed, today: today) else {
            summary = ""
            return
        }
        summary = format.text("table.summary", [
            "days": format.text("table.days", counting: check.dayCount), "span": format.days(check.span),
        ])
        if check.isPast { warnings.append(format.text("table.check.past")) }
        if check.isFar { warnings.append(format.text("table.check.far", ["place": place.isolated])) }
        if !check.differences.isEmpty {
            warnings.append(format.text("table.check.differences", counting: check.differences.count))
        }
        if !check.missing.isEmpty {
            warnings.append(format.text("table.check.missing", counting: check.missing.count))
        }
        if check.partialCount > 0 {
            warnings.append(format.text("table.check.partial", counting: check.partialCount))
        }
        if !read.unusedColumns.isEmpty {
            let names = read.unusedColumns.map { String($0.prefix(40)).isolated }
            warnings.append(format.text("table.check.unused", ["list": format.list(names)]))
        }
        func more(_ count: Int) -> String? {
            count > Self.mostListed ? format.text("table.check.more", counting: count - Self.mostListed) : nil
        }
        differences = check.differences.prefix(Self.mostListed).map { Self.words($0, format) }
        moreDifferences = more(check.differences.count)
        let ranges = check.missing.ranges
        missing = ranges.prefix(Self.mostListed).map { format.days($0) }
        moreMissing = more(ranges.count)
    }

    private static func words(_ difference: TableCheck.Difference, _ format: Formatter) -> String {
        let words = [
            "day": format.day(difference.date, .year),
            "prayer": format.text(difference.event.time.textKey),
            "written": format.time(minute: difference.written),
            "computed": format.time(minute: difference.computed),
            "length": format.duration(minutes: abs(difference.minutes)),
        ]
        return format.text(difference.minutes > 0 ? "table.difference.later" : "table.difference.earlier", words)
    }
}

extension ReadDay {
    fileprivate init(_ day: MosqueDay, _ format: Formatter) {
        func time(_ event: DayEvent) -> ReadTime {
            ReadTime(
                time: day.times[event].map { format.bareTime(minute: $0) }, isAfterMidnight: day.times[event] ?? 0 >= 1_440,
                iqama: day.iqama[event].map { delay in
                    day.times[event].map { format.bareTime(minute: $0 + delay) } ?? "+\(format.number(delay))"
                })
        }
        self.init(
            day: format.day(day.date, .year), fajr: time(.fajr), sunrise: time(.sunrise), dhuhr: time(.dhuhr),
            asr: time(.asr), maghrib: time(.maghrib), isha: time(.isha))
    }
}

struct OwnTablePage: Page {
    static let template = "prayer/table"
    static let hasForm = true
    /// The sentence that says what the last form did.
    var saved: String?
    var place: String
    var kept: KeptTableItem?
    /// The text as it was sent, for a form that is shown again.
    var text: String
    var hasProblems: Bool
    var problemTitle: String
    var problems: [String]
}

/// The timetable that is kept.
struct KeptTableItem: Encodable {
    /// The number of its days, and the first and the last.
    var summary: String
    /// The reason why it decides no times now.
    var problem: String?
}

struct TablePreviewPage: Page {
    static let template = "prayer/table-preview"
    static let hasForm = true
    var summary: String
    var isGood: Bool
    var hasWarnings: Bool
    var warnings: [String]
    var hasDifferences: Bool
    var differences: [String]
    var moreDifferences: String?
    var hasMissing: Bool
    var missing: [String]
    var moreMissing: String?
    var days: [ReadDay]
    var text: String
}

extension TablePreviewPage {
    fileprivate init(_ preview: TablePreview, text: String) {
        self.init(
            summary: preview.summary, isGood: preview.warnings.isEmpty, hasWarnings: !preview.warnings.isEmpty,
            warnings: preview.warnings, hasDifferences: !preview.differences.isEmpty, differences: preview.differences,
            moreDifferences: preview.moreDifferences, hasMissing: !preview.missing.isEmpty, missing: preview.missing,
            moreMissing: preview.moreMissing, days: preview.days, text: text)
    }
}

/// A day of a timetable as it was read.
struct ReadDay: Encodable {
    var day: String
    var fajr: ReadTime
    var sunrise: ReadTime
    var dhuhr: ReadTime
    var asr: ReadTime
    var maghrib: ReadTime
    var isha: ReadTime
}

/// A time as it was read.
struct ReadTime: Encodable {
    /// nil if a formula decides it.
    var time: String?
    var isAfterMidnight: Bool
    /// The time of the iqama, or its minutes if the prayer has no time.
    var iqama: String?
}

struct RemoveTablePage: Page {
    static let template = "prayer/table-remove"
    static let hasForm = true
    var place: String
}
