import Agreements
import Calendars
import Postgres
import Storage
import TestSupport
import Testing

/// The way from a chat to the calendar. The present is Monday 23 November 2026, 13:10 in Riyadh.
@Suite("Agreements of chats")
struct ChatAgreementTests {
    @Test("what two people agree on is an event with its time, title and place")
    func agreed() throws {
        let world = try ChatWorld()
        try world.chat("Coffee on Thursday at 5 pm at Kanakah?", ">Sounds good, see you there")
        try world.read()
        #expect(try world.lines("SUMMARY") == ["SUMMARY:Coffee with Sara"])
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T170000"])
        #expect(try world.lines("DTEND") == ["DTEND;TZID=Asia/Riyadh:20261126T180000"])
        #expect(try world.lines("LOCATION") == ["LOCATION:Kanakah"])
        #expect(try world.lines("CATEGORIES") == ["CATEGORIES:WhatsApp"])
        let found = try #require(try world.inbox().first)
        #expect(found.state == .added)
        #expect(found.proof.map(\.isMine) == [false, true])
        let marked = found.proof.flatMap(\.pieces).filter(\.isMarked).map(\.text)
        #expect(marked == ["on Thursday at 5 pm", "Kanakah", "see you there"])
    }

    @Test("nothing of the chat's words is in the event")
    func noWords() throws {
        let world = try ChatWorld()
        try world.chat("Dinner tomorrow at 8? I will bring the documents", ">Sure thing")
        try world.read()
        let text = try #require(try world.events().first)
        #expect(!text.contains("documents") && !text.contains("Sure"))
        #expect(text.contains("https://jadwal.example.org/inbox"))
    }

