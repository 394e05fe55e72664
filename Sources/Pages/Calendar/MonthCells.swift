import Calendars
import CivilTime
import PrayerTimes
import Runtime
import Scheduling
import Text

/// A day of the month's table.
struct MonthCell: Encodable {
    /// The classes beside `dd`, with a space before each.
    var classes: String
    var isToday: Bool
    /// The month with this day as the chosen one.
    var address: String
    /// `Monday 23 November, 13 Jumada II 1448, today, 6 events`
    var label: String
    var number: String
    /// The name of the month, on the first day of another one.
    var month: String?
    var hijri: String?
    /// The name of the Hijri month, on its first day.
    var hijriMonth: String?
    /// `Jumu‘ah 11:37`
    var jumuah: String?
    var entries: [MonthEntry]
    var hasEntries: Bool
    /// The number of entries that are not drawn: `+3`.
    var more: String?
    /// `+3 more`, and the day for people who do not see it.
    var moreLabel: String?
    var moreDay: String?
}

/// An entry of a day, drawn or only said.
struct MonthEntry: Encodable {
    var classes: String
    /// nil on the later days of a bar that lies over them.
    var address: String?
    /// The version of an event, for dragging it.
    var tag: String?
    var time: String?
    var machineTime: String?
    var title: String
    /// The words that are only heard: `all day`.
    var said: String?
    var isTentative: Bool
    /// True if it clashes with another event or with a prayer.
    var clashes = false
    /// `Site visit, goes on`, in place of a link.
    var goesOn: String?
}

/// A maker of the cells of a month.
struct MonthCells {
    let first: LocalDate
    let chosen: LocalDate
    private let view: CalendarView
    private let format: Formatter
    private let words: EntryWords
    /// The places in `view.entries` of those that are drawn as bars, and by their days of the others. An entry has
    /// many texts, so it is not copied before it is drawn.
    private let bars: [Int], timed: [LocalDate: [Int]]

    /// The lines of a cell.
    private static let lines = 4

    init(first: LocalDate, chosen: LocalDate, _ view: CalendarView, _ format: Formatter) {
        self.first = first
        self.chosen = chosen
        self.view = view
        self.format = format
        words = EntryWords(view: view, format: format)
        let places = view.entries.indices
        bars = places.filter { view.entries[$0].isBar }
        timed = Dictionary(grouping: places.filter { !view.entries[$0].isBar }) { view.entries[$0].startDay }
    }

    func week(_ week: ClosedRange<LocalDate>) -> [MonthCell] {
        let entries = view.entries, bars = self.bars.filter { entries[$0].days.overlaps(week) }
        let timed = (0...6).map { self.timed[week.lowerBound + $0] ?? [] }
        let lines = BarLines(
            BarLanes(bars.map { entries[$0].days }, in: week), others: timed.map(\.count), most: Self.lines)
        return (0...6).map { index in
            let day = week.lowerBound + index, drawn = lines.days[index]
            let shown = drawn.bars.map { entry(entries[bars[$0.index]], $0, at: index) }
                + timed[index].prefix(drawn.others).map { entry(entries[$0]) }
            let all = bars.filter { entries[$0].days.contains(day) } + timed[index]
            let hidden = view.hidden.count(on: day)
            return cell(
                day, shown, more: drawn.more + hidden, count: all.count + hidden,
                isWhole: !view.hidden.isAtLeast(on: day))
        }
    }

    /// - Parameters:
    ///   - more: the number of entries that are not drawn.
    ///   - count: the number of entries.
    ///   - isWhole: false if some series has more times on the day than there are entries.
    private func cell(
        _ day: LocalDate, _ entries: [MonthEntry], more: Int, count: Int, isWhole: Bool
    ) -> MonthCell {
        func counted(_ words: String) -> String {
            isWhole ? words : format.text("day.at-least", ["words": words])
        }
        let isToday = day == view.today, hijri = view.hijri.date(of: day)
        var classes = ""
        if day.startOfMonth != first { classes += " out" }
        if isToday { classes += " today" }
        if day == chosen { classes += " chosen" }
        var label = [format.day(day, .weekday)]
        if let hijri { label.append(format.hijri(hijri)) }
        if isToday { label.append(format.text("day.today")) }
        let all = format.text("day.entries", counting: count)
        label.append(count == 0 ? format.text("day.nothing") : counted(all))
        let isJumuah = day.weekday == .friday
        let jumuah = isJumuah ? view.prayers(on: day)?.times.dhuhr : nil
        return MonthCell(
            classes: classes, isToday: isToday, address: "\(CalendarViews.monthAddress(first))?day=\(day.iso8601)",
            label: format.list(label), number: format.number(day.day),
            month: day.day == 1 && day.startOfMonth != first ? format.monthName(day.month) : nil,
            hijri: hijri.map { format.number($0.day) },
            hijriMonth: hijri.flatMap { $0.day == 1 ? format.hijriMonthName($0.month) : nil },
            jumuah: jumuah.map { moment in
                let local = view.zone.local(moment)
                return format.text(
                    "month.jumuah", ["time": format.bareTime(minute: local.minuteOfDay)])
            },
            entries: entries, hasEntries: !entries.isEmpty, more: more == 0 ? nil : "+\(format.number(more))",
            moreLabel: more == 0 ? nil : words.more(more, on: day),
            moreDay: more == 0 ? nil : format.text("day.more.on", ["day": format.day(day, .short)]))
    }

    private func entry(_ entry: CalendarEntry) -> MonthEntry {
        MonthEntry(
            classes: words.classes(entry), address: words.address(entry), tag: words.tag(entry),
            time: words.briefStart(entry),
            machineTime: words.machineTime(entry.start), title: words.title(entry), said: words.states(entry),
            isTentative: entry.isTentative, clashes: view.clashes(entry))
    }

    private func entry(_ entry: CalendarEntry, _ bar: WeekBar, at day: Int) -> MonthEntry {
        let lane = "l\(bar.lane + 1) \(words.classes(entry))"
        guard day == bar.days.lowerBound else {
            return MonthEntry(
                classes: "cont \(lane)", title: "", isTentative: false,
                goesOn: format.text("entry.goes-on", ["title": words.title(entry).isolated]))
        }
        var classes = "bar \(lane)"
        if bar.days.count > 1 { classes += " n\(bar.days.count)" }
        if bar.isCutAtStart { classes += " from" }
        // `on` is a bar that goes on; an entry that is going on has it too, and looks alike.
        if bar.isCutAtEnd { classes += " goes" }
        let said = format.list([words.span(entry)] + (words.states(entry).map { [$0] } ?? []))
        return MonthEntry(
            classes: classes, address: words.address(entry), tag: words.tag(entry), title: words.title(entry),
            said: said, isTentative: entry.isTentative, clashes: view.clashes(entry))
    }
}
