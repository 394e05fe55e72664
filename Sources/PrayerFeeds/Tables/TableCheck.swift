package import CivilTime
package import PrayerTimes

/// The difference between a mosque's timetable and computed times.
package struct TableCheck: Sendable {
    /// Minutes up to which a difference is usual: rounding, and a mosque's caution.
    package static let usualMinutes = 10

    /// A time that differs by more than that.
    package struct Difference: Hashable, Sendable {
        package let date: LocalDate
        package let event: DayEvent
        /// The minutes of the day on the clocks of the place.
        package let written: Int, computed: Int
        /// Minutes, positive if the timetable's time is later.
        package let minutes: Int
    }

    /// In the order of the days.
    package let differences: [Difference]
    package let span: ClosedRange<LocalDate>
    package let dayCount: Int
    /// The days between the first and the last that the timetable does not have.
    package let missing: [LocalDate]
    /// The number of days that have only some of the six times.
    package let partialCount: Int
    /// True if the last day is before today.
    package let isPast: Bool
    /// True if most times differ, as in the timetable of another place.
    package let isFar: Bool

    /// - Parameters:
    ///   - computed: the times of the place by a formula, without a mosque's timetable.
    ///   - today: the day of the place.
    package init?(_ table: MosqueTable, against computed: Timetable, today: LocalDate) {
        guard let span = table.span else { return nil }
        self.span = span
        dayCount = table.days.count
        missing = table.missing
        partialCount = table.days.count { $0.events.count < DayEvent.allCases.count }
        isPast = span.upperBound < today
        let zone = computed.place.zone
        var differences: [Difference] = [], compared = 0
        for day in table.days {
            let times = computed.day(day.date).times
            for event in DayEvent.allCases {
                guard let written = day.times[event], let moment = times[event] else { continue }
                compared += 1
                let local = zone.local(moment)
                let minute = (local.date - day.date) * 1_440 + local.hour * 60 + local.minute
                let minutes = written - minute
                guard abs(minutes) > Self.usualMinutes else { continue }
                differences.append(
                    Difference(date: day.date, event: event, written: written, computed: minute, minutes: minutes))
            }
        }
        self.differences = differences
        isFar = differences.count * 2 > compared
    }
}

extension [LocalDate] {
    /// The dates as ranges of days that follow each other.
    package var ranges: [ClosedRange<LocalDate>] {
        var ranges: [ClosedRange<LocalDate>] = []
        for date in self {
            if let last = ranges.last, date - last.upperBound == 1 {
                ranges[ranges.count - 1] = last.lowerBound...date
            } else {
                ranges.append(date...date)
            }
        }
        return ranges
    }
}
