import Foundation
import TestSupport
import Testing

@Suite("The day")
struct DayTests {
    @Test("shows the prayers as bands as long as their blocks, Fajr and sunrise above, and the axis names them")
    func prayers() throws {
        let timeline = try TimelineWorld(hasPrayers: true)
        let page = try timeline.browser.get("/calendar/day/2026-11-23"), column = try timeline.column(page)
        // Umm al-Qura's times of Riyadh: 4:53, 6:14, 11:40, 14:44, 17:05, 18:35; Dhuhr's block ends at 12:12.
        #expect(column.contains("<li class=\"band h11 m40 y32 q5\"><span class=\"hidden\">Dhuhr 11:40</span></li>"))
        #expect(column.contains("<li class=\"band h17 m5 y22 q5\">"))
        #expect(column.contains("Fajr </span><time datetime=\"04:53\">4:53</time>"))
        #expect(column.contains("Sunrise </span><time datetime=\"06:14\">6:14</time>"))
        #expect(page.contains("<li class=\"p h14 m44\"><span>Asr<br>14:44</span></li>"))
        // 15:00 is nearer to Asr than 27 minutes and gives way; 16:00 stays.
        #expect(!page.contains("<li class=\"h15\">"))
        #expect(page.contains("<li class=\"h16\">"))
    }

    @Test("names the moment on the axis, unless the name of a prayer needs the room")
    func moment() throws {
        // Maghrib is at 17:05, 25 minutes ago.
        for (hasPrayers, isNamed) in [(false, true), (true, false)] {
            let page = try TimelineWorld(hasPrayers: hasPrayers).browser.get("/calendar/day/2026-11-23")
            #expect(page.contains("<li class=\"now h17 m30\"><span>17:30</span></li>") == isNamed)
        }
    }

    @Test("as a list shows a free time that has begun after the moment")
    func freeFromNow() throws {
        let timeline = try TimelineWorld()
        try timeline.put("Dinner", "20261123T200000", "20261123T210000")
        let page = try timeline.browser.get("/today")
        let order = ["class=\"now\"", "<li class=\"gap\"><time datetime=\"17:30\">", "Dinner"]
            .compactMap { page.text.range(of: $0)?.lowerBound }
        #expect(order.count == 3 && order == order.sorted())
    }

    @Test("names Jumu'ah in its band on a Friday, and an event over a prayer says so")
    func friday() throws {
        let timeline = try TimelineWorld(hasPrayers: true)
        try timeline.put("Doctor", "20261127T141500", "20261127T151500")
        let column = try timeline.column(timeline.browser.get("/calendar/day/2026-11-27"))
        #expect(column.contains("<li class=\"band h11 m41 y45 q30\"><span>Jumu‘ah 11:41</span></li>"))
        #expect(column.contains("<small><bdi>over Asr</bdi></small>"))
    }

    @Test("hides the prayers when they are switched off")
    func withoutPrayers() throws {
        let timeline = try TimelineWorld(hasPrayers: true)
        try timeline.browser.get("/calendar/day/2026-11-23")
        try timeline.browser.post("/calendar/show", ["toggle": "prayers", "next": "/calendar/day/2026-11-23"])
        let page = try timeline.browser.get("/calendar/day/2026-11-23")
        #expect(!page.contains("class=\"band"))
        #expect(!page.contains("class=\"early\""))
    }

    @Test("lists what is still free, at full five minutes, with a way to a new event")
    func free() throws {
        let timeline = try TimelineWorld(hasPrayers: true)
        try timeline.put("Meeting", "20261124T130000", "20261124T140000")
        try timeline.put("Maybe", "20261124T090000", "20261124T100000", zone: "Asia/Riyadh", "TRANSP:TRANSPARENT")
        let page = try timeline.browser.get("/calendar/day/2026-11-24")
        #expect(page.contains("Free on this day"))
        // From 8:00 to five minutes before Dhuhr, 11:40; from the end of its block, 12:12, to the meeting.
        #expect(page.contains("href=\"/events/new?day=2026-11-24&amp;at=08:00\">3 h 35 min"))
        #expect(page.contains("href=\"/events/new?day=2026-11-24&amp;at=12:15\">45 min"))
        #expect(try timeline.browser.get("/calendar/day/2026-11-23").contains("Still free today"))
        #expect(try !timeline.browser.get("/calendar/day/2026-11-22").contains("Free on this day"))
    }

