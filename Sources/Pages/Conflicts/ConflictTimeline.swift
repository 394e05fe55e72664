import Calendars
import CivilTime
import Planning
import Runtime
import Scheduling
import Storage
import Templates

/// The hours of a conflict's day, and of the days of the times that are offered.
///
/// The style sheet shows the time and the day of the radio button that is chosen. Readers of a screen have the list,
/// which says the same.
struct ConflictTimeline: Encodable {
    /// The classes of the hours, as `Timeline` has them.
    var classes: String
    var axis: TimelineAxis
    var days: [Day]

    struct Day: Encodable {
        var name: String
        var hijri: String?
        /// ` other o2`: the numbers of the times that are on this day; empty for the day of the conflict.
        var classes: String
        var items: [Item]
        var ghosts: [Ghost]
    }

    /// One line of a column: exactly one of these is there.
    struct Item: Encodable {
        var block: Block?
        var band: Band?
        /// The classes of the line of now.
        var now: String?
        var change: TimelineChange?
        var absence: TimelineAbsence?
    }

    /// An event, as `TimelineBlock` has it, without a link.
    struct Block: Encodable {
        var classes: String
        var hint: String, title: String
        var isTentative: Bool, clashes: Bool
        var machineTime: String
        var time: String, end: String?
        var details: [String]
        var states: String?
    }

    /// The block of a prayer, as `TimelineBand` has it.
    struct Band: Encodable {
        var classes: String
        var name: String?
    }

    /// A time to which an event would move.
    struct Ghost: Encodable {
        var classes: String
        var title: String
        var time: String
    }
}

/// A time that a conflict offers for one of its events.
struct OfferedTime {
    /// The number of its radio button, from 1.
    let number: Int
    let entry: CalendarEntry
    let time: TimeSpan
}

extension ConflictTimeline {
    /// - Parameters:
    ///   - offers: in the order of their radio buttons.
    ///   - view: a view of the conflict's day and of all days of the offers.
    init(_ shown: ShownConflict, _ offers: [OfferedTime], _ view: CalendarView, _ format: Formatter) {
        let zone = shown.zone, own = zone.date(at: shown.event.start)
        var dates = [own]
        for date in offers.map({ zone.date(at: $0.time.lowerBound) }) where !dates.contains(date) { dates.append(date) }
        let maker = TimelineMaker(dates, showing: offers.map(\.time), view, format)
        classes = Timeline(maker).classes
        axis = TimelineAxis(maker)
        days = dates.indices.map { index in
            let here = offers.filter { zone.date(at: $0.time.lowerBound) == dates[index] }
            return Day(
                name: format.day(dates[index], .weekday), hijri: view.hijri.date(of: dates[index]).map(format.hijri),
                classes: index == 0 ? "" : " other" + here.map { " o\($0.number)" }.joined(),
                items: TimelineItem.all(maker, index).map { Item($0, in: shown, maker.words) },
                ghosts: here.compactMap { Ghost($0, maker, index) })
        }
    }

    /// The days that a view needs for the timeline of a conflict.
    static func days(of shown: ShownConflict, _ offers: [OfferedTime]) -> ClosedRange<LocalDate> {
        let own = shown.zone.date(at: shown.event.start)
        let dates = offers.map { shown.zone.date(at: $0.time.lowerBound) } + [own]
        return (dates.min() ?? own)...(dates.max() ?? own)
    }
}

extension ConflictTimeline.Ghost {
    /// - Returns: nil if the time is before the hours that are shown.
    fileprivate init?(_ offer: OfferedTime, _ maker: TimelineMaker, _ index: Int) {
        guard let positions = maker.axis.positions(of: offer.time, on: maker.clocks[index]) else { return nil }
        let drawn = drawnMinutes(
            positions, shortest: TimelinePlaces.shortest, in: maker.axis.start..<maker.axis.end)
        classes = "b ghost g\(offer.number) \(offer.entry.color.name) \(TimelinePlaces.classes(drawn))"
            + TimelinePlaces.lines(drawn.count, lineHeight: maker.lineHeight)
        title = maker.words.title(offer.entry)
        time = maker.format.times(offer.time.lowerBound, offer.time.upperBound, maker.view.zone)
    }
}

extension ConflictTimeline.Item {
    fileprivate init(_ item: TimelineItem, in conflict: ShownConflict, _ words: EntryWords) {
        block = item.block.map { ConflictTimeline.Block($0, in: conflict, words) }
        band = item.band.map { ConflictTimeline.Band(classes: $0.classes, name: $0.name) }
        now = item.now?.classes
        change = item.change
        absence = item.absence
    }
}

extension ConflictTimeline.Block {
    /// Makes the block of an event, with a class if it is one of the conflict.
    fileprivate init(_ block: TimelineBlock, in conflict: ShownConflict, _ words: EntryWords) {
        let isOwn = block.address == words.address(conflict.event)
        let isOther = !isOwn && conflict.others.contains { words.address($0) == block.address }
        self.init(
            classes: block.classes + (isOwn ? " was-here" : isOther ? " was-other" : ""), hint: block.hint,
            title: block.title, isTentative: block.isTentative, clashes: block.clashes,
            machineTime: block.machineTime, time: block.time, end: block.end, details: block.details,
            states: block.states)
    }
}
