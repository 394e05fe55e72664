import Accounts
import Calendars
import CivilTime
import Planning
import Runtime
import Storage
import Templates
import TestSupport
import Testing

@Suite("The inbox")
struct InboxTests {
    @Test("what both agreed on is shown with its sentences, the deciding words marked and the speakers named")
    func agreed() throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        let page = try world.browser.get("/inbox")
        #expect(page.contains("Coffee with Sara"))
        #expect(page.contains("<strong>Thursday 26 November, 17:00</strong>"))
        #expect(page.text.contains(/<mark>[^<]*Thursday[^<]*<\/mark>/))
        #expect(page.contains("<span class=\"hidden\">They: </span>"))
        #expect(page.contains("<p class=\"say me\"><span class=\"hidden\">You: </span>"))
        #expect(page.contains("<bdi>Sara</bdi>, today"))
        #expect(page.contains("name=\"answer\" value=\"keep\"") && page.contains("name=\"answer\" value=\"dismiss\""))
        #expect(page.text.contains(/href="\/events\/\d+\/[^"]+\/edit"/))
    }

    @Test("the page of a clash has the sentences of the chat that its event came from, until the finding is answered")
    func clash() throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        let customer = try #require(try world.test.store.customer(world.customer))
        let event = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:VEVENT", "UID:school",
            "DTSTAMP:20261101T000000Z", "DTSTART;TZID=\(customer.timeZone):20261126T173000", "DURATION:PT1H",
            "SUMMARY:School", "END:VEVENT", "END:VCALENDAR", "",
        ]
        _ = try world.test.app.calendars(of: customer).put(
            Array(event.joined(separator: "\r\n").utf8), at: ObjectPlace("personal", "school.ics"))
        _ = try world.test.app.planning(of: customer).compareChanges()
        let conflict = try #require(try world.test.store.conflicts(of: world.customer, [.open]).first)
        let page = try world.browser.get("/conflicts/\(conflict.id)")
        #expect(page.contains("School") && page.contains("Coffee with Sara"), "\(page)")
        #expect(page.text.contains(/<mark>[^<]*Thursday[^<]*<\/mark>/))
        #expect(page.contains("<p class=\"say me\"><span class=\"hidden\">You: </span>"))
        _ = try world.answer("keep", world.ids().first)
        #expect(!(try world.browser.get("/conflicts/\(conflict.id)").contains("<mark>")))
    }

    @Test("an agreement whose hour was half guessed is a question and not an event; a plain one is none")
    func unsure() throws {
        let world = try InboxWorld()
        try world.chat("Can we meet on Thursday at 7?", ">Ok, see you then")
        let page = try world.browser.get("/inbox")
        #expect(page.shows("inbox.flag.doubtful", world.test) && !page.shows("inbox.flag.proposed", world.test))
        #expect(page.contains("Did you agree on Thursday 26 November, 19:00?"))
        #expect(page.shows("inbox.question.yes", world.test) && page.shows("inbox.question.no", world.test))
        #expect(try world.events() == 0)
        let other = try InboxWorld()
        try other.chat("Shall we have dinner on Thursday at 8pm?", ">Ok, see you then")
        #expect(try !other.browser.get("/inbox").shows("inbox.flag.doubtful", other.test))
    }

    @Test("the number of what waits is in the navigation of every page, and goes with the answer")
    func count() throws {
        let world = try InboxWorld()
        #expect(try !world.browser.get("/settings").contains("class=\"count\""))
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        world.test.app.forget(world.customer)
        let count = "<b class=\"count\">1<span class=\"hidden\"> waiting</span></b>"
        #expect(try world.browser.get("/settings").contains(count))
        _ = try world.answer("keep")
        #expect(try !world.browser.get("/settings").contains("class=\"count\""))
    }

    @Test("kept: it leaves the list, the sentences are deleted, and undo brings it back without them")
    func kept() throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        let page = try world.answer("keep")
        #expect(page.shows("inbox.done.kept", world.test))
        #expect(page.contains("name=\"answer\" value=\"undo\""))
        #expect(try world.ids().isEmpty)
        #expect(try world.events() == 1)
        let done = try world.ids("/inbox?show=done")
        #expect(done.count == 1)
        let back = try world.answer("undo", done[0])
        #expect(back.shows("inbox.done.undone", world.test))
        #expect(try world.ids() == done)
        #expect(!back.contains("<mark>"))
    }

    @Test("dismissed: the event goes, and undo brings it back")
    func dismissed() throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        #expect(try world.answer("dismiss").shows("inbox.done.dismissed", world.test))
        #expect(try world.events() == 0)
        _ = try world.answer("undo", world.ids("/inbox?show=done").first)
        #expect(try world.events() == 1)
        #expect(try world.ids().count == 1)
    }

    @Test("a proposal is not in the calendar until it is added, and undo takes it out again")
    func proposed() throws {
        let world = try InboxWorld()
        try world.chat("Can we have dinner on Friday at 8pm?", ">Let me check and tell you")
        let page = try world.browser.get("/inbox")
        #expect(page.shows("inbox.flag.proposed", world.test))
        #expect(!page.contains("value=\"keep\""))
        #expect(try world.events() == 0)
        let id = try #require(world.ids().first)
        let added = try world.answer("add")
        #expect(added.shows("inbox.done.added", world.test))
        #expect(try world.events() == 1)
        _ = try world.answer("undo-addition", id)
        #expect(try world.events() == 0)
        #expect(try world.browser.get("/inbox").shows("inbox.flag.proposed", world.test))
    }

    @Test("findings come newest first, whatever their days")
    func newestFirst() throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Friday at 5pm?", ">Ok, see you then")
        try world.chat("Shall we have lunch on Thursday at 1pm?", ">Ok", with: "Omar", number: "966502222222")
        try world.chat("Shall we have dinner on Saturday at 8pm?", ">Ok", with: "Ali", number: "966503333333")
        let page = try world.browser.get("/inbox").text
        let titles = page.matches(of: /<h3 id="t\d+"><bdi>(\w+) with/).map { String($0.1) }
        #expect(titles == ["Dinner", "Lunch", "Coffee"])
    }

    @Test("a day without an hour is a whole day, and says so")
    func wholeDay() throws {
        let world = try InboxWorld()
        try world.chat("Let's go to the beach on Saturday?", ">Yes, agreed")
        let page = try world.browser.get("/inbox")
        #expect(page.contains("<strong>Saturday 28 November</strong>"))
        #expect(page.shows("inbox.flag.no-hour", world.test))
    }

    @Test("an hour counted from a prayer is not known without a city: a whole day that says why, also later")
    func withoutCity() throws {
        let world = try InboxWorld()
        try world.chat("Dinner on Saturday after Isha?", ">Yes, agreed")
        func check() throws {
            let page = try world.browser.get("/inbox")
            #expect(page.contains("<strong>Saturday 28 November</strong>"))
            #expect(page.contains("after Isha"))
            #expect(page.shows("inbox.flag.no-prayer-time", world.test))
        }
        try check()
        try world.browser.post("/settings/prayer", ["city": "108410"])
        try check()
    }

    @Test("what was called off in the chat is said, and can be taken out")
    func cancelled() throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        try world.chat("Sorry, something came up, I have to cancel", after: 600)
        #expect(try world.browser.get("/inbox").shows("inbox.flag.cancelled", world.test))
        _ = try world.answer("dismiss")
        #expect(try world.events() == 0)
    }

    @Test("a form that is sent twice changes nothing the second time, and says so")
    func twice() throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        let id = try #require(world.ids().first)
        _ = try world.answer("keep", id)
        #expect(try world.answer("keep", id).shows("inbox.done.late", world.test))
        #expect(try world.events() == 1)
    }

    @Test("an event that was deleted meanwhile can only be dismissed")
    func deletedElsewhere() throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        let address = try #require(world.browser.get("/inbox").text.firstMatch(of: /href="(\/events\/[^"]+)\/edit"/)).1
        let form = try #require(FormOnPage(world.browser.get("\(address)/delete")))
        try world.browser.post(form.action, fields: form.fields)
        let page = try world.browser.get("/inbox")
        #expect(page.shows("inbox.flag.gone", world.test))
        #expect(!page.contains("value=\"keep\"") && !page.contains("/edit\""))
    }

    @Test("another customer's finding does not exist", arguments: ["keep", "add", "dismiss", "apply", "leave", "undo"])
    func others(answer: String) throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        let id = try #require(world.ids().first)
        let stranger = Browser(world.test)
        try stranger.signIn("sara@example.org")
        #expect(try stranger.post("/inbox", ["id": id, "answer": answer]).status == 404)
        #expect(try !stranger.get("/inbox").contains("Coffee"))
        #expect(try world.ids() == [id])
    }

    @Test("a form without a finding or with another answer is refused", arguments: [
        ("", "keep", 400), ("x", "keep", 400), ("1", "", 400), ("1", "eat", 400), ("999999", "keep", 404),
        ("-1", "keep", 404),
    ])
    func wrong(id: String, answer: String, status: Int) throws {
        let world = try InboxWorld()
        #expect(try world.browser.post("/inbox", ["id": id, "answer": answer]).status == status)
    }

    @Test("markup and marks of direction in a chat stay words")
    func hostile() throws {
        let world = try InboxWorld()
        try world.chat(
            "Coffee on Thursday at 5pm at <script>alert(1)</script>\u{202E}?",
            ">Ok \"><img src=x onerror=alert(1)> see you then",
            with: "<b>Sara</b>\u{202E}")
        let page = try world.browser.get("/inbox")
        #expect(try world.ids().count == 1)
        #expect(!page.contains("<script>alert") && !page.contains("<img") && !page.contains("<b>Sara"))
        #expect(page.contains("&lt;b&gt;Sara&lt;/b&gt;"))
        #expect(!page.contains("\u{202E}"))
    }

    @Test("fifty findings are on a page, and a link leads to those before them")
    func pages() throws {
        let world = try InboxWorld()
        for number in 0..<52 {
            try world.chat(
                "Shall we have coffee on Thursday at 5pm?", ">Ok, see you then", with: "Sara \(number)",
                number: "9665011111\(10 + number)")
        }
        let first = try world.ids()
        #expect(first.count == 50)
        let more = try #require(world.browser.get("/inbox").text.firstMatch(of: /href="(\/inbox\?before=\d+)"/)).1
        let second = try world.ids(String(more))
        #expect(second.count == 2)
        #expect(Set(first).isDisjoint(with: second))
    }

    @Test("an empty inbox says what came last")
    func empty() throws {
        let world = try InboxWorld()
        #expect(try world.browser.get("/inbox").shows("inbox.nothing.yet", world.test))
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        _ = try world.answer("keep")
        let page = try world.browser.get("/inbox")
        #expect(page.shows("inbox.none", world.test))
        #expect(page.contains("\u{2068}Coffee with Sara\u{2069}, on Thursday 26 November"))
    }

    @Test("the event's own page shows the chat it came from, until there is an answer")
    func eventPage() throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        let text = try world.browser.get("/inbox").text
        let address = String(try #require(text.firstMatch(of: /href="(\/events\/[^"]+)\/edit"/)).1)
        let page = try world.browser.get(address)
        #expect(page.shows("inbox.event", world.test))
        #expect(page.contains("<mark>") && page.contains("action=\"/inbox\""))
        _ = try world.answer("keep")
        #expect(try !world.browser.get(address).shows("inbox.event", world.test))
    }

    @Test("in Arabic digits and words are Arabic")
    func arabic() throws {
        let world = try InboxWorld()
        try world.chat("نشرب قهوة يوم الخميس الساعة 5 مساء؟", ">تمام", with: "سارة")
        try world.browser.post("/settings/language", ["language": "ar", "next": "/inbox"])
        let page = try world.browser.get("/inbox")
        #expect(page.contains("الخميس ٢٦ نوفمبر"))
        #expect(page.contains("<small>نوفمبر</small><b>٢٦</b>"))
        #expect(page.shows("inbox.keep", world.test, .arabic))
    }
}
