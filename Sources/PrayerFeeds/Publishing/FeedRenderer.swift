import Archive
package import CivilTime
import Crypto
import HTTP
package import Places
import PrayerTimes
package import Runtime
package import Storage
import Templates

/// A renderer that also stores its feeds. Requests call it if a body is missing; the worker calls it in advance.
///
/// A body is valid for one day, from the place's midnight to the next. The day decides all of its content, so
/// it does not matter who renders it, when, or how often. The clock of the machine that renders decides which day it
/// is.
package struct FeedRenderer {
    package let app: App
    package let hijri: HijriCalendar

    /// - Parameter hijri: nil for the months in force.
    /// - Throws: `ClocksApart` if the clocks of this machine and of the database differ by more than a day. Rendering
    ///   for a wrong day would delete days that are still shown.
    package init(_ app: App, hijri: HijriCalendar? = nil) throws {
        try app.checkClocks(mostSeconds: Clocks.mostSecondsForRendering)
        self.app = app
        self.hijri = try hijri ?? app.hijri
    }

    /// The number of past days that a feed still shows, for programs that show them.
    static let pastDays = 7

    /// Renders a city's feed as of a moment.
    package func render(_ city: City, _ options: FeedOptions, at moment: Instant) throws -> NewFeedBody {
        let place = try FeedPlace(city)
        return try app.store.transaction { try render(prepare(city, place, options, at: moment)) }
    }

    /// Renders a customer's feed as of a moment.
    package func render(_ feed: PrayerFeed, at moment: Instant) throws -> NewFeedBody {
        try app.store.transaction {
            guard let prepared = try prepare(feed.id, at: moment) else { throw Refusal.notFound }
            return try render(prepared)
        }
    }

    /// Prepares a customer's feed as of a moment: afterwards it has an edition, and its timetable has every day. Call
    /// it in a transaction.
    ///
    /// A feed of a city with the usual options shares the city's public edition. Any other feed, and one with a
    /// mosque's timetable of its own, has its own edition, which the customer's next choice deletes.
    ///
    /// - Returns: nil if the feed no longer exists.
    func prepare(_ feed: PrayerFeedID, at moment: Instant) throws -> PreparedFeed? {
        let store = try app.store
        // Read the feed again, locked: a caller's copy may be old, and its edition would stay.
        guard let feed = try store.lockPrayerFeed(feed) else { return nil }
        let options = try FeedOptions(kept: feed.options)
        let city = try feed.cityID.flatMap { try store.city($0) }
        let place = try city.map { try FeedPlace($0) } ?? FeedPlace(pointOf: feed)
        let own = try store.mosqueTables(feed: feed.id, city: nil).deciding(place, options)
        if let city, options.areUsual, own == nil {
            let prepared = try prepare(city, place, options, at: moment)
            try store.setEdition(prepared.edition, of: feed.id)
            return prepared
        }
        // A city's days by its default rules are shared with its public feed.
        let isShared = city != nil && own == nil && options.haveUsualTimes(country: place.country)
        let days = try days(place, options, feed: isShared ? nil : feed.id, own: own, at: moment)
        let edition = try store.edition(of: feed.id, options: options.query, timetable: days.timetable.id)
        try store.deletePrayerTimetables(of: feed.id, except: days.timetable.id)
        try store.setEdition(edition, of: feed.id)
        return PreparedFeed(edition: edition, days: days)
    }

    /// Prepares the public edition of a city with some options. Call it in a transaction.
    private func prepare(
        _ city: City, _ place: FeedPlace, _ options: FeedOptions, at moment: Instant
    ) throws -> PreparedFeed {
        try app.store.lockEdition(of: city.id, options: options.query)
        let days = try days(place, options, feed: nil, own: nil, at: moment)
        let edition = try app.store.edition(of: city.id, options: options.query, timetable: days.timetable.id)
        return PreparedFeed(edition: edition, days: days)
    }

    private func days(
        _ place: FeedPlace, _ options: FeedOptions, feed: PrayerFeedID?, own: MosqueTableRow?, at moment: Instant
    ) throws -> FeedDays {
        let zone = try app.zone(of: place)
        let today = zone.date(at: moment)
        let timetables = TimetableStore(store: try app.store, hijri: hijri, now: app.now())
        let timetable = try timetables.timetable(
            of: place, zone, options, feed: feed, own: own, covering: window(options, today))
        return try days(place, options, zone, timetable, today)
    }

    /// Returns the days that a feed shows on a day of its place.
    func window(_ options: FeedOptions, _ today: LocalDate) -> ClosedRange<LocalDate> {
        (today - Self.pastDays)...(today + ((options.days ?? app.config.feedDays) - 1))
    }

    /// Reads the days that a feed shows from a timetable that has them all.
    func days(
        _ place: FeedPlace, _ options: FeedOptions, _ zone: TimeZoneRules, _ timetable: PrayerTimetable,
        _ today: LocalDate
    ) throws -> FeedDays {
        let (days, changes) = try app.store.prayerDays(of: timetable.id, in: window(options, today))
        let calendar = FeedCalendar(
            place: place, options: options,
            method: options.rules(country: place.country, elevationMetres: nil).method,
            words: FeedWords(options.names, app.shared.templates.catalogue), host: app.host,
            page: place.page.map { app.url($0) }, zone: zone, hijri: hijri, publishedAt: timetable.publishedAt,
            days: days, changes: changes, mosque: try mosque(timetable))
        return FeedDays(timetable: timetable, today: today, calendar: calendar)
    }

    /// Returns the mosque's timetable with which a timetable was computed; nil if there is none.
    private func mosque(_ timetable: PrayerTimetable) throws -> FeedMosque? {
        guard let id = timetable.mosqueTableID else { return nil }
        return FeedMosque(table: try app.store.mosqueTable(id), isOwn: timetable.feedID != nil)
    }

    /// Renders and stores the body of a prepared feed. Call it in the same transaction.
    private func render(_ prepared: PreparedFeed) throws -> NewFeedBody {
        let (timetable, today, zone) = (prepared.days.timetable, prepared.days.today, prepared.days.calendar.zone)
        let plain = prepared.days.calendar.bytes()
        let gzip = try gzipped(plain)
        let midnight = zone.startOfDay(today)
        let body = NewFeedBody(
            validFrom: midnight, expiresAt: zone.startOfDay(today + 1),
            modifiedAt: max(midnight, timetable.refreshedAt ?? midnight),
            etag: etag(of: plain), gzipEtag: etag(of: gzip), plain: plain, gzip: gzip)
        try app.store.replace(body, of: prepared.edition)
        return body
    }

    /// Returns a strong validator: different bytes have different tags. 132 bits of the digest are enough.
    private func etag(of bytes: [UInt8]) -> String {
        "\"\(base64URL(sha256(bytes)).prefix(22))\""
    }
}

/// A feed that has an edition, and the days to write.
struct PreparedFeed {
    let edition: PrayerEditionID
    let days: FeedDays
}

/// The days of a feed on one day of its place.
struct FeedDays {
    let timetable: PrayerTimetable
    let today: LocalDate
    let calendar: FeedCalendar
}

/// The error for a place whose zone is not, or no longer, in tzdata: its civil days are unknown.
package struct UnknownTimeZone: Error, CustomStringConvertible {
    package let name: String
    package var description: String { "tzdata does not know the time zone \(name)" }
}

extension App {
    /// Returns the rules of a place's time zone.
    ///
    /// - Throws: `UnknownTimeZone` if tzdata does not have it.
    func zone(of place: FeedPlace) throws -> TimeZoneRules {
        guard let zone = try shared.timeZones.rules(named: place.timeZone) else {
            throw UnknownTimeZone(name: place.timeZone)
        }
        return zone
    }

    /// The name in the origin, without a port.
    package var host: String {
        let rest = config.origin.dropFirst("https://".count)
        return String(rest.prefix { $0 != ":" })
    }
}
