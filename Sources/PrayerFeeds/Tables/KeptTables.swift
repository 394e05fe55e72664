import Crypto
package import Places
package import PrayerTimes
package import Runtime
package import Storage

extension App {
    /// Keeps a mosque's timetable for a customer's feed, in place of an earlier one. Call it in a transaction, and let
    /// the events move that follow prayers.
    ///
    /// - Returns: false if the feed no longer exists.
    package func keep(_ table: MosqueTable, of feed: PrayerFeedID) throws -> Bool {
        guard let feed = try store.forgetRendered(feed) else { return false }
        let city = try feed.cityID.flatMap { try store.city($0) }
        let place = try city.map { try FeedPlace($0) } ?? FeedPlace(pointOf: feed)
        _ = try store.replaceMosqueTable(of: .feed(feed.id), by: NewMosqueTable(table, place))
        return true
    }

    /// Removes the mosque's timetable of a customer's feed. Call it in a transaction, and let the events move that
    /// follow prayers.
    ///
    /// - Returns: false if there is none.
    package func removeTable(of feed: PrayerFeedID) throws -> Bool {
        guard try store.forgetRendered(feed) != nil else { return false }
        return try store.deleteMosqueTable(of: .feed(feed))
    }

    /// Keeps a timetable for everybody in a city, in place of an earlier one. What was rendered for the city is
    /// rendered again.
    package func keep(_ table: MosqueTable, ofCity city: City) throws {
        let place = try FeedPlace(city)
        try store.transaction {
            let shared = try lockTimes(of: place)
            let id = try store.replaceMosqueTable(of: .city(city.id), by: NewMosqueTable(table, place))
            if let shared { try refresh(shared, id, digest: tableDigest(table)) }
        }
    }

    /// Removes the timetable for everybody in a city.
    ///
    /// - Returns: false if there is none.
    package func removeTable(ofCity city: City) throws -> Bool {
        let place = try FeedPlace(city)
        return try store.transaction {
            let shared = try lockTimes(of: place)
            guard try store.deleteMosqueTable(of: .city(city.id)) else { return false }
            if let shared { try refresh(shared, nil, digest: nil) }
            return true
        }
    }

    /// Returns the days of a city that everybody shares, locked in the same order as in rendering; nil if there are
    /// none.
    private func lockTimes(of place: FeedPlace) throws -> PrayerTimetableID? {
        let rules = FeedOptions().ofTimetable(country: place.country).query
        guard let shared = try store.sharedPrayerTimetable(
            latitude: place.coordinates.latitude, longitude: place.coordinates.longitude, timeZone: place.timeZone,
            rules: rules)
        else { return nil }
        try store.lockEditions(of: shared)
        return try store.lockPrayerTimetable(shared)?.id
    }

    private func refresh(_ id: PrayerTimetableID, _ table: MosqueTableID?, digest: String?) throws {
        try store.setMosqueTable(table, digest: digest, of: id)
        _ = try TimetableStore(store: store, hijri: hijri, now: now()).refresh(id, shared.timeZones)
    }
}

extension NewMosqueTable {
    fileprivate init(_ table: MosqueTable, _ place: FeedPlace) {
        self.init(
            digest: tableDigest(table), placeName: place.name, latitude: place.coordinates.latitude,
            longitude: place.coordinates.longitude, timeZone: place.timeZone, table: table)
    }
}

/// Returns a digest of a timetable's days.
func tableDigest(_ table: MosqueTable) -> String {
    func words(_ values: PerEvent<Int?>) -> String {
        DayEvent.allCases.map { values[$0].map(String.init) ?? "-" }.joined(separator: " ")
    }
    let days = table.days.map { "\($0.date) \(words($0.times)) \(words($0.iqama))\n" }.joined()
    return String(sha256Hex(Array(days.utf8)).prefix(32))
}