    @Test("shows the states of events by look and in words", arguments: [
        ("STATUS:TENTATIVE", "maybe", "tentative"), ("STATUS:CANCELLED", "off", "cancelled"),
        ("TRANSP:TRANSPARENT", "free", "free"), ("CLASS:PRIVATE", "", "private"),
        ("ATTENDEE;PARTSTAT=DECLINED:mailto:zaid@example.org", "off", "declined"),
    ])
    func states(line: String, look: String, words: String) throws {
        let timeline = try TimelineWorld()
        try timeline.put("Dinner", "20261124T190000", "20261124T210000", zone: "Asia/Riyadh", line)
        let column = try timeline.column(timeline.browser.get("/calendar/day/2026-11-24"))
        let classes = try timeline.classes("Dinner", in: column).split(separator: " ")
        #expect(look.isEmpty || classes.contains(Substring(look)))
        #expect(column.contains("<span class=\"hidden\">, \(words)</span>"))
        #expect(column.contains("<span aria-hidden=\"true\">? </span>") == (look == "maybe"))
    }

    @Test("gives twenty events at once a column each")
    func twentyAtOnce() throws {
        let timeline = try TimelineWorld()
        for number in 1...20 { try timeline.put("Talk \(number) here", "20261124T100000", "20261124T110000") }
        let column = try timeline.column(timeline.browser.get("/calendar/day/2026-11-24"))
        #expect(column.components(separatedBy: ".ics\"").count == 21)
        for at in 1...19 { #expect(column.contains(" of20 at\(at) "), "column \(at)") }
    }

    @Test("gives an event without length room for its name, also just before midnight")
    func short() throws {
        let timeline = try TimelineWorld()
        try timeline.put("Reminder", "20261124T100000")
        try timeline.put("Bus", "20261124T235500", "20261124T235900")
        let column = try timeline.column(timeline.browser.get("/calendar/day/2026-11-24"))
        #expect(try timeline.classes("Reminder", in: column).contains("h10 y25"))
        #expect(try timeline.classes("Bus", in: column).contains("h23 m35 y25"))
        #expect(column.contains("<time datetime=\"10:00\">10:00</time>"))
    }

    @Test("has 25 hours when the clocks go back, the repeated hour twice")
    func autumn() throws {
        let timeline = try TimelineWorld(zone: "America/New_York")
        // 1:30 comes twice: first at 5:30 UTC, then at 6:30.
        try timeline.put("First", "20261101T053000Z", "20261101T054500Z")
        try timeline.put("Second", "20261101T063000Z", "20261101T064500Z")
        try timeline.put("Noon", "20261101T120000", "20261101T130000", zone: "America/New_York")
        let page = try timeline.browser.get("/calendar/day/2026-11-01"), column = try timeline.column(page)
        #expect(page.contains("class=\"week one from0 long x25\""))
        #expect(page.contains("<li class=\"h2\"><span>1:00 again</span></li>"))
        #expect(try timeline.classes("First", in: column).contains("h1 m30 y25"))
        #expect(try timeline.classes("Second", in: column).contains("h2 m30 y25"))
        #expect(try timeline.classes("Noon", in: column).contains("h13 x1"))
        #expect(column.contains("<li class=\"shift h2\"><span>The clocks go back to 1:00</span></li>"))
    }

    @Test("has 23 hours when the clocks go forward; beside the week the hour is empty")
    func spring() throws {
        let timeline = try TimelineWorld(zone: "America/New_York")
        let day = try timeline.browser.get("/calendar/day/2026-03-08")
        #expect(day.contains("class=\"week one from0 long x23\""))
        #expect(day.contains("<li class=\"h2\"><span>3:00</span></li>"))
        #expect(try !timeline.column(day).contains("at=02:00"))
        let week = try timeline.browser.get("/calendar/week/2026-03-08")
        #expect(week.contains("class=\"week from0\""))
        #expect(try timeline.column(week, "2026-03-08").contains("<li class=\"void h2 x1\" aria-hidden=\"true\"></li>"))
        #expect(try !timeline.column(week, "2026-03-09").contains("void"))
    }

    @Test("offers the days of its week, and tasks without a time on today's page")
    func strip() throws {
        let timeline = try TimelineWorld()
        let page = try timeline.browser.get("/calendar/day/2026-11-24")
        #expect(page.contains("<a href=\"/calendar/day/2026-11-24\" aria-current=\"page\">"))
        #expect(page.contains("<a href=\"/calendar/day/2026-11-23\" class=\"today\">"))
        #expect(page.contains("href=\"/calendar/day/2026-11-25\" rel=\"next\""))
    }
}
