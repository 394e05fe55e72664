import CivilTime
import HTTP
@testable import Pages
@testable import Places
import Postgres
@testable import PrayerFeeds
@testable import Runtime
import Storage
import TestSupport
import Testing
@testable import Web

@Suite("Feeds of cities")
struct PublicFeedTests {
    @Test("the minutes are those the authority published", arguments: [
        // Umm al-Qura for Makkah, 2016, as ummulqura.org.sa printed it; UTC+3.
        ("2016-04-03", ["fajr": "04:55", "dhuhr": "12:24", "asr": "15:50", "maghrib": "18:37", "isha": "20:07"]),
        ("2016-07-08", ["fajr": "04:18", "dhuhr": "12:26", "asr": "15:43", "maghrib": "19:07", "isha": "20:37"]),
        ("2016-11-05", ["dhuhr": "12:05", "asr": "15:19", "maghrib": "17:43", "isha": "19:13"]),
    ])
    func published(day: String, times: [String: String]) throws {
        let world = try FeedWorld("\(day)T09:00:00Z")
        let events = try world.events("/prayer/sa/makkah.ics")
        let digits = day.replacing("-", with: "")
        for (prayer, time) in times {
            let event = try #require(events.first { $0.key == "\(digits)-\(prayer)" })
            let local = try #require(instant("\(day)T\(time):00Z")) - .seconds(3 * 3_600)
            #expect(event.start == local.iso8601.replacing("-", with: "").replacing(":", with: ""), "\(prayer)")
        }
    }

    @Test("a feed holds 7 past days and 180 from today, in order")
    func window() throws {
        let world = try FeedWorld()
        let events = try world.events("/prayer/sa/riyadh.ics")
        #expect(events.count == 187 * 5)
        #expect(events.first?.key == "20261114-fajr")
        #expect(events.last?.key == "20270519-isha")
        #expect(events.map(\.start) == events.map(\.start).sorted())
        #expect(Set(events.map(\.uid)).count == events.count)
        #expect(try world.events("/prayer/sa/riyadh.ics?days=30").last?.key == "20261220-isha")
    }

