import HTTP
import TestSupport
import Testing

/// On Monday 23 November 2026 at 17:30 in Riyadh.
@Suite("The line of a new event")
struct LineTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }

    init() throws {
        world = try CalendarWorld()
        try world.useZone("Asia/Riyadh")
    }

    private func fill(_ line: String, _ more: String = "") throws -> Answer {
        try browser.get("/events/new?q=\(percentEncoded(line))\(more)")
    }

    @Test("shows the Hijri date that was typed, and repeats by it", arguments: [
        "Zakat due 1 Ramadan every year", "زكاة ١ رمضان كل سنة", "1 Ramadan Zakat every Hijri year",
        "كل سنة هجرية ١ رمضان زكاة",
    ])
    func hijri(line: String) throws {
        let answer = try fill(line)
        let form = try #require(FormOnPage(answer))
        #expect(form["repeat"] == "hijri-year" && form["from"] == "2027-02-08")
        #expect(answer.contains("1 Ramadan 1448 · Monday 8 February 2027, all day · Every Hijri year on 1 Ramadan"))
    }

    @Test("names what was not understood beside what was, in both languages")
    func notUnderstood() throws {
        let answer = try fill("Rent every month except Friday")
        #expect(answer.contains("Understood: \u{2068}Rent\u{2069} · "))
        #expect(answer.contains("Not understood: \u{2068}except Friday\u{2069}"))
        #expect(try !fill("Coffee tomorrow at 5pm").contains("Not understood"))
        try browser.post("/settings/language", ["language": "ar", "next": "/events/new"])
        #expect(try fill("إيجار كل شهر ما عدا الجمعة").contains("لم نفهم: \u{2068}ما عدا الجمعة\u{2069}"))
    }

    @Test("asks if weekdays without \"every\" come every week")
    func weekly() throws {
        let once = try fill("Gym Mon Wed Fri 6am"), form = try #require(FormOnPage(once))
        #expect(form["repeat"] == "weekly" && form["count"] == "3" && form["start-day"] == "2026-11-25")
        #expect(once.contains("name=\"weekly\""))
        let weekly = try fill("Gym Mon Wed Fri 6am", "&weekly=1")
        #expect(try #require(FormOnPage(weekly))["count"] == "" && !weekly.contains("name=\"weekly\""))
    }

    @Test("reads a time in another zone, and says when that is here")
    func zone() throws {
        let answer = try fill("Zoom with Anna 4pm London time"), form = try #require(FormOnPage(answer))
        #expect(form["start-zone"] == "Europe/London" && form["start-time"] == "16:00" && form["end-time"] == "17:00")
        #expect(answer.contains("16:00 in London is 19:00 here"))
    }

    @Test("fills the end of a series and the last day of months", arguments: [
        ("Team sync every Monday and Wednesday 10am until March", "weekly", "until", "2027-03-01"),
        ("first Monday of every month book club 7pm", "month-weekday", "start-day", "2026-12-07"),
        ("last Thursday of each month payroll 9am", "custom", "rule", "FREQ=MONTHLY;BYDAY=-1TH"),
        ("جرد آخر كل شهر", "custom", "rule", "FREQ=MONTHLY;BYMONTHDAY=-1"),
    ])
    func series(line: String, choice: String, field: String, value: String) throws {
        let form = try #require(FormOnPage(fill(line)))
        #expect(form["repeat"] == choice)
        #expect(form[field] == value)
    }

    @Test("of more than 500 characters is not read, and the page says so")
    func long() throws {
        let read = try fill("Gym tomorrow " + String(repeating: "a", count: 487))
        #expect(!read.contains("at most 500 characters") && read.contains("Understood"))
        let answer = try fill("Gym tomorrow " + String(repeating: "5-", count: 7_000))
        #expect(answer.contains("at most 500 characters") && !answer.contains("Understood"))
        #expect(try #require(FormOnPage(answer))["title"] == "")
        // The beginning is in the field, and nothing of it elsewhere.
        #expect(answer.text.ranges(of: "5-").count < 260)
    }

    @Test("names what was not understood in the part that a preview takes away")
    func unreadIsRefreshed() throws {
        let page = try fill("Rent every month except Friday").text
        let start = try #require(page.ranges(of: "<div id=\"line-understood\">").first).upperBound
        let end = try #require(page[start...].ranges(of: "</div>").first).lowerBound
        #expect(page[start..<end].contains("Not understood"))
    }

    @Test("says nothing old after another repetition, and dates of another year have it")
    func refreshed() throws {
        let answer = try fill("Fast 27 Rajab every year")
        #expect(answer.contains("<div id=\"line-understood\"><p "))
        #expect(answer.contains("data-preview=\"near-day event-dates line-understood\""))
        var form = try #require(FormOnPage(answer))
        form["repeat"] = "yearly"
        form.add("do", "preview")
        let preview = try browser.post(form.action, fields: form.fields)
        #expect(preview.contains("<div id=\"line-understood\"></div>"))
        #expect(preview.contains("<div id=\"event-dates\"><p "))
        #expect(preview.contains("Tuesday 5 January 2027") && preview.contains("Wednesday 5 January 2028"))
    }
}
