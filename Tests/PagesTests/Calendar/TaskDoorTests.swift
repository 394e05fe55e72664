@testable import Calendars
import HTTP
import Storage
import TestSupport
import Testing

@Suite("The ways to the tasks")
struct TaskDoorTests {
    @Test("today, every view and the row of a list of tasks lead to them")
    func doors() throws {
        let world = try CalendarWorld()
        var values = CalendarValues()
        (values.displayName, values.components) = ("Errands", ["VTODO"])
        try world.home.make(values, at: "errands")
        let views = ["2026-11", "week/2026-11-23", "day/2026-11-23", "list/2026-11-23"].map { "/calendar/\($0)" }
        for page in ["/today", "/calendars"] + views {
            #expect(try world.browser.get(page).contains("href=\"/tasks\""), "\(page)")
        }
        let list = try world.browser.get("/calendars")
        #expect(list.contains("<h3><a href=\"/tasks\"><bdi>Errands</bdi></a>"))
        #expect(!list.contains("<h3><a href=\"/tasks\"><bdi>Personal</bdi>"), "a calendar of events has other ways")
    }
}
