import HTTP
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Settings of the views")
struct CalendarSettingsTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        try browser.signIn()
        try browser.get("/settings")
    }

    private func preferences() throws -> CalendarPreferences {
        try test.store.calendarPreferences(of: browser.customer())
    }

    @Test("the Hijri date is shifted by up to two days, and each choice says the date of today", arguments: -2...2)
    func shift(days: Int) throws {
        let answer = try browser.post("/settings/calendars", ["hijriShift": "\(days)", "shortcuts": "yes"])
        #expect(answer.location == "/settings?saved=yes")
        #expect(try preferences().hijriShift == days)
        let page = try browser.get("/settings/views")
        #expect(page.contains("<option value=\"\(days)\" selected>"))
        #expect(page.text.matches(of: /<option value="-?[012]"[^>]*>\d+ [^<]+ AH,/).count == 5)
    }

    @Test("a shift of more days is refused", arguments: ["3", "-3", "", "x"])
    func wrong(shift: String) throws {
        #expect(try browser.post("/settings/calendars", ["hijriShift": shift]).status == 400)
        #expect(try preferences().hijriShift == 0)
    }

    @Test("the keys are switched off and on")
    func keys() throws {
        #expect(try preferences().hasShortcuts)
        try browser.post("/settings/calendars", ["hijriShift": "0"])
        #expect(try !preferences().hasShortcuts)
        #expect(try browser.get("/settings/views").text.contains(/name="shortcuts" value="yes" aria/))
        try browser.post("/settings/calendars", ["hijriShift": "0", "shortcuts": "yes"])
        #expect(try preferences().hasShortcuts)
    }
}
