import Agreements
import Calendars
import CivilTime
import Jadwal
import Mail
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

/// Faults on the way from the row to the calendar.
@Suite("Faults of the pipeline")
struct PipelineTests {
    @Test("p-15, defect 8: a worker that dies before its last step leaves nothing, and the next one makes one event")
    func death() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        // The last transaction fails, as it would if the process were killed before it.
        try world.test.run("""
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION ''the disk is full''; END'
            """)
        try world.test.run("CREATE TRIGGER refuse BEFORE INSERT ON agreement EXECUTE FUNCTION refuse()")
        try world.read()
        #expect(try world.events().isEmpty)
        #expect(try world.inbox().isEmpty)
        #expect(try world.keptWords() == 2)
        try world.test.run("DROP TRIGGER refuse ON agreement")
        try world.test.run("UPDATE chat SET analyse_after = now()")
        try world.read()
        #expect(try world.events().count == 1)
        #expect(try world.inbox().map(\.state) == [.added])
        #expect(try world.keptWords() == 0)
    }

    @Test("defect 8: messages that come again after the agreement change nothing")
    func redelivered() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.read()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.read()
        #expect(try world.events().count == 1)
        #expect(try world.keptWords() == 0)
    }

    @Test("defect 10: while the calendar takes no event, nothing is deleted and the chat is tried again")
    func fullCalendar() throws {
        let world = try ChatWorld(["JADWAL_CALENDARS_PER_CUSTOMER": "2"])
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.read()
        #expect(try world.keptWords() == 2)
        #expect(world.test.log.lines.contains { $0.contains("chat not read") && $0.contains("outcome=retry") })
        // With room again the event comes.
        let home = world.app.calendars(of: world.customer)
        let other = try #require(try home.calendars().last { !$0.isDefault })
        try home.delete(other.segment)
        try world.test.run("UPDATE chat SET analyse_after = now()")
        try world.read()
        #expect(try world.events().count == 1)
        #expect(try world.keptWords() == 0)
    }

    @Test("p-06: after a try and five more with growing waits a chat is given up; an operator has it read again")
    func givenUp() throws {
        let world = try ChatWorld(["JADWAL_CALENDARS_PER_CUSTOMER": "2"])
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        var waits: [Int] = []
        for _ in 0..<6 {
            try world.read()
            let wait: Double? = try world.test.store.connection.value(
                "SELECT extract(epoch FROM analyse_after - now())::double precision FROM chat")
            waits.append(wait.map { Int(($0 / 60).rounded()) } ?? 0)
            try world.test.run("UPDATE chat SET analyse_after = now() WHERE analyse_after IS NOT NULL")
        }
        #expect(waits == [1, 2, 4, 8, 15, 0])
        #expect(try world.test.store.givenUpChats(limit: 5).map(\.problem) == [.calendar])
        #expect(try world.keptWords() == 2)
        #expect(try world.test.store.retryGivenUpChats() == 1)
        #expect(try world.test.store.chatCounts().waiting == 1)
    }

    @Test("the metrics tell what waits, what was read, what failed and what was found")
    func metrics() throws {
        let world = try ChatWorld(["JADWAL_CALENDARS_PER_CUSTOMER": "2"])
        try world.chat("Coffee on Friday at 4?", ">let me check")
        try world.read()
        try world.chat("Dinner on Thursday at 8?", ">ok deal", chat: "966503333333@c.us", name: "Omar")
        try world.read()
        try world.test.store.recordRefused(digest: [UInt8](repeating: 1, count: 32), door: "queue", reason: "none")
        try world.test.run("UPDATE chat SET analyse_after = now() - interval '1 hour' WHERE analyse_after IS NOT NULL")
        func lines() -> Set<Substring> { Set(world.app.metricsText().split(separator: "\n")) }
        #expect(lines().isSuperset(of: [
            "jadwal_chats_waiting 1", "jadwal_chats_oldest_seconds 3600", "jadwal_chats_given_up 0",
            "jadwal_chat_messages_kept 4", "jadwal_chat_messages_refused 1", "jadwal_chats_read_total 1",
            "jadwal_chats_failed_total 1", "jadwal_agreements_proposed 1",
        ]))
        for _ in 0..<5 {
            try world.test.run("UPDATE chat SET analyse_after = now() WHERE analyse_after IS NOT NULL")
            try world.read()
        }
        #expect(lines().isSuperset(of: ["jadwal_chats_waiting 0", "jadwal_chats_given_up 1"]))
    }

    @Test("p-27: several workers read each chat once")
    func workers() throws {
        let world = try ChatWorld()
        for number in 1...12 {
            try world.chat(
                "Dinner on Thursday at 8?", ">ok deal", chat: "96650000000\(number)@c.us", name: "Friend \(number)")
        }
        let test = UncheckedTest(world.test)
        _ = try inParallel(count: 3) {
            let runner = AnalysisRunner(try test.value.anotherApp())
            while try runner.runNext() {}
        }
        #expect(try world.events().count == 12)
        #expect(try world.inbox().count == 12)
        #expect(world.test.log.lines.count { $0.contains("chat read") } == 12)
    }

    @Test("a claimed chat is nobody else's for two minutes; a message meanwhile leaves it due")
    func claimed() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?")
        let store = world.test.store
        let chat = try #require(try store.claimChat(seconds: 120))
        #expect(try store.claimChat(seconds: 120) == nil)
        try world.chat(">ok deal", from: 600)
        #expect(try store.finishAnalysis(of: chat, hasProposal: false))
        try world.read()
        #expect(try world.events().count == 1)
        #expect(try !store.finishAnalysis(of: chat, hasProposal: false))
    }

    @Test("defect 12: while one chat takes long, those of other customers are read")
    func slow() throws {
        let world = try ChatWorld(), other = try ChatWorld(world.test, email: "laila@example.org")
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        // A worker has this one in its hands, as while a model thinks.
        #expect(try world.test.store.claimChat(seconds: 120) != nil)
        try other.chat("Coffee tomorrow at 4?", ">ok deal")
        try other.read()
        #expect(try other.events().count == 1)
        #expect(try world.events().isEmpty)
    }

    @Test("p-28, defect 7: hours are those of the customer's clock", arguments: [
        ("Asia/Dubai", "DTSTART;TZID=Asia/Dubai:20261126T200000"),
        ("America/New_York", "DTSTART;TZID=America/New_York:20261126T200000"),
    ])
    func zones(zone: String, line: String) throws {
        let world = try ChatWorld(timeZone: zone)
        try world.chat("Dinner on Thursday at 8 pm?", ">ok deal")
        try world.read()
        #expect(try world.lines("DTSTART") == [line])
    }

    @Test("12/10 is 12 October, and 10 December for a customer in the United States", arguments: [
        ("Asia/Riyadh", "DTSTART;TZID=Asia/Riyadh:20271012T200000"),
        ("America/New_York", "DTSTART;TZID=America/New_York:20261210T200000"),
    ])
    func dateOrder(zone: String, line: String) throws {
        let world = try ChatWorld(timeZone: zone)
        try world.chat("Dinner on 12/10 at 8 pm?", ">ok deal")
        try world.read()
        #expect(try world.lines("DTSTART") == [line])
    }

    @Test("defect 7: an hour of another zone is that moment on the customer's clock")
    func namedZone() throws {
        let world = try ChatWorld()
        try world.chat("Call on Thursday at 3 pm London time?", ">ok deal")
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T180000"])
    }

    @Test("defect 6: an end without a day is on the day of the start, or the next one")
    func ends() throws {
        let world = try ChatWorld()
        try world.chat("Meeting on Thursday from 2 pm to 4:30 pm?", ">ok deal")
        try world.chat("Party on Friday from 10 pm to 1 am?", ">ok deal", chat: "966503333333@c.us", name: "Omar")
        try world.read()
        #expect(try world.lines("DTEND") == [
            "DTEND;TZID=Asia/Riyadh:20261126T163000", "DTEND;TZID=Asia/Riyadh:20261128T010000",
        ])
    }

    @Test("defect 9: without a name of the other person no number is in the title")
    func nameless() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal", name: nil)
        try world.read()
        #expect(try world.lines("SUMMARY") == ["SUMMARY:Dinner"])
        #expect(try world.events().allSatisfy { !$0.contains("966501111111") })
    }

    @Test("a plan by a prayer follows that prayer, and one by the Hijri calendar has its day")
    func prayersAndHijri() throws {
        let world = try ChatWorld()
        try world.liveInRiyadh()
        try world.chat("نتقابل الخميس بعد المغرب بنص ساعة؟", ">تم", name: "سارة")
        try world.chat("نتعشى يوم ٢٠ جمادى الآخرة الساعة ٨؟", ">تم", chat: "966503333333@c.us", name: "عمر")
        try world.read()
        #expect(try world.lines("X-JADWAL-ANCHOR") == ["X-JADWAL-ANCHOR:maghrib+30m", ""])
        #expect(try world.lines("DTSTART").first == "DTSTART;TZID=Asia/Riyadh:20261126T173400")
        // 20 Jumada al-Akhirah 1448 is 30 November 2026 by Umm al-Qura.
        #expect(try world.lines("DTSTART").contains("DTSTART;TZID=Asia/Riyadh:20261130T200000"))
    }

    @Test("p-21: words are deleted after seven days without a plan, after thirty with one, and sentences after seven")
    func retention() throws {
        let world = try ChatWorld()
        try world.chat("How are you?", ">Fine, thanks")
        try world.chat("Dinner on Thursday at 8?", ">Let me check", chat: "966502222222@c.us", name: "Ali")
        try world.chat("Coffee tomorrow at 4?", ">deal", chat: "966503333333@c.us", name: "Omar")
        try world.read()
        func age(days: Int) throws {
            try world.test.run("UPDATE chat_message SET received_at = now() - \(days) * interval '1 day'")
            try world.test.run("UPDATE agreement SET found_at = now() - \(days) * interval '1 day'")
            _ = try world.test.store.purge()
        }
        try age(days: 6)
        #expect(try world.keptWords() == 4)
        try age(days: 8)
        #expect(try world.keptWords() == 2)
        #expect(try world.inbox().allSatisfy(\.proof.isEmpty))
        try age(days: 31)
        #expect(try world.keptWords() == 0)
    }

    @Test("nothing of a chat, no name and no number is in the log")
    func log() throws {
        let world = try ChatWorld()
        try world.chat("Secret dinner on Thursday at 8 at Kanakah?", ">ok deal")
        try world.read()
        for line in world.test.log.lines {
            for word in ["ecret", "inner", "Kanakah", "Sara", "966501111111"] {
                #expect(!line.contains(word), "\(line)")
            }
        }
    }

    @Test("one mail announces everything that was found, without a word of it, and not twice")
    func mail() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.chat("Coffee tomorrow at 4?", ">deal", chat: "966503333333@c.us", name: "Omar")
        try world.read()
        #expect(try world.test.count("job WHERE kind = 'agreements.mail-findings'") == 1)
        try world.test.run("UPDATE job SET run_at = now()")
        let runner = JobRunner(jobs, world.app)
        while try runner.runNext() {}
        let letter = try world.test.lastMail().message
        #expect(letter.text.contains("2 things") && letter.text.contains("https://jadwal.example.org/inbox"))
        for word in ["Dinner", "Coffee", "Sara", "Omar"] { #expect(!letter.text.contains(word)) }
        try world.chat("How are you?", ">fine", from: 3_000)
        try world.read()
        #expect(try world.test.count("job WHERE finished_at IS NULL") == 0)
    }

    @Test("who wants no mails gets none")
    func noMail() throws {
        let world = try ChatWorld()
        try world.home.choose(allowsModel: false, mailsFindings: false)
        try world.chat("Dinner on Thursday at 8?", ">ok deal")
        try world.read()
        try world.test.run("UPDATE job SET run_at = now()")
        let runner = JobRunner(jobs, world.app)
        while try runner.runNext() {}
        #expect(world.test.mail.messages.isEmpty)
    }

    @Test("p-26: a name full of line breaks and calendar lines makes one event with one title")
    func title() throws {
        let world = try ChatWorld()
        try world.chat(
            "Dinner on Thursday at 8?", ">ok deal",
            name: "Sara\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:x" + String(repeating: "y", count: 5_000))
        try world.read()
        let text = try #require(try world.events().first)
        #expect(text.split(separator: "\r\nBEGIN:VEVENT\r\n").count == 2)
        #expect(try #require(try world.lines("SUMMARY").first).count <= 8 + 100 + 10)
    }

    @Test("the export has the chats that are kept, opened, and what was found")
    func export() throws {
        let world = try ChatWorld()
        try world.chat("Dinner on Thursday at 8?", ">Let me check")
        try world.read()
        let chats = try JSON.text(try world.home.exportedChats())
        #expect(chats.contains("Dinner on Thursday at 8?") && chats.contains("Sara"))
        #expect(try JSON.text(try world.home.exportedAgreements()).contains("Dinner with Sara"))
    }

    @Test("the export has the consent, the model's host, end, prayer, repetition, contact, and a change that waits")
    func wholeExport() throws {
        let world = try ChatWorld()
        try world.liveInRiyadh()
        try world.test.run("UPDATE chat_account SET allows_model = true, model_host = 'models.example'")
        try world.chat("Meeting on Thursday from 2 pm to 4:30 pm?", ">ok deal")
        try world.chat("نتقابل كل ثلاثاء بعد العصر؟", ">تم", chat: "966502222222@c.us", name: "عمر")
        try world.read()
        let account = try JSON.text(world.home.exportedChats())
        for part in [#""consentVersion":"#, #""consentLanguage":"en""#, #""modelHost":"models.example""#] {
            #expect(account.contains(part), "\(account)")
        }
        var found = try JSON.text(world.home.exportedAgreements())
        for part in [
            #""endMinuteOfDay":990"#, #""contact":"Sara""#, #""prayer":"asr""#, #""relation":"after""#,
            #""unit":"weeks""#,
        ] {
            #expect(found.contains(part), "\(found)")
        }
        #expect(!found.contains("pending"))
        let event = try #require(try world.inbox().first { $0.values.contact == "Sara" }?.event)
        let home = world.app.calendars(of: world.customer)
        let stored = try #require(try home.event(in: event.calendar, event.segment, at: nil))
        var draft = stored.draft
        draft.title = "My meeting"
        _ = try home.edit(stored.place, at: nil, .all, draft, ifTag: stored.tag)
        try world.chat("Can we make the meeting at 5 pm?", ">ok deal", from: 1_200)
        try world.read()
        found = try JSON.text(world.home.exportedAgreements())
        #expect(found.contains(#""kind":"change""#) && found.contains(#""minuteOfDay":1020"#), "\(found)")
    }
}

/// A test's app, for several threads: each makes a responder of its own with it.
private struct UncheckedTest: @unchecked Sendable {
    // `anotherApp` only reads what never changes, and opens a connection of its own.
    let value: TestApp

    init(_ value: TestApp) { self.value = value }
}
