import Calendars
import DAV
import Mail
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

/// A customer on a page, and their phone.
struct TrashWorld {
    let test: TestApp
    let customer: Customer

    init(_ settings: [String: String] = [:], email: String = "zaid@example.org") throws {
        try self.init(TestApp.patient(settings), email: email)
    }

    init(_ test: TestApp, email: String) throws {
        self.test = test
        let address = try #require(EmailAddress(email))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)
        ).id
        customer = try #require(try test.store.customer(id))
        _ = try page.list()
    }

    var page: CalendarHome { test.app.calendars(of: customer) }
    var phone: CalendarHome { test.app.calendars(of: customer, by: .device(DevicePasswordID(1))) }

    /// Stores an event at an address, and returns the way back.
    @discardableResult
    func put(
        _ uid: String, _ title: String, by home: CalendarHome? = nil, at segment: String? = nil,
        in calendar: String = "personal"
    ) throws -> UndoToken? {
        try (home ?? phone).put(Self.event(uid, title), at: ObjectPlace(calendar, segment ?? "\(uid).ics")).undo
    }

    /// Returns the text at an address; nil if there is no object.
    func text(_ segment: String, in calendar: String = "personal") throws -> String? {
        try page.object(at: ObjectPlace(calendar, segment)).map { String(decoding: $0.octets, as: UTF8.self) }
    }

    /// Returns the title at an address; nil if there is no object.
    func title(_ segment: String, in calendar: String = "personal") throws -> String? {
        try text(segment, in: calendar).flatMap { text in
            text.split(separator: "\r\n").first { $0.hasPrefix("SUMMARY:") }.map { String($0.dropFirst(8)) }
        }
    }

    func trash() throws -> [TrashItem] { try page.trash(limit: 1_000).items }

    /// Returns the titles in the trash, what came last first.
    func titles() throws -> [String] { try trash().map { $0.summary ?? "" } }

    func restore(_ title: String) throws -> RestoredObject? {
        let item = try #require(try trash().first { $0.summary == title }, "\(title) is in the trash")
        return try page.restoreFromTrash(item.id)
    }

    /// Makes everything in the trash, and every object, some seconds older.
    func wait(seconds: Int) throws {
        try test.run("UPDATE calendar_trash SET removed_at = removed_at - \(seconds) * interval '1 second'")
        try test.run("UPDATE calendar_object SET changed_at = changed_at - \(seconds) * interval '1 second'")
        try test.run("UPDATE calendar_removal SET removed_at = removed_at - \(seconds) * interval '1 second'")
    }

    static func event(_ uid: String, _ title: String, _ kind: String = "VEVENT") -> [UInt8] {
        Array(
            """
            BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Client//EN\r\nBEGIN:\(kind)\r\nUID:\(uid)\r\n\
            DTSTAMP:20260101T000000Z\r\nDTSTART:20260105T100000Z\r\nSUMMARY:\(title)\r\nX-OWN;A=b:kept\r\n\
            END:\(kind)\r\nEND:VCALENDAR\r\n
            """.utf8)
    }
}
