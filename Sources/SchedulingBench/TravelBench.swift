import CivilTime
import Foundation
import PrayerTimes
import Scheduling
import Weather

/// The part of the measuring program about ways.
///
/// Each line of `travel` is the name of a task, the milliseconds of its median run and of its 95th percentile, the
/// number of results as they must be, and the number of all. Short tasks are measured by the thousand.
struct TravelBench {
    private let points: [Coordinates]
    private let modes: Modes
    private let now = Instant(secondsSince1970: 1_795_766_400)

    init?() {
        var random = BenchRandom()
        points = (0..<64).compactMap { _ in
            Coordinates(
                latitude: 24.65 + Double(random.next(0...1_000)) / 6_000,
                longitude: 46.6 + Double(random.next(0...1_000)) / 6_000)
        }
        let now = now
        let hours = (0..<120).map { (number: Int) -> WeatherHour in
            let start = now + .seconds(number * 3_600)
            var hour = WeatherHour(start..<start + .seconds(3_600), condition: .cloudy)
            hour.apparent = Double(20 + number % 24)
            hour.rainChance = Double(number % 60)
            hour.rain = Double(number % 7) / 10
            hour.gust = Double(number % 50)
            return hour
        }
        let wishes = TravelWishes(ownsBike: true, ownsCar: true, hasSharedService: true, isEco: true)
        modes = Modes(wishes, on: Modes.Day(in: .utc), forecast: Forecast(hours, fetchedAt: now), now: now)
        guard points.count == 64 else { return nil }
    }

    func run() {
        let day = LocalDate(daysSince1970: 20_784)
        let rush = RushHours(
            on: day...day + 2, in: .utc, workingDays: [.sunday, .monday, .tuesday, .wednesday, .thursday, .friday])
        let estimate = TravelEstimate(rush: rush), modeCount = TravelMode.allCases.count
        measure("estimate", by: 1_000) { index in
            let from = points[index % 64], to = points[(index * 7 + 1) % 64]
            let mode = TravelMode.allCases[index % modeCount]
            return estimate.way(from: from, to: to, by: mode, leaving: now + .seconds(index * 60)).seconds >= 0
        }
        let goals = (0..<64).map { TravelGoal(start: now + .seconds(20_000 + $0 * 600), earliest: now) }
        let ways = (0..<64).map { estimate.ways(from: points[$0], to: points[($0 + 1) % 64], for: goals[$0]) }
        measure("choice", by: 100) { index in
            TravelChoice(among: ways[index % 64], to: goals[index % 64], modes).options.count == modeCount
        }
        let blocks = (0..<5).map { (number: Int) -> TimeSpan in
            let start = now + .seconds(number * 9_000)
            return start..<start + .seconds(2_400)
        }
        measure("leave", by: 1_000) { index in
            let leave = LeaveTime(ways[index % 64][4], to: goals[index % 64], around: blocks).leave
            return !blocks.contains { $0.contains(leave) }
        }
        let map = map(), words = DayMap.Words(title: "t", description: "d", north: "N", lengths: [:])
        measure("map", by: 1) { _ in map.svg(words).utf8.count <= DayMap.maximumOctets }
        let line = map.legs[0].line.polyline(decimals: .five)
        measure("line", by: 10) { _ in
            (try? GroundLine(polyline: line, decimals: .five))?.simplified(toMetres: 20).points.isEmpty == false
        }
    }

    /// Returns a day of 12 places with lines of 300 points.
    private func map() -> DayMap {
        let stops = (0..<12).map { DayMap.Stop(points[$0], number: String($0 + 1), name: "Place \($0 + 1)") }
        let legs = (0..<11).map { index in
            let from = points[index], to = points[index + 1]
            let line = (0...300).compactMap { step in
                let share = Double(step) / 300, bend = sin(share * 20) / 500
                return Coordinates(
                    latitude: from.latitude + (to.latitude - from.latitude) * share + bend,
                    longitude: from.longitude + (to.longitude - from.longitude) * share)
            }
            return DayMap.Leg(TravelMode.allCases[index % 5], GroundLine(line), label: "25 min")
        }
        return DayMap(stops, legs)
    }

    /// Prints the figures of a task. A run is the mean of some pieces of work.
    private func measure(_ name: String, by count: Int, _ work: (Int) -> Bool) {
        var milliseconds: [Double] = [], right = 0, all = 0
        for run in 0..<201 {
            let took = ContinuousClock().measure {
                for index in run * count..<(run + 1) * count { right += work(index) ? 1 : 0 }
            }
            milliseconds.append(took / .milliseconds(1) / Double(count))
            all += count
        }
        milliseconds.sort()
        print(name, String(format: "%.5f %.5f", milliseconds[100], milliseconds[190]), right, all)
    }
}
