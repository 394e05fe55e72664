import Agreements
import CivilTime
import Storage
import TestSupport
import Testing

/// Agreements that Jadwal may have read wrongly: a false event in the calendar is worse than none. The present is
/// Monday 23 November 2026, 13:10 in Riyadh.
@Suite("Doubtful agreements")
struct DoubtTests {
    @Test("several plans of one day wait for the customer, each with its own day and hour", arguments: [
        ["Dinner on Friday at 8pm?", ">yes", "And dentist on Monday at 10am", ">ok"],
        ["لا تنسى عزيمة ابوي الجمعة الساعة ٨ بالليل", ">ان شاء الله", "وموعد الجوازات الاثنين ١٠ الصبح", ">زين"],
    ])
    func several(lines: [String]) throws {
        let world = try ChatWorld()
        for (index, line) in lines.enumerated() { try world.chat(line, from: index * 60) }
        try world.read()
        #expect(try world.events().isEmpty)
        let found = try world.inbox().sorted { $0.values.date < $1.values.date }
        #expect(found.map(\.state) == [.proposed, .proposed])
        #expect(found.map(\.values.isDoubtful) == [true, true])
        #expect(found.map(\.values.date.iso8601) == ["2026-11-27", "2026-11-30"])
        #expect(found.map(\.values.minute) == [1_200, 600])
        try world.home.add(found[0].id)
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261127T200000"])
    }

    @Test("a plan waits for the customer if another plan of the same day is an event already", arguments: [false, true])
    func severalReadings(isKept: Bool) throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Friday at 8pm?", ">yes")
        try world.read()
        #expect(try world.inbox().map(\.state) == [.added])
        #expect(try world.keptWords() == 0)
        // The sentences of what the customer keeps are deleted.
        if isKept { try world.home.keep(try #require(try world.inbox().first).id) }
        try world.chat("And dentist on Monday at 10am", ">ok", from: 180)
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261127T200000"])
        let waiting = try world.inbox().filter { $0.state == .proposed }
        #expect(waiting.map(\.values.isDoubtful) == [true])
        #expect(waiting.map(\.values.date.iso8601) == ["2026-11-30"])
    }

    @Test("a plan of the next day is an event beside the first; so is one after a plan that was called off")
    func nextDay() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Friday at 8pm?", ">yes", from: -86_400)
        try world.read()
        try world.chat("And dentist on Tuesday at 10am", ">ok", from: 60)
        try world.read()
        #expect(try world.events().count == 2)
        let other = try ChatWorld()
        try other.chat("Dinner on Friday at 8pm?", ">yes")
        try other.read()
        try other.chat("Sorry, I have to cancel the dinner", from: 600)
        try other.read()
        try other.chat("Coffee on Tuesday at 10am?", ">ok deal", from: 1_200)
        try other.read()
        #expect(try other.inbox().map(\.state).sorted { $0.rawValue < $1.rawValue } == [.added, .cancelled])
    }

    @Test("a change of an event that is not sure waits, and the event stays as it was")
    func unsureChange() throws {
        let world = try ChatWorld()
        try world.chat("Meeting on Thursday at 2 pm?", ">ok deal")
        try world.read()
        try world.chat("Can we move the meeting to Monday at 7 pm?", ">ok", from: 1_200)
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T140000"])
        #expect(try world.inbox().map { $0.pending != nil } == [true])
    }

    @Test("an hour whose half of the day was guessed waits; the same with its half is an event")
    func guessed() throws {
        let world = try ChatWorld()
        try world.chat("Can we meet on Thursday at 7?", ">ok")
        try world.read()
        #expect(try world.events().isEmpty)
        #expect(try world.inbox().map(\.values.isDoubtful) == [true])
        try world.chat("7 pm", ">ok 7 pm", from: 600)
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T190000"])
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("a question that nobody said yes to is no doubtful agreement")
    func open() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Let me check")
        try world.read()
        #expect(try world.inbox().map(\.values.isDoubtful) == [false])
    }

    @Test("message by message, the old time stays in the calendar until a move is agreed", arguments: [
        (
            ["Coffee on Saturday at 5 pm at Elixir?", ">Perfect"],
            ["Can we make coffee Sunday instead?", "same time"], ">Sunday works"
        ),
        (
            ["قهوة السبت الساعة ٥ العصر في اليكسر؟", ">ممتاز"], ["ممكن نخليها الاحد؟", "نفس الوقت"],
            ">الاحد يناسبني"
        ),
    ])
    func move(agreed: [String], proposed: [String], yes: String) throws {
        let world = try ChatWorld()
        for (index, line) in agreed.enumerated() {
            try world.chat(line, from: index * 60)
            try world.read()
        }
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261128T170000"])
        for (index, line) in proposed.enumerated() {
            try world.chat(line, from: 600 + index * 60)
            try world.read()
            #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261128T170000"])
            #expect(try world.inbox().map(\.state) == [.added])
        }
        try world.chat(yes, from: 900)
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261129T170000"])
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("a move that is only proposed at the end of a file leaves the agreed time in the calendar")
    func moveInFile() throws {
        let world = try ChatWorld()
        let chat = """
            [23/11/2026, 09:01:12] Sara: Coffee on Saturday at 5 pm at Elixir?
            [23/11/2026, 09:05:40] Zaid: Perfect
            [23/11/2026, 09:06:02] Sara: Can we make coffee Sunday instead? same time

            """
        _ = try world.home.upload(Array(chat.utf8), ownName: "Zaid")
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261128T170000"])
        let other = try ChatWorld()
        _ = try other.home.upload(
            Array((chat + "[23/11/2026, 09:07:02] Zaid: Sunday works\n").utf8), ownName: "Zaid")
        try other.read()
        #expect(try other.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261129T170000"])
    }
}
