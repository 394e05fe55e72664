import Calendars
import Runtime
import Scheduling
import Storage
import Text

/// A day's part of the row above the hours.
struct AllDayCell: Encodable {
    var bars: [AllDayBar]
    var hasBars: Bool
    /// `+3 more`, and the day for people who do not see it.
    var more: String?
    var moreDay: String?
    /// The day's own page; nil for a day without views.
    var address: String?
}

/// A bar, drawn on its first day of the week and only said on the others.
struct AllDayBar: Encodable {
    var classes: String
    var address: String?
    /// The version of an event, for dragging it.
    var tag: String?
    var title: String
    /// `, all day`
    var said: String?
    var isTentative: Bool
    /// True if it clashes with another event or with a prayer.
    var clashes = false
    /// `Omar in Jeddah, goes on`, in place of a link.
    var goesOn: String?
}

extension AllDayCell {
    init(_ maker: TimelineMaker, _ index: Int) {
        let drawn = maker.barLines.days[index]
        bars = drawn.bars.map { bar in
            AllDayBar(maker.bars[bar.index], bar, isFirst: bar.days.lowerBound == index, maker)
        }
        let date = maker.clocks[index].date, rest = drawn.more + maker.view.hidden.count(on: date)
        hasBars = !bars.isEmpty || rest > 0
        more = rest == 0 ? nil : maker.words.more(rest, on: date)
        moreDay = more.map { _ in maker.format.text("day.more.on", ["day": maker.format.day(date, .short)]) }
        address = CalendarViews.link(to: .day, date)
    }
}

extension AllDayBar {
    init(_ entry: CalendarEntry, _ bar: WeekBar, isFirst: Bool, _ maker: TimelineMaker) {
        let words = maker.words
        // One day has as many lines as it has bars.
        let look = (maker.isOne ? [] : ["l\(bar.lane + 1)"]) + [words.classes(entry)]
        title = words.title(entry)
        isTentative = entry.isTentative
        guard isFirst else {
            classes = (["cont"] + look).joined(separator: " ")
            goesOn = maker.format.text("entry.goes-on", ["title": title.isolated])
            return
        }
        var classes = ["bar"] + look
        if bar.days.count > 1 { classes.append("n\(bar.days.count)") }
        if bar.isCutAtStart { classes.append("from") }
        if bar.isCutAtEnd { classes.append("goes") }
        self.classes = classes.joined(separator: " ")
        address = words.address(entry)
        tag = words.tag(entry)
        clashes = maker.view.clashes(entry)
        said = maker.format.list([words.span(entry)] + (words.states(entry).map { [$0] } ?? []))
    }
}
