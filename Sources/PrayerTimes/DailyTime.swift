public import CivilTime

/// One of the ten times of a day, in the order of the day.
///
/// Six are events of the timetable. The other four follow from them. Every list of times in an address, a table,
/// a page or a feed comes from here.
public enum DailyTime: String, Hashable, Sendable, CaseIterable {
    case imsak, fajr, sunrise, duha, dhuhr, asr, maghrib, isha, midnight
    case lastThird = "last-third"

    /// The five prayers.
    public static let prayers: Set<DailyTime> = Set(allCases.filter(\.isPrayer))

    /// The word in the address of a feed, as in `entries=fajr,last-third`.
    public var word: String { rawValue }

    /// The part of a UID that tells the events of a day apart. Calendar programs keep it, so it never changes.
    public var identifier: String { rawValue }

    /// The key of the name in the catalogue.
    public var textKey: String { "prayer.\(rawValue)" }

    /// The name of the column in a table for programs, and in the database.
    public var column: String { self == .lastThird ? "last_third" : rawValue }

    /// The event of the timetable; nil if the time follows from several.
    public var event: DayEvent? { DayEvent(rawValue: rawValue) }

    public var isPrayer: Bool { event?.isPrayer ?? false }

    /// The index in `allCases`.
    public var position: Int {
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

extension DayEvent {
    /// The same as one of the ten times.
    public var time: DailyTime {
        switch self {
        case .fajr: .fajr
        case .sunrise: .sunrise
        case .dhuhr: .dhuhr
        case .asr: .asr
        case .maghrib: .maghrib
        case .isha: .isha
        }
    }
}

extension TimetableDay {
    /// Returns one of the ten times; nil if the day has no such time.
    ///
    /// - Parameter tomorrow: the next day of the same timetable, in which the night ends.
    public func moment(of time: DailyTime, before tomorrow: TimetableDay) -> Instant? {
        switch time {
        case .imsak: imsak
        case .fajr: times.fajr
        case .sunrise: times.sunrise
        case .duha: duha
        case .dhuhr: times.dhuhr
        case .asr: times.asr
        case .maghrib: times.maghrib
        case .isha: times.isha
        case .midnight: midnight(before: tomorrow)
        case .lastThird: lastThird(before: tomorrow)
        }
    }
}
