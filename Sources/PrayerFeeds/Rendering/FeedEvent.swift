import CivilTime
import Storage

/// One kind of event in a feed; the raw values stand in identifiers and in the catalogue's keys.
enum FeedEventKind: String, Hashable, CaseIterable {
    case imsak, fajr, sunrise, duha, dhuhr, asr, maghrib, isha, midnight
    case lastThird = "last-third"
    /// The Friday prayer, instead of Dhuhr.
    case jumuah
    case suhoor, iftar, tarawih
    case eidFitr = "eid-fitr"
    case eidAdha = "eid-adha"

    init(_ entry: FeedEntry) {
        switch entry {
        case .imsak: self = .imsak
        case .fajr: self = .fajr
        case .sunrise: self = .sunrise
        case .duha: self = .duha
        case .dhuhr: self = .dhuhr
        case .asr: self = .asr
        case .maghrib: self = .maghrib
        case .isha: self = .isha
        case .midnight: self = .midnight
        case .lastThird: self = .lastThird
        }
    }

    /// The entry that gives the event its minute: if the entry moves, the event moves too.
    var entry: FeedEntry {
        switch self {
        case .imsak: .imsak
        case .fajr, .suhoor: .fajr
        case .sunrise: .sunrise
        case .duha, .eidFitr, .eidAdha: .duha
        case .dhuhr, .jumuah: .dhuhr
        case .asr: .asr
        case .maghrib, .iftar: .maghrib
        case .isha, .tarawih: .isha
        case .midnight: .midnight
        case .lastThird: .lastThird
        }
    }

    /// Returns the minutes from the entry to the event's start. Suhoor ends at Fajr, and Tarawih begins when the
    /// calendar's event of Isha ends.
    func offset(_ options: FeedOptions) -> Int {
        switch self {
        case .suhoor: -Self.suhoorMinutes
        case .tarawih: options.minutes(of: .isha)
        default: 0
        }
    }

    /// Returns the event's duration in minutes.
    func minutes(_ options: FeedOptions) -> Int {
        switch self {
        case .suhoor: Self.suhoorMinutes
        case .iftar: Self.iftarMinutes
        case .tarawih: Self.tarawihMinutes
        case .eidFitr, .eidAdha: Self.eidMinutes
        case .jumuah: options.jumuah ?? options.minutes(of: .dhuhr)
        default: options.minutes(of: entry)
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
}

extension FeedOptions {
    /// Returns the events of a day, in its order, without entries that have no time that day.
    func events(of day: PrayerDay, _ hijri: HijriCalendar) -> [FeedEvent] {
        var events: [FeedEvent] = []
        func add(_ kind: FeedEventKind) {
            guard let minute = day.minute(of: kind.entry) else { return }
            events.append(FeedEvent(kind: kind, start: minute + kind.offset(self)))
        }
        let isRamadan = DayNotes(number: day.notes).isRamadan
        let hasJumuah = jumuah != nil && day.day.weekday == .friday
        if isRamadan, ramadan.contains(.suhoor) { add(.suhoor) }
        for entry in FeedEntry.allCases {
            if entry == .dhuhr, hasJumuah {
                add(.jumuah)
            } else if entries.contains(entry) {
                add(FeedEventKind(entry))
            }
            if eid, entry == .duha {
                if hijri.isEidAlFitr(day.day) { add(.eidFitr) }
                if hijri.isEidAlAdha(day.day) { add(.eidAdha) }
            }
            if isRamadan, entry == .maghrib, ramadan.contains(.iftar) { add(.iftar) }
            if isRamadan, entry == .isha, ramadan.contains(.tarawih) { add(.tarawih) }
        }
        return events
    }
}
