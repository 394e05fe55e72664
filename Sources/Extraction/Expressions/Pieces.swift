import CivilTime
import PrayerTimes

/// A day or several days as one piece of a message says it.
struct DayPiece {
    enum Kind {
        /// A day that nothing else has to complete.
        case day
        /// A weekday without a date.
        case weekday
        /// A day of an unnamed month: "the 20th".
        case dayOfMonth
        /// A date with its month.
        case date
        case week, weekend, longPeriod
        /// Any other days in a row.
        case days
    }

    var kind: Kind
    var date: LocalDate
    /// The last day, included.
    var end: LocalDate?
    /// Other meanings, with their share of the weight.
    var others: [(date: LocalDate, end: LocalDate?, weight: Double)] = []
    var weekday: Weekday?
    var dayOfMonth: Int?
    var part: PartOfDay?
    var hijri: HijriDate?
    /// True if a year was said.
    var hasYear = false
    var isVague = false
    var isPast = false
    var bound: Bound?
    /// True if the weekday that was said is not that of the date.
    var isContradicted = false
    /// False for words that mean a day only beside other words of time.
    var isStrong = true
    var next: Int

    init(_ kind: Kind, _ date: LocalDate, next: Int) {
        self.kind = kind
        self.date = date
        self.next = next
    }

    func until(_ next: Int) -> DayPiece {
        var piece = self
        piece.next = next
        return piece
    }
}

/// A limit that words such as "by" and "within" set.
enum Bound {
    /// Ends at the time: "by", "until".
    case end
    /// Comes at most so far ahead: "within".
    case within
}

/// An hour and a minute as one piece of a message says it.
struct ClockPiece {
    /// 0 to 24.
    var hour: Int
    var minute = 0, second = 0
    var half: Half?
    /// True for the hour of a clock with 24 hours, as in `07:30` and `14`.
    var isExact = false
    /// False for a mere number.
    var isStrong = false
    var isApproximate = false
    /// True for "same time": the weekday of the time before counts too.
    var isSame = false
    var next: Int

    init(_ hour: Int, next: Int) {
        self.hour = hour
        self.next = next
    }
}

/// The half of the day that words beside an hour say.
enum Half: Hashable {
    case am, pm
    case part(PartOfDay)
}

/// A part of the day without an hour.
struct PartPiece {
    var part: PartOfDay
    /// −1 for its early half, 1 for its late half.
    var edge = 0
    var isStrong: Bool
    /// The prayer, if its name is the word for the part.
    var prayer: DayEvent?
    var next: Int
}

/// A time counted from a prayer.
struct PrayerPiece {
    var anchor: PrayerAnchorReading
    var isTaraweeh = false
    var isStrong = true
    /// A second meaning: the part of the day.
    var part: PartOfDay?
    var next: Int
}

/// A moment counted from the message.
struct MomentPiece {
    var moment: LocalDateTime
    var isVague = false
    var isPast = false
    var isApproximate = false
    var bound: Bound?
    /// True if seconds were said.
    var hasSeconds = false
    var length: Int?
    var next: Int
}
