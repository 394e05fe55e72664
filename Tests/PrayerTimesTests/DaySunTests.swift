import CivilTime
import PrayerTimes
import Testing

@Suite("The height of the sun on a day")
struct DaySunTests {
    // Twice a year the sun is over the Kaaba: on 28 May 2026 at 12:18 and on 15 July at 12:27, by which people
    // check the direction of prayer.
    @Test("is ninety degrees over the Kaaba on the two days of the year that everybody knows", arguments: [
        ("2026-05-28", 9 * 60 + 18), ("2026-07-15", 9 * 60 + 27),
    ])
    func overhead(date: String, minute: Int) {
        let makkah = place(21.4225, 39.8262, "Asia/Riyadh")
        let sun = Timetable(makkah, Rules(method: method("umm-al-qura"))).sun(on: day(date))
        let moment = Instant(secondsSince1970: Int64(day(date).daysSince1970 * 86_400 + minute * 60))
        #expect(sun.altitude(at: moment) > 89.6)
        #expect(abs(sun.transit.secondsSince1970 - moment.secondsSince1970) < 60)
    }

    @Test("is that of sunrise and sunset at their times", arguments: ["2026-01-15", "2026-06-21", "2026-10-01"])
    func horizon(date: String) throws {
        let cairo = place(30.0444, 31.2357, "Africa/Cairo")
        let timetable = Timetable(cairo, Rules(method: method("muslim-world-league"))), found = timetable.day(day(date))
        for moment in [found.exact.sunrise, found.exact.maghrib] {
            // 34 minutes of arc of refraction and 16 of the sun's radius.
            #expect(abs(timetable.sun(on: day(date)).altitude(at: try #require(moment)) + 50.0 / 60) < 0.01)
        }
    }

    @Test("stays below the horizon in the polar night, and above it in summer", arguments: [
        ("2026-12-21", false, -3.1), ("2026-06-21", true, 43.8),
    ])
    func polar(date: String, isUp: Bool, atNoon: Double) {
        let tromso = place(69.6489, 18.9551, "Europe/Oslo")
        let sun = Timetable(tromso, Rules(method: method("muslim-world-league"))).sun(on: day(date))
        for hour in -11...11 {
            let altitude = sun.altitude(at: sun.transit + .seconds(hour * 3_600))
            #expect((altitude > 0) == isUp)
        }
        #expect(abs(sun.altitude(at: sun.transit) - atNoon) < 0.2)
    }
}
