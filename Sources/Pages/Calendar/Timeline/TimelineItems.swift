import Calendars
import CivilTime
import Runtime
import Scheduling
import Templates
import Text

/// One line of a day's column: exactly one of these is there.
struct TimelineItem: Encodable {
    var block: TimelineBlock?
    var band: TimelineBand?
    var now: TimelineNow?
    var change: TimelineChange?
    var absence: TimelineAbsence?
}

/// An event.
struct TimelineBlock: Encodable {
    var classes: String
    /// True if it cannot be dragged, since it is the rest of an event that began on the day before.
    var isFixed: Bool
    /// nil for a sliver, which is too narrow to be a link.
    var address: String?
    /// The version of an event, for dragging it; nil if it cannot be dragged.
    var tag: String?
    /// Title and time, for a pointer that rests on it.
    var hint: String
    var title: String
    var isTentative: Bool
    /// True if it clashes with another event or with a prayer.
    var clashes: Bool
    var machineTime: String
    var time: String
    /// The end as it follows the start: `–11:30`.
    var end: String?
    /// The lines under the time: `over Asr`, the place.
    var details: [String]
    /// The states in words, for people who do not see them.
    var states: String?
}

/// The block of a prayer.
struct TimelineBand: Encodable {
    var classes: String
    /// `Asr 14:44`; nil for the rest of a block that began on the day before.
    var name: String?
    /// True if the name is in the head of the day.
    var isNamed: Bool
}

struct TimelineNow: Encodable {
    var classes: String
    var time: String
}

/// A change of the clocks.
struct TimelineChange: Encodable {
    var classes: String
    /// `The clocks go back to 1:00`
    var text: String
}

/// Hours that a day does not have.
struct TimelineAbsence: Encodable {
    var classes: String
}

extension TimelineItem {
    /// Returns the lines of a day, by time.
    static func all(_ maker: TimelineMaker, _ index: Int) -> [TimelineItem] {
        let (axis, clock) = (maker.axis, maker.clocks[index])
        guard !clock.time.isEmpty else { return absences(axis, clock) }
        var lines: [(moment: Instant, rank: Int, item: TimelineItem)] = blocks(maker, index)
        for block in maker.blocks[index] {
            guard let band = TimelineBand(block, maker, clock) else { continue }
            lines.append((max(block.adhan, clock.time.lowerBound), 1, TimelineItem(band: band)))
        }
        if let position = axis.position(of: maker.view.now, on: clock), position >= axis.start {
            let time = maker.format.time(maker.view.now, maker.view.zone)
            lines.append((maker.view.now, 2, TimelineItem(
                now: TimelineNow(classes: TimelinePlaces.start(position), time: time))))
        }
        for change in clock.changes {
            guard let position = axis.position(of: change.moment, on: clock) else { continue }
            let key = change.isForward ? "timeline.forward" : "timeline.back"
            let text = maker.format.text(key, ["time": maker.format.time(minute: change.after)])
            lines.append((change.moment, 0, TimelineItem(
                change: TimelineChange(classes: TimelinePlaces.start(position), text: text))))
        }
        return absences(axis, clock) + lines.sorted { ($0.moment, $0.rank) < ($1.moment, $1.rank) }.map(\.item)
    }

    private static func absences(_ axis: ClockAxis, _ clock: DayClock) -> [TimelineItem] {
        axis.absences(of: clock).map { TimelineItem(absence: TimelineAbsence(classes: TimelinePlaces.classes($0))) }
    }

