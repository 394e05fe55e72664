import CivilTime
import Glibc
import PrayerTimes

/// Computes a year of six times for 10,000 places on one core and says how long a day took.
///
/// The places lie spread over the latitudes people live at, by the golden angle, so that every run
/// computes the same; methods go round. UTC is everybody's clock here: a zone's rules cost the same
/// look-up whichever they are.
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

/// Seconds of processor time.
private func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
