package import Scheduling
package import Storage

/// A number of minutes among a customer's habits.
package enum HabitMinutes: Hashable, Sendable {
    case before(BlockPrayer), untilIqamah(BlockPrayer), length(BlockPrayer)
    case suhoor, iftar, tarawih, wayReserve
}

/// The reason why habits cannot be stored.
package enum DayHabitsProblem: Hashable, Sendable {
    /// A number of minutes is not within its limits.
    case minutes(HabitMinutes, ClosedRange<Int>)
    /// Quiet hours begin or end outside of the day.
    case quietHours
    /// The farthest walk is not within its limits.
    case farthestWalk
}

/// All reasons why a customer's habits cannot be stored.
package struct DayHabitsProblems: Error, Hashable, Sendable {
    package let problems: [DayHabitsProblem]
}

extension DayHabits {
    /// The limits of each number of minutes.
    package static let minutes = 0...longestMinutes

    /// The reasons why the habits cannot be stored, in the order of the pages.
    package var problems: [DayHabitsProblem] {
        var values: [(HabitMinutes, Int)] = []
        for prayer in BlockPrayer.allCases {
            let rule = prayers.rules[prayer]
            values += [
                (.before(prayer), rule.before), (.untilIqamah(prayer), rule.iqamahDelay),
                (.length(prayer), rule.length),
            ]
        }
        values += [
            (.suhoor, prayers.ramadan.suhoor), (.iftar, prayers.ramadan.iftar), (.tarawih, prayers.ramadan.tarawih),
            (.wayReserve, wayReserveMinutes),
        ]
        let wrong = values.filter { !Self.minutes.contains($0.1) }.map { DayHabitsProblem.minutes($0.0, Self.minutes) }
        let day = 0..<1_440
        let quiet: [DayHabitsProblem] = day.contains(quietHours.from) && day.contains(quietHours.until)
            ? [] : [.quietHours]
        return wrong + quiet + (TravelHabits.walks.contains(travel.farthestWalk) ? [] : [.farthestWalk])
    }
}
