import CivilTime
import DAV
package import ICalendar
import Logging
import Places
import Runtime
package import Storage

extension CalendarHome {
    /// The rules of every object, whatever calendar it is in.
    package var rules: StorageRules {
        var rules = StorageRules()
        rules.octets = app.config.objectKilobytes << 10
        rules.earliest = Self.earliest
        rules.latest = Self.latest
        rules.occurrences = 20_000
        rules.attendees = 2_000
        return rules
    }

    /// The Gregorian calendar begins; days before it have two names.
    private static let earliest = Instant(utcYear: 1583, month: 1, day: 1)
    /// The last second that iCalendar can write.
    private static let latest = Instant(utcYear: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59)

    /// The octets that the customer's calendars may hold.
    package var mostOctets: Int { app.config.calendarMegabytes << 20 }

    /// The zone database of this machine. A zone whose file cannot be read is unknown, and the log says so.
    package var zoneDatabase: ZoneResolver.Database {
        let zones = app.shared.timeZones, log = app.log
        return { name in
            do {
                return try zones.rules(named: name)
            } catch {
                log.error("time zone unreadable", metadata: ["zone": "\(name)", "reason": "\(error)"])
                return nil
            }
        }
    }

    /// Returns the zone of days and floating times in a calendar: its own, or the customer's.
    package func floating(in calendar: CalendarRow) -> any ZoneRules {
        if let id = calendar.timeZoneID, let rules = zoneDatabase(id) { return rules }
        if let text = calendar.timeZone, let zone = try? CalendarZone(calendar: text, database: zoneDatabase) {
            return zone.rules
        }
        return floating
    }

    /// Returns the name of that zone, for people.
    package func floatingZoneName(in calendar: CalendarRow) -> String {
        if let id = calendar.timeZoneID, zoneDatabase(id) != nil { return id }
        if let text = calendar.timeZone, let zone = try? CalendarZone(calendar: text, database: zoneDatabase) {
            return zone.tzid
        }
        return customer.timeZone
    }

    /// The zone of the customer.
    package var floating: any ZoneRules { zoneDatabase(customer.timeZone) ?? TimeZoneRules.utc }

    /// The work for one object of a query. A hostile rule ends after some milliseconds.
    package static let budget = WorkBudget(steps: 200_000)
}
