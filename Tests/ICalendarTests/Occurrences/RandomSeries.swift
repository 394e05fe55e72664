import CivilTime
@testable import ICalendar
import SeededRandom

/// A random series with added, deleted and changed occurrences, made from a seed.
///
/// Its rule counts days or weeks, so that the times of EXDATE and RECURRENCE-ID are known without expanding
/// it.
struct RandomSeries: Sendable {
    /// The lines of its VEVENTs.
    private(set) var events: [[String]] = []
    let window: Range<Instant>

    private enum Form {
        case day, floating, utc, zoned(String)

        var isDay: Bool { if case .day = self { true } else { false } }
    }

    private let form: Form
    private let start: LocalDateTime
    private let stepDays: Int

    init(_ random: inout SeededRandom) {
        let form: Form = switch random.number(0...5) {
        case 0: .day
        case 1: .floating
        case 2: .utc
        default: .zoned(RandomRule.zones[random.number(0...RandomRule.zones.count - 1)])
        }
        // The times are around noon. The test of the rules covers gaps and overlaps, where its oracle follows
        // §3.3.5.
        let date = LocalDate(daysSince1970: random.number(14_600...18_600))
        let start = LocalDateTime.midnight(date) + (form.isDay ? 0 : Int64(random.number(8...15) * 3_600))
        let isWeekly = random.chance(50), interval = random.number(1...3), count = random.number(3...40)
        let stepDays = (isWeekly ? 7 : 1) * interval
        let from = Int64(random.number(-5...(count * stepDays)) * secondsPerDay)
        let first = Instant(secondsSince1970: start.wallSeconds + from)
        window = first..<first + .seconds(Int64(random.number(5...120) * secondsPerDay))
        (self.form, self.start, self.stepDays) = (form, start, stepDays)

        let length = random.number(1...4)
        var master = ["UID:1", property("DTSTART", start), end(of: start, length)]
        master.append("RRULE:FREQ=\(isWeekly ? "WEEKLY" : "DAILY");INTERVAL=\(interval);COUNT=\(count)")
        // RDATE: days between, at other hours.
        for _ in 0..<random.number(0...2) {
            let added = start + Int64(random.number(0...count * stepDays) * secondsPerDay + (form.isDay ? 0 : 1_800))
            master.append(property("RDATE", added))
        }
        var places = Set(random.numbers(0...count - 1, most: 8))
        for place in random.numbers(0...count - 1, most: 4) where random.chance(60) {
            master.append(property("EXDATE", time(place)))
            places.remove(place)
        }
        let excludesByRule = random.chance(25)
        if excludesByRule { master.append("EXRULE:FREQ=DAILY;INTERVAL=\(stepDays * random.number(2...4));COUNT=\(random.number(1...6))") }
        events = [master]
        // Overrides; an occurrence that EXRULE excludes has none.
        guard !excludesByRule else { return }
        for place in places.sorted().prefix(3) where random.chance(60) {
            let moved = time(place) + Int64(random.number(-3...3) * (form.isDay ? secondsPerDay : 3_600))
            events.append(["UID:1", property("RECURRENCE-ID", time(place)), property("DTSTART", moved), end(of: moved, random.number(1...4))])
        }
    }

    /// The question for the oracle.
    var line: String {
        let lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
            + events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] } + ["END:VCALENDAR"]
        return [lines.joined(separator: "|"), DateOrTime.utc(window.lowerBound).text, DateOrTime.utc(window.upperBound).text]
            .joined(separator: "\t")
    }

    private func time(_ place: Int) -> LocalDateTime { start + Int64(place * stepDays * secondsPerDay) }

    private func end(of start: LocalDateTime, _ length: Int) -> String {
        property("DTEND", start + Int64(length * (form.isDay ? secondsPerDay : 3_600)))
    }

    private func property(_ name: String, _ time: LocalDateTime) -> String {
        switch form {
        case .day: "\(name);VALUE=DATE:\(DateOrTime.date(time.date).text)"
        case .floating: "\(name):\(time.basic)"
        case .utc: "\(name):\(time.basic)Z"
        case .zoned(let tzid): "\(name);TZID=\(tzid):\(time.basic)"
        }
    }
}
