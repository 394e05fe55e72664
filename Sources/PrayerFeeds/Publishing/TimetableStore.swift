package import CivilTime
import Crypto
import Places
package import PrayerTimes
import Runtime
import Storage

/// The store of timetables' days in Postgres. It computes missing days, and days that changed rules affect.
///
/// A published minute changes only here, and every change is recorded. So calendar programs learn of it by a
/// new SEQUENCE (RFC 5545 §3.8.7.4), and all other bytes stay the same.
struct TimetableStore {
    package let store: Store
    package let hijri: HijriCalendar
    /// The present moment by this machine's clock, which dates changes of minutes.
    package let now: Instant

    /// Returns a place's timetable by some rules, with every day of a window. Call it in a transaction.
    ///
    /// - Parameters:
    ///   - feed: the feed that has the timetable for itself; nil for a shared timetable of a city.
    ///   - own: the mosque's timetable of that feed.
    package func timetable(
        of place: FeedPlace, _ zone: TimeZoneRules, _ options: FeedOptions, feed: PrayerFeedID?, own: MosqueTableRow?,
        covering window: ClosedRange<LocalDate>
    ) throws -> PrayerTimetable {
        let digest = Self.inputsDigest(zone, hijri)
        let kept = try store.prayerTimetable(
            orInsert: NewPrayerTimetable(
                feedID: feed, latitude: place.coordinates.latitude, longitude: place.coordinates.longitude,
                elevationMetres: options.usesElevation ? place.elevationMetres : nil, timeZone: zone.name,
                rules: options.ofTimetable(country: place.country).query, inputsDigest: digest,
                // Events of an earlier timetable of the mosque may have the same UIDs.
                publishedAt: max(PrayerTimes.dataVersion, own?.createdAt.wholeSeconds ?? PrayerTimes.dataVersion),
                days: window))
        // The timetable is locked now. A mosque's timetable that is given meanwhile waits, and refreshes it then.
        let tables = try store.mosqueTables(feed: own == nil ? nil : feed, city: place.cityID)
        let mosque = tables.deciding(place, options)
        let rules = options.rules(country: place.country, elevationMetres: place.elevationMetres)
        let timetable = Timetable(
            Place(place.coordinates, zone: zone), rules, hijri: hijri,
            table: try mosque.map { try store.mosqueTable($0.id) })
        if kept.isNew {
            try store.replacePrayerDays(timetable.kept(window), of: kept.id)
            guard let mosque else { return kept }
            try store.setMosqueTable(mosque.id, digest: mosque.digest, of: kept.id)
            return try store.lockPrayerTimetable(kept.id) ?? kept
        }
        if kept.inputsDigest != digest || kept.mosqueTableID != mosque?.id || kept.mosqueDigest != mosque?.digest {
            try refresh(kept, timetable, digest)
            try store.setMosqueTable(mosque?.id, digest: mosque?.digest, of: kept.id)
        }
        try extend(kept, timetable, to: window)
        return try store.lockPrayerTimetable(kept.id) ?? kept
    }

    /// Computes a timetable's days again, with the current methods, months, zone rules and mosque's timetable.
    ///
    /// A timetable whose zone or rules this release does not know is deleted. The next rendering of the feed
    /// makes another one.
    ///
    /// - Returns: the number of entries whose minute changed.
    package func refresh(_ id: PrayerTimetableID, _ zones: TimeZones) throws -> Int {
        // Editions are locked before the timetable, in the same order as in rendering.
        try store.lockEditions(of: id)
        guard let kept = try store.lockPrayerTimetable(id) else { return 0 }
        guard let zone = try zones.rules(named: kept.timeZone),
              let coordinates = Coordinates(latitude: kept.latitude, longitude: kept.longitude),
              let options = Result(catching: { () throws(FeedOptionProblems) in try FeedOptions(kept: kept.rules) }).success
        else {
            try store.deletePrayerTimetable(id)
            return 0
        }
        let rules = options.rules(country: nil, elevationMetres: kept.elevationMetres)
        let timetable = Timetable(
            Place(coordinates, zone: zone), rules, hijri: hijri,
            table: try kept.mosqueTableID.map { try store.mosqueTable($0) })
        return try refresh(kept, timetable, Self.inputsDigest(zone, hijri))
    }

