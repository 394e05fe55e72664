import Agreements
import Calendars
import Runtime
import Storage
import TestSupport
import Testing

/// Changes of an event after the words that made it are deleted. The present is Monday 23 November 2026, 13:10 in
/// Riyadh.
@Suite("Changes of events from chats")
struct ChangedEventTests {
    @Test("an event that is moved keeps its length")
    func length() throws {
        let world = try ChatWorld()
        try world.chat("Meeting on Thursday from 2 pm to 4:30 pm?", ">ok deal")
        try world.read()
        try world.chat("Can we move the meeting to Saturday at 3 pm?", ">ok deal", from: 1_200)
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261128T150000"])
        #expect(try world.lines("DTEND") == ["DTEND;TZID=Asia/Riyadh:20261128T173000"])
    }

    @Test("an event by a prayer that is moved to another day follows the prayer of that day")
    func prayer() throws {
        let world = try ChatWorld()
        try world.liveInRiyadh()
        try world.chat("نتقابل الخميس بعد العصر؟", ">تم", name: "سارة")
        try world.read()
        // Asr is at 14:43, and at 15:09 on 20 January.
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T151500"])
        let anchor = try world.lines("X-JADWAL-ANCHOR")
        try world.chat("خلها ٢٠ يناير", ">تم", name: "سارة", from: 1_200)
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20270120T154000"])
        #expect(anchor == ["X-JADWAL-ANCHOR:asr+31m"])
        #expect(try world.lines("X-JADWAL-ANCHOR") == ["X-JADWAL-ANCHOR:asr+31m"])
    }

    @Test("a place that is named after the agreement comes into the event, as a change that devices get")
    func place() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.read()
        let calendar = world.app.calendars(of: world.customer)
        let before = try #require(try calendar.calendar("whatsapp")).counter
        try world.chat(">where?", "Najd House", from: 1_200)
        try world.read()
        #expect(try world.lines("LOCATION") == ["LOCATION:Najd House"])
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T200000"])
        #expect(try world.lines("SUMMARY") == ["SUMMARY:Dinner with Sara"])
        #expect(try #require(try calendar.calendar("whatsapp")).counter > before)
        #expect(try world.inbox().first?.values.place == "Najd House")
        #expect(try world.keptWords() == 0)
    }

    @Test("the sentence of a place joins the others; what is kept stays kept, and needs no new answer")
    func placeOfKept() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.read()
        try world.chat(">where?", "Najd House", from: 1_200)
        try world.read()
        #expect(try world.inbox().first?.proof.count == 3)
        let other = try ChatWorld()
        try other.chat("Dinner on Thursday at 8?", ">ok deal")
        try other.read()
        try other.home.keep(try #require(try other.inbox().first).id)
        try other.chat(">where?", "Najd House", from: 1_200)
        try other.read()
        #expect(try other.lines("LOCATION") == ["LOCATION:Najd House"])
        #expect(try other.inbox().isEmpty)
    }

    @Test("a place for a repeating event leaves the repetition as it is")
    func placeOfSeries() throws {
        let world = try ChatWorld()
        try world.chat("Let's have coffee every Tuesday at 5 pm", ">ok deal")
        try world.read()
        try world.chat(">where?", "Najd House", from: 1_200)
        try world.read()
        #expect(try world.lines("LOCATION") == ["LOCATION:Najd House"])
        #expect(try world.lines("RRULE").first?.contains("FREQ=WEEKLY") == true)
        world.test.advance(seconds: 3 * 86_400)
        #expect(try world.inbox().count == 1)
    }

    @Test("a place changes no event that the customer has edited, and none that was called off")
    func placeOfEdited() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.read()
        let event = try #require(try world.inbox().first?.event), home = world.app.calendars(of: world.customer)
        let stored = try #require(try home.event(in: event.calendar, event.segment, at: nil))
        var draft = stored.draft
        draft.title = "Dinner, my treat"
        _ = try home.edit(stored.place, at: nil, .all, draft, ifTag: stored.tag)
        try world.chat(">where?", "Najd House", from: 1_200)
        try world.read()
        #expect(try world.lines("LOCATION") == [""])
        #expect(try world.inbox().first?.pending != nil)

        let other = try ChatWorld()
        try other.chat("Dinner on Thursday at 8?", ">ok deal")
        try other.read()
        try other.chat("Sorry, I have to cancel the dinner", from: 1_200)
        try other.read()
        try other.chat(">where?", "Najd House", from: 2_400)
        try other.read()
        #expect(try other.lines("STATUS") == ["STATUS:CANCELLED"])
    }
}
