// A calendar that only Jadwal writes, so it needs neither a copy for each customer nor a log of its changes.
//
// Its objects are the events of the feed: the same UIDs, DTSTAMPs and SEQUENCEs. They are rendered from the timetable,
// which customers with the same city and rules share. So an object's octets change only with its minute, its texts or
// the options, not with the day on which they are rendered.
//
// The calendar's state has two parts:
//
// - The epoch is a digest of everything that decides an object's octets: the version of the timetable, the options, and
//   the octets of sample events. If any of it changes, tokens of the earlier epoch are unknown, and clients start
//   over. They then load only the objects whose tags changed. This happens seldom: with a choice in the settings, a
//   new release of tzdata or methods, or a Hijri month that the operator sets.
// - The counter is today's date in the place. Within an epoch nothing changes but the days that are shown, so the
//   exact difference between two days follows from their dates. A log of changes could say nothing more.
//
// Neither has an id of the database, random bits or a clock finer than the day. So all responders give the same
// tokens, and a token from before a restore names the state that it named then.

package import CivilTime
import Storage

/// A customer's prayer times as a read-only calendar.
package struct PrayerCalendar: Sendable {
    /// The title of the feed in the customer's language.
    package let displayName: String
    let objects: CalendarObjects

    /// IANA name of the place's zone, as in Asia/Riyadh. The objects themselves are in UTC.
    package var timeZone: String { objects.timeZone }

    /// The present state: with the counter, DAV:sync-token and CS:getctag.
    package var epoch: UInt64 { objects.epoch }

    /// The days from 1970-01-01 to today in the place.
    package var counter: Int64 { Int64(objects.today.daysSince1970) }

    /// The counter up to which changes are no longer known.
    package var oldestCounter: Int64 { Int64(objects.oldest.daysSince1970) }

    /// True if the events make a person busy; then every event is OPAQUE, else every event is TRANSPARENT.
    package var isBusy: Bool { objects.isBusy }

    /// Every object, in the order of the days.
    package var members: some RandomAccessCollection<PrayerObject> {
        let objects = objects
        return objects.entries.indices.lazy.map { PrayerObject(objects, $0) }
    }

    /// Returns the object with a name, as the last segment of its href is when decoded; nil if there is none.
    package func object(named name: String) -> PrayerObject? {
        guard let day = LocalDate(iso8601: name.prefix(10)) else { return nil }
        return objects.entries(on: day).lazy.map { PrayerObject(objects, $0) }.first { $0.name == name }
    }

    /// Returns the objects whose events overlap a window, in the order of the days (RFC 4791 §9.9).
    package func members(in window: Range<Instant>) -> [PrayerObject] {
        members.filter { $0.start < window.upperBound && $0.end > window.lowerBound }
    }

    /// The difference between two states.
    package struct Changes: Sendable {
        /// The objects that are new. An object never changes within an epoch.
        package let changed: [PrayerObject]
        /// The names of the objects that are gone.
        package let removed: [String]
    }

    /// Returns the exact difference since a counter of the same epoch; nil if it is not known, so that the client has
    /// to start over.
    package func changes(since counter: Int64) -> Changes? {
        guard (oldestCounter...self.counter).contains(counter) else { return nil }
        let passed = Int(self.counter - counter)
        let window = objects.window
        let then = (window.lowerBound - passed)...(window.upperBound - passed)
        return Changes(
            changed: members.filter { $0.day > then.upperBound },
            removed: objects.past.filter { then.contains($0.day) }.flatMap(\.names))
    }
}

/// One event of a prayer calendar, with the object that contains it.
package struct PrayerObject: Sendable {
    private let objects: CalendarObjects
    private let index: Int

    init(_ objects: CalendarObjects, _ index: Int) {
        self.objects = objects
        self.index = index
    }

    private var entry: CalendarObjects.Entry { objects.entries[index] }
    private var kind: CalendarObjects.Kind { objects.kinds[entry.kind] }

    /// The prayer day, which may be the day before the event's start: Isha may be after midnight.
    var day: LocalDate { entry.day }

    /// The last segment of the object's href, which needs no encoding: `2026-11-22-fajr.ics`.
    package var name: String { objects.name(day, kind) }

    /// The UID of the feed's event.
    package var uid: String { kind.uidStart + day.iso8601.filter { $0 != "-" } + kind.uidEnd }

    package var summary: String { kind.summary }
    package var start: Instant { Instant(secondsSince1970: Int64(entry.startMinute) * 60) }
    package var end: Instant { start + .seconds(entry.minutes * 60) }

    /// The object as a GET returns it: a VCALENDAR with one VEVENT in UTC, so without a VTIMEZONE.
    package var octets: ArraySlice<UInt8> { objects.octets[entry.octets] }

    /// SHA-256 of the octets, for the entity tag.
    package var digest: ArraySlice<UInt8> { objects.digests[(index * 32)..<(index * 32 + 32)] }
}
