import Calendars
package import HTTP
import Logging
package import Runtime
package import Storage
import Templates
package import Web

extension CalendarPages {
    /// The maximum length of an upload in bytes: a file of 10 MB and the rest of the form, as in nginx.
    package static let uploadLimit = 10 << 20

    /// The refused objects that a page lists.
    private static let mostListed = 200

    /// `GET /calendars/import`: a file, and the calendar that takes it.
    package static func showImport(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.calendars(of: signedIn.customer)
        return app.page(try importPage(home, selected: visit.request.query["calendar"], visit.language, app), visit)
    }

    /// `POST /calendars/import`: stores what is in the file, and tells what came in and what did not.
    package static func importFile(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let form = visit.request.form, language = visit.language
        let home = app.calendars(of: signedIn.customer)
        let chosen = form["calendar"]
        func refuse(_ key: String) throws -> Response {
            let page = try importPage(home, selected: chosen, problem: app.text(key, language), language, app)
            return app.page(page, visit, status: .unprocessableContent)
        }
        guard let upload = form.files.first(where: { $0.name == "file" }), !upload.bytes.isEmpty
        else { return try refuse("problem.import.none") }
        let target = chosen == "new" ? nil : try calendar(withID: chosen, home)
        let file = home.read(file: upload.bytes)
        guard !file.isEmpty else { return try refuse("problem.import.empty") }

        var imported: (calendar: CalendarRow, report: ImportReport)?
        if let target {
            imported = try (target, orNotFound { try home.store(file, in: target.segment) })
        } else {
            do {
                imported = try home.storeInNewCalendar(
                    file, name: form["name"], otherName: baseName(upload.filename))
            } catch CalendarRefusal.tooManyCalendars(let limit) {
                let page = try importPage(
                    home, selected: chosen, problem: tooMany(limit, language, app), language, app)
                return app.page(page, visit, status: .unprocessableContent)
            }
        }
        var report = ImportReport()
        report.refused = file.refused
        report = imported?.report ?? report
        app.log.info("calendar file imported", metadata: [
            "request": "\(visit.request.id)", "customer_id": "\(signedIn.customer.id)", "stored": "\(report.stored)",
            "replaced": "\(report.replaced)", "unchanged": "\(report.unchanged)", "refused": "\(report.refused.count)",
        ])
        return app.page(reportPage(report, in: imported?.calendar, language, app), visit)
    }

    private static func importPage(
        _ home: CalendarHome, selected: String, problem: String? = nil, _ language: Language, _ app: App
    ) throws -> ImportPage {
        let calendars = try home.list().calendars.map { ($0.id.description, name(of: $0, language, app)) }
        return ImportPage(
            problem: problem,
            calendars: [Choice](
                calendars + [("new", app.text("import.new", language))],
                selected: selected.isEmpty ? calendars.first?.0 ?? "new" : selected))
    }

    private static func reportPage(
        _ report: ImportReport, in calendar: CalendarRow?, _ language: Language, _ app: App
    ) -> ImportedPage {
        ImportedPage(
            calendar: calendar.map { name(of: $0, language, app) },
            stored: report.stored == 0 ? nil : app.text("import.stored", language, counting: report.stored),
            replaced: report.replaced == 0 ? nil : app.text("import.replaced", language, counting: report.replaced),
            unchanged: report.unchanged == 0 ? nil : app.text("import.unchanged", language, counting: report.unchanged),
            hasRefused: !report.refused.isEmpty,
            refusedCount: app.text("import.refused", language, counting: report.refused.count),
            refused: report.refused.prefix(mostListed).map { refused in
                RefusedItem(
                    title: refused.origin.summary.flatMap { $0.isEmpty ? nil : String($0.prefix(200)) }
                        ?? app.text("import.untitled", language),
                    line: app.text("import.line", language, ["line": language.number(refused.origin.line)]),
                    reason: app.sentence(refused.reason, language))
            },
            others: report.refused.count > mostListed
                ? app.text("import.more", language, counting: report.refused.count - mostListed) : nil)
    }

    /// Returns the name of a file without its ending.
    private static func baseName(_ filename: String) -> String {
        let name = filename.split(separator: "/").last.map(String.init) ?? ""
        let base = name.lowercased().hasSuffix(".ics") ? String(name.dropLast(4)) : name
        return base.trimmed
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
    /// The calendar that took the file; nil if nothing could be stored in a new one.
    var calendar: String?
    var stored: String?
    var replaced: String?
    var unchanged: String?
    var hasRefused: Bool
    var refusedCount: String
    var refused: [RefusedItem]
    /// The number of refused ones that are not listed.
    var others: String?
}

struct RefusedItem: Encodable {
    var title: String
    var line: String
    var reason: String
}
