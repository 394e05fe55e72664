@testable import Calendars
import Foundation
import Planning
import Postgres
import Storage
import TestSupport
import Testing

/// A customer in Riyadh whose events come from a phone. The moment is Monday 23 November 2026, 17:30.
struct TimelineWorld {
    let world: CalendarWorld

    var browser: Browser { world.browser }
    var test: TestApp { world.test }

    /// - Parameter hasPrayers: true for a customer who has chosen Riyadh's prayer times.
    init(zone: String = "Asia/Riyadh", hasPrayers: Bool = false) throws {
        world = try CalendarWorld(app: hasPrayers ? .withCities("2026-11-23T14:30:00Z") : .patient())
        try test.run("UPDATE customer SET time_zone = \(zone), first_day = 7")
        try world.home.changePreferences { $0.showsDays = false }
        if hasPrayers {
            try browser.get("/settings/prayer?city=108410")
            let answer = try browser.post("/settings/prayer", ["city": "108410"])
            try #require(answer.location == "/settings/prayer?done=saved", "\(answer)")
        }
        // The account of the session is read again.
        try browser.get("/settings")
    }

    /// Stores an event with local times such as `20261123T090000`, or of whole days such as `20261123`.
    func put(
        _ title: String, _ start: String, _ end: String? = nil, zone: String = "Asia/Riyadh", _ lines: String...
    ) throws {
        func property(_ name: String, _ value: String) -> String {
            if value.count == 8 { return "\(name);VALUE=DATE:\(value)" }
            return value.hasSuffix("Z") ? "\(name):\(value)" : "\(name);TZID=\(zone):\(value)"
        }
        let uid = title.filter { $0.isLetter || $0.isNumber }
        var content = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Planner//EN", "BEGIN:VEVENT", "UID:\(uid)",
            "DTSTAMP:20261101T000000Z", property("DTSTART", start), "SUMMARY:\(title)",
        ]
        if let end { content.append(property("DTEND", end)) }
        content += lines + ["END:VEVENT", "END:VCALENDAR", ""]
        _ = try world.home.put(
            Array(content.joined(separator: "\r\n").utf8), at: ObjectPlace("personal", "\(uid).ics"))
    }

    /// Looks for clashes as the worker does.
    func compare() throws {
        _ = try test.app.planning(of: try world.home.customer).compareChanges()
    }

    /// Returns the list of a day's column, from its heading or alone on its page.
    func column(_ page: Answer, _ day: String? = nil) throws -> String {
        let from = day.map { "aria-labelledby=\"d\($0)\"" } ?? "<section class=\"col"
        let start = try #require(page.text.range(of: from), "\(page)")
        return String(page.text[start.lowerBound...].prefix(upTo: try #require(
            page.text[start.lowerBound...].range(of: "</section>")).lowerBound))
    }

    /// Returns the classes of the item of a column that shows a title.
    func classes(_ title: String, in column: String) throws -> String {
        let item = column.components(separatedBy: "<li class=\"").last { $0.contains(title) }
        return String(try #require(item, "\(column)").prefix { $0 != "\"" })
    }
}
