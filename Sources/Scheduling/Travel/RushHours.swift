public import CivilTime

/// The hours in which driving takes longer.
///
/// A drive is work that is done at a pace: 1 on free roads, less among others. The pace changes evenly, within some
/// minutes before and after each peak. So the time of a drive has no step, and whoever leaves later never arrives
/// earlier.
public struct RushHours: Hashable, Sendable {
    /// A time in which a drive takes a number of times as long.
    public struct Peak: Hashable, Sendable {
        public let time: TimeSpan
        /// 1 or more.
        public let factor: Double

        public init(_ time: TimeSpan, factor: Double) {
            self.time = time
            self.factor = max(1, factor)
        }
    }

    private let forwards: PaceLine, backwards: PaceLine

    public static let none = RushHours([])

    /// Makes the traffic of some peaks. If they touch each other, the slower pace holds.
    ///
    /// - Parameter rampSeconds: the time in which the traffic grows before a peak, and in which it shrinks after it.
    public init(_ peaks: [Peak], rampSeconds: Int = 1_200) {
        let trapezia = peaks.map { peak in
            Trapezium(
                start: Double(peak.time.lowerBound.secondsSince1970),
                end: Double(peak.time.upperBound.secondsSince1970),
                ramp: Double(max(1, rampSeconds)), pace: 1 / peak.factor)
        }
        forwards = PaceLine(slowest(of: trapezia))
        backwards = forwards.mirrored
    }

    /// Returns the seconds of a drive.
    ///
    /// - Parameter free: the seconds that it takes on free roads.
    public func seconds(ofDriving free: Double, leaving: Instant) -> Double {
        forwards.seconds(ofWork: free, from: Double(leaving.secondsSince1970))
    }

    public func seconds(ofDriving free: Double, arriving: Instant) -> Double {
        backwards.seconds(ofWork: free, from: -Double(arriving.secondsSince1970))
    }
}

extension RushHours {
    /// Makes the usual peaks of some days: from 7 to 9 and from 16 to 19 on working days, and in Ramadan the hours
    /// after iftar, from one to four hours after sunset.
    ///
    /// - Parameter iftars: the sunsets of the days of Ramadan among the days.
    public init(
        on days: ClosedRange<LocalDate>, in zone: TimeZoneRules, workingDays: Set<Weekday>, iftars: [Instant] = [],
        _ figures: TravelFigures = .usual
    ) {
        var peaks: [Peak] = []
        for number in 0...days.upperBound - days.lowerBound {
            let date = days.lowerBound + number
            guard workingDays.contains(date.weekday) else { continue }
            for (from, until) in [(7, 9), (16, 19)] {
                guard let start = LocalDateTime(date: date, hour: from, minute: 0).map(zone.instant),
                      let end = LocalDateTime(date: date, hour: until, minute: 0).map(zone.instant), start < end
                else { continue }
                peaks.append(Peak(start..<end, factor: figures[.rushFactor]))
            }
        }
        for iftar in iftars {
            peaks.append(Peak(iftar + .seconds(3_600)..<iftar + .seconds(4 * 3_600), factor: figures[.ramadanFactor]))
        }
        self.init(peaks, rampSeconds: figures.seconds(.rushRamp))
    }
}

/// The pace during a peak and its ramps.
private struct Trapezium {
    let start: Double, end: Double, ramp: Double, pace: Double

    var corners: [Double] { [start - ramp, start, end, end + ramp] }

    func pace(at time: Double) -> Double {
        let distance = max(start - time, time - end, 0)
        return distance >= ramp ? 1 : pace + (1 - pace) * distance / ramp
    }
}

/// Returns the points between which the slowest of some paces is a straight line.
private func slowest(of peaks: [Trapezium]) -> [(time: Double, pace: Double)] {
    let corners = Set(peaks.flatMap(\.corners)).sorted()
    var times = corners
    for (left, right) in zip(corners, corners.dropFirst()) {
        let ends = peaks.map { ($0.pace(at: left), $0.pace(at: right)) }
        for first in ends.indices {
            for second in ends.indices.dropFirst(first + 1) {
                let before = ends[first].0 - ends[second].0, after = ends[first].1 - ends[second].1
                if before * after < 0 { times.append(left + (right - left) * before / (before - after)) }
            }
        }
    }
    return times.sorted().map { time in (time, peaks.map { $0.pace(at: time) }.min() ?? 1) }
}

/// A pace that changes evenly between points and is 1 before and after them.
private struct PaceLine: Hashable, Sendable {
    private let times: [Double], paces: [Double]

    init(_ points: [(time: Double, pace: Double)]) {
        times = points.map(\.time)
        paces = points.map(\.pace)
    }

    private init(times: [Double], paces: [Double]) {
        self.times = times
        self.paces = paces
    }

    /// The same line with the time running backwards.
    var mirrored: PaceLine { PaceLine(times: times.reversed().map { -$0 }, paces: paces.reversed()) }

    /// Returns the seconds in which work is done.
    func seconds(ofWork work: Double, from start: Double) -> Double {
        var next = firstIndex(after: start), now = start, left = work
        var pace = self.pace(at: start, before: next)
        while next < times.count {
            let duration = times[next] - now, done = (pace + paces[next]) / 2 * duration
            if done >= left {
                // pace · x + slope · x² / 2 = left, solved so that a slope of zero is no exception.
                let slope = duration > 0 ? (paces[next] - pace) / duration : 0
                let root = max(0, pace * pace + 2 * slope * left).squareRoot()
                return now - start + 2 * left / (pace + root)
            }
            left -= done
            now = times[next]
            pace = paces[next]
            next += 1
        }
        return now - start + left
    }

    private func firstIndex(after time: Double) -> Int {
        var low = 0, high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] > time { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func pace(at time: Double, before next: Int) -> Double {
        guard next > 0, next < times.count else { return 1 }
        let share = (time - times[next - 1]) / (times[next] - times[next - 1])
        return paces[next - 1] + (paces[next] - paces[next - 1]) * share
    }
}
