import Crypto
import HTTP
import Storage
import TestSupport
import Testing

@Suite("Calendars and events by the API")
struct APIEventTests {
    private let events = "jadwal.v1.EventsService", calendars = "jadwal.v1.CalendarsService"
    private let id = "3f8a2b1c-0d4e-4f5a-8b6c-7d8e9f0a1b2c"

    private func event(_ more: String = "") -> String {
        #"""
        {"calendarId":"personal","title":"Coffee with Sara","start":{"dateTime":"2026-12-01T20:00:00",
        "timeZone":"Asia/Riyadh"},"end":{"dateTime":"2026-12-01T21:30:00"}\#(more)}
        """#
    }

    private func create(_ phone: Phone, _ event: String, id: String? = nil, keeps: Bool = false) throws -> Reply {
        try phone.call("\(events)/CreateEvent", """
            {"requestId":"\(id ?? self.id)","keepConflicts":\(keeps),"event":\(event)}
            """)
    }

    @Test("an event is made once, read, changed field by field, and deleted")
    func life() throws {
        let phone = try Phone.signedIn(.patient())
        #expect(try phone.call("\(calendars)/ListCalendars").status == 200)
        let made = try create(phone, event(#","reminders":[{"minutesBefore":15}],"notes":"ليلى""#))
        #expect(made.status == 200, "\(made.body)")
        #expect(try create(phone, event()).text("event.etag") == made.text("event.etag"))
        let name = try made.text("event.id"), etag = try made.text("event.etag")
        let read = try phone.call("\(events)/GetEvent", #"{"calendarId":"personal","id":"\#(name)"}"#)
        #expect(try read.text("event.title") == "Coffee with Sara" && read.text("event.notes") == "ليلى")
        #expect(try read.text("event.start.dateTime") == "2026-12-01T20:00:00")
        #expect(try read.text("event.end.timeZone") == "Asia/Riyadh")
        #expect(try read.text("event.status") == "EVENT_STATUS_CONFIRMED")
        let changed = try phone.call("\(events)/UpdateEvent", """
            {"event":{"calendarId":"personal","id":"\(name)","etag":\(quoted(etag)),"title":"Tea","notes":"gone"},
             "fields":["title"]}
            """)
        #expect(try changed.text("event.title") == "Tea", "\(changed.body)")
        #expect(try changed.text("event.notes") == "ليلى", "\(changed.body)")
        let stale = try phone.call(
            "\(events)/DeleteEvent", #"{"calendarId":"personal","id":"\#(name)","etag":\#(quoted(etag))}"#)
        #expect(stale.status == 409 && stale.code == "aborted")
        let detail = try #require(stale.value("details", as: [[String: Any]].self).first)
        #expect(detail["type"] as? String == "jadwal.v1.Problem")
        let current = try changed.text("event.etag")
        let deleted = try phone.call(
            "\(events)/DeleteEvent", #"{"calendarId":"personal","id":"\#(name)","etag":\#(quoted(current))}"#)
        #expect(deleted.body == "{}")
        #expect(try phone.call("\(events)/GetEvent", #"{"calendarId":"personal","id":"\#(name)"}"#).code == "not_found")
    }

    private func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\\\""))\"" }

    @Test("a month lists days with the events that touch them, and a token that says if something changed")
    func month() throws {
        let phone = try Phone.signedIn(.patient())
        _ = try phone.call("\(calendars)/ListCalendars")
        #expect(try create(phone, event(#","recurrence":"FREQ=DAILY;COUNT=3""#)).status == 200)
        let body = #"{"firstDay":"2026-12-01","lastDay":"2026-12-31"}"#
        let reply = try phone.call("\(events)/ListOccurrences", body)
        let found = try reply.value("occurrences", as: [[String: Any]].self)
        #expect(found.filter { $0["title"] as? String == "Coffee with Sara" }.count == 3, "\(reply.body)")
        #expect(found.first?["start"] as? String == "2026-12-01T17:00:00Z")
        let days = try reply.value("days", as: [[String: Any]].self)
        #expect(days.count == 31 && (days[0]["occurrences"] as? [Int])?.isEmpty == false)
        #expect(days[3]["occurrences"] as? [Int] == nil)
        let token = try reply.text("changeToken")
        let again = try phone.call("\(events)/ListOccurrences", """
            {"firstDay":"2026-12-01","lastDay":"2026-12-31","changeToken":"\(token)"}
            """)
        #expect(again.body == #"{"changeToken":"\#(token)","unchanged":true}"#)
    }

    @Test("a kept answer is the customer's own, of its window, and ends with a change")
    func keptAnswers() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test)
        let other = try Phone.signedIn(test, "sara@example.org")
        for one in [phone, other] { _ = try one.call("\(calendars)/ListCalendars") }
        #expect(try create(phone, event()).status == 200)
        let month = "\(events)/ListOccurrences", body = #"{"firstDay":"2026-12-01","lastDay":"2026-12-31"}"#
        let first = try phone.call(month, body)
        #expect(first.body.contains("Coffee with Sara"))
        #expect(try phone.call(month, body).body == first.body)
        #expect(try !other.call(month, body).body.contains("Coffee with Sara"))
        #expect(try !phone.call(month, #"{"firstDay":"2026-12-05","lastDay":"2026-12-31"}"#).body.contains("Coffee"))
        let again = "11111111-2222-4333-8444-555555555556"
        let second = event().replacing("Coffee with Sara", with: "Second")
        #expect(try create(phone, second, id: again, keeps: true).status == 200)
        #expect(try phone.call(month, body).body.contains("Second"))
    }

    @Test("windows that are too long, turned round or no days are refused", arguments: [
        ("2026-12-01", "2027-02-01"), ("2026-12-02", "2026-12-01"), ("", "2026-12-01"),
        ("2026-02-30", "2026-03-01"),
    ])
    func windows(first: String, last: String) throws {
        let reply = try Phone.signedIn(.patient()).call(
            "\(events)/ListOccurrences", #"{"firstDay":"\#(first)","lastDay":"\#(last)"}"#)
        #expect(reply.code == "invalid_argument")
    }

    @Test("an event that clashes is refused with what it clashes with, and stored if the client keeps it")
    func clash() throws {
        let phone = try Phone.signedIn(.patient())
        _ = try phone.call("\(calendars)/ListCalendars")
        #expect(try create(phone, event()).status == 200)
        let other = "11111111-2222-4333-8444-555555555555"
        let refused = try create(phone, event(), id: other)
        #expect(refused.status == 400 && refused.code == "failed_precondition")
        let types = try refused.value("details", as: [[String: Any]].self).compactMap { $0["type"] as? String }
        #expect(types == ["jadwal.v1.Problem", "jadwal.v1.Clash"])
        #expect(try create(phone, event(), id: other, keeps: true).status == 200)
        // An event that is kept in spite of a clash has a mark.
        let reply = try phone.call("\(events)/ListOccurrences", #"{"firstDay":"2026-12-01","lastDay":"2026-12-02"}"#)
        let found = try reply.value("occurrences", as: [[String: Any]].self)
        #expect(found.contains { $0["inConflict"] as? Bool == true }, "\(reply.body)")
    }

    @Test("values that an event cannot have name their field", arguments: [
        (#"{"calendarId":"personal","title":"x"}"#, "event.start"),
        (#"{"calendarId":"none","title":"x","start":{"date":"2026-12-01"}}"#, "event.calendar_id"),
        (#"{"calendarId":"personal","start":{"date":"2026-13-01"}}"#, "event.start"),
        (#"{"calendarId":"personal","start":{"date":"2026-12-02"},"end":{"date":"2026-12-01"}}"#, "event.end"),
        (#"{"calendarId":"personal","start":{"dateTime":"2026-12-01T25:00:00"}}"#, "event.start"),
        (#"{"calendarId":"personal","start":{"date":"2026-12-01"},"recurrence":"FREQ=NEVER"}"#, "event.recurrence"),
        (#"{"calendarId":"personal","start":{"date":"2026-12-01"},"color":"red"}"#, "event.color"),
        (#"{"calendarId":"personal","start":{"date":"2026-12-01"},"priority":10}"#, "event.priority"),
        (#"{"calendarId":"personal","prayer":{"prayer":"noon","date":"2026-12-01","lengthMinutes":5}}"#,
         "event.prayer"),
    ])
    func wrongValues(event: String, field: String) throws {
        let phone = try Phone.signedIn(.patient())
        _ = try phone.call("\(calendars)/ListCalendars")
        let reply = try create(phone, event)
        #expect(reply.code == "invalid_argument", "\(reply.body)")
        #expect(try reply.text("message").contains(field))
    }

    @Test("one event of a series, this and the following ones, and all need to be told apart")
    func series() throws {
        let phone = try Phone.signedIn(.patient())
        _ = try phone.call("\(calendars)/ListCalendars")
        let made = try create(phone, event(#","recurrence":"FREQ=WEEKLY;COUNT=4""#))
        let name = try made.text("event.id"), etag = try quoted(made.text("event.etag"))
        #expect(try made.text("event.recurrence").hasPrefix("FREQ=WEEKLY"))
        let one = #"{"calendarId":"personal","id":"\#(name)","recurrenceId":"20261208T200000","etag":\#(etag)"#
        #expect(try phone.call("\(events)/DeleteEvent", one + "}").code == "invalid_argument")
        #expect(try phone.call("\(events)/DeleteEvent", one + #","span":"SPAN_THIS"}"#).body == "{}")
        let reply = try phone.call("\(events)/ListOccurrences", #"{"firstDay":"2026-12-01","lastDay":"2026-12-31"}"#)
        let starts = try reply.value("occurrences", as: [[String: Any]].self)
            .filter { $0["title"] as? String == "Coffee with Sara" }.compactMap { $0["firstDay"] as? String }
        #expect(starts == ["2026-12-01", "2026-12-15", "2026-12-22"])
    }

    @Test("calendars are made once, changed and deleted, and their changes are listed")
    func calendarLife() throws {
        let phone = try Phone.signedIn(.patient())
        let body = ##"{"requestId":"\##(id)","calendar":{"name":"Work","color":"#903110"}}"##
        let made = try phone.call("\(calendars)/CreateCalendar", body)
        #expect(try made.text("calendar.id") == id && made.text("calendar.color") == "#903110", "\(made.body)")
        #expect(try phone.call("\(calendars)/CreateCalendar", body).text("calendar.id") == id)
        let etag = try made.text("calendar.etag")
        #expect(try create(phone, event().replacing("personal", with: id)).status == 200)
        let changes = try phone.call("\(calendars)/ListChanges", #"{"calendarId":"\#(id)"}"#)
        #expect(try changes.value("changed", as: [Any].self).count == 1)
        let none = try phone.call(
            "\(calendars)/ListChanges", #"{"calendarId":"\#(id)","syncToken":"\#(changes.text("syncToken"))"}"#)
        #expect(none.json["changed"] == nil)
        let stale = try phone.call("\(calendars)/DeleteCalendar", #"{"id":"\#(id)","etag":"\#(etag)"}"#)
        #expect(stale.code == "aborted")
        let listed = try phone.call("\(calendars)/ListCalendars").value("calendars", as: [[String: Any]].self)
        let current = try #require(listed.first { $0["id"] as? String == id }?["etag"] as? String)
        let renamed = try phone.call("\(calendars)/UpdateCalendar", """
            {"calendar":{"id":"\(id)","etag":"\(current)","name":"Office"},"fields":["name"]}
            """)
        #expect(try renamed.text("calendar.name") == "Office")
        let last = try renamed.text("calendar.etag")
        #expect(try phone.call("\(calendars)/DeleteCalendar", #"{"id":"\#(id)","etag":"\#(last)"}"#).body == "{}")
        let again = try phone.call("\(calendars)/DeleteCalendar", #"{"id":"\#(id)","etag":"\#(last)"}"#)
        #expect(again.code == "not_found")
    }

    @Test("the calendars of somebody else are not found")
    func foreign() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test)
        _ = try phone.call("\(calendars)/ListCalendars")
        let made = try create(phone, event())
        let other = try Phone.signedIn(test, "sara@example.org")
        _ = try other.call("\(calendars)/ListCalendars")
        let body = #"{"calendarId":"personal","id":"\#(try made.text("event.id"))"}"#
        #expect(try other.call("\(events)/GetEvent", body).code == "not_found")
    }
}
