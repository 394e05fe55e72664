import Archive
import Calendars
package import HTTP
import ICalendar
import Logging
import Runtime
import Storage
import Templates
import Text
package import Web

extension CalendarPages {
    /// The maximum length of an upload in bytes: a file of 10 MB and the rest of the form, as in nginx.
    package static let uploadLimit = 10 << 20

    /// The objects of a kind that a page lists.
    private static let mostListed = 200
    /// The remarks about one object that a page lists.
    private static let mostRemarks = 20

    /// `GET /calendars/import`: a file, and the calendar that takes it.
    package static func showImport(_ visit: CustomerVisit) throws -> Response {
        visit.page(try importPage(visit.calendars, selected: visit.request.query["calendar"], visit))
    }

    /// `POST /calendars/import`: stores what is in the file, and tells what came in and what did not.
    package static func importFile(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, home = visit.calendars
        let chosen = form["calendar"]
        func refuse(_ key: String) throws -> Response {
            let page = try importPage(home, selected: chosen, problem: visit.text(key), visit)
            return visit.page(page, status: .unprocessableContent)
        }
        guard let upload = form.files.first(where: { $0.name == "file" }), !upload.bytes.isEmpty
        else { return try refuse("problem.import.none") }
        let target = chosen == "new" ? nil : try calendar(withID: chosen, home)
        if target?.isReadOnly == true { return try refuse("problem.import.read-only") }
        let uploaded: [UploadedCalendar]
        do throws(UnzipError) {
            uploaded = try UploadedCalendar.all(in: upload.bytes, named: upload.filename)
        } catch {
            return try refuse(problem(error))
        }
        let files = zip(uploaded, home.read(files: uploaded.map(\.bytes))).filter { !$0.1.isEmpty }
        guard !files.isEmpty else { return try refuse("problem.import.empty") }

        var outcome = ImportOutcome()
        for (upload, file) in files {
            if let target {
                outcome.add(try orNotFound { try home.store(file, in: target.segment) }, in: target)
                continue
            }
            do {
                let name = files.count == 1 ? form["name"] : ""
                if let (calendar, report) = try home.storeInNewCalendar(file, name: name, otherName: upload.name) {
                    outcome.add(report, in: calendar)
                } else {
                    outcome.report.refused += file.refused
                }
            } catch CalendarRefusal.tooManyCalendars(let limit) {
                outcome.problem = tooMany(limit, visit.format)
                break
            }
        }
        if outcome.calendars.isEmpty, let problem = outcome.problem {
            let page = try importPage(home, selected: chosen, problem: problem, visit)
            return visit.page(page, status: .unprocessableContent)
        }
        let report = outcome.report
        visit.log("calendar file imported", [
            "files": "\(files.count)", "stored": "\(report.stored)", "replaced": "\(report.replaced)",
            "unchanged": "\(report.unchanged)", "mended": "\(report.mended.count)",
            "refused": "\(report.refused.count)",
        ])
        return visit.page(reportPage(outcome, home.floating, visit))
    }

    private static func problem(_ error: UnzipError) -> String {
        switch error {
        case .damaged: "problem.import.zip"
        case .encrypted: "problem.import.encrypted"
        case .tooManyFiles, .tooLarge, .outOfMemory: "problem.import.large-zip"
        }
    }

    private static func importPage(
        _ home: CalendarHome, selected: String, problem: String? = nil, _ visit: CustomerVisit
    ) throws -> ImportPage {
        let calendars = try home.calendars().filter { !$0.isReadOnly }.map { ($0.id.description, name(of: $0, visit)) }
        return ImportPage(
            problem: problem,
            calendars: [Choice](
                calendars + [("new", visit.text("import.new"))],
                selected: selected.isEmpty ? calendars.first?.0 ?? "new" : selected))
    }

