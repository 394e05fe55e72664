import CivilTime
import PrayerTimes
import Storage

/// One kind of event in a feed.
enum FeedEventKind: Hashable {
    case daily(DailyTime)
    /// The Friday prayer, instead of Dhuhr.
    case jumuah
    case ramadan(RamadanEntry)
    case eidFitr
    case eidAdha

    /// Every kind that a feed can have.
    static let all = DailyTime.allCases.map(Self.daily) + [.jumuah] + RamadanEntry.allCases.map(Self.ramadan)
        + [.eidFitr, .eidAdha]

    /// The part of a UID that tells the events of a day apart.
    var identifier: String {
        switch self {
        case .daily(let time): time.identifier
        case .jumuah: "jumuah"
        case .ramadan(let entry): entry.rawValue
        case .eidFitr: "eid-fitr"
        case .eidAdha: "eid-adha"
        }
    }

    /// The key of the name in the catalogue.
    var textKey: String { "prayer.\(identifier)" }

    /// The key of the category: the meals of Ramadan are no prayers.
    var categoryKey: String {
        switch self {
        case .ramadan(.suhoor), .ramadan(.iftar): "feed.category.ramadan"
        default: "feed.category"
        }
    }

    /// The time that gives the event its minute: if the time moves, the event moves too.
    var time: DailyTime {
        switch self {
        case .daily(let time): time
        case .jumuah: .dhuhr
        case .ramadan(.suhoor): .fajr
        case .ramadan(.iftar): .maghrib
        case .ramadan(.tarawih): .isha
        case .eidFitr, .eidAdha: .duha
        }
    }

    /// Returns the minutes from the time to the event's start. Suhoor ends at Fajr, and Tarawih begins when the
    /// calendar's event of Isha ends.
    func offset(_ options: FeedOptions) -> Int {
        switch self {
        case .ramadan(.suhoor): -Self.suhoorMinutes
        case .ramadan(.tarawih): options.minutes(of: .isha)
        default: 0
        }
    }

    /// Returns the event's duration in minutes.
    func minutes(_ options: FeedOptions) -> Int {
        switch self {
        case .ramadan(.suhoor): Self.suhoorMinutes
        case .ramadan(.iftar): Self.iftarMinutes
        case .ramadan(.tarawih): Self.tarawihMinutes
        case .eidFitr, .eidAdha: Self.eidMinutes
        case .jumuah: options.jumuah ?? options.minutes(of: .dhuhr)
        default: options.minutes(of: time)
        }
    }

    /// Time to get up and eat.
    private static let suhoorMinutes = 45
    /// Time for dates and water, the prayer, and the start of the meal.
    private static let iftarMinutes = 30
    /// Time for eight to twenty units of prayer with a long recitation.
    private static let tarawihMinutes = 60
    /// Time for the prayer, the sermon, and the greetings.
    private static let eidMinutes = 60
}

/// One event of a day.
struct FeedEvent: Hashable {
    let kind: FeedEventKind
    /// Whole minutes since 1970 began in UTC.
    let start: Int
    /// The event's duration.
    let minutes: Int
}

extension FeedOptions {
    /// Returns the events of a day, in its order, without entries that have no time that day.
    ///
    /// - Parameter mosque: the mosque's timetable, whose iqamas replace those of the options.
    func events(of day: PrayerDay, _ hijri: HijriCalendar, _ mosque: FeedMosque?) -> [FeedEvent] {
        var events: [FeedEvent] = []
        let options = mosque.map { withIqamas(of: $0, on: day.day) } ?? self
        func add(_ kind: FeedEventKind) {
            guard let minute = day.minute(of: kind.time) else { return }
            events.append(
                FeedEvent(kind: kind, start: minute + kind.offset(options), minutes: kind.minutes(options)))
        }
        let isRamadan = DayNotes(number: day.notes).isRamadan
        let hasJumuah = jumuah != nil && day.day.weekday == .friday
        if isRamadan, ramadan.contains(.suhoor) { add(.ramadan(.suhoor)) }
        for time in DailyTime.allCases {
            if time == .dhuhr, hasJumuah {
                add(.jumuah)
            } else if entries.contains(time) {
                add(.daily(time))
            }
            if eid, time == .duha {
                if hijri.isEidAlFitr(day.day) { add(.eidFitr) }
                if hijri.isEidAlAdha(day.day) { add(.eidAdha) }
            }
            if isRamadan, time == .maghrib, ramadan.contains(.iftar) { add(.ramadan(.iftar)) }
            if isRamadan, time == .isha, ramadan.contains(.tarawih) { add(.ramadan(.tarawih)) }
        }
        return events
    }

    private func withIqamas(of mosque: FeedMosque, on day: LocalDate) -> FeedOptions {
        var options = self
        for time in DailyTime.prayers { options.iqama[time] = mosque.iqama(time, on: day) ?? iqama[time] }
        return options
    }
}
