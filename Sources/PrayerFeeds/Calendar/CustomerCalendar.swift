import CivilTime
import Places
package import Runtime
package import Storage
import Templates

/// Customers' prayer times as calendar objects.
private let writtenCalendars = CacheSlot<CalendarObjects>("prayer calendars", limitBytes: 16 << 20)

extension App {
    /// Returns a customer's prayer times as a calendar; nil if they have set no place, or have hidden it.
    ///
    /// A request needs one query; the objects come from this responder's memory. They are written on the first request
    /// after midnight of the place or after a change, once for all customers with the same city and options.
    ///
    /// - Throws: `UnknownTimeZone` or `FeedOptionProblems` if this release cannot read the stored choice, and
    ///   `ClocksApart` if this machine's clock is too wrong to know the day.
    package func prayerCalendar(of customer: CustomerID) throws -> PrayerCalendar? {
        guard let source = try store.prayerCalendarSource(of: customer) else { return nil }
        let now = now(), hijri = try hijri, memory = shared.cache(writtenCalendars)
        let context = try CalendarContext(source, hijri, at: now, self)
        if let version = source.timetable, let kept = memory.value(context.key(version), at: now) {
            return PrayerCalendar(displayName: context.title(self), objects: kept)
        }
        let ticket = memory.ticket(), renderer = try FeedRenderer(self, hijri: hijri)
        guard let (context, days) = try renderer.stored(context).map({ (context, $0) })
            ?? renderer.prepared(source.feed, at: now)
        else { return nil }
        let key = context.key(days.timetable.version)
        // Another customer's request may have written them already.
        if let kept = memory.value(key, at: now) {
            return PrayerCalendar(displayName: context.title(self), objects: kept)
        }
        let objects = CalendarObjects(
            days, renderer.window(days.calendar.options, days.today), inputsDigest: context.inputsDigest)
        memory.keep(
            objects, for: key, until: context.zone.startOfDay(context.today + 1), bytes: objects.bytes, ticket)
        return PrayerCalendar(displayName: context.title(self), objects: objects)
    }
}

/// A feed's choices with what this process knows of its place and day.
private struct CalendarContext {
    let source: PrayerCalendarSource
    let place: FeedPlace
    let zone: TimeZoneRules
    let today: LocalDate
    /// A digest of the inputs from which this process would compute days.
    let inputsDigest: String

    init(_ source: PrayerCalendarSource, _ hijri: HijriCalendar, at now: Instant, _ app: App) throws {
        self.source = source
        place = try source.city.map { try FeedPlace($0) } ?? FeedPlace(pointOf: source.feed)
        zone = try app.zone(of: place)
        today = zone.date(at: now)
        inputsDigest = TimetableStore.inputsDigest(zone, hijri)
    }

    /// Returns a text that names everything that decides the objects in this process.
    func key(_ timetable: PrayerTimetableVersion) -> String {
        """
        \(timetable.id) \(timetable.inputsDigest) \(timetable.publishedAt.microsecondsSince1970) \
        \(timetable.refreshedAt?.microsecondsSince1970 ?? 0) \(timetable.mosqueDigest ?? "") \
        \(place.identifier) \(place.country ?? "") \(source.feed.options) \(inputsDigest) \(today)
        """
    }

    /// Returns the feed's title in the customer's language.
    func title(_ app: App) -> String {
        let isArabic = source.language == Language.arabic.tag
        return app.text(
            "feed.title", isArabic ? .arabic : .english, ["place": isArabic ? place.nameArabic : place.name])
    }
}

extension FeedRenderer {
    /// Reads the days of a feed from its timetable as it is; nil unless it has them all.
    ///
    /// Days that were computed with other inputs stay as they are: the worker computes them again. Two responders that
    /// learn of new inputs at different moments would otherwise overwrite each other's days.
    fileprivate func stored(_ context: CalendarContext) throws -> FeedDays? {
        guard let version = context.source.timetable else { return nil }
        let options = try FeedOptions(kept: context.source.feed.options), window = window(options, context.today)
        return try app.store.transaction {
            // The lock keeps the days as they are until they are read.
            guard let timetable = try app.store.lockPrayerTimetable(version.id),
                  timetable.days.lowerBound <= window.lowerBound, timetable.days.upperBound >= window.upperBound
            else { return nil }
            return try days(context.place, options, context.zone, timetable, context.today)
        }
    }

    /// Computes the missing days of a feed; nil if it no longer exists or is hidden.
    fileprivate func prepared(_ feed: PrayerFeed, at moment: Instant) throws -> (CalendarContext, FeedDays)? {
        try app.store.transaction {
            // The feed is locked now, so the choice that is read again is the one of these days.
            guard let days = try prepare(feed.id, at: moment)?.days,
                  let source = try app.store.prayerCalendarSource(of: feed.customerID)
            else { return nil }
            return (try CalendarContext(source, hijri, at: moment, app), days)
        }
    }
}
