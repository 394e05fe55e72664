@testable import Calendars
import CivilTime
import Runtime
import Storage
import TestSupport
import Testing

/// A customer in Riyadh on Monday 23 November 2026, 17:30, with events to look for.
struct SearchWorld {
    let world: ImportWorld

    init(customer email: String = "zaid@example.org") throws { world = try ImportWorld(customer: email) }

    var home: CalendarHome { world.home }
    var test: TestApp { world.test }

    /// Stores an event with these lines, separated by `;;`.
    ///
    /// - Parameter start: `20261125T150000`, in Riyadh; or a day.
    func put(
        _ uid: String, _ lines: String, at start: String = "20261125T150000", in calendar: String = "personal",
        overrides: [String] = []
    ) throws {
        func part(_ lines: String, _ start: String) -> String {
            let isDay = !start.contains("T")
            return """
            BEGIN:VEVENT
            UID:\(uid)
            DTSTAMP:20261101T000000Z
            DTSTART\(isDay ? ";VALUE=DATE" : ";TZID=Asia/Riyadh"):\(start)
            \(lines.split(separator: ";;").joined(separator: "\n"))
            END:VEVENT

            """
        }
        let parts = part(lines, start) + overrides.map { override in
            let start = override.prefix { $0 != " " }
            return part(String(override.dropFirst(start.count + 1)), String(start))
        }.joined()
        try store(uid, parts, in: calendar)
    }

    /// Stores an object of these components.
    func store(_ uid: String, _ components: String, in calendar: String = "personal") throws {
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//Planner//EN\n\(components)END:VCALENDAR\n"
        let octets = Array(text.split(separator: "\n").joined(separator: "\r\n").utf8) + [13, 10]
        _ = try home.put(octets, at: ObjectPlace(calendar, "\(uid).ics"))
    }

    func search(_ text: String, from first: Int = 0) throws -> SearchResults {
        try home.search(SearchQuery(text), from: first)
    }

    /// The UIDs of what is found, in order.
    func found(_ text: String) throws -> [String] { try search(text).found.map(\.entry.uid) }
}

extension CalendarEntry {
    /// The UID of an object that `SearchWorld` stored.
    var uid: String { String(segment.dropLast(".ics".count)) }
}

extension MarkedText {
    /// The text with brackets around what matches.
    var bracketed: String { parts.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined() }
}
