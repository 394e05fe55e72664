@testable import Calendars
import Storage
import TestSupport
import Testing

/// Tests with events that a phone has stored in a customer's first calendar.
protocol StoredEventTests {
    var world: CalendarWorld { get }
}

extension StoredEventTests {
    var browser: Browser { world.browser }

    /// Stores an event as a phone does, and returns the address of its page.
    func put(_ lines: String, _ uid: String = "a") throws -> String {
        _ = try world.home.put(Array(CalendarWorld.event(uid, lines).utf8), at: ObjectPlace("personal", "\(uid).ics"))
        return "/events/\(try world.calendar().id)/\(uid).ics"
    }

    func text(_ uid: String = "a") throws -> String {
        let object = try #require(try world.home.object(at: ObjectPlace("personal", "\(uid).ics")))
        return String(decoding: object.octets, as: UTF8.self)
    }

    func edit(_ page: String) -> String {
        let parts = page.split(separator: "?", maxSplits: 1)
        return String(parts[0]) + "/edit" + (parts.count == 2 ? "?\(parts[1])" : "")
    }
}
