import CivilTime
import PrayerTimes

/// The expressions that were found in a sentence, each at most once.
struct Findings: Sendable {
    var day: FoundDay?
    var start: FoundStart?
    var end: ClockReading?
    var minutes: Int?
    /// The number of whole days.
    var dayCount: Int?
    var isAllDay = false
    var part: QuickDayPart?
    var repetition: QuickRepetition?
    var series = FoundSeries()
    /// The zone of the start, by IANA name.
    var zone: String?
    var place: Range<Int>?
    var people: [String] = []
    /// The tokens of each part.
    var parts: [(tokens: Range<Int>, kind: QuickPart.Kind)] = []
    /// The tokens of bounds that fit no repetition.
    var unread: [Range<Int>] = []
    /// The tokens of other words of time that were not used. They stay in the title.
    var asides: [Range<Int>] = []
}

/// A day, or several days in a row.
struct FoundDay: Sendable {
    var date: LocalDate
    var last: LocalDate?
    var part: QuickDayPart?
    /// The Hijri date as it was said.
    var hijri: HijriDate?
}

enum FoundStart: Sendable {
    case clock(ClockReading)
    case moment(LocalDateTime)
    /// `minutes`: nil if only the side is said. `side`: 1 after the prayer, −1 before it, 0 as it begins.
    case prayer(DayEvent, minutes: Int?, side: Int, isFriday: Bool)
}

/// An hour and a minute as somebody wrote them.
struct ClockReading: Sendable {
    /// 0 to 23.
    var hour: Int
    var minute = 0
    var part: QuickDayPart?
    /// True for the hour of a clock with 24 hours, as in `07:30` and `14`.
    var isExact = false
    /// True for the end of the day that is named.
    var isMidnight = false
}

/// A part of the day with a usual hour.
enum QuickDayPart: Sendable {
    case morning, noon, afternoon, evening, night

    init(_ part: PartOfDay) {
        switch part {
        case .dawn, .morning, .forenoon: self = .morning
        case .noon: self = .noon
        case .afternoon: self = .afternoon
        case .evening: self = .evening
        case .night: self = .night
        }
    }

    /// The hour of the part if nothing else is said.
    var usualHour: Int {
        switch self {
        case .morning: 9
        case .noon: 12
        case .afternoon: 15
        case .evening: 19
        case .night: 21
        }
    }
}
