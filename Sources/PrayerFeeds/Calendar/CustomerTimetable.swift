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

    /// Returns the times of a civil day of the place.
    package func day(_ date: LocalDate) -> TimetableDay { timetable.day(date) }
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
        let options = try FeedOptions(kept: source.feed.options)
        return CustomerTimetable(
            timetable: Timetable(
                Place(place.coordinates, zone: try zone(of: place)),
                options.rules(country: place.country, elevationMetres: place.elevationMetres), hijri: try hijri),
            placeName: place.name, placeNameArabic: place.nameArabic)
    }
}
