public import CivilTime

/// A day of a mosque's own timetable, by the clocks of its place.
public struct MosqueDay: Hashable, Sendable {
    public let date: LocalDate
    /// Minutes since the day's first midnight on the clock, from 1440 on after the next one; nil if a formula decides
    /// the time.
    public var times: PerEvent<Int?>
    /// Minutes from a time to its iqama; nil if the timetable has none.
    public var iqama: PerEvent<Int?>

    public init(_ date: LocalDate, times: PerEvent<Int?>, iqama: PerEvent<Int?> = PerEvent(all: nil)) {
        self.date = date
        self.times = times
        self.iqama = iqama
    }

    /// The latest minute of a time: Isha can be after midnight, and before six.
    public static let latestMinute = 1_440 + 359

    /// The longest time to an iqama, in minutes.
    public static let longestIqama = 180

    /// The events that the timetable decides on this day.
    public var events: Set<DayEvent> { Set(DayEvent.allCases.filter { times[$0] != nil }) }
}

/// A mosque's own timetable. Its times win over those of any formula.
public struct MosqueTable: Sendable {
    /// The days in their order.
    public let days: [MosqueDay]
    private let positions: [LocalDate: Int]

    /// - Precondition: no two days have the same date.
    public init(_ days: [MosqueDay]) {
        self.days = days.sorted { $0.date < $1.date }
        positions = Dictionary(uniqueKeysWithValues: self.days.enumerated().map { ($1.date, $0) })
    }

    /// Returns a day; nil if the timetable does not have it.
    public func day(_ date: LocalDate) -> MosqueDay? { positions[date].map { days[$0] } }

    /// The first and the last day; nil if there are no days.
    public var span: ClosedRange<LocalDate>? {
        guard let first = days.first, let last = days.last else { return nil }
        return first.date...last.date
    }

    /// The days between the first and the last that the timetable does not have, in order.
    public var missing: [LocalDate] {
        guard let span else { return [] }
        return (0...(span.upperBound - span.lowerBound)).map { span.lowerBound + $0 }.filter { positions[$0] == nil }
    }
}

extension MosqueTable: Equatable {
    public static func == (one: MosqueTable, other: MosqueTable) -> Bool { one.days == other.days }
}

extension Place {
    /// Returns the moment of a minute of a civil day on the clocks of the place. A time that the clocks skip falls
    /// after the change, and one that they repeat is the first.
    func moment(_ minute: Int, of date: LocalDate) -> Instant? {
        LocalDateTime(date: date + minute / 1_440, hour: minute % 1_440 / 60, minute: minute % 60)
            .map { zone.instant(of: $0) }
    }
}