    private static func reportPage(
        _ outcome: ImportOutcome, _ clocks: any ZoneRules, _ visit: CustomerVisit
    ) -> ImportedPage {
        let format = visit.format, app = visit.app
        func title(_ origin: ObjectOrigin) -> String {
            let title = origin.summary?.shortened ?? ""
            return title.isEmpty ? format.text("import.untitled") : title
        }
        let report = outcome.report, names = outcome.calendars.map { name(of: $0, visit) }
        return ImportedPage(
            problem: outcome.problem, calendar: names.count == 1 ? names[0] : nil,
            calendars: names.count > 1 ? names : [], hasSeveral: names.count > 1, hasNone: names.isEmpty,
            stored: report.stored == 0 ? nil : format.text("import.stored", counting: report.stored),
            replaced: report.replaced == 0 ? nil : format.text("import.replaced", counting: report.replaced),
            unchanged: report.unchanged == 0 ? nil : format.text("import.unchanged", counting: report.unchanged),
            hasRefused: !report.refused.isEmpty,
            refusedCount: format.text("import.refused", counting: report.refused.count),
            refused: report.refused.prefix(mostListed).map { refused in
                RefusedItem(
                    title: title(refused.origin), when: app.place(of: refused.origin, clocks, format),
                    reason: app.sentence(refused.reason, format))
            },
            others: report.refused.count > mostListed
                ? format.text("import.more", counting: report.refused.count - mostListed) : nil,
            hasMended: !report.mended.isEmpty,
            mendedCount: format.text("import.mended", counting: report.mended.count),
            mended: report.mended.prefix(mostListed).map { mended in
                MendedItem(
                    title: title(mended.origin), when: app.place(of: mended.origin, clocks, format),
                    remarks: mended.remarks.prefix(mostRemarks).map { app.sentence($0, format) })
            },
            otherMended: report.mended.count > mostListed
                ? format.text("import.more", counting: report.mended.count - mostListed) : nil)
    }
}

/// A calendar file that was uploaded, by itself or in an archive.
private struct UploadedCalendar {
    /// The name of the file without folder and ending.
    let name: String
    let bytes: [UInt8]

    /// Google's archive has a file for each calendar; nobody has as many as this.
    private static let limits = UnzipLimits(entries: 1_000, files: 60, bytes: 30 << 20, ratio: 100)

    init(name: String, bytes: [UInt8]) {
        let last = name.split(separator: "/").last.map(String.init) ?? ""
        self.name = (last.lowercased().hasSuffix(".ics") ? String(last.dropLast(4)) : last).trimmed
        self.bytes = bytes
    }

    /// Returns the calendar files of an upload: itself, or those of a zip archive.
    static func all(in bytes: [UInt8], named name: String) throws(UnzipError) -> [UploadedCalendar] {
        guard isZip(bytes) else { return [UploadedCalendar(name: name, bytes: bytes)] }
        let files = try unzip(bytes, limits) { path in
            // The copies that macOS puts beside the files are no calendars.
            path.lowercased().hasSuffix(".ics") && !path.hasPrefix("__MACOSX/")
        }
        return files.map { UploadedCalendar(name: $0.name, bytes: $0.bytes) }
    }
}

/// The result of an upload.
private struct ImportOutcome {
    /// The calendars that took something, in the order of the files.
    private(set) var calendars: [CalendarRow] = []
    var report = ImportReport()
    /// The reason why the remaining files did not come in.
    var problem: String?

    mutating func add(_ more: ImportReport, in calendar: CalendarRow) {
        report += more
        if !calendars.contains(where: { $0.id == calendar.id }) { calendars.append(calendar) }
    }
}

struct ImportPage: Page {
    static let template = "calendars/import"
    static let hasForm = true
    var problem: String?
    var calendars: [Choice]
}

struct ImportedPage: Page {
    static let template = "calendars/imported"
    /// The reason why some files of an archive did not come in.
    var problem: String?
    /// The calendar that took the file, if it is one.
    var calendar: String?
    /// The calendars that took the files of an archive, if they are several.
    var calendars: [String]
    var hasSeveral: Bool
    /// True if nothing could be stored in a new calendar.
    var hasNone: Bool
    var stored: String?
    var replaced: String?
    var unchanged: String?
    var hasRefused: Bool
    var refusedCount: String
    var refused: [RefusedItem]
    /// The number of refused ones that are not listed.
    var others: String?
    var hasMended: Bool
    var mendedCount: String
    /// The entries that came in and are not as the file has them.
    var mended: [MendedItem]
    var otherMended: String?
}

struct RefusedItem: Encodable {
    var title: String
    /// Its day and hour, or its line.
    var when: String?
    var reason: String
}

struct MendedItem: Encodable {
    var title: String
    /// Its day and hour, or its line.
    var when: String?
    var remarks: [String]
}
