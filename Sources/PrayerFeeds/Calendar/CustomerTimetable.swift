package import CivilTime
package import PrayerTimes
package import Runtime
package import Storage

/// The prayer times by a customer's choice of place and rules, for any day.
package struct CustomerTimetable: Sendable {
    package let timetable: Timetable
    /// The name of the place in English; `placeNameArabic` in Arabic. A point has one name.
    package let placeName: String
    package let placeNameArabic: String

    /// The rules of the place's time zone.
    package var zone: TimeZoneRules { timetable.place.zone }

    private let kept: KeptDays

    fileprivate init(_ place: FeedPlace, _ source: PrayerSource, _ app: App) throws {
        let zone = try app.zone(of: place), hijri = try app.hijri, text = source.feed.options
        let options = try FeedOptions(kept: text)
        let rules = options.rules(country: place.country, elevationMetres: place.elevationMetres)
        let mosque = source.tables.deciding(place, options)
        timetable = Timetable(
            Place(place.coordinates, zone: zone), rules, hijri: hijri, table: try mosque.map { try app.table($0) })
        placeName = place.name
        placeNameArabic = place.nameArabic
        kept = try KeptDays(timetable, of: place, options: text, tableDigest: mosque?.digest, app)
    }

    /// Returns the times of a civil day of the place.
    package func day(_ date: LocalDate) -> TimetableDay { timetable.day(date) }

    /// Returns the times of civil days of the place, in order.
    package func days(_ days: ClosedRange<LocalDate>, at now: Instant) -> [TimetableDay] { kept.days(days, at: now) }

    /// Returns the times of civil days for plans, in order. They have the iqāmahs of a mosque's own timetable, which win
    /// over the customer's minutes, and Ramadan is that of the customer's Hijri calendar.
    ///
    /// - Parameter hijri: with the customer's shift.
    package func days(
        _ days: ClosedRange<LocalDate>, at now: Instant, ramadanBy hijri: HijriCalendar
    ) -> [TimetableDay] {
        self.days(days, at: now).map { day in
            var day = day
            day.isRamadan = hijri.isRamadan(day.date)
            return day
        }
    }
}

extension App {
    /// Returns the prayer times that a customer chose; nil if they have set no place.
    ///
    /// - Throws: `UnknownTimeZone` or `FeedOptionProblems` if this release cannot read the stored choice.
    package func customerTimetable(of customer: CustomerID) throws -> CustomerTimetable? {
        try store.prayerSource(of: customer).map { try customerTimetable($0) }
    }

    /// Returns the prayer times of a choice that was read with other things.
    package func customerTimetable(_ source: PrayerSource) throws -> CustomerTimetable {
        let place = try source.city.map { try FeedPlace($0) } ?? FeedPlace(pointOf: source.feed)
        return try CustomerTimetable(place, source, self)
    }
}
