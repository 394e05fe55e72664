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

    /// The place and the rules as a text that names everything of which the times are made.
    private let key: String
    private let memory: AnnouncedCache<String, any Sendable>

    fileprivate init(_ place: FeedPlace, _ source: PrayerSource, _ app: App) throws {
        let zone = try app.zone(of: place), hijri = try app.hijri, text = source.feed.options
        let options = try FeedOptions(kept: text)
        let rules = options.rules(country: place.country, elevationMetres: place.elevationMetres)
        let mosque = source.tables.deciding(place, options)
        timetable = Timetable(
            Place(place.coordinates, zone: zone), rules, hijri: hijri, table: try mosque.map { try app.table($0) })
        placeName = place.name
        placeNameArabic = place.nameArabic
        key = """
            \(place.coordinates) \(place.elevationMetres ?? 0) \(place.country ?? "") \(text) \
            \(timetableInputs(zone, hijri)) \(mosque?.digest ?? "")
            """
        memory = app.shared.prayerMonths
    }

    /// Returns the times of a civil day of the place.
    package func day(_ date: LocalDate) -> TimetableDay { timetable.day(date) }

    /// Returns the times of civil days of the place, in order.
    ///
    /// A process computes each month once for all customers with the same choice.
    package func days(_ days: ClosedRange<LocalDate>, at now: Instant) -> [TimetableDay] {
        var found: [TimetableDay] = []
        var month = days.lowerBound.startOfMonth
        while month <= days.upperBound {
            let end = month.startOfNextMonth - 1, wanted = days.clamped(to: month...end)
            let computed = self.month(month...end, at: now)
            found += computed[(wanted.lowerBound - month)...(wanted.upperBound - month)]
            month = end + 1
        }
        return found
    }

    private func month(_ days: ClosedRange<LocalDate>, at now: Instant) -> [TimetableDay] {
        let key = "\(days.lowerBound) \(key)"
        if let kept = memory.value(key, at: now) as? [TimetableDay] { return kept }
        let ticket = memory.ticket(), computed = days.days.map(timetable.day)
        memory.keep(
            computed, for: key, until: now + .seconds(86_400), bytes: computed.count * MemoryLayout<TimetableDay>.size,
            ticket)
        return computed
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
