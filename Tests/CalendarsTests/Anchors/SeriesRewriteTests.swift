@testable import Calendars
import CivilTime
import ICalendar
import PrayerTimes
import Testing

/// Anchored series after a while, after a move to another city, and after programs changed them.
@Suite("An anchored series is kept right")
struct SeriesRewriteTests {
    let world = AnchorWorld()

    private var otherCity: AnchorWorld {
        var other = world
        other.later = 7
        return other
    }

    @Test("nothing is written while no minute changes and 60 days are left", arguments: [0, 1, 339, 340])
    func nothing(_ days: Int) throws {
        var later = world
        later.today = world.today + days
        #expect(try later.rewritten(try world.afterAsr()) == nil)
    }

    @Test("with fewer than 60 days left it goes on for 400 days, and the past year stays", arguments: [
        341, 399, 401, 800,
    ])
    func goesOn(_ days: Int) throws {
        let object = try world.afterAsr()
        var later = world
        later.today = world.today + days
        let after = try #require(try later.rewritten(object))
        let starts = try world.starts(after)
        #expect(starts == (max(0, days - 366)...(days + 400)).map { world.moment(.asr, world.today + $0, 15) })
        #expect(try later.rewritten(after) == nil)
    }

    @Test("in another city everything that has not begun moves, and the past stays")
    func city() throws {
        let object = try world.afterAsr()
        var other = otherCity
        other.today = world.today + 10
        let after = try #require(try other.rewritten(object)), starts = try world.starts(after)
        #expect(Array(starts.prefix(10)) == (0..<10).map { world.moment(.asr, world.today + $0, 15) })
        #expect(Array(starts.dropFirst(10)) == (10...410).map { other.moment(.asr, world.today + $0, 15) })
        #expect(try other.rewritten(after) == nil)
    }

    @Test("in a city of another zone the moments are right, in the zone of the series")
    func zone() throws {
        var other = world
        other.zone = AnchorWorld.london
        let after = try #require(try other.rewritten(try world.afterAsr()))
        #expect(try world.starts(after) == (0...400).map { other.moment(.asr, world.today + $0, 15) })
        #expect(after.components.allSatisfy { $0.first("DTSTART")?.parameter("TZID") == "Asia/Riyadh" })
    }

    @Test("the first one moves too, if it has not begun")
    func first() throws {
        let after = try #require(try otherCity.rewritten(try world.afterAsr()))
        #expect(try world.starts(after).first == otherCity.moment(.asr, world.today, 15))
        let once = try #require(try otherCity.rewritten(try world.afterAsr(.none)))
        #expect(try world.starts(once) == [otherCity.moment(.asr, world.today, 15)])
        #expect(once.components.count == 1)
    }

    @Test("a day that a phone moved stays where the phone put it")
    func moved() throws {
        var object = try world.afterAsr()
        let moved = world.today + 20
        let time = try #require(LocalDateTime(date: moved, hour: 18, minute: 0))
        object[of: moved]?.set(Property("DTSTART", .zoned(time, tzid: "Asia/Riyadh")))
        object[of: moved]?.remove("DTEND")
        object[of: moved]?.set(Property("DURATION", value: "PT1H"))
        let after = try #require(try otherCity.rewritten(object))
        #expect(after[of: moved] == object[of: moved])
        #expect(try world.starts(after).contains(world.zone.instant(of: time)))
    }

    @Test("a day that a phone wrote without Jadwal's property stays as it is")
    func withoutProperty() throws {
        var object = try world.afterAsr()
        let changed = world.today + 20
        object[of: changed]?.remove(OwnName.time)
        object[of: changed]?.set(Property("SUMMARY", text: "Run"))
        let after = try #require(try otherCity.rewritten(object))
        #expect(after[of: changed] == object[of: changed])
    }

