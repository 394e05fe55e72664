package import CivilTime
import Crypto
import HTTP
import Places
package import PrayerTimes
import Runtime
import Storage

/// Keeps the days of timetables in Postgres: computes what is missing, and what other rules change.
///
/// A published minute is changed only here, and every change is noted, so that calendars are told
/// (RFC 5545 §3.8.7.4) and everything else stays as it was to the byte.
struct TimetableKeeper {
    package let store: Store
    package let hijri: HijriCalendar
    package let now: Instant

    /// A place's timetable by some rules, with every day of a window. In a transaction.
    ///
    /// - Parameter feed: whose point the place is; nil for a city.
    package func timetable(
        of place: FeedPlace, _ zone: TimeZoneRules, _ options: FeedOptions, feed: PrayerFeedID?,
        covering window: ClosedRange<LocalDate>
    ) throws -> PrayerTimetable {
        let basis = Self.basis(zone, hijri)
        let kept = try store.prayerTimetable(
            orInsert: NewPrayerTimetable(
                feedID: feed, latitude: place.coordinates.latitude, longitude: place.coordinates.longitude,
                elevationMetres: options.usesElevation ? place.elevationMetres : nil, timeZone: zone.name,
                rules: options.ofTimetable(country: place.country).query, basis: basis,
                publishedAt: PrayerTimes.dataVersion, days: window))
        let rules = options.rules(country: place.country, elevationMetres: place.elevationMetres)
        let timetable = Timetable(Place(place.coordinates, zone: zone), rules, hijri: hijri)
        if kept.isNew {
            try store.replacePrayerDays(timetable.kept(window), of: kept.id)
            return kept
        }
        if kept.basis != basis { try refresh(kept, timetable, basis) }
        try extend(kept, timetable, to: window)
        return try store.lockPrayerTimetable(kept.id) ?? kept
    }

    /// Computes a timetable's days anew, with the methods, months and zone rules of this moment.
    ///
    /// One whose rules this release does not know any more is removed, and made anew by whoever asks
    /// for it.
    ///
    /// - Returns: how many entries have another minute now.
    package func refresh(_ id: PrayerTimetableID, _ zones: TimeZones) throws -> Int {
        // Before the timetable, as rendering locks them.
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
        let timetable = Timetable(Place(coordinates, zone: zone), rules, hijri: hijri)
        return try refresh(kept, timetable, Self.basis(zone, hijri))
    }

    /// What the days of a zone's timetables are computed with.
    static func basis(_ zone: TimeZoneRules, _ hijri: HijriCalendar) -> String {
        "\(methodsDigest) \(hijri.fingerprint) \(zone.fingerprint)"
    }

    /// Another figure in any method, another digest.
    private static let methodsDigest = String(
        sha256Hex(Array("\(PrayerTimes.dataVersion) \(PrayerMethod.all)".utf8)).prefix(16))

    @discardableResult
    private func refresh(_ kept: PrayerTimetable, _ timetable: Timetable, _ basis: String) throws -> Int {
        let before = Dictionary(
            uniqueKeysWithValues: try store.prayerDays(of: kept.id, in: kept.days).days.map { ($0.day, $0) })
        var changed: [PrayerDay] = []
        var moved: [(day: LocalDate, entry: String)] = []
        for new in timetable.kept(kept.days) where new != before[new.day] {
            changed.append(new)
            guard let old = before[new.day] else { continue }
            for (index, name) in PrayerDay.names.enumerated() where new.minutes[index] != old.minutes[index] {
                moved.append((old.day, name))
            }
        }
        try store.replacePrayerDays(changed, of: kept.id)
        try store.notePrayerChanges(moved, of: kept.id, at: now.wholeSeconds)
        try store.setBasis(basis, of: kept.id, at: now.wholeSeconds)
        try store.expireBodies(of: kept.id, at: now)
        return moved.count
    }

    /// Adds the days of a window that are not there yet, and lets go of those long past.
    private func extend(_ kept: PrayerTimetable, _ timetable: Timetable, to window: ClosedRange<LocalDate>) throws {
        guard kept.days.upperBound + 1 >= window.lowerBound, window.upperBound + 1 >= kept.days.lowerBound else {
            // Nobody asked for so long that nothing kept is of use.
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
        // Two days more than the window: before midnight the worker is a day ahead of the requests.
        let first = min(window.lowerBound, max(kept.days.lowerBound, window.lowerBound - 2))
        let days = first...max(kept.days.upperBound, window.upperBound)
        if days != kept.days { try store.setDays(days, of: kept.id) }
    }
}

extension Timetable {
    /// Days as they are kept. Each is computed once, though the night of one ends in the next.
    fileprivate func kept(_ days: ClosedRange<LocalDate>) -> [PrayerDay] {
        var today = day(days.lowerBound)
        return days.days.map { date in
            let tomorrow = day(date + 1)
            defer { today = tomorrow }
            return PrayerDay(today, before: tomorrow)
        }
    }
}

extension PrayerDay {
    /// A day as it is kept, in the order of `names`.
    package init(_ day: TimetableDay, before tomorrow: TimetableDay) {
        let times = day.times
        let moments = [
            day.imsak, times.fajr, times.sunrise, day.duha, times.dhuhr, times.asr, times.maghrib, times.isha,
            day.midnight(before: tomorrow), day.lastThird(before: tomorrow),
        ]
        self.init(
            day: day.date, minutes: moments.map { $0.map { Int($0.secondsSince1970 / 60) } },
            notes: DayNotes(day).number)
    }

    /// The minute of an entry; nil where the sun gives none.
    package func minute(of entry: FeedEntry) -> Int? { minutes[entry.column] }
}

extension FeedEntry {
    /// The entry's place among `PrayerDay.names`.
    var column: Int {
        switch self {
        case .imsak: 0
        case .fajr: 1
        case .sunrise: 2
        case .duha: 3
        case .dhuhr: 4
        case .asr: 5
        case .maghrib: 6
        case .isha: 7
        case .midnight: 8
        case .lastThird: 9
        }
    }
}

extension FeedOptions {
    /// Reads a canonical query that this or an earlier release wrote down.
    package init(kept query: String) throws(FeedOptionProblems) {
        let form = Result { () throws(RequestError) in try Form(query: query) }
        try self.init(form.success ?? ["?": query])
    }
}

extension Result {
    package var success: Success? { if case .success(let value) = self { value } else { nil } }
}

extension Instant {
    /// The second it is in: what HTTP and iCalendar can say.
    var wholeSeconds: Instant { Instant(secondsSince1970: secondsSince1970) }
}

extension ClosedRange<LocalDate> {
    /// Every day of it, in order.
    package var days: [LocalDate] { (0...(upperBound - lowerBound)).map { lowerBound + $0 } }
}
