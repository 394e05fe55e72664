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
}