    private static func blocks(
        _ maker: TimelineMaker, _ index: Int
    ) -> [(moment: Instant, rank: Int, item: TimelineItem)] {
        let (axis, clock) = (maker.axis, maker.clocks[index])
        let found = maker.timed.compactMap { entry in
            axis.positions(of: entry.time, on: clock).map { positions in
                (entry: entry, drawn: drawnMinutes(
                    positions, shortest: TimelinePlaces.shortest, in: axis.start..<axis.end))
            }
        }
        let places = timelinePlaces(found.map(\.drawn))
        let most = maker.isOne ? TimelinePlaces.columnsOfDay : TimelinePlaces.columnsOfWeek
        return zip(found, places).map { found, place in
            let block = TimelineBlock(found.entry, found.drawn, place.narrowed(to: most), maker, index)
            return (max(found.entry.start, clock.time.lowerBound), 3, TimelineItem(block: block))
        }
    }
}

extension TimelineBlock {
    init(
        _ entry: CalendarEntry, _ drawn: Range<Int>, _ place: NarrowPlace, _ maker: TimelineMaker, _ index: Int
    ) {
        let (view, format, words, clock) = (maker.view, maker.format, maker.words, maker.clocks[index])
        let began = entry.start < clock.time.lowerBound, goesOn = entry.end > clock.time.upperBound
        classes = "b \(words.classes(entry)) \(TimelinePlaces.classes(drawn))\(TimelinePlaces.classes(place))"
            + TimelinePlaces.lines(drawn.count, lineHeight: maker.lineHeight)
            + (began ? " from" : "") + (goesOn ? " goes" : "")
        isFixed = began
        if case .column = place {
            address = words.address(entry)
            tag = began ? nil : words.tag(entry)
        }
        title = words.title(entry)
        isTentative = entry.isTentative
        clashes = view.clashes(entry)
        if began {
            // On its later days an event shows the time until which it goes on.
            machineTime = words.machineTime(entry.end)
            time = goesOn
                ? format.text("timeline.all-day-long")
                : format.text("entry.until", ["time": format.time(entry.end, view.zone)])
        } else {
            machineTime = words.machineTime(entry.start)
            time = words.start(entry)
            if entry.end > entry.start {
                end = format.text("timeline.to", ["time": format.time(entry.end, view.zone)])
            }
        }
        hint = format.list([title.isolated, time + (end ?? "")])
        details = []
        if !entry.isFree, !entry.isCancelled, !entry.isDeclined,
           let block = maker.blocks[index].first(where: { entry.time.contains($0.adhan) }) {
            details.append(format.text("timeline.over", ["prayer": words.prayerName(block)]))
        }
        if !entry.place.isEmpty { details.append(entry.place) }
        states = words.states(entry)
    }
}

extension TimelineBand {
    /// Makes the band of a block from its adhān on; the minutes before are above it. nil if the adhān is before the
    /// hours that are shown.
    init?(_ block: PrayerBlock, _ maker: TimelineMaker, _ clock: DayClock) {
        guard let positions = maker.axis.positions(of: block.time, on: clock) else { return nil }
        guard let adhan = maker.axis.position(of: block.adhan, on: clock) else {
            guard positions.lowerBound >= maker.axis.start, block.adhan < clock.time.lowerBound else { return nil }
            classes = "rest \(TimelinePlaces.classes(positions))"
            isNamed = false
            return
        }
        guard adhan >= maker.axis.start else { return nil }
        let before = min(adhan - positions.lowerBound, adhan - maker.axis.start)
        classes = TimelinePlaces.classes(adhan..<positions.upperBound)
            // The style sheet has steps of five minutes.
            + (before > 0 ? " q\((min(before, 60) + 4) / 5 * 5)" : "")
        name = "\(maker.words.prayerName(block)) \(maker.format.time(block.adhan, maker.view.zone))"
        isNamed = positions.upperBound - adhan >= Self.roomForName
    }

    /// The minutes after the adhān from which the head of a day names a band. The axis names the others.
    private static let roomForName = 45
}

extension TimelineMaker {
    /// The height of a line of words in a block, in pixels.
    var lineHeight: Double {
        switch (isOne, format.language) {
        case (false, .english): 15.6
        case (false, .arabic): 16.9
        case (true, .english): 18.2
        case (true, .arabic): 19.5
        }
    }
}
