import Calendars
import CivilTime
import PrayerTimes
import Runtime
import Scheduling

/// The hours beside the days. People who do not see them hear the time with each entry.
struct TimelineAxis: Encodable {
    /// `Fajr`, beside the row above the hours.
    var early: String?
    var marks: [AxisMark]
}

/// A word on the axis.
struct AxisMark: Encodable {
    var classes: String
    /// The name of a prayer.
    var name: String?
    var time: String
}

extension TimelineAxis {
    init(_ maker: TimelineMaker) {
        let (axis, format, view) = (maker.axis, maker.format, maker.view)
        // The axis shows the minutes of today, else those of the first day.
        let index = maker.clocks.firstIndex { $0.date == view.today } ?? 0
        let clock = maker.clocks[index]
        var prayers: [(position: Int, block: PrayerBlock)] = []
        for block in maker.blocks[index] {
            guard let position = axis.position(of: block.adhan, on: clock), position > axis.start + 10,
                  prayers.last.map({ position - $0.position >= 30 }) ?? true
            else { continue }
            prayers.append((position, block))
        }
        let now = axis.position(of: view.now, on: clock).flatMap { $0 >= axis.start ? $0 : nil }
        func isNear(_ position: Int, _ other: Int?, _ minutes: Int) -> Bool {
            other.map { abs($0 - position) < minutes } ?? false
        }
        var marks: [(position: Int, mark: AxisMark)] = axis.hours.compactMap { hour in
            guard hour.position > axis.start, hour.position < axis.end, !isNear(hour.position, now, 24),
                  !prayers.contains(where: { isNear(hour.position, $0.position, 27) })
            else { return nil }
            let time = format.time(minute: hour.hour * 60)
            return (hour.position, AxisMark(
                classes: TimelinePlaces.start(hour.position),
                time: hour.isAgain ? format.text("timeline.again", ["time": time]) : time))
        }
        marks += prayers.map { position, block in
            (position, AxisMark(
                classes: "p \(TimelinePlaces.start(position))", name: maker.words.prayerName(block),
                time: format.time(block.adhan, view.zone)))
        }
        // The line of the moment is enough where a prayer's name needs the room.
        if let now, !prayers.contains(where: { isNear(now, $0.position, 34) }) {
            marks.append((now, AxisMark(
                classes: "now \(TimelinePlaces.start(now))", time: format.time(view.now, view.zone))))
        }
        self.marks = marks.sorted { $0.position < $1.position }.map(\.mark)
        early = maker.hasEarly ? format.text("prayer.\(DayEvent.fajr.rawValue)") : nil
    }
}
