@testable import Calendars
import ICalendar
import Mail
import Runtime
import Storage
import TestSupport
import Testing

/// A customer with their first calendars, for tests of files.
struct ImportWorld {
    let test: TestApp
    let home: CalendarHome

    init(_ settings: [String: String] = [:], customer email: String = "zaid@example.org") throws {
        test = try TestApp(settings: settings)
        let address = try #require(EmailAddress(email))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)).id
        home = test.app.calendars(of: try #require(try test.store.customer(id)))
        _ = try home.list()
    }

    /// Reads a file and stores it in the first calendar.
    func store(_ text: String, in segment: String = "personal") throws -> ImportReport {
        try home.store(home.read(file: Array(text.utf8)), in: segment)
    }

    /// The objects of a calendar by UID.
    func objects(_ segment: String = "personal") throws -> [String: ObjectRow] {
        let calendar = try #require(try home.calendar(segment))
        let rows = try test.store.objects(of: calendar.owner, calendar.id, after: nil, limit: 20_000)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.uid, $0) })
    }

    func text(_ uid: String, _ segment: String = "personal") throws -> String {
        String(decoding: try #require(try objects(segment)[uid]).octets, as: UTF8.self)
    }

    func export(_ segment: String) throws -> String {
        var octets: [UInt8] = []
        try home.export(#require(try home.calendar(segment))) { octets += $0 }
        return String(decoding: octets, as: UTF8.self)
    }
}

/// Returns a calendar file with these components.
func file(_ components: String..., head: String = "") -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Planner//EN\r\n\(head)"
        + components.joined() + "END:VCALENDAR\r\n"
}

/// Returns an event with further lines.
func event(_ uid: String?, _ lines: String..., start: String = "DTSTART:20261123T090000Z") -> String {
    let head = ["BEGIN:VEVENT"] + (uid.map { ["UID:\($0)"] } ?? []) + ["DTSTAMP:20261101T000000Z", start]
    return (head + lines + ["END:VEVENT", ""]).joined(separator: "\r\n")
}
