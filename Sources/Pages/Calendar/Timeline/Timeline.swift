import Calendars
import CivilTime
import Runtime
import Scheduling
import Storage

/// The hours beside the columns of days.
///
/// - Week.swift and Day.swift: the pages. FreeTimesOfDay.swift and MiniMonth.swift: what they have at the side.
/// - TimelineAxis.swift: the hours. DayColumn.swift: a day. TimelineItems.swift: what is in it by time.
/// - AllDayRow.swift: bars over the columns. TimelinePlaces.swift: places as classes.
///
/// A place is a set of classes, since the policy of pages forbids inline styles: `h13 m20` for the start, `x1 y30` for
/// the length, `of2 at1 w1` for the column.
struct Timeline: Encodable {
    /// The classes beside `week`, with a space before each: the hour at which the axis starts, and its end.
    var classes: String
    var axis: TimelineAxis
}

extension Timeline {
    init(_ maker: TimelineMaker) {
        let axis = maker.axis
        classes = " from\(axis.start / 60)"
        if axis.end != 1_440 { classes += " long \(TimelinePlaces.length(axis.end))" }
        self.axis = TimelineAxis(maker)
    }
}

/// The parts that a timeline is made of.
struct TimelineMaker {
    let view: CalendarView
    let format: Formatter
    let words: EntryWords
    let clocks: [DayClock]
    let axis: ClockAxis
    /// The entries with a place in a column; those of each day are among them.
    let timed: [CalendarEntry]
    /// The entries of the row above.
    let bars: [CalendarEntry]
    /// Those of them for which each day has room.
    let barLines: BarLines
    /// The blocks of prayers that touch each day.
    let blocks: [[PrayerBlock]]

    /// The lines of the row above the hours in a week. A day shows all its bars.
    private static let barLinesOfWeek = 6

    /// True for one day, which shows more of everything.
    var isOne: Bool { clocks.count == 1 }

    init(_ days: ClosedRange<LocalDate>, _ view: CalendarView, _ format: Formatter) {
        self.view = view
        self.format = format
        words = EntryWords(view: view, format: format)
        clocks = (0...days.upperBound - days.lowerBound).map { DayClock(days.lowerBound + $0, in: view.zone) }
        let entries = view.entries.filter { $0.days.overlaps(days) }
        timed = entries.filter { !$0.isLong }
        bars = entries.filter(\.isLong)
        let lanes = BarLanes(bars.map(\.days), in: days)
        barLines = BarLines(
            lanes, others: clocks.map { _ in 0 },
            most: clocks.count == 1 ? max(1, lanes.bars.count) : Self.barLinesOfWeek)
        axis = ClockAxis(clocks, showing: timed.map(\.time))
        blocks = clocks.map { clock in
            (-1...1).flatMap { view.prayerBlocks(of: clock.date + $0) }.touching(clock.time)
        }
    }

    /// Makes the parts of some days that need not follow each other, without the row above the hours.
    ///
    /// - Parameters:
    ///   - dates: at least one, all of them in the view.
    ///   - spans: further times that the hours must reach.
    init(_ dates: [LocalDate], showing spans: [TimeSpan], _ view: CalendarView, _ format: Formatter) {
        self.view = view
        self.format = format
        words = EntryWords(view: view, format: format)
        clocks = dates.map { DayClock($0, in: view.zone) }
        timed = view.entries.filter { entry in !entry.isLong && dates.contains { entry.days.contains($0) } }
        bars = []
        barLines = BarLines(BarLanes([], in: dates[0]...dates[0]), others: [0], most: 1)
        axis = ClockAxis(clocks, showing: timed.map(\.time) + spans)
        blocks = clocks.map { clock in
            (-1...1).flatMap { view.prayerBlocks(of: clock.date + $0) }.touching(clock.time)
        }
    }

    /// True if prayers of some day are before the start of the axis.
    var hasEarly: Bool { clocks.indices.contains { !early($0).isEmpty } }

    /// Returns the prayers of a day that are before the start of the axis.
    func early(_ index: Int) -> [PrayerBlock] {
        blocks[index].filter { block in
            axis.position(of: block.adhan, on: clocks[index]).map { $0 < axis.start } ?? false
        }
    }
}

extension CalendarEntry {
    var time: TimeSpan { start..<end }

    /// True if the entry is above the hours: it lasts whole days, or a day and more.
    var isLong: Bool { isAllDay || end - start >= .seconds(86_400) }
}
