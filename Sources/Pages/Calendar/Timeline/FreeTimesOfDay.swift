import Calendars
import CivilTime
import Runtime
import Scheduling

/// The free times of a day, with a way to a new event in each.
struct FreeTimesOfDay: Encodable {
    var times: [DayGap]
}

extension FreeTimesOfDay {
    /// Finds the times of half an hour or more from 8:00 to 22:00, and from now on; nil without any.
    init?(_ maker: TimelineMaker) {
        let view = maker.view, day = maker.clocks[0].date
        guard let morning = LocalDateTime(date: day, hour: 8, minute: 0),
              let evening = LocalDateTime(date: day, hour: 22, minute: 0)
        else { return nil }
        let start = max(view.zone.instant(of: morning), view.now), end = view.zone.instant(of: evening)
        guard start < end else { return nil }
        let busy = maker.timed.filter { !$0.isFree && !$0.isCancelled && !$0.isDeclined && $0.kind == .event }
        let free = freeTimes(
            in: start..<end, around: busy.map(\.time) + maker.blocks[0].map(\.time), atLeast: Self.shortest
        ).compactMap(\.fullFiveMinutes).filter { $0.upperBound - $0.lowerBound >= Self.shortest }
        guard !free.isEmpty else { return nil }
        times = free.map { time in
            var gap = maker.words.gap(time, on: day)
            gap.label = maker.format.duration(minutes: Int((time.upperBound - time.lowerBound).components.seconds) / 60)
            return gap
        }
    }
}

extension FreeTimesOfDay {
    private static let shortest: Duration = .seconds(1_800)
}

extension TimeSpan {
    /// The part of it between the clock's full five minutes; nil if it has none.
    fileprivate var fullFiveMinutes: TimeSpan? {
        let start = (lowerBound.secondsSince1970 + 299) / 300 * 300, end = upperBound.secondsSince1970 / 300 * 300
        return start < end ? Instant(secondsSince1970: start)..<Instant(secondsSince1970: end) : nil
    }
}
