import Archive
import Calendars
import CivilTime
package import HTTP
import Logging
import Runtime
package import Web

extension CalendarPages {
    /// `POST /calendars/{calendar}/export`: the calendar as a file.
    package static func export(_ visit: CustomerVisit) throws -> Response {
        let home = visit.calendars
        let calendar = try calendar(visit, home)
        // The database is read before the answer begins, so that an error is an error page.
        let file = Spool()
        try home.export(calendar) { try file.append($0) }
        return .download(file, name: calendar.fileName + ".ics", type: "text/calendar; charset=utf-8")
    }

    /// `POST /calendars/export`: a zip with a file for each calendar.
    package static func exportAll(_ visit: CustomerVisit) throws -> Response {
        let home = visit.calendars
        let archive = Spool()
        let zip = try ZipWriter { try archive.append($0) }
        let now = visit.app.now().secondsSince1970
        for (calendar, name) in try home.fileNames() {
            try zip.add(name: "jadwal/\(name).ics", modified: now) { write in try home.export(calendar, write) }
        }
        try zip.finish()
        return .download(archive, name: "jadwal-calendars.zip", type: "application/zip")
    }
}

extension Response {
    /// Makes a file that the browser saves under a name.
    static func download(_ file: Spool, name: String, type: String) -> Response {
        var response = Response(body: .stream { writer in try file.write { try writer.write($0) } })
        response.markDownload(name: name, type: type)
        return response
    }

    /// Makes this a file that the browser saves under a name (RFC 6266).
    mutating func markDownload(name: String, type: String) {
        headers["Content-Type"] = type
        let plain = name.unicodeScalars.map { scalar in
            scalar.isASCII && !"\"\\%".unicodeScalars.contains(scalar) ? String(scalar) : "_"
        }.joined()
        headers["Content-Disposition"] =
            "attachment; filename=\"\(plain)\"" + (plain == name ? "" : "; filename*=UTF-8''\(percentEncoded(name))")
        headers["Cache-Control"] = "no-store"
        headers["Referrer-Policy"] = "no-referrer"
    }
}
