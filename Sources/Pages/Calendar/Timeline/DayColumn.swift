import Calendars
import CivilTime
import PrayerTimes
import Runtime
import Scheduling

/// A day as a column.
struct DayColumn: Encodable {
    var row: AllDayCell
    /// The prayers before the hours that are shown.
    var early: [EarlyPrayer]
    /// True if some day of the timeline has such prayers.
    var hasEarly: Bool
    var items: [TimelineItem]
    /// The hours as links to the form of a new event, for a mouse or a finger.
    var slots: [TimelineSlot]
}

/// A prayer in the row above the hours.
struct EarlyPrayer: Encodable {
    var name: String
    /// False if the axis names it.
    var isNamed: Bool
    var time: String
    var machineTime: String
}

/// An hour of a day without words.
struct TimelineSlot: Encodable {
    var address: String
    /// The place; nil where the hours follow each other evenly.
    var classes: String?
}

extension DayColumn {
    init(_ maker: TimelineMaker, _ index: Int) {
        row = AllDayCell(maker, index)
        early = Self.early(maker, index)
        hasEarly = maker.hasEarly
        items = TimelineItem.all(maker, index)
        slots = Self.slots(maker.axis, maker.clocks[index])
    }

    /// Returns the prayers of the row: Fajr, and on a page of its own also sunrise and what else is early.
    private static func early(_ maker: TimelineMaker, _ index: Int) -> [EarlyPrayer] {
        let clock = maker.clocks[index]
        var prayers = maker.early(index).map { (moment: $0.adhan, name: maker.words.prayerName($0), event: $0.prayer) }
        if maker.isOne, let sunrise = maker.view.prayers(on: clock.date)?.times.sunrise,
           let position = maker.axis.position(of: sunrise, on: clock), position < maker.axis.start {
            let name = maker.format.text("prayer.\(DayEvent.sunrise.rawValue)")
            prayers.append((moment: sunrise, name: name, event: .sunrise))
        }
        return prayers.filter { maker.isOne || $0.event == .fajr }.sorted { $0.moment < $1.moment }.map { prayer in
            EarlyPrayer(
                name: prayer.name, isNamed: prayer.event != .fajr,
                time: maker.format.time(prayer.moment, maker.view.zone),
                machineTime: maker.words.machineTime(prayer.moment))
        }
    }

    private static func slots(_ axis: ClockAxis, _ clock: DayClock) -> [TimelineSlot] {
        let isEven = axis.end == 1_440 && !clock.isChanged && axis.absences(of: clock).isEmpty
        func address(_ minute: Int) -> String {
            "/events/new?day=\(clock.date.iso8601)&at=\(clockText(minute: minute))"
        }
        if isEven { return stride(from: axis.start, to: axis.end, by: 60).map { TimelineSlot(address: address($0)) } }
        return zip(axis.hours, axis.hours.dropFirst().map(\.position) + [axis.end]).compactMap { hour, end in
            guard hour.position < end, !axis.absences(of: clock).contains(where: { $0.contains(hour.position) })
            else { return nil }
            return TimelineSlot(
                address: address(hour.hour * 60), classes: TimelinePlaces.classes(hour.position..<end))
        }
    }
}
