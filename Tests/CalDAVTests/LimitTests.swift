import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("Limits")
struct LimitTests {
    @Test("a calendar too many is refused with 507, until one is deleted")
    func calendars() throws {
        let client = try Client(settings: ["JADWAL_CALENDARS_PER_CUSTOMER": "3"])
        let work = try client.make("work")
        let answer = try client.send(.mkcalendar, client.home + "more/")
        #expect(answer.status == 507)
        #expect(answer.error == "d:quota-not-exceeded")
        #expect(try client.send(.delete, work).status == 204)
        try client.make("more")
    }

    @Test("an object too many is refused with 507, also one that is copied; replacing one is not")
    func objects() throws {
        let client = try Client(settings: ["JADWAL_OBJECTS_PER_CALENDAR": "2"])
        let work = try client.make("work")
        try client.put(work + "c.ics", event("c"))
        try client.put(events: ["a": "DTSTART:20260105T100000Z", "b": "DTSTART:20260105T100000Z"])
        let answer = try client.put(client.personal + "d.ics", event("d"))
        #expect(answer.status == 507)
        #expect(answer.error == "d:quota-not-exceeded")
        for method: HTTP.Method in [.copy, .move] {
            #expect(try client.send(method, work + "c.ics", ["Destination": client.personal + "c.ics"]).status == 507)
        }
        #expect(try client.put(client.personal + "a.ics", event("a")).status == 204)
        #expect(
            try client.send(.move, client.personal + "a.ics", ["Destination": client.personal + "z.ics"]).status == 201)
        #expect(try client.send(.delete, client.personal + "b.ics").status == 204)
        #expect(try client.put(client.personal + "d.ics", event("d")).status == 201)
    }

    @Test("megabytes too many are refused with 507; what makes room is not; the quota tells the truth")
    func megabytes() throws {
        let client = try Client(settings: ["JADWAL_CALENDAR_MEGABYTES": "1"])
        func large(_ uid: String, _ kilobytes: Int) -> String {
            event(uid, "DTSTART:20260105T100000Z\nDESCRIPTION:" + String(repeating: "x", count: kilobytes << 10))
        }
        #expect(try client.put(client.personal + "a.ics", large("a", 600)).status == 201)
        #expect(try client.put(client.personal + "b.ics", large("b", 600)).status == 507)
        #expect(try client.put(client.personal + "b.ics", large("b", 300)).status == 201)
        #expect(try client.put(client.personal + "b.ics", large("b", 500)).error == "d:quota-not-exceeded")
        let work = try client.make("work")
        #expect(try client.send(.copy, client.personal + "a.ics", ["Destination": work + "a.ics"]).status == 507)
        #expect(try client.send(.move, client.personal + "a.ics", ["Destination": work + "a.ics"]).status == 201)
        #expect(try client.put(client.personal + "b.ics", large("b", 1)).status == 204)
        let quota = try client.properties(client.home, "<d:quota-used-bytes/><d:quota-available-bytes/>").only
        let used = large("a", 600).utf8.count + large("b", 1).utf8.count
        #expect(quota?.ok["d:quota-used-bytes"]?.text == "\(used)")
        #expect(quota?.ok["d:quota-available-bytes"]?.text == "\((1 << 20) - used)")
        #expect(try client.put(client.personal + "c.ics", large("c", 1_100)).error == "c:max-resource-size")
    }

    @Test("a UID that no index takes is refused with the precondition of size")
    func longUID() throws {
        let client = try Client()
        let path = client.personal + "a.ics"
        #expect(try client.put(path, event(String(repeating: "u", count: 1_001))).error == "c:max-resource-size")
        #expect(try client.put(path, event(String(repeating: "u", count: 1_000))).status == 201)
    }

    @Test("a place keeps properties of programs up to 200,000 octets, then 507")
    func properties() throws {
        let client = try Client()
        func set(_ numbers: Range<Int>) throws -> Answer {
            try client.patch(
                client.personal,
                "<d:set><d:prop>\(numbers.map { "<x:p\($0) xmlns:x=\"urn:x\"/>" }.joined())</d:prop></d:set>")
        }
        #expect(try set(0..<100).status == 207)
        #expect(try set(100..<180).status == 207)
        #expect(try set(180..<220).status == 507)
        #expect(try set(0..<1).status == 207)
        let names = (0...200).map { "<x:p\($0) xmlns:x=\"urn:x\"/>" }.joined()
        #expect(try client.patch(client.personal, "<d:set><d:prop>\(names)</d:prop></d:set>").status == 400)
    }
}
