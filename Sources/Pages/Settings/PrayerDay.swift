package import HTTP
import Planning
import Runtime
import Scheduling
import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/prayer-day`: the minutes of prayers, the strictness, and Ramadan.
    package static func showPrayerDay(_ visit: CustomerVisit) throws -> Response {
        visit.page(try PrayerDayPage(visit.planning.habits(), HabitForm(visit.format), visit))
    }

    /// `POST /settings/prayer-day`: stores the minutes. The button for a preview shows what they mean.
    package static func savePrayerDay(_ visit: CustomerVisit) throws -> Response {
        let typed = visit.request.form
        var habits = try visit.planning.habits(), form = HabitForm(visit.format, typed)
        guard let strictness = PrayerStrictness(rawValue: typed["strictness"]) else { throw Refusal.badRequest }
        habits.prayers.strictness = strictness
        form.readPrayers(into: &habits)
        if form.isSound, typed["do"].isEmpty {
            let saved = habits
            try visit.planning.changeHabits { $0.takePrayers(of: saved) }
            return visit.redirect("/settings?saved=yes")
        }
        let page = try PrayerDayPage(habits, form, isPreview: form.isSound, visit)
        return visit.page(page, status: form.isSound ? .ok : .unprocessableContent)
    }
}

/// A number of minutes of each prayer: its field, and its place in the rules.
struct PrayerPart {
    let name: String
    let minutes: WritableKeyPath<BlockRule, Int>

    /// In the order of the columns.
    static var all: [PrayerPart] {
        [
            PrayerPart(name: "before", minutes: \.before), PrayerPart(name: "delay", minutes: \.iqamahDelay),
            PrayerPart(name: "length", minutes: \.length),
        ]
    }

    func id(_ prayer: BlockPrayer) -> String { "\(name)-\(prayer.rawValue)" }

    func label(_ prayer: BlockPrayer, _ format: Formatter) -> String {
        format.text("prayer-day.field", [
            "prayer": format.text("prayer.\(prayer.rawValue)"), "part": format.text("prayer-day.\(name)"),
        ])
    }
}

/// A time beside a prayer in Ramadan, which is kept free if its box is ticked.
struct RamadanPart {
    let name: String
    let minutes: WritableKeyPath<RamadanRules, Int>
    /// The minutes that the page proposes to those who have none.
    let proposed: Int

    static var all: [RamadanPart] {
        [
            RamadanPart(name: "suhoor", minutes: \.suhoor, proposed: 40),
            RamadanPart(name: "iftar", minutes: \.iftar, proposed: 45),
            RamadanPart(name: "tarawih", minutes: \.tarawih, proposed: 60),
        ]
    }

    var id: String { "\(name)-minutes" }

    func label(_ format: Formatter) -> String { format.text("prayer-day.\(name).minutes") }
}

/// The boxes of the page.
enum PrayerBox {
    static let ramadanHours = "ramadan-hours", beforeMaghrib = "quiet-hour", busy = "busy"
}

extension HabitForm {
    /// Reads the fields of the page into habits. What cannot be read stays as it is.
    fileprivate mutating func readPrayers(into habits: inout DayHabits) {
        for prayer in BlockPrayer.allCases {
            for part in PrayerPart.all {
                guard let minutes = self.minutes(part.id(prayer), part.label(prayer, format)) else { continue }
                habits.prayers.rules[prayer][keyPath: part.minutes] = minutes
            }
        }
        for part in RamadanPart.all {
            guard isTicked(part.name, stored: false) else {
                habits.prayers.ramadan[keyPath: part.minutes] = 0
                continue
            }
            guard let minutes = self.minutes(part.id, part.label(format)) else { continue }
            habits.prayers.ramadan[keyPath: part.minutes] = minutes
        }
        habits.prayers.ramadan.quietBeforeMaghrib = isTicked(PrayerBox.beforeMaghrib, stored: false) ? 60 : 0
        habits.hasRamadanHours = isTicked(PrayerBox.ramadanHours, stored: false)
        habits.showsPrayersBusy = isTicked(PrayerBox.busy, stored: false)
    }
}

extension DayHabits {
    /// Takes over what the page about prayers sets.
    fileprivate mutating func takePrayers(of other: DayHabits) {
        prayers = other.prayers
        hasRamadanHours = other.hasRamadanHours
        showsPrayersBusy = other.showsPrayersBusy
    }
}