    @Test("a question alone is no event; it waits in the inbox")
    func proposed() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Let me check and tell you")
        try world.read()
        #expect(try world.events().isEmpty)
        #expect(try world.inbox().map(\.state) == [.proposed])
        #expect(try world.keptWords() == 2)
    }

    @Test("a proposal becomes an event when it is accepted later, and the inbox has it once")
    func acceptedLater() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Let me check")
        try world.read()
        try world.chat(">Yes, Thursday at 8 works", from: 600)
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T200000"])
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("a refusal clears the proposal")
    func denied() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Let me check")
        try world.read()
        try world.chat(">Sorry, I can't make it", from: 600)
        try world.read()
        #expect(try world.inbox().isEmpty)
        #expect(try world.events().isEmpty)
        #expect(try world.keptWords() == 0)
    }

    @Test("a day without an hour waits for the customer, and is a whole day")
    func allDay() throws {
        let world = try ChatWorld()
        try world.chat("Let's go to the farm on Saturday", ">Great, Saturday it is")
        try world.read()
        #expect(try world.events().isEmpty)
        let found = try #require(try world.inbox().first)
        #expect(found.state == .proposed)
        try world.home.add(found.id)
        #expect(try world.lines("DTSTART") == ["DTSTART;VALUE=DATE:20261128"])
    }

    @Test("an Arabic chat has an Arabic title")
    func arabic() throws {
        let world = try ChatWorld(language: "ar")
        try world.chat("وش رايك نتعشى الخميس الساعة ٨؟", ">تم، على خير", name: "سارة")
        try world.read()
        #expect(try world.lines("SUMMARY") == ["SUMMARY:عشاء مع سارة"])
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T200000"])
        #expect(try world.lines("CATEGORIES") == ["CATEGORIES:واتساب"])
    }

    @Test("a plan that is over is not put into the calendar")
    func over() throws {
        let world = try ChatWorld()
        try world.chat("Coffee today at 12:45?", ">ok see you there")
        world.test.advance(seconds: 3 * 3_600)
        try world.read()
        #expect(try world.events().isEmpty)
    }

    @Test("the words are forgotten with the agreement, and the sentences with the answer")
    func forgotten() throws {
        let world = try ChatWorld()
        try world.chat("Coffee on Thursday at 5 pm?", ">ok deal")
        try world.read()
        #expect(try world.keptWords() == 0)
        let found = try #require(try world.inbox().first)
        #expect(found.proof.count == 2)
        try world.home.keep(found.id)
        #expect(try world.inbox().isEmpty)
        let answered = try #require(try world.home.inbox(isWaiting: false).first)
        #expect(answered.state == .kept && answered.proof.isEmpty)
        #expect(try world.events().count == 1)
    }

    @Test("what was dismissed leaves the calendar, and stays dismissed when the chat is read again")
    func dismissed() throws {
        let world = try ChatWorld()
        try world.chat("Coffee on Thursday at 5 pm?", ">ok deal")
        try world.read()
        try world.home.dismiss(try #require(try world.inbox().first).id)
        #expect(try world.events().isEmpty)
        try world.chat("Nice weather", ">indeed", from: 900)
        try world.read()
        #expect(try world.events().isEmpty)
        #expect(try world.inbox().isEmpty)
    }

    @Test("an answer can be taken back")
    func undone() throws {
        let world = try ChatWorld()
        try world.chat("Coffee on Thursday at 5 pm?", ">ok deal")
        try world.read()
        let id = try #require(try world.inbox().first).id
        try world.home.dismiss(id)
        try world.home.undo(id)
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T170000"])
        #expect(try world.inbox().map(\.state) == [.added])
        try world.home.keep(id)
        try world.home.undo(id)
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("a proposal can be put into the calendar by hand")
    func addedByHand() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Let me check")
        try world.read()
        let id = try #require(try world.inbox().first).id
        try world.home.add(id)
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T200000"])
        #expect(try world.inbox().isEmpty)
        // Taken back, it is a proposal again.
        try world.home.undo(id)
        #expect(try world.events().isEmpty)
        #expect(try world.inbox().map(\.state) == [.proposed])
    }

    @Test("an answer that is sent twice is refused the second time")
    func answeredTwice() throws {
        let world = try ChatWorld()
        try world.chat("Coffee on Thursday at 5 pm?", ">ok deal")
        try world.read()
        let id = try #require(try world.inbox().first).id
        try world.home.keep(id)
        #expect(throws: AnswerRefusal.gone) { try world.home.keep(id) }
        try world.home.dismiss(id)
        #expect(throws: AnswerRefusal.gone) { try world.home.dismiss(id) }
    }

    @Test("p-13, defect 11: a change that both agree on moves the same event, with a higher sequence")
    func changed() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Yes, deal")
        try world.read()
        let uid = try world.lines("UID")
        try world.chat("Can we make it 9?", ">ok 9 is fine", from: 1_200)
        try world.read()
        #expect(try world.lines("UID") == uid)
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T210000"])
        #expect(try world.lines("SUMMARY") == ["SUMMARY:Dinner with Sara"])
        #expect(try world.lines("SEQUENCE") == ["SEQUENCE:1"])
        #expect(try world.inbox().map(\.state) == [.added])
    }

    @Test("p-14: an event that is called off is marked as cancelled, and the customer learns it")
    func cancelled() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Yes, deal")
        try world.read()
        try world.home.keep(try #require(try world.inbox().first).id)
        try world.chat("Sorry, something came up, I have to cancel", from: 1_200)
        try world.read()
        #expect(try world.lines("STATUS") == ["STATUS:CANCELLED"])
        #expect(try world.lines("SEQUENCE") == ["SEQUENCE:1"])
        #expect(try world.inbox().map(\.state) == [.cancelled])
        #expect(try world.test.count("job WHERE kind = 'agreements.mail-findings' AND finished_at IS NULL") == 1)
    }

    /// Agrees on a dinner that is called off then.
    private func calledOff() throws -> (world: ChatWorld, id: AgreementID) {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Yes, deal")
        try world.read()
        try world.chat("Sorry, something came up, I have to cancel", from: 1_200)
        try world.read()
        return (world, try #require(try world.inbox().first).id)
    }

    @Test("taking an answer back does not bring a dinner back that was called off")
    func undoneAfterCancellation() throws {
        let (world, id) = try calledOff()
        try world.home.keep(id)
        try world.home.undo(id)
        #expect(try world.inbox().map(\.state) == [.cancelled])
        try world.home.dismiss(id)
        #expect(try world.events().isEmpty)
        try world.home.undo(id)
        #expect(try world.inbox().map(\.state) == [.cancelled])
        #expect(try world.lines("STATUS") == ["STATUS:CANCELLED"])
        #expect(try world.lines("SEQUENCE") == ["SEQUENCE:1"])
    }

    @Test("a dismissed event that was called off comes back as called off, also if the trash was emptied")
    func undoneWithoutTrash() throws {
        let (world, id) = try calledOff()
        try world.home.dismiss(id)
        try world.test.run("DELETE FROM calendar_trash")
        try world.home.undo(id)
        #expect(try world.lines("STATUS") == ["STATUS:CANCELLED"])
    }

    @Test("a cancellation of an event that the customer edited waits, and can be done or left")
    func cancelledAfterEdit() throws {
        for doesIt in [true, false] {
            let world = try ChatWorld()
            try world.chat("Dinner on Thursday at 8?", ">Yes, deal")
            try world.read()
            let event = try #require(try world.inbox().first?.event), home = world.app.calendars(of: world.customer)
            let stored = try #require(try home.event(in: event.calendar, event.segment, at: nil))
            var draft = stored.draft
            draft.title = "Dinner, my treat"
            _ = try home.edit(stored.place, at: nil, .all, draft, ifTag: stored.tag)
            try world.chat("Sorry, something came up, I have to cancel", from: 1_200)
            try world.read()
            let waiting = try #require(try world.inbox().first)
            #expect(waiting.pending == .cancellation)
            if doesIt { try world.home.apply(waiting.id) } else { try world.home.dismiss(waiting.id) }
            #expect(try world.lines("STATUS") == [doesIt ? "STATUS:CANCELLED" : "STATUS:CONFIRMED"])
            #expect(try world.inbox().isEmpty)
        }
    }

    @Test("a change in the chat does not overwrite what the customer edited; it is proposed")
    func edited() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Yes, deal")
        try world.read()
        let found = try #require(try world.inbox().first), event = try #require(found.event)
        let home = world.app.calendars(of: world.customer)
        let stored = try #require(try home.event(in: event.calendar, event.segment, at: nil))
        var draft = stored.draft
        draft.title = "Dinner, my treat"
        _ = try home.edit(stored.place, at: nil, .all, draft, ifTag: stored.tag)
        try world.chat("Can we make it 9?", ">ok 9 is fine", from: 1_200)
        try world.read()
        #expect(try world.lines("SUMMARY") == ["SUMMARY:Dinner\\, my treat"])
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T200000"])
        let waiting = try #require(try world.inbox().first)
        guard case .change(let values)? = waiting.pending else {
            Issue.record("no change waits")
            return
        }
        #expect(values.minute == 21 * 60)
        try world.home.apply(waiting.id)
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T210000"])
    }
}