    @Test("a day that a phone named otherwise keeps its name, its alarms and what Jadwal does not know, and moves")
    func renamed() throws {
        var object = try world.afterAsr()
        let changed = world.today + 20
        object[of: changed]?.set(Property("SUMMARY", text: "Run"))
        object[of: changed]?.set(Property("X-PHONE", value: "kept;as=it,is"))
        object[of: changed]?.components = [Component("VALARM", properties: [Property("TRIGGER", value: "-PT5M")])]
        let after = try #require(try otherCity.rewritten(object)), override = try #require(after[of: changed])
        #expect(override.first("SUMMARY")?.value == "Run")
        #expect(override.first("X-PHONE")?.value == "kept;as=it,is")
        #expect(override.components == object[of: changed]?.components)
        #expect(try world.starts(after).contains(otherCity.moment(.asr, changed, 15)))
    }

    @Test("a day that a phone deleted stays deleted, as an EXDATE of any form", arguments: ["zoned", "utc", "day"])
    func deleted(_ form: String) throws {
        var object = try world.afterAsr()
        let gone = world.today + 20
        let nominal = try #require(object[of: gone]?.date("RECURRENCE-ID"))
        object[of: gone] = nil
        let excluded: DateOrTime = switch form {
        case "utc": .utc(world.zone.instant(of: nominal.local))
        case "day": .date(gone)
        default: nominal
        }
        object.series.properties.append(Property("EXDATE", excluded))
        var later = otherCity
        later.today = world.today + 380
        for world in [otherCity, later] {
            let after = try #require(try world.rewritten(object))
            #expect(after[of: gone] == nil)
            #expect(!(try world.starts(after).contains { world.zone.date(at: $0) == gone }))
            #expect(after.series.all("EXDATE").map(\.value).contains(excluded.text))
        }
    }

    @Test("a day that a phone cancelled stays cancelled")
    func cancelled() throws {
        var object = try world.afterAsr()
        object[of: world.today + 5]?.set(Property("STATUS", value: "CANCELLED"))
        let after = try #require(try otherCity.rewritten(object))
        #expect(after[of: world.today + 5]?.first("STATUS")?.value == "CANCELLED")
    }

    @Test("a prayer that gets a time again comes back, but not where somebody deleted it")
    func comesBack() throws {
        var polar = world
        polar.without = [world.today + 5, world.today + 6]
        var object = try polar.afterAsr()
        #expect(try world.starts(object).count == 399)
        let after = try #require(try world.rewritten(object))
        #expect(try world.starts(after) == (0...400).map { world.moment(.asr, world.today + $0, 15) })
        object.series.properties.append(Property("EXDATE", .date(world.today + 9)))
        object[of: world.today + 9] = nil
        let shorter = try #require(try world.rewritten(object))
        #expect(try world.starts(shorter).count == 400)
        let without = try #require(try polar.rewritten(after))
        #expect(try world.starts(without).count == 399)
    }

    @Test("a series that a phone moved, gave other days, or wrote without Jadwal's properties is a plain one")
    func plain() throws {
        let object = try world.afterAsr()
        var moved = object, weekly = object, bare = object, ruled = try world.afterAsr(.none)
        moved.series.set(Property("DTSTART", .zoned(.midnight(world.today), tzid: "Asia/Riyadh")))
        weekly.series.set(Property("RRULE", value: "FREQ=WEEKLY"))
        for name in OwnName.all { bare.series.remove(name) }
        ruled.series.set(Property("RRULE", value: "FREQ=DAILY"))
        for object in [moved, weekly, bare, ruled] {
            #expect(StoredSeries(object, database: AnchorWorld.database) == nil)
        }
    }

