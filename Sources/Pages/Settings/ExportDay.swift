import CivilTime
import Runtime
import Scheduling
import Storage

/// The habits of a customer's day, as the export writes them. Times are on the clock, lengths in minutes.
struct DayExport: Encodable {
    /// nil for the usual week of the customer's country.
    let week: [Weekdays]?
    let strictness: String
    let prayers: [Prayer]
    let suhoorMinutes: Int, iftarMinutes: Int, tarawihMinutes: Int, quietMinutesBeforeMaghrib: Int
    let hasRamadanHours: Bool
    let quietFrom: String, quietUntil: String
    let showsPrayersBusy: Bool, countsAllDay: Bool, wayReserveMinutes: Int
    let ownsCar: Bool, ownsBike: Bool, prefersLessCarbon: Bool, farthestWalkMetres: Int

    struct Weekdays: Encodable {
        let weekday: String, allowed: [Hours], preferred: [Hours]
    }

    struct Hours: Encodable {
        let from: String, until: String

        init(_ range: Range<Int>) {
            from = clockText(minute: range.lowerBound)
            until = range.upperBound == 1_440 ? "24:00" : clockText(minute: range.upperBound)
        }
    }

    struct Prayer: Encodable {
        let prayer: String, before: Int, untilIqamah: Int, length: Int
    }

    init(_ habits: DayHabits) {
        week = habits.week.map { week in
            Weekday.allCases.map { day in
                Weekdays(
                    weekday: "\(day)", allowed: week.allowed[day].map(Hours.init),
                    preferred: week.preferred[day].map(Hours.init))
            }
        }
        strictness = habits.prayers.strictness.rawValue
        prayers = BlockPrayer.allCases.map { prayer in
            let rule = habits.prayers.rules[prayer]
            return Prayer(
                prayer: prayer.rawValue, before: rule.before, untilIqamah: rule.iqamahDelay, length: rule.length)
        }
        let ramadan = habits.prayers.ramadan
        suhoorMinutes = ramadan.suhoor
        iftarMinutes = ramadan.iftar
        tarawihMinutes = ramadan.tarawih
        quietMinutesBeforeMaghrib = ramadan.quietBeforeMaghrib
        hasRamadanHours = habits.hasRamadanHours
        quietFrom = clockText(minute: habits.quietHours.from)
        quietUntil = clockText(minute: habits.quietHours.until)
        showsPrayersBusy = habits.showsPrayersBusy
        countsAllDay = habits.countsAllDay
        wayReserveMinutes = habits.wayReserveMinutes
        ownsCar = habits.travel.ownsCar
        ownsBike = habits.travel.ownsBike
        prefersLessCarbon = habits.travel.isEco
        farthestWalkMetres = habits.travel.farthestWalk
    }
}
