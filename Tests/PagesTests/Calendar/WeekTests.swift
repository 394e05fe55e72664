import Foundation
import TestSupport
import Testing

@Suite("The week")
struct WeekTests {
    @Test("begins on the customer's first day, with both calendars' dates, and today marked")
    func days() throws {
        let timeline = try TimelineWorld()
        let page = try timeline.browser.get("/calendar/week/2026-11-25")
        #expect(page.status == 200)
        #expect(page.contains("22 – 28 November 2026"))
        #expect(page.contains("12 – 18 Jumada II 1448"))
        #expect(page.contains("<span class=\"hidden\" id=\"d2026-11-22\">Sunday 22 November, 12 Jumada II 1448</span>"))
        #expect(page.text.components(separatedBy: "class=\"col today\"").count == 2)
        #expect(try timeline.column(page, "2026-11-23").contains("aria-current=\"date\""))
        #expect(page.contains("href=\"/calendar/week/2026-11-18\" rel=\"prev\""))
        #expect(page.contains("href=\"/calendar/week/2026-12-02\" rel=\"next\""))
    }

    @Test("of today is what the bare address leads to; an address without a day is not found", arguments: [
        ("/calendar/week", "/calendar/week/2026-11-23"), ("/calendar/day", "/calendar/day/2026-11-23"),
        ("/calendar/week/2026-02-30", nil), ("/calendar/day/today", nil), ("/calendar/day/1899-12-31", nil),
        ("/calendar/week/2200-01-01", nil), ("/calendar/week/2026-11-1", nil),
    ] as [(String, String?)])
    func addresses(path: String, target: String?) throws {
        let answer = try TimelineWorld().browser.get(path)
        #expect(answer.location == target)
        #expect(answer.status == (target == nil ? 404 : 303))
    }

    @Test("is for its customer only")
    func signedOut() throws {
        let test = try TestApp.patient()
        #expect(try Browser(test).get("/calendar/week/2026-11-23").location?.hasPrefix("/login") == true)
    }

    @Test("places events by their minutes, the now-line among them, in the order of time")
    func places() throws {
        let timeline = try TimelineWorld()
        try timeline.put("Late call", "20261123T190500", "20261123T194500")
        try timeline.put("Stand-up", "20261123T090000", "20261123T093000", zone: "Asia/Riyadh", "LOCATION:Room 2")
        let page = try timeline.browser.get("/calendar/week/2026-11-23")
        let column = try timeline.column(page, "2026-11-23")
        #expect(try timeline.classes("Stand-up", in: column).contains("h9 y30"))
        #expect(try timeline.classes("Late call", in: column).contains("h19 m5 y40"))
        #expect(column.contains("<time datetime=\"09:00\">9:00<span class=\"to\">–9:30</span></time>"))
        #expect(column.contains("<small><bdi>Room 2</bdi></small>"))
        #expect(column.contains("<li class=\"now h17 m30\" id=\"now\"><span class=\"hidden\">Now, 17:30</span></li>"))
        let order = ["Stand-up", "id=\"now\"", "Late call"].compactMap { column.range(of: $0)?.lowerBound }
        #expect(order.count == 3 && order == order.sorted())
        #expect(page.contains("class=\"week from8\""))
        #expect(try !timeline.column(page, "2026-11-24").contains("id=\"now\""))
    }

    @Test("starts earlier if something is earlier", arguments: [
        ("0759", "from6"), ("0500", "from4"), ("0030", "from0"),
    ])
    func start(time: String, start: String) throws {
        let timeline = try TimelineWorld()
        try timeline.put("Early", "20261127T\(time)00", "20261127T100000")
        #expect(try timeline.browser.get("/calendar/week/2026-11-23").contains("class=\"week \(start)\""))
        #expect(try timeline.browser.get("/calendar/day/2026-11-27").contains("class=\"week one \(start)\""))
        #expect(try timeline.browser.get("/calendar/day/2026-11-26").contains("class=\"week one from8\""))
    }

    @Test("shows two events side by side; the third is a sliver that is still read out")
    func threeAtOnce() throws {
        let timeline = try TimelineWorld()
        try timeline.put("Market", "20261128T093000", "20261128T110000")
        try timeline.put("Fair", "20261128T100000", "20261128T120000")
        try timeline.put("Football", "20261128T100000", "20261128T113000")
        let week = try timeline.column(timeline.browser.get("/calendar/week/2026-11-28"), "2026-11-28")
        #expect(try timeline.classes("Market", in: week).contains("k1 of2 c3"))
        #expect(try timeline.classes("Fair", in: week).contains("k1 of2 at1"))
        #expect(try timeline.classes("Football", in: week).contains("sliver"))
        #expect(!week.contains("/Football.ics"))
        #expect(week.contains("<bdi>Football</bdi>"))
        let day = try timeline.column(timeline.browser.get("/calendar/day/2026-11-28"))
        #expect(try timeline.classes("Football", in: day).contains("of3 at2"))
        #expect(day.contains("/Football.ics"))
    }