    @Test("a phone that writes the same in other words has changed nothing")
    func otherWords() throws {
        var object = try world.afterAsr(Repetition(.weekly(interval: 1, [.monday, .friday])))
        let rule = try #require(object.series.first("RRULE")?.value)
        let other = rule.replacing("BYDAY=MO,FR", with: "BYDAY=FR,MO;WKST=SU;INTERVAL=1")
        object.series.set(Property("RRULE", value: other))
        let start = try #require(object.series.date("DTSTART"))
        object.series.set(Property("DTSTART", .utc(world.zone.instant(of: start.local))))
        let escaped = object.series.ownText(OwnName.rule)?.replacing(";", with: "\\;").replacing(",", with: "\\,")
        object.series.set(Property(OwnName.rule, value: try #require(escaped)))
        #expect(try world.rewritten(object) == nil)
    }

    @Test("a series that a phone ended earlier ends there, and its times are still followed")
    func endedByPhone() throws {
        var object = try world.afterAsr()
        let last = world.today + 30
        object.series.set(Property("RRULE", value: "FREQ=DAILY;UNTIL=\(DateOrTime.date(last).text)T205959Z"))
        object.components.removeAll { ($0.date("RECURRENCE-ID")?.local.date ?? world.today) > last }
        let after = try #require(try otherCity.rewritten(object))
        #expect(try world.starts(after) == (0...30).map { otherCity.moment(.asr, world.today + $0, 15) })
        var later = otherCity
        later.today = world.today + 380
        #expect(try later.rewritten(after) == nil)
    }

    @Test("a series that was divided ends before the day of the division, and that day does not come back")
    func divided() throws {
        var object = try world.afterAsr()
        let division = world.today + 30
        let start = try #require(object.series.date("DTSTART"))
        let nominal = try #require(LocalDateTime(
            date: division, hour: start.local.hour, minute: start.local.minute, second: start.local.second))
        let until = DateOrTime.utc(world.zone.instant(of: nominal) - .seconds(1))
        object.series.set(Property("RRULE", value: "FREQ=DAILY;UNTIL=\(until.text)"))
        object.components.removeAll { ($0.date("RECURRENCE-ID")?.local.date ?? world.today) >= division }
        let after = try #require(try otherCity.rewritten(object))
        #expect(try world.starts(after) == (0...29).map { otherCity.moment(.asr, world.today + $0, 15) })
    }

    @Test("a series that has ended is not written again", arguments: [100, 500])
    func ended(_ days: Int) throws {
        var later = otherCity
        later.today = world.today + days
        #expect(try later.rewritten(try world.afterAsr(Repetition(.daily, .count(20)))) == nil)
    }

    @Test("a new day says what the series says, but has none of its alarms at one moment")
    func newDays() throws {
        var object = try world.afterAsr(
            from: nil, [Property("X-NOTE", value: "a;b"), Property("LOCATION", text: "Park")])
        let relative = Component("VALARM", properties: [Property("TRIGGER", value: "-PT5M")])
        var absolute = relative
        absolute.set(Property("TRIGGER", parameters: [Parameter("VALUE", "DATE-TIME")], value: "20261201T000000Z"))
        object.series.components = [relative, absolute]
        var later = world
        later.today = world.today + 380
        let after = try #require(try later.rewritten(object))
        let new = try #require(after[of: world.today + 700])
        #expect(new.first("X-NOTE")?.value == "a;b" && new.first("LOCATION")?.value == "Park")
        #expect(new.components == [relative])
        #expect(new.first("RRULE") == nil && new.first(OwnName.rule) == nil)
    }

    @Test("a customer without a place keeps the times there are")
    func noPlace() throws {
        let series = try #require(StoredSeries(try world.afterAsr(), database: AnchorWorld.database))
        let sources = SeriesSources(prayers: nil, hijri: .ummAlQura, inputs: "")
        var rewrite = SeriesRewrite(series, sources, now: world.now, today: world.today)
        #expect(throws: AnchorProblem.noPlace) { try rewrite.run() }
    }

    @Test("a page knows which days still follow the prayer")
    func followed() throws {
        var object = try world.afterAsr()
        let moved = world.today + 20, zones = ZoneResolver(object, database: AnchorWorld.database)
        object[of: moved]?.set(Property("DTSTART", .zoned(.midnight(moved), tzid: "Asia/Riyadh")))
        func anchor(_ part: Component?) -> FollowedAnchor? {
            part.flatMap { FollowedAnchor(of: $0, in: object.series, zones) }
        }
        #expect(anchor(object.series)?.isFollowed == true)
        #expect(anchor(object[of: moved + 1])?.anchor == PrayerAnchor(prayer: .asr, minutes: 15))
        #expect(anchor(object[of: moved + 1])?.isFollowed == true)
        #expect(anchor(object[of: moved])?.isFollowed == false)
    }
}
