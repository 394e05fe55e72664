import Calendars
import CivilTime
import Planning
import PrayerFeeds
import PrayerTimes
import Storage
import SwiftProtobuf
import Wire

/// The calendars on some days as a message.
struct WireView {
    let response: Jadwal_V1_ListOccurrencesResponse

    init(_ view: CalendarView, _ input: Jadwal_V1_ListOccurrencesRequest) {
        let wanted = Set(input.calendarIds)
        let rows = view.calendars.filter { wanted.isEmpty ? $0.isVisible : wanted.contains($0.segment) }
        let known = Set(rows.map(\.id))
        let entries = view.entries.filter { $0.kind == .day ? wanted.isEmpty : known.contains($0.calendar) }
        var indexes: [LocalDate: [UInt32]] = [:]
        for (index, entry) in entries.enumerated() {
            let first = max(entry.startDay, view.days.lowerBound), last = min(entry.endDay, view.days.upperBound)
            for day in first.days(through: last) { indexes[day, default: []].append(UInt32(index)) }
        }
        response = .with { answer in
            answer.occurrences = entries.map { entry in
                var occurrence = Jadwal_V1_Occurrence(entry, rows)
                occurrence.inConflict = view.clashes(entry)
                return occurrence
            }
            answer.days = view.days.lowerBound.days(through: view.days.upperBound).map { day in
                Self.day(day, view, indexes[day] ?? [], hasPrayers: input.withPrayers)
            }
            (answer.changeToken, answer.timeZone) = (view.state, view.zone.name)
            answer.truncated = view.isPartial || !view.hidden.isEmpty
        }
    }

    private static func day(
        _ day: LocalDate, _ view: CalendarView, _ indexes: [UInt32], hasPrayers: Bool
    ) -> Jadwal_V1_Day {
        .with {
            $0.date = day.iso8601
            $0.hijri = view.hijri.date(of: day).map(\.description) ?? ""
            $0.occurrences = indexes
            guard hasPrayers, let times = view.timetable?.day(day).times else { return }
            $0.prayers = DayEvent.allCases.compactMap { prayer in
                times[prayer].map { time in .with { ($0.prayer, $0.at) = (prayer.rawValue, time.timestamp) } }
            }
        }
    }
}

extension Jadwal_V1_Occurrence {
    /// - Parameter calendars: the calendars of the customer.
    init(_ entry: CalendarEntry, _ calendars: [CalendarRow]) {
        self.init()
        (eventID, recurrenceID) = (entry.segment, entry.recurrenceID ?? "")
        calendarID = calendars.first { $0.id == entry.calendar }?.segment ?? ""
        (title, location, color) = (entry.title, entry.place, entry.color.color)
        (start, end) = (entry.start.timestamp, entry.end.timestamp)
        (firstDay, lastDay, allDay) = (entry.startDay.iso8601, entry.endDay.iso8601, entry.isAllDay)
        (isTask, isDone, free) = (entry.kind == .toDo, entry.isDone, entry.isFree)
        status = entry.isCancelled ? .cancelled : entry.isTentative ? .tentative : .confirmed
    }
}

extension Jadwal_V1_BetterTime {
    init(_ better: BetterTime) {
        self.init()
        (start, end) = (better.time.lowerBound.timestamp, better.time.upperBound.timestamp)
    }
}

extension LocalDate {
    /// Returns the days from this one to another; none if that is before it.
    fileprivate func days(through last: LocalDate) -> [LocalDate] {
        last < self ? [] : (0...(last - self)).map { self + $0 }
    }
}

extension Instant {
    /// Reads a moment of protobuf; nil outside of the years 1 to 9999 (timestamp.proto).
    init?(_ timestamp: SwiftProtobuf.Google_Protobuf_Timestamp) {
        guard (-62_135_596_800...253_402_300_799).contains(timestamp.seconds) else { return nil }
        self.init(secondsSince1970: timestamp.seconds)
    }

    /// The moment as protobuf writes it.
    var timestamp: SwiftProtobuf.Google_Protobuf_Timestamp {
        let seconds = secondsSince1970, micros = microsecondsSince1970 - seconds * 1_000_000
        return .with { ($0.seconds, $0.nanos) = (seconds, Int32(micros) * 1_000) }
    }
}
