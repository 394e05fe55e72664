import CivilTime
import PrayerTimes
import Testing

@Suite("Published timetables")
struct PublishedTableTests {
    /// The goals for a table, in percent of its times.
    struct Goal: Sendable, CustomTestStringConvertible {
        let table: String
        /// The share at exactly the published minute: two less than was measured.
        let exact: PerEvent<Double>
        /// The share within a minute of it.
        var near = PerEvent(all: 100.0)

        var testDescription: String { table }
    }

    private static let goals: [Goal] = [
        Goal(table: "makkah-ummalqura", exact: percent(65, 98, 98, 98, 90, 90)),
        Goal(table: "melaka-jakim-2026", exact: percent(89, 91, 85, 92, 90, 88)),
        Goal(table: "singapore-muis-2020", exact: percent(67, 75, 75, 66, 71, 75)),
        Goal(table: "dubai-awqaf-2018", exact: percent(81, 73, 73, 81, 81, 90)),
        Goal(table: "rabat-morocco-2020", exact: percent(93, 89, 91, 89, 89, 89)),
        Goal(table: "doha-qatar", exact: percent(56, 65, 90, 81, 73, 73)),
        // No formula gives Diyanet's evenings exactly.
        Goal(table: "ankara-turkey", exact: percent(86, 81, 77, 61, 52, 44), near: percent(100, 100, 100, 100, 77, 56)),
        // Figures of a phone, in some places two minutes off.
        Goal(table: "kuwait-city-kuwait", exact: percent(40, 65, 90, 73, 48, 48), near: percent(83, 91, 100, 100, 100, 100)),
        Goal(table: "london-moonsighting", exact: percent(73, 98, 90, 48, 98, 90)),
        Goal(table: "dubai-gulf-2016", exact: percent(98, 90, 98, 73, 98, 98)),
        Goal(table: "agadir-morocco-2020", exact: percent(80, 80, 80, 80, 80, 80)),
        Goal(table: "assila-morocco-2020", exact: percent(80, 80, 80, 80, 80, 80)),
        Goal(table: "casablanca-morocco-2020", exact: percent(75, 80, 79, 76, 79, 80)),
        Goal(table: "dakhla-morocco-2020", exact: percent(80, 80, 80, 77, 80, 80)),
        Goal(table: "errachidia-morocco-2020", exact: percent(80, 70, 80, 80, 80, 80)),
        Goal(table: "fes-morocco-2020", exact: percent(80, 80, 80, 80, 80, 80)),
        Goal(table: "oujda-morocco-2020", exact: percent(80, 80, 80, 80, 80, 80)),
    ]

    @Test("agree within a minute, and mostly to the minute", arguments: goals)
    func published(goal: Goal) throws {
        let reference = try #require(Reference.places.first { $0.table == goal.table })
        let days = try #require(Reference.published[goal.table])
        var rules = Rules(method: method(reference.method))
        rules.school = reference.school
        rules.highLatitude = TwilightRules(both: .middleOfTheNight)
        let timetable = Timetable(reference.place, rules)
        var exact = PerEvent(all: 0.0), near = PerEvent(all: 0.0)
        for row in days {
            let times = timetable.day(row.date).times
            for event in DayEvent.allCases {
                let found = try #require(times[event])
                let minutes = abs(apart(reference.place.secondOfDay(found), row.seconds[event])) / 60
                if minutes == 0 { exact[event] += 100 / Double(days.count) }
                if minutes <= 1 { near[event] += 100 / Double(days.count) }
            }
        }
        for event in DayEvent.allCases {
            #expect(exact[event] >= goal.exact[event], "\(event) to the minute")
            #expect(near[event] >= goal.near[event] - 0.001, "\(event) within a minute")
        }
        print(line(goal.table, days.count, exact, near))
    }

    @Test("all have a goal")
    func everyTable() {
        #expect(Set(Self.goals.map(\.table)) == Set(Reference.published.keys))
    }

    /// Returns a row of the table of docs/prayer-times.md: `exact / within a minute` for each event.
    private func line(_ table: String, _ days: Int, _ exact: PerEvent<Double>, _ near: PerEvent<Double>) -> String {
        let cells = DayEvent.allCases.map { event in
            let isWhole = near[event] > 99.999
            return "\(tenths(exact[event]))\(isWhole ? "" : " (\(tenths(near[event])))")"
        }
        return "| \(table) | \(days) | \(cells.joined(separator: " | ")) |"
    }

    private func tenths(_ percent: Double) -> String {
        let tenths = Int((percent * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

private func percent(
    _ fajr: Double, _ sunrise: Double, _ dhuhr: Double, _ asr: Double, _ maghrib: Double, _ isha: Double
) -> PerEvent<Double> {
    PerEvent(fajr: fajr, sunrise: sunrise, dhuhr: dhuhr, asr: asr, maghrib: maghrib, isha: isha)
}
