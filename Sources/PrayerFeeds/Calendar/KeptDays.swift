package import CivilTime
package import PrayerTimes
package import Runtime

/// The months of prayer times that have been computed.
private let computedMonths = CacheSlot<[TimetableDay]>("months of prayer times", limitBytes: 4 << 20)

/// The days of a timetable. A process computes each month once for all who have the same place and choice.
package struct KeptDays: Sendable {
    private let timetable: Timetable
    /// A text that names everything of which the times are made; nil keeps nothing.
    private let key: String?
    private let memory: AnnouncedCache<String, [TimetableDay]>

    /// - Parameters:
    ///   - options: the canonical text of the choice; nil for one that few others make, which is not kept.
    ///   - tableDigest: of the mosque's table in the timetable; nil if it has none.
    package init(
        _ timetable: Timetable, of place: FeedPlace, options: String?, tableDigest: String?, _ app: App
    ) throws {
        self.timetable = timetable
        let hijri = try app.hijri
        key = options.map { options in
            """
            \(place.coordinates) \(place.elevationMetres ?? 0) \(place.country ?? "") \(options) \
            \(timetableInputs(timetable.place.zone, hijri)) \(tableDigest ?? "")
            """
        }
        memory = app.shared.cache(computedMonths)
    }

    /// Returns the times of civil days of the place, in order.
    package func days(_ days: ClosedRange<LocalDate>, at now: Instant) -> [TimetableDay] {
        guard let key else { return days.days.map(timetable.day) }
        var found: [TimetableDay] = []
        var month = days.lowerBound.startOfMonth
        while month <= days.upperBound {
            let end = month.startOfNextMonth - 1, wanted = days.clamped(to: month...end)
            let computed = self.month(month...end, key, at: now)
            found += computed[(wanted.lowerBound - month)...(wanted.upperBound - month)]
            month = end + 1
        }
        return found
    }

    private func month(_ days: ClosedRange<LocalDate>, _ key: String, at now: Instant) -> [TimetableDay] {
        memory.value("\(days.lowerBound) \(key)", at: now, bytes: { $0.count * MemoryLayout<TimetableDay>.size }) {
            days.days.map(timetable.day)
        }
    }
}