    @Test("an event has everything that programs look at")
    func event() throws {
        let world = try FeedWorld()
        let event = try #require(try world.events("/prayer/sa/riyadh.ics").first)
        #expect(event.lines.map { String($0.prefix { $0 != ":" }) } == [
            "UID", "DTSTAMP", "SEQUENCE", "DTSTART", "DURATION", "SUMMARY", "CATEGORIES", "TRANSP",
            "X-MICROSOFT-CDO-BUSYSTATUS", "URL", "DESCRIPTION",
        ])
        #expect(event.uid == "108410-umm-al-qura-standard-20261114-fajr@jadwal.example.org")
        #expect(event["SEQUENCE"] == "0")
        #expect(event["DURATION"] == "PT15M")
        #expect(event["SUMMARY"] == "Fajr · الفجر")
        #expect(event["CATEGORIES"] == "Prayer,صلاة")
        #expect(event["TRANSP"] == "TRANSPARENT")
        #expect(event["X-MICROSOFT-CDO-BUSYSTATUS"] == "FREE")
        // 1 Jumada II 1448 was 11 November 2026 by the published calendar.
        #expect(event["URL"] == "https://jadwal.example.org/prayer/sa/riyadh")
        #expect(event["DESCRIPTION"] == #"4 Jumada II 1448 AH · ٤ جمادى الآخرة ١٤٤٨ هـ\nMethod: Umm al-Qura (Saudi Arabia)\n"#
            + "طريقة الحساب: تقويم أم القرى")
    }

    @Test("London's own method says nothing of a rule, since its minutes are the method", arguments: [
        "2026-11-22T09:00:00Z", "2026-06-01T09:00:00Z",
    ])
    func seasonalMinutes(moment: String) throws {
        let events = try FeedWorld(moment).events("/prayer/gb/london.ics")
        #expect(events.count == 187 * 5)
        #expect(!events.contains { $0["DESCRIPTION"].contains("high latitudes") })
        #expect(events.first { $0.key == "20261122-isha" }?["DESCRIPTION"]
            == #"12 Jumada II 1448 AH · ١٢ جمادى الآخرة ١٤٤٨ هـ\nMethod: Moonsighting Committee\nطريقة الحساب: لجنة تحري الهلال"#)
    }

    @Test("if a rule has to set Fajr and Isha, exactly the nights on which it does say so")
    func highLatitudes() throws {
        let events = try FeedWorld("2026-06-20T09:00:00Z")
            .events("/prayer/gb/london.ics?method=muslim-world-league&high_latitude=seventh-of-the-night&names=en")
        func description(_ key: String) -> String? { events.first { $0.key == key }?["DESCRIPTION"] }
        for prayer in ["fajr", "isha"] {
            #expect(description("20260621-\(prayer)")?.contains(
                "AH\\nAt this latitude set by: One seventh of the night.\\nMethod: Muslim World League") == true)
            #expect(description("20261122-\(prayer)") == "12 Jumada II 1448 AH\\nMethod: Muslim World League")
        }
        #expect(description("20260621-maghrib") == "6 Muharram 1448 AH\\nMethod: Muslim World League")
    }

    @Test("the calendar says what it is before any event")
    func head() throws {
        let world = try FeedWorld()
        let answer = try world.get("/prayer/sa/riyadh.ics?names=en")
        let calendar = ParsedCalendar(answer.text)
        #expect(calendar.head.prefix(15) == [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Jadwal//Prayer times//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
            "NAME:Prayer times – Riyadh", "X-WR-CALNAME:Prayer times – Riyadh",
            "DESCRIPTION:Umm al-Qura (Saudi Arabia)\\, calculated for 24.6877°N\\, 46.7219°E.",
            "X-WR-CALDESC:Umm al-Qura (Saudi Arabia)\\, calculated for 24.6877°N\\, 46.7219°E.",
            "X-WR-TIMEZONE:Asia/Riyadh", "REFRESH-INTERVAL;VALUE=DURATION:P1D", "X-PUBLISHED-TTL:P1D",
            "COLOR:seagreen", "X-APPLE-CALENDAR-COLOR:#0B6B4F", "URL:https://jadwal.example.org/prayer/sa/riyadh",
        ])
        #expect(calendar.lines.suffix(2) == ["END:VCALENDAR", ""])
        #expect(calendar.lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(!calendar.lines.contains { $0.utf8.contains(10) || $0.utf8.contains(13) })
        #expect(answer.bytes.count < 1_000_000)
    }

    @Test("the language is the reader's choice", arguments: [
        ("en", "Fajr", "Prayer times – Riyadh"), ("ar", "الفجر", "مواقيت الصلاة – الرياض"),
        ("both", "Fajr · الفجر", "Prayer times – Riyadh · مواقيت الصلاة – الرياض"),
    ])
    func names(names: String, fajr: String, title: String) throws {
        let calendar = ParsedCalendar(try FeedWorld().get("/prayer/sa/riyadh.ics?names=\(names)").text)
        #expect(calendar.events.first?["SUMMARY"] == fajr)
        #expect(calendar.head.contains("X-WR-CALNAME:\(title)"))
    }

    @Test("busy, alarms, lengths and iqama")
    func choices() throws {
        let world = try FeedWorld()
        let events = try world.events("/prayer/sa/riyadh.ics?busy=yes&alarm=10&length=20,maghrib:30&iqama=fajr:25&hijri=no&names=en")
        let fajr = try #require(events.first { $0.key == "20261121-fajr" }), maghrib = try #require(events.first { $0.key == "20261121-maghrib" })
        #expect(fajr["TRANSP"] == "OPAQUE")
        #expect(fajr["X-MICROSOFT-CDO-BUSYSTATUS"] == "BUSY")
        #expect(fajr["TRIGGER"] == "-PT10M")
        #expect(fajr["ACTION"] == "DISPLAY")
        #expect(fajr["DURATION"] == "PT45M", "until twenty minutes after the iqama")
        #expect(maghrib["DURATION"] == "PT30M")
        #expect(maghrib["DESCRIPTION"] == #"Method: Umm al-Qura (Saudi Arabia)"#)
        // The iqama is in the place's local time, three hours ahead of UTC.
        let minutes = try #require(Int(fajr.start.dropFirst(9).prefix(2))) * 60 + #require(Int(fajr.start.dropFirst(11).prefix(2)))
        let iqama = (minutes + 3 * 60 + 25) % 1_440
        let time = "\(iqama / 60):\(iqama % 60 < 10 ? "0" : "")\(iqama % 60)"
        #expect(fajr["DESCRIPTION"].hasPrefix("Iqama \(time)\\n"))
        #expect(try world.events("/prayer/sa/riyadh.ics?alarm=0").first?["TRIGGER"] == "PT0S")
    }

    @Test("Friday's prayer takes Dhuhr's place, with its own length")
    func jumuah() throws {
        let world = try FeedWorld()
        let events = try world.events("/prayer/sa/riyadh.ics?jumuah=50&names=en")
        let plain = try world.events("/prayer/sa/riyadh.ics?names=en")
        // 20 November 2026 was a Friday.
        let friday = try #require(events.first { $0.key == "20261120-jumuah" })
        #expect(friday["SUMMARY"] == "Jumu‘ah")
        #expect(friday["DURATION"] == "PT50M")
        #expect(friday.start == plain.first { $0.key == "20261120-dhuhr" }?.start)
        #expect(!events.contains { $0.key == "20261120-dhuhr" })
        #expect(events.filter { $0.key.hasSuffix("-jumuah") }.count == 26)
        #expect(events.contains { $0.key == "20261121-dhuhr" })
    }

    @Test("Ramadan's meals and prayers, and the Eids, only in their days")
    func ramadan() throws {
        let world = try FeedWorld("2027-02-01T09:00:00Z")
        let events = try world.events("/prayer/sa/riyadh.ics?ramadan=suhoor,iftar,tarawih&eid=yes&names=en")
        func keys(_ kind: String) -> [String] { events.map(\.key).filter { $0.hasSuffix("-\(kind)") }.map { String($0.prefix(8)) } }
        // By the published calendar Ramadan 1448 began on 8 February 2027 and Shawwal on 9 March 2027,
        // and 10 Dhu al-Hijjah was 16 May 2027.
        for kind in ["suhoor", "iftar", "tarawih"] {
            #expect(keys(kind).first == "20270208")
            #expect(keys(kind).last == "20270308")
        }
        #expect(keys("eid-fitr") == ["20270309"])
        #expect(keys("eid-adha") == ["20270516"])
        let day = events.filter { $0.key.hasPrefix("20270210") }
        #expect(day.map { $0["SUMMARY"] } == ["Suhoor", "Fajr", "Dhuhr", "Asr", "Maghrib", "Iftar", "Isha", "Tarawih"])
        #expect(day.map { $0["CATEGORIES"] }
            == ["Ramadan", "Prayer", "Prayer", "Prayer", "Prayer", "Ramadan", "Prayer",
                "Prayer"], "meals are no prayers")
        let arabic = try world.events("/prayer/sa/riyadh.ics?ramadan=suhoor&names=ar")
        #expect(arabic.first { $0.key == "20270210-suhoor" }?["CATEGORIES"] == "رمضان")
        #expect(arabic.first { $0.key == "20270210-fajr" }?["CATEGORIES"] == "صلاة")
        let isha = try #require(day.first { $0.key.hasSuffix("isha") })
        #expect(isha["DESCRIPTION"].contains("120 minutes after Maghrib"))
        #expect(!events.contains { $0.key == "20270310-isha" && $0["DESCRIPTION"].contains("120") })
    }

    @Test("a rule that was needed to set a time is named in the event", arguments: [
        ("/prayer/gb/london.ics?names=en&method=muslim-world-league&high_latitude=seventh-of-the-night", "2026-06-21",
         "One seventh of the night"),
        ("/prayer/no/tromso.ics?names=en&method=muslim-world-league", "2026-12-21", "nearest latitude"),
    ])
    func rules(target: String, day: String, words: String) throws {
        let world = try FeedWorld("\(day)T09:00:00Z")
        let digits = day.replacing("-", with: "")
        let fajr = try #require(try world.events(target).first { $0.key == "\(digits)-fajr" })
        #expect(fajr["DESCRIPTION"].contains(words), "\(fajr)")
    }

    @Test("a name or host of any length is folded where no character is split")
    func folding() throws {
        let world = try FeedWorld(settings: ["JADWAL_ORIGIN": "https://a-rather-long-name-of-a-host.calendars.example.org"])
        let answer = try world.get("/prayer/sa/riyadh.ics?method=moonsighting-committee&entries=last-third&names=both")
        for line in ParsedCalendar(answer.text).lines { #expect(line.utf8.count <= 75) }
        let event = try #require(ParsedCalendar(answer.text).events.first)
        #expect(event.uid == "108410-moonsighting-committee-standard-20261114-last-third@a-rather-long-name-of-a-host.calendars.example.org")
    }

    @Test("the day is the place's own, also where it is a day ahead of the sun")
    func farEast() throws {
        let world = try FeedWorld("2026-11-20T11:00:00Z")   // 01:00 on the 21st there
        let events = try world.events("/prayer/ki/tabwakea.ics")
        #expect(events.first?.key == "20261114-fajr")
        #expect(events.last?.key == "20270519-isha")
        let noon = try #require(events.first { $0.key == "20261121-dhuhr" })
        #expect(noon.start.hasPrefix("20261120T22"))
    }

    @Test("unknown places and wrong options", arguments: [
        ("/prayer/sa/atlantis.ics", 404), ("/prayer/xx/riyadh.ics", 404), ("/prayer/sau/riyadh.ics", 404),
        ("/prayer/s%27/riyadh.ics", 404), ("/prayer/sa/%25.ics", 404), ("/prayer/sa/🕌.ics", 404),
        ("/prayer/sa/riyadh.ics?foo=bar", 400), ("/prayer/sa/riyadh.ics?method=isna&method=isna", 400),
        ("/prayer/sa/riyadh.ics?method=nobody", 400), ("/prayer/sa/riyadh.ics?days=100000", 400),
        ("/prayer/sa/atlantis.ics?foo=bar", 400), ("/prayer/SA/riyadh.ics", 200),
    ])
    func refused(target: String, status: Int) throws {
        let world = try FeedWorld()
        let answer = try world.get(target)
        #expect(answer.status == status)
        if status != 200 {
            #expect(answer.header("Cache-Control") == "no-store")
            #expect(answer.header("Content-Type") == "text/plain; charset=utf-8")
            #expect(try world.count("prayer_edition") == 0, "nothing is made of it")
        }
    }

    @Test("a program gets an error that says what to change, in English")
    func explained() throws {
        let answer = try FeedWorld().get("/prayer/sa/riyadh.ics?days=1&fajr_angle=18")
        #expect(answer.text == """
            fajr_angle: It only goes with method=custom; add that, or leave this out.
            days: It must be a whole number from 7 to 366.

            """)
    }

    @Test("the whole service has a limit of new feeds with options an hour; feeds without options and existing feeds are not counted")
    func serviceCeiling() throws {
        let world = try FeedWorld(settings: ["JADWAL_NEW_FEEDS_PER_HOUR": "2"])
        for minute in 1...2 { #expect(try world.get("/prayer/sa/riyadh.ics?alarm=\(minute)", from: "203.0.113.\(minute)").status == 200) }
        #expect(try world.get("/prayer/sa/riyadh.ics?alarm=3", from: "203.0.113.3").status == 429)
        #expect(try world.get("/prayer/sa/riyadh.ics?alarm=2", from: "203.0.113.3").status == 200)
        #expect(try world.get("/prayer/sa/makkah.ics", from: "203.0.113.3").status == 200)
        #expect(try world.count("prayer_edition") == 3)
    }

    @Test("all subnets of a rented IPv6 network share one limit")
    func wideNetwork() throws {
        let world = try FeedWorld(settings: ["JADWAL_NEW_FEEDS_PER_NETWORK": "1"])
        let statuses = try (0...4).map { try world.get("/prayer/sa/riyadh.ics?alarm=\($0)", from: "2001:db8:7:\($0)00::1").status }
        #expect(statuses == [200, 200, 200, 200, 429])
        #expect(try world.get("/prayer/sa/riyadh.ics?alarm=9", from: "2001:db8:8::1").status == 200)
    }

    @Test("a network has a limit of new feeds an hour; existing feeds are not limited")
    func throttled() throws {
        let world = try FeedWorld(settings: ["JADWAL_NEW_FEEDS_PER_NETWORK": "2"])
        #expect(try world.get("/prayer/sa/riyadh.ics").status == 200)
        #expect(try world.get("/prayer/sa/riyadh.ics?alarm=1").status == 200)
        let refused = try world.get("/prayer/sa/riyadh.ics?alarm=2")
        #expect(refused.status == 429)
        #expect(refused.header("Retry-After") != nil)
        #expect(try world.get("/prayer/sa/riyadh.ics").status == 200)
        #expect(try world.get("/prayer/sa/riyadh.ics?alarm=2", from: "203.0.113.8").status == 200)
        #expect(try world.get("/prayer/sa/riyadh.ics?alarm=2").status == 200)
    }

    @Test("a zone that tzdata does not know is logged for the operator, and the client tries again later")
    func unknownZone() throws {
        let world = try FeedWorld()
        try world.store.connection.execute("UPDATE city SET time_zone = 'Asia/Nowhere' WHERE id = 108410")
        let answer = try world.get("/prayer/sa/riyadh.ics")
        #expect(answer.status == 503)
        #expect(answer.header("Retry-After") == "3600")
        #expect(world.log.lines.contains { $0.hasPrefix("error feed") && $0.contains("Asia/Nowhere") })
        #expect(try world.get("/prayer/sa/makkah.ics").status == 200)
    }
}
