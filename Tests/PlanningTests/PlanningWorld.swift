import Calendars
import Jadwal
import Mail
import Planning
import PrayerFeeds
import Runtime
import Storage
import TestSupport
import Testing

/// A customer in Riyadh whose calendars a worker compares. It is Monday 23 November 2026, 17:30.
struct PlanningWorld {
    let test: TestApp
    let customer: Customer

    var home: CalendarHome { test.app.calendars(of: customer) }
    var planning: PlanningHome { test.app.planning(of: customer) }

    /// - Parameter settings: those that differ from the usual ones of tests.
    init(_ settings: [String: String] = [:]) throws {
        test = try TestApp.patient(settings)
        let address = try #require(EmailAddress("zaid@example.org"))
        let id = try test.store.customer(
            orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7)
        ).id
        customer = try #require(try test.store.customer(id))
        _ = try home.list()
    }

    /// Stores an event as a device does.
    ///
    /// - Parameters:
    ///   - start: a time of the clock in Riyadh, as `20261125T130000`; `end` likewise.
    ///   - lines: further lines of the event.
    func put(
        _ uid: String, _ start: String, _ end: String, _ lines: [String] = [], in calendar: String = "personal"
    ) throws {
        let event = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:VEVENT", "UID:\(uid)",
            "DTSTAMP:20261101T000000Z", "DTSTART;TZID=Asia/Riyadh:\(start)", "DTEND;TZID=Asia/Riyadh:\(end)",
            "SUMMARY:\(uid)",
        ] + lines + ["END:VEVENT", "END:VCALENDAR", ""]
        _ = try home.put(Array(event.joined(separator: "\r\n").utf8), at: ObjectPlace(calendar, "\(uid).ics"))
    }

    func delete(_ uid: String) throws {
        try home.deleteObject(at: ObjectPlace("personal", "\(uid).ics"))
    }

    /// Lets the worker do everything that waits.
    ///
    /// - Returns: the number of jobs.
    @discardableResult
    func work() throws -> Int {
        let runner = JobRunner(jobs, test.app)
        var count = 0
        while try runner.runNext() { count += 1 }
        return count
    }

    /// The conflicts of the customer, in order: state, the event, and what it clashes with.
    func conflicts(_ states: [ConflictState] = ConflictState.allCases) throws -> [String] {
        try test.store.conflicts(of: customer.id, states).map {
            "\($0.state.rawValue) \($0.facts.uid): \($0.facts.clashes.joined(separator: ", "))"
        }
    }

    /// Chooses Riyadh for prayer times, as the settings do.
    func pray() throws {
        try test.app.store.transaction {
            _ = try test.app.replacePrayerFeed(of: customer.id, by: NewPrayerFeed(
                cityID: nil, placeName: "Riyadh", country: "SA", latitude: 24.69, longitude: 46.72,
                elevationMetres: nil, timeZone: "Asia/Riyadh", options: ""))
        }
    }
}
