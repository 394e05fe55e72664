@testable import Calendars
import CivilTime
import ICalendar
import PrayerTimes
import Testing

/// Anchored series after years.
@Suite("An anchored series of several years")
struct OldTimesTests {
    let world = AnchorWorld()

    /// Returns the world some days later.
    private func after(_ days: Int) -> AnchorWorld {
        var later = world
        later.today = world.today + days
        return later
    }

    /// Lets the worker look at a series once a month.
    private func kept(_ object: Component, through days: Int) throws -> Component {
        try stride(from: 30, through: days, by: 30).reduce(object) { object, days in
            try after(days).rewritten(object) ?? object
        }
    }

    @Test("keeps the times of the past year, and no more than two years and a month in all")
    func bound() throws {
        var object = try world.afterAsr()
        for days in stride(from: 30, through: 3_000, by: 30) {
            let today = after(days)
            guard let next = try today.rewritten(object) else { continue }
            object = next
            let first = max(0, days - 366)
            #expect(try world.starts(object) == (first...(days + 400)).map { world.moment(.asr, world.today + $0, 15) })
            #expect(object.components.count <= 768)
            #expect(try today.rewritten(object) == nil)
        }
    }

    @Test("keeps its weeks, and begins on one of its days")
    func weeks() throws {
        let object = try kept(try world.afterAsr(Repetition(.weekly(interval: 2, [.monday, .friday]))), through: 900)
        let days = try world.starts(object).map { world.zone.date(at: $0) }
        // 23 November 2026 is a Monday, and every other week from it on has events.
        let right = (0..<1_400).filter { $0 % 14 == 0 || $0 % 14 == 4 }.map { world.today + $0 }
        #expect(days == right.filter { $0 >= days[0] && $0 <= days[days.count - 1] })
        #expect(days[0] > world.today + 340 && days[days.count - 1] > world.today + 1_100)
        #expect(object.series.date("DTSTART")?.local.date == days[0])
    }

    @Test("ends on the same day, and its number of events is counted from the new first one")
    func count() throws {
        let object = try kept(try world.afterAsr(Repetition(.daily, .count(1_000))), through: 990)
        let series = try #require(StoredSeries(object, database: AnchorWorld.database))
        let starts = try world.starts(object)
        #expect(starts.last == world.moment(.asr, world.today + 999, 15))
        #expect(series.rule.repetition == Repetition(.daily, .count(starts.count)))
        #expect(series.time == .anchored(
            PrayerAnchor(prayer: .asr, minutes: 15), day: world.zone.date(at: starts[0]), minutes: 45))
    }

    @Test("keeps what somebody changed, and shows nothing beside it at a wrong time")
    func changed() throws {
        var object = try world.afterAsr()
        let renamed = world.today + 20, moved = world.today + 22, gone = world.today + 24
        object[of: renamed]?.set(Property("SUMMARY", text: "Run"))
        let time = try #require(LocalDateTime(date: moved, hour: 20, minute: 0))
        object[of: moved]?.set(Property("DTSTART", .zoned(time, tzid: "Asia/Riyadh")))
        object[of: moved]?.remove("DTEND")
        let nominal = try #require(object[of: gone]?.date("RECURRENCE-ID"))
        object[of: gone] = nil
        object.series.properties.append(Property("EXDATE", nominal))
        let after = try kept(object, through: 1_500), starts = try world.starts(after)
        #expect(Array(starts.prefix(2)) == [world.moment(.asr, renamed, 15), world.zone.instant(of: time)])
        #expect(world.zone.date(at: starts[2]) > world.today + 900)
        #expect(starts.dropFirst(2).elementsEqual((0..<(starts.count - 2)).map { number in
            world.moment(.asr, world.zone.date(at: starts[2]) + number, 15)
        }))
        #expect(after[of: renamed]?.first("SUMMARY")?.value == "Run")
        // The changed events are still those of the rule, so that every program shows them.
        #expect(after.series.date("DTSTART")?.local.date == renamed)
    }

    @Test("stays whole if a program changed all that follows")
    func following() throws {
        var object = try world.afterAsr()
        let id = try #require(object[of: world.today + 20]?.date("RECURRENCE-ID"))
        var property = Property("RECURRENCE-ID", id)
        property.setParameter("RANGE", "THISANDFUTURE")
        object[of: world.today + 20]?.set(property)
        #expect(try kept(object, through: 900).series.date("DTSTART") == object.series.date("DTSTART"))
    }
}