    /// Returns a digest of the inputs that the days of a zone's timetables are computed from.
    static func inputsDigest(_ zone: TimeZoneRules, _ hijri: HijriCalendar) -> String {
        "\(methodsDigest) \(hijri.fingerprint) \(zone.fingerprint)"
    }

    /// A digest of all methods: it changes with any of their figures.
    private static let methodsDigest = String(
        sha256Hex(Array("\(PrayerTimes.dataVersion) \(PrayerMethod.all)".utf8)).prefix(16))

    @discardableResult
    private func refresh(_ kept: PrayerTimetable, _ timetable: Timetable, _ digest: String) throws -> Int {
        let before = Dictionary(
            uniqueKeysWithValues: try store.prayerDays(of: kept.id, in: kept.days).days.map { ($0.day, $0) })
        var changed: [PrayerDay] = []
        var moved: [(day: LocalDate, entry: String)] = []
        for new in timetable.kept(kept.days) where new != before[new.day] {
            changed.append(new)
            guard let old = before[new.day] else { continue }
            for time in DailyTime.allCases where new.minute(of: time) != old.minute(of: time) {
                moved.append((old.day, time.column))
            }
        }
        try store.replacePrayerDays(changed, of: kept.id)
        try store.recordPrayerChanges(moved, of: kept.id, at: now.wholeSeconds)
        try store.setInputsDigest(digest, of: kept.id, at: now.wholeSeconds)
        try store.expireBodies(of: kept.id, at: now)
        return moved.count
    }

    /// Adds the missing days of a window, and deletes days more than two days before it. The clock of the machine
    /// that renders has decided the window.
    private func extend(_ kept: PrayerTimetable, _ timetable: Timetable, to window: ClosedRange<LocalDate>) throws {
        guard kept.days.upperBound + 1 >= window.lowerBound, window.upperBound + 1 >= kept.days.lowerBound else {
            // The stored days are too far from the window to be extended.
            try store.deletePrayerDays(of: kept.id)
            try store.replacePrayerDays(timetable.kept(window), of: kept.id)
            try store.setDays(window, of: kept.id)
            return
        }
        if window.lowerBound < kept.days.lowerBound {
            try store.replacePrayerDays(timetable.kept(window.lowerBound...(kept.days.lowerBound - 1)), of: kept.id)
        }
        if window.upperBound > kept.days.upperBound {
            try store.replacePrayerDays(timetable.kept((kept.days.upperBound + 1)...window.upperBound), of: kept.id)
        }
        // Keep two days before the window: before midnight the worker is a day ahead of the requests.
        let first = min(window.lowerBound, max(kept.days.lowerBound, window.lowerBound - 2))
        let days = first...max(kept.days.upperBound, window.upperBound)
        if days != kept.days { try store.setDays(days, of: kept.id) }
    }
}

/// Returns a digest of everything but a customer's choices that prayer times in a zone are computed from: the methods,
/// the Hijri months and the rules of the zone.
package func timetableInputs(_ zone: TimeZoneRules, _ hijri: HijriCalendar) -> String {
    TimetableStore.inputsDigest(zone, hijri)
}

extension Timetable {
    /// Returns days as they are stored. Each is computed once, though its night ends in the next day.
    func kept(_ days: ClosedRange<LocalDate>) -> [PrayerDay] {
        var today = day(days.lowerBound)
        return days.days.map { date in
            let tomorrow = day(date + 1)
            defer { today = tomorrow }
            return PrayerDay(today, before: tomorrow)
        }
    }
}

extension PrayerDay {
    /// Makes a day as it is stored.
    package init(_ day: TimetableDay, before tomorrow: TimetableDay) {
        self.init(
            day: day.date,
            minutes: DailyTime.allCases.map { time in
                day.moment(of: time, before: tomorrow).map { Int($0.secondsSince1970 / 60) }
            },
            notes: DayNotes(day).number)
    }
}

extension Result {
    package var success: Success? { if case .success(let value) = self { value } else { nil } }
}

extension Instant {
    /// The instant without its fraction of a second, as HTTP and iCalendar can express it.
    var wholeSeconds: Instant { Instant(secondsSince1970: secondsSince1970) }
}

extension ClosedRange<LocalDate> {
    /// Every day of the range, in order.
    package var days: [LocalDate] { (0...(upperBound - lowerBound)).map { lowerBound + $0 } }
}
