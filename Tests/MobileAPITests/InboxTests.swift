import HTTP
import Postgres
import Storage
import TestSupport
import Testing

@Suite("What waits, notices and settings by the API")
struct InboxTests {
    private let inbox = "jadwal.v1.InboxService", notices = "jadwal.v1.NotificationsService"
    private let settings = "jadwal.v1.SettingsService"

    private func add(_ phone: Phone, _ title: String, _ id: String) throws {
        let reply = try phone.call("jadwal.v1.EventsService/CreateEvent", """
            {"requestId":"\(id)","keepConflicts":true,"event":{"calendarId":"personal","title":"\(title)",
             "start":{"dateTime":"2026-12-01T10:00:00","timeZone":"Asia/Riyadh"}}}
            """)
        #expect(reply.status == 200, "\(reply.body)")
    }

    @Test("a conflict is listed with its events and better times, and an answer ends it")
    func conflicts() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test)
        _ = try phone.call("jadwal.v1.CalendarsService/ListCalendars")
        try add(phone, "Lunch", "11111111-2222-4333-8444-555555555551")
        try add(phone, "Dentist", "11111111-2222-4333-8444-555555555552")
        try test.work()
        // An event that was kept on purpose is no question. The next one came from elsewhere.
        try test.run("UPDATE conflict SET state = 'open', decided_at = NULL")
        let listed = try phone.call("\(inbox)/ListConflicts").value("conflicts", as: [[String: Any]].self)
        let first = try #require(listed.first), id = try #require(first["id"] as? String)
        #expect((first["others"] as? [Any])?.count == 1)
        #expect(try phone.call("\(inbox)/AnswerConflict", #"{"id":"\#(id)"}"#).code == "invalid_argument")
        #expect(try phone.call("\(inbox)/AnswerConflict", #"{"id":"0","answer":1}"#).code == "not_found")
        for start in ["2020-01-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
            let moved = try phone.call(
                "\(inbox)/AnswerConflict", #"{"id":"\#(id)","answer":2,"start":"\#(start)","isWarned":true}"#)
            #expect(moved.code == "invalid_argument", "\(start): \(moved.body)")
        }
        let other = try Phone.signedIn(test, "sara@example.org")
        #expect(try other.call("\(inbox)/AnswerConflict", #"{"id":"\#(id)","answer":1}"#).code == "not_found")
        #expect(try phone.call("\(inbox)/AnswerConflict", #"{"id":"\#(id)","answer":1}"#).body == "{}")
        #expect(try phone.call("\(inbox)/AnswerConflict", #"{"id":"\#(id)","answer":1}"#).code == "failed_precondition")
        #expect(try phone.call("\(inbox)/ListConflicts").body == "{}")
    }

    @Test("without chats there are no findings, and no answer to one")
    func findings() throws {
        let phone = try Phone.signedIn(.patient())
        #expect(try phone.call("\(inbox)/ListFindings").body == "{}")
        #expect(try phone.call("\(inbox)/AnswerFinding", #"{"id":"1","answer":1}"#).code == "not_found")
        #expect(try phone.call("\(inbox)/AnswerFinding", #"{"id":"x","answer":1}"#).code == "invalid_argument")
    }

    @Test("the choices about notices are read and replaced, and unknown kinds are refused")
    func preferences() throws {
        let phone = try Phone.signedIn(.patient())
        let set = try phone.call(
            "\(notices)/SetPreferences",
            #"{"preferences":{"kinds":[{"kind":"conflict","mail":true}],"hidesContent":true}}"#)
        #expect(try set.value("preferences.hidesContent", as: Bool.self))
        let kinds = try phone.call("\(notices)/GetPreferences").value("preferences.kinds", as: [[String: Any]].self)
        let conflict = try #require(kinds.first { $0["kind"] as? String == "conflict" })
        #expect(conflict["push"] == nil && conflict["mail"] as? Bool == true)
        let wrong = try phone.call("\(notices)/SetPreferences", #"{"preferences":{"kinds":[{"kind":"none"}]}}"#)
        #expect(wrong.code == "invalid_argument")
    }

    @Test("devices are listed and removed, and notices are marked")
    func devices() throws {
        let phone = try Phone.signedIn(.patient())
        #expect(try phone.call("\(notices)/ListNotifications").status == 200)
        #expect(try phone.call("\(notices)/MarkRead").body == "{}")
        #expect(try phone.call("\(notices)/MarkRead", #"{"id":"1"}"#).code == "not_found")
        let token = String(repeating: "cd", count: 32)
        #expect(try phone.call("profile.v1.ProfileService/AddDevice", #"{"deviceToken":"\#(token)"}"#).status == 200)
        let listed = try phone.call("\(notices)/ListDevices").value("devices", as: [[String: Any]].self)
        #expect(listed.first?["isPhone"] as? Bool == true)
        let id = try #require(listed.first?["id"] as? String)
        #expect(try phone.call("\(notices)/RemoveDevice", #"{"id":"\#(id)"}"#).body == "{}")
        #expect(try phone.call("\(notices)/ListDevices").body == "{}")
    }

    @Test("settings are read, and the named ones are changed")
    func accountChoices() throws {
        let phone = try Phone.signedIn(.patient())
        #expect(try phone.call("\(settings)/GetSettings").text("settings.timeZone") == "Asia/Riyadh")
        let changed = try phone.call("\(settings)/UpdateSettings", """
            {"settings":{"name":"زيد","language":"ar","timeZone":"Europe/London"},"fields":["name","time_zone"]}
            """)
        #expect(try changed.text("settings.name") == "زيد" && changed.text("settings.language") == "en")
        #expect(try phone.call("profile.v1.ProfileService/GetProfile").text("name") == "زيد")
        for body in [
            #"{"settings":{"timeZone":"Mars/Olympus"},"fields":["time_zone"]}"#, #"{"settings":{},"fields":["email"]}"#,
            #"{"settings":{"language":"fr"},"fields":["language"]}"#, "{}",
            #"{"settings":{"firstDayOfWeek":8},"fields":["first_day_of_week"]}"#,
        ] {
            #expect(try phone.call("\(settings)/UpdateSettings", body).code == "invalid_argument", "\(body)")
        }
    }
}
