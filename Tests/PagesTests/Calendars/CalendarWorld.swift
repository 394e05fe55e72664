@testable import Calendars
import Runtime
import Storage
import TestSupport
import Testing

/// A signed-in customer with their calendars in view.
struct CalendarWorld {
    let test: TestApp
    let browser: Browser

    init(_ settings: [String: String] = [:]) throws {
        try self.init(app: .patient(settings))
    }

    init(app: TestApp) throws {
        test = app
        browser = Browser(test)
        try browser.signIn()
        try browser.get("/calendars")
    }

    var home: CalendarHome {
        get throws { test.app.calendars(of: try #require(try test.store.customer(browser.customer()))) }
    }

    func calendar(_ segment: String = "personal") throws -> CalendarRow {
        try #require(try home.calendar(segment))
    }

    /// Makes a calendar on its page, and returns it.
    func make(_ name: String, color: String = "clay") throws -> CalendarRow {
        let answer = try browser.post("/calendars/new", ["name": name, "color": color])
        try #require(answer.location == "/calendars?done=made", "\(answer)")
        return try #require(try home.list().calendars.first { $0.displayName == name })
    }

    /// Stores an event as a phone does.
    func put(_ uid: String, in segment: String = "personal") throws {
        _ = try home.put(Array(Self.event(uid).utf8), at: ObjectPlace(segment, "\(uid).ics"))
    }

    static func event(_ uid: String, _ lines: String = "") -> String {
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//Example//Planner//EN\r
        BEGIN:VEVENT\r
        UID:\(uid)\r
        DTSTAMP:20261101T000000Z\r
        DTSTART:20261123T090000Z\r
        \(lines.isEmpty ? "" : lines + "\r\n")SUMMARY:Event \(uid)\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
    }
}
