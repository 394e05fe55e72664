import CivilTime
import Planning
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import Web

struct PrayerDayPage: Page {
    static let template = "settings/prayer-day"
    static let hasForm = true
    var summary: ProblemSummary?
    var isPreview: Bool
    /// `With the congregation`, and what it means today.
    var strictness: [Strictness]
    /// The heading over the times that are kept free, as in `Kept free on Monday`.
    var keptHeading: String
    var rows: [Row]
    /// True if there are times of today.
    var hasTimes: Bool
    /// The beginning of Ramadan in a sentence; nil outside the table of months.
    var ramadan: String?
    var parts: [Part]
    /// The best hours in Ramadan in a sentence.
    var ramadanHours: String
    var hasRamadanHours: Bool
    var isQuietBeforeMaghrib: Bool
    var showsBusy: Bool

    struct Strictness: Encodable {
        var value: String, label: String, hint: String
        var isChecked: Bool
    }

    struct Row: Encodable {
        var prayer: String
        /// `adhan 4:53`; nil without a place.
        var adhan: String?
        /// The iqamah of the mosque's timetable in a sentence; nil if that has none today.
        var iqamah: String?
        var minutes: [Minutes]
        /// `4:53–5:30`; nil without a place, and if nothing is kept free.
        var kept: String?
    }

    struct Minutes: Encodable {
        /// The heading of the column.
        var column: String
        var field: HabitField
    }

    struct Part: Encodable {
        var name: String, label: String
        var isOn: Bool
        var field: HabitField
    }
}

extension PrayerDayPage {
    init(_ habits: DayHabits, _ form: HabitForm, isPreview: Bool = false, _ visit: CustomerVisit) throws {
        let format = form.format, times = try PrayerTimesOfPage(habits, visit), today = try visit.today
        let congregation = times.length.map {
            format.text("prayer-day.congregation.today", ["length": format.duration(minutes: $0)])
        }
        self.init(
            summary: form.summary, isPreview: isPreview,
            strictness: PrayerStrictness.allCases.map { strictness in
                let key = "prayer-day.\(strictness.rawValue)"
                let hint = strictness == .congregation ? congregation : nil
                return Strictness(
                    value: strictness.rawValue, label: format.text(key), hint: hint ?? format.text("\(key).hint"),
                    isChecked: strictness == habits.prayers.strictness)
            },
            keptHeading: format.text("prayer-day.kept.day", ["day": format.weekday(today.weekday)]),
            rows: BlockPrayer.allCases.map { Self.row($0, habits, form, times) }, hasTimes: times.hasDays,
            ramadan: try Self.ramadan(today, visit),
            parts: RamadanPart.all.map { part in
                let minutes = habits.prayers.ramadan[keyPath: part.minutes]
                return Part(
                    name: part.name, label: format.text("prayer-day.\(part.name)"),
                    isOn: form.isTicked(part.name, stored: minutes > 0),
                    field: form.field(
                        part.id, part.label(format), stored: format.number(minutes > 0 ? minutes : part.proposed)))
            },
            ramadanHours: format.text("prayer-day.hours", [
                "hours": format.times(
                    minute: DayHabits.ramadanHours.lowerBound, to: DayHabits.ramadanHours.upperBound),
            ]),
            hasRamadanHours: habits.hasRamadanHours,
            isQuietBeforeMaghrib: habits.prayers.ramadan.quietBeforeMaghrib > 0, showsBusy: habits.showsPrayersBusy)
    }

    private static func row(
        _ prayer: BlockPrayer, _ habits: DayHabits, _ form: HabitForm, _ times: PrayerTimesOfPage
    ) -> Row {
        let format = form.format, rule = habits.prayers.rules[prayer]
        return Row(
            prayer: format.text("prayer.\(prayer.rawValue)"), adhan: times.adhan(prayer, format),
            iqamah: times.iqamah(prayer, format),
            minutes: PrayerPart.all.map { part in
                Minutes(
                    column: format.text("prayer-day.\(part.name)"),
                    field: form.field(
                        part.id(prayer), part.label(prayer, format),
                        stored: format.number(rule[keyPath: part.minutes])))
            },
            kept: times.kept(prayer, format))
    }

    /// Returns the sentence about the next Ramadan; nil outside the table of months.
    private static func ramadan(_ today: LocalDate, _ visit: CustomerVisit) throws -> String? {
        let shift = try visit.store.calendarPreferences(of: visit.customer.id).hijriShift
        let hijri = try visit.app.hijri.shifted(by: shift), format = visit.format
        guard let now = hijri.date(of: today) else { return nil }
        if now.month == 9 { return format.text("prayer-day.ramadan.now") }
        guard let first = hijri.firstDay(year: now.month < 9 ? now.year : now.year + 1, month: 9),
              let date = hijri.date(of: first)
        else { return nil }
        return format.text("prayer-day.ramadan.begins", [
            "date": format.day(first, .year), "hijri": format.hijri(date),
        ])
    }
}

/// The times of today's prayers, and of the next Jumu'ah.
private struct PrayerTimesOfPage {
    private let zone: TimeZoneRules
    private let rules: (TimetableDay) -> BlockRules
    private let today: TimetableDay?, friday: TimetableDay?

    init(_ habits: DayHabits, _ visit: CustomerVisit) throws {
        zone = try visit.zone
        let days = try visit.planning.prayerDays(7)
        today = days?.first
        friday = days?.first { $0.date.weekday == .friday }
        rules = { $0.isRamadan ? habits.prayers.rules.inRamadan(habits.prayers.ramadan) : habits.prayers.rules }
    }

    var hasDays: Bool { today != nil }

    /// The minutes that today's prayers take; nil without a place.
    var length: Int? {
        today.map { today in
            rules(today).blocks(of: today).reduce(0) { sum, block in
                sum + Int((block.time.upperBound - block.time.lowerBound).components.seconds / 60)
            }
        }
    }

    /// Returns the day on which a prayer is shown, and the prayer. On a Friday Dhuhr has no time of its own.
    private func shown(_ prayer: BlockPrayer) -> (day: TimetableDay, event: DayEvent)? {
        guard let event = DayEvent(rawValue: prayer == .jumuah ? "dhuhr" : prayer.rawValue),
              let day = prayer == .jumuah ? friday : today,
              prayer != .dhuhr || day.date.weekday != .friday
        else { return nil }
        return (day, event)
    }

    func adhan(_ prayer: BlockPrayer, _ format: Formatter) -> String? {
        guard let (day, event) = shown(prayer), let adhan = day.times[event] else { return nil }
        return format.text(prayer == .jumuah ? "prayer-day.adhan.friday" : "prayer-day.adhan", [
            "time": format.time(adhan, zone),
        ])
    }

    func iqamah(_ prayer: BlockPrayer, _ format: Formatter) -> String? {
        guard prayer != .jumuah, let (day, event) = shown(prayer), let adhan = day.times[event],
              let minutes = day.iqama[event]
        else { return nil }
        return format.text("prayer-day.iqama", ["time": format.time(adhan + .seconds(minutes * 60), zone)])
    }

    func kept(_ prayer: BlockPrayer, _ format: Formatter) -> String? {
        guard let (day, event) = shown(prayer) else { return nil }
        let block = rules(day).blocks(of: day).first { $0.prayer == event }
        return block.map { format.times($0.time.lowerBound, $0.time.upperBound, zone) }
    }
}
