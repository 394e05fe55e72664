import CivilTime
package import Places
package import PrayerTimes
package import Runtime
package import Storage

extension MosqueTables {
    /// Returns the timetable that decides the times of a place; nil if a formula does.
    ///
    /// A customer's own always does. A city's does for everybody who chose nothing about the times: who asks for
    /// another method, another school or other minutes gets them.
    func deciding(_ place: FeedPlace, _ options: FeedOptions) -> MosqueTableRow? {
        deciding(at: place.coordinates, timeZone: place.timeZone, country: place.country, options)
    }

    /// - Parameters:
    ///   - timeZone: IANA name, as in Asia/Riyadh.
    ///   - country: ISO 3166-1; nil if it is not known.
    package func deciding(
        at point: Coordinates, timeZone: String, country: String?, _ options: FeedOptions
    ) -> MosqueTableRow? {
        if let own, own.isFor(point, timeZone: timeZone) { return own }
        return options.haveUsualTimes(country: country) ? city : nil
    }
}

extension MosqueTableRow {
    /// The farthest that a customer can move and still pray by the same timetable, in kilometres.
    package static let farthestKilometres = 50.0

    /// Returns true if the timetable, given for its own place, also serves another one: near it, with the same clocks.
    package func isFor(_ point: Coordinates, timeZone: String) -> Bool {
        timeZone == self.timeZone
            && point.kilometres(toLatitude: latitude, longitude: longitude) <= Self.farthestKilometres
    }
}

/// The timetables of mosques that have been read, by their versions.
private let mosqueTables = CacheSlot<MosqueTable>("mosque tables", limitBytes: 2 << 20)

extension App {
    /// Returns the days of a timetable. A process reads each version once.
    package func table(_ row: MosqueTableRow) throws -> MosqueTable {
        let key = "mosque \(row.id) \(row.digest)", memory = shared.cache(mosqueTables), now = now()
        if let kept = memory.value(key, at: now) { return kept }
        let ticket = memory.ticket(), table = try store.mosqueTable(row.id)
        // A timetable that is replaced at this moment has another digest, so what was read here is not it.
        if tableDigest(table) == row.digest {
            let bytes = table.days.count * MemoryLayout<MosqueDay>.stride
            memory.keep(table, for: key, until: now + .seconds(86_400), bytes: bytes, ticket)
        }
        return table
    }

    /// Returns the calculated times of a city for everybody who chose nothing.
    package func computedTimes(of city: City) throws -> Timetable {
        try computedTimes(of: FeedPlace(city), FeedOptions())
    }

    /// Returns the calculated times of a customer's feed, without any mosque's timetable.
    package func computedTimes(of feed: PrayerFeed) throws -> Timetable {
        let city = try feed.cityID.flatMap { try store.city($0) }
        let place = try city.map { try FeedPlace($0) } ?? FeedPlace(pointOf: feed)
        return try computedTimes(of: place, FeedOptions(kept: feed.options))
    }

    private func computedTimes(of place: FeedPlace, _ options: FeedOptions) throws -> Timetable {
        let rules = options.rules(country: place.country, elevationMetres: place.elevationMetres)
        return Timetable(Place(place.coordinates, zone: try zone(of: place)), rules, hijri: try hijri)
    }

    /// Returns the timetable for everybody in a city that decides the times of its page; nil if a formula does. A
    /// change reaches the page within a minute.
    package func cityTable(_ city: City, _ options: FeedOptions) throws -> MosqueTable? {
        guard options.haveUsualTimes(country: city.country) else { return nil }
        return try cityTables[city.id].map { try table($0) }
    }

    /// Returns the digest of the timetable for everybody in a city; nil if it has none.
    package func cityTableDigest(_ city: City) throws -> String? { try cityTables[city.id]?.digest }
}