    @Test("draws bars over days once, and says on the other days that they go on")
    func bars() throws {
        let timeline = try TimelineWorld()
        try timeline.put("Grandparents", "20261119", "20261124")
        try timeline.put("Omar", "20261124", "20261127")
        try timeline.put("Forty years", "19900101T090000", "20301231T090000")
        let page = try timeline.browser.get("/calendar/week/2026-11-23")
        let sunday = try timeline.column(page, "2026-11-22"), monday = try timeline.column(page, "2026-11-23")
        #expect(try timeline.classes("Forty years", in: sunday).hasPrefix("bar l1 "))
        #expect(try timeline.classes("Forty years", in: sunday).hasSuffix("n7 from goes"))
        #expect(try timeline.classes("Grandparents", in: sunday).hasSuffix("n2 from"))
        #expect(monday.contains("<span class=\"hidden\">\u{2068}Grandparents\u{2069}, goes on</span>"))
        #expect(sunday.contains(", 19 November to 23 November"))
        #expect(try timeline.classes("Omar", in: timeline.column(page, "2026-11-24")).hasSuffix("n3"))
    }

    @Test("says how many bars do not fit into its row, and links to the day")
    func manyBars() throws {
        let timeline = try TimelineWorld()
        for number in 1...9 { try timeline.put("Bar \(number)", "20261117") }
        let column = try timeline.column(timeline.browser.get("/calendar/week/2026-11-17"), "2026-11-17")
        #expect(column.components(separatedBy: "class=\"bar ").count == 6)
        #expect(column.contains("href=\"/calendar/day/2026-11-17\">+4 more<span class=\"hidden\"> on 17 November"))
        let day = try timeline.column(timeline.browser.get("/calendar/day/2026-11-17"))
        #expect(day.components(separatedBy: "class=\"bar ").count == 10)
    }

    @Test("continues an event after midnight")
    func overMidnight() throws {
        let timeline = try TimelineWorld()
        try timeline.put("Night flight", "20261124T220000", "20261125T053000")
        let page = try timeline.browser.get("/calendar/week/2026-11-25")
        #expect(page.contains("class=\"week from0\""))
        let evening = try timeline.column(page, "2026-11-24"), morning = try timeline.column(page, "2026-11-25")
        #expect(try timeline.classes("Night flight", in: evening).contains("h22 x2"))
        #expect(try timeline.classes("Night flight", in: evening).hasSuffix("goes"))
        #expect(try timeline.classes("Night flight", in: morning).contains("h0 x5 y30"))
        #expect(morning.contains("until 5:30"))
        #expect(morning.contains("data-move=\"no\""))
        #expect(!evening.contains("data-move=\"no\""))
        #expect(try !timeline.column(page, "2026-11-26").contains("Night flight"))
    }

    @Test("has each empty hour as a link to a new event, which keyboards and screen readers pass over")
    func emptyHours() throws {
        let timeline = try TimelineWorld()
        let column = try timeline.column(timeline.browser.get("/calendar/week/2026-11-25"), "2026-11-25")
        #expect(column.contains("<div class=\"slots\" aria-hidden=\"true\">"))
        #expect(column.contains("<a href=\"/events/new?day=2026-11-25&amp;at=08:00\" tabindex=\"-1\"></a>"))
        #expect(column.contains("at=23:00"))
        #expect(!column.contains("at=07:00"))
    }

    @Test("is written in Arabic words and digits")
    func arabic() throws {
        let timeline = try TimelineWorld()
        try timeline.put("قهوة", "20261124T151500", "20261124T161500")
        try timeline.browser.post("/settings/language", ["language": "ar", "next": "/settings"])
        let page = try timeline.browser.get("/calendar/week/2026-11-24")
        #expect(page.contains("lang=\"ar\""))
        #expect(page.contains("<time datetime=\"15:15\">١٥:١٥<span class=\"to\">–١٦:١٥</span></time>"))
        #expect(page.contains("الاثنين ٢٣ نوفمبر"))
    }
}
