import CivilTime
import Glibc
import PrayerTimes

/// A benchmark of prayer times: a year of six times for 10,000 places on one core. It prints the time for
/// one day.
///
/// The places are the same in every run. Their longitudes follow the golden angle, and their latitudes
/// cover those where people live. The methods alternate. All places use UTC, because the look-up costs the
/// same for every zone.
@main
struct YearOfTimes {
    static func main() {
        let start = seconds()
        var found = 0
        for number in 0..<places {
            let share = (Double(number) + 0.5) / Double(places)
            let longitude = (Double(number) * 137.507_764).truncatingRemainder(dividingBy: 360) - 180
            guard let point = Coordinates(latitude: -50 + 110 * share, longitude: longitude) else { continue }
            let rules = Rules(method: Method.all[number % Method.all.count])
            let timetable = Timetable(Place(point, zone: .utc), rules)
            for day in 0..<days {
                let times = timetable.day(firstDay + day).times
                for event in DayEvent.allCases where times[event] != nil { found += 1 }
            }
        }
        let took = seconds() - start
        let hundredths = Int((took * 1e8 / Double(places * days)).rounded())
        print("\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) microseconds a day and place")
        print("\(places) places, \(days) days, \(found) times, \(Int(took * 1_000)) ms")
    }

    private static let places = 10_000
    private static let days = 365
    /// 2027-01-01.
    private static let firstDay = LocalDate(daysSince1970: 20_819)
}

/// Returns the processor time of the process in seconds.
private func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
