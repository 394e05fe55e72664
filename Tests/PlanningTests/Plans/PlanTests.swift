import Calendars
import CivilTime
import Planning
import Postgres
import PrayerTimes
import Runtime
import Scheduling
import Storage
import TestSupport
import Testing

/// Flexible tasks, planned by the worker. It is Monday 23 November 2026, 17:30 in Riyadh; tasks lie from 9:00 to 22:00.
@Suite("Plans")
struct PlanTests {
    let world: PlanningWorld

    init() throws {
        world = try PlanningWorld()
        try world.work()
    }

    // MARK: - Making a plan

    @Test("the first task makes the calendar of the plan, with its time as an event of its own")
    func firstTask() throws {
        try world.addTask("gym", minutes: 60)
        #expect(try world.home.calendars().count == 2, "it is the worker that plans")
        try world.work()
        let calendar = try #require(try world.home.calendar("plan"))
        #expect(calendar.displayName == "Plan" && calendar.objectCount == 1)
        #expect(try world.planned() == ["gym 23 17:35–18:35"])
        let text = try #require(try world.planTexts().first)
        #expect(text.contains("SUMMARY:gym\r\n") && text.contains("RELATED-TO:gym\r\n"))
        #expect(text.contains("DTSTART:20261123T143500Z\r\n") && text.contains("DTEND:20261123T153500Z\r\n"))
        #expect(text.contains("TRANSP:TRANSPARENT\r\n"))
    }

    @Test("planning twice writes nothing, also if a calendar changed elsewhere")
    func twice() throws {
        for number in 1...5 { try world.addTask("task\(number)", minutes: 30 * number) }
        try world.put("Far away", "20270301T120000", "20270301T130000")
        try world.work()
        let before = try #require(try world.home.calendar("plan")).counter
        let again = try world.planning.planDays()
        #expect(again.written == 0 && again.removed == 0 && again.isProven)
        try world.put("Farther", "20270401T120000", "20270401T130000")
        try world.work()
        #expect(try world.home.calendar("plan")?.counter == before)
    }

    @Test("too many calendars stop the plan with a reason, and it is made once there is room")
    func tooManyCalendars() throws {
        // The first two calendars are those for events and for tasks.
        let world = try PlanningWorld(["JADWAL_CALENDARS_PER_CUSTOMER": "3"])
        try world.home.make(CalendarValues(), at: "third")
        try world.addTask("report", minutes: 60)
        try world.work()
        #expect(try world.items() == [] && world.planning.todayPlan()?.stop == .calendars)
        #expect(try world.test.store.plan(of: world.customer.id)?.calendar == nil)
        try world.home.delete("third")
        try world.work()
        #expect(try world.items().count == 1 && world.planning.todayPlan()?.stop == nil)
    }

    @Test("a full calendar stops the plan with a reason, and the plan in force stays")
    func fullCalendar() throws {
        let world = try PlanningWorld(["JADWAL_OBJECTS_PER_CALENDAR": "100"])
        try world.addTask("gym", TaskFacts(minutes: 30, weekdays: [.tuesday]))
        try world.work()
        let before = try world.planned()
        for number in 1...99 { try world.put("old\(number)", "20250101T100000", "20250101T110000", in: "plan") }
        try world.addTask("walk", TaskFacts(minutes: 30, weekdays: [.wednesday]))
        try world.work()
        #expect(try world.planned() == before && world.planning.todayPlan()?.stop == .entries)
        try world.home.deleteObject(at: ObjectPlace("plan", "old1.ics"))
        try world.work()
        #expect(try world.planned().count == 2 && world.planning.todayPlan()?.stop == nil)
    }

    @Test("a customer without tasks has no calendar of a plan")
    func noTasks() throws {
        try world.home.addToDo(ToDoDraft(title: "Milk"), to: "", uid: "milk")
        try world.work()
        #expect(try world.home.calendar("plan") == nil)
        #expect(try world.test.store.plan(of: world.customer.id) == nil)
    }

    @Test("no time lies on an event or on a prayer, and each lies in its window")
    func around() throws {
        try world.pray()
        try world.put("Meeting", "20261124T093000", "20261124T120000")
        let weekday: Set<Weekday> = [.tuesday]
        try world.addTask("report", TaskFacts(minutes: 60, weekdays: weekday))
        try world.addTask("walk", TaskFacts(
            minutes: 45, windows: [PlanWindow(after: .asr, before: .maghrib)], weekdays: weekday))
        try world.work()
        let items = try world.items()
        #expect(items.count == 2)
        let time = try world.planning.time(on: items[0].key.day...items[0].key.day).availability
        for item in items {
            let minutes = time.line.minute(at: item.start)..<time.line.minute(at: item.end)
            #expect(!time.busy.items.contains { $0.time.overlaps(minutes) })
            #expect(!time.prayers.contains { $0.block.overlaps(minutes) })
        }
        let walk = try #require(items.first { $0.key.task == "walk" })
        let start = time.line.minute(at: walk.start), end = time.line.minute(at: walk.end)
        let asr = try #require(time.prayers.last { $0.prayer == .asr && $0.adhan < start })
        let maghrib = try #require(time.prayers.first { $0.prayer == .maghrib && $0.adhan > asr.adhan })
        #expect(asr.block.upperBound <= start && end <= maghrib.block.lowerBound)
    }

    @Test("a task three times a week has three days a week with a day of rest between")
    func weekly() throws {
        try world.addTask("gym", TaskFacts(minutes: 60, repetition: .weekly(times: 3, restDays: 1)))
        try world.work()
        let days = try world.items().map(\.key.day)
        // Sunday to Saturday: the week of 29 November has all three, this one Monday, Wednesday and Friday.
        #expect(zip(days, days.dropFirst()).allSatisfy { $1 - $0 >= 2 })
        let next = try #require(LocalDate(year: 2026, month: 11, day: 29))
        #expect(days.count { $0 < next } == 3 && days.count { (next...next + 6).contains($0) } == 3)
    }

    @Test("pieces have the length of the task together, and a task waits for another one")
    func piecesAndOrder() throws {
        try world.addTask("a thesis", TaskFacts(
            minutes: 180, repetition: .pieces(least: 60, greatest: 60, mostADay: 1, pause: 0), after: ["z books"]))
        try world.addTask("z books", minutes: 30)
        try world.work()
        let items = try world.items(), books = try #require(items.first { $0.key.task == "z books" })
        let thesis = items.filter { $0.key.task == "a thesis" }
        #expect(thesis.map(\.minutes) == [60, 60, 60])
        #expect(Set(thesis.map(\.key.day)).count == 3)
        #expect(thesis.allSatisfy { $0.start >= books.end })
    }

    @Test("a full fortnight: nothing lies on another thing or on a prayer, and a second run changes nothing")
    func fortnight() throws {
        try world.pray()
        for (number, day) in (24...30).enumerated() {
            let hour = 10 + number % 4
            try world.put("meeting\(number)", "202611\(day)T\(hour)0000", "202611\(day)T\(hour + 1)3000")
        }
        try world.addTask("gym", TaskFacts(
            minutes: 60, windows: [PlanWindow(after: .asr)], repetition: .weekly(times: 3, restDays: 1)))
        try world.addTask("reading", TaskFacts(minutes: 30, repetition: .weekly(times: 5, restDays: 0)))
        try world.addTask("parents", TaskFacts(
            minutes: 120, weekdays: [.friday], repetition: .weekly(times: 1, restDays: 0)))
        // Between two prayers lie at least 145 minutes on any day.
        for number in 1...9 { try world.addTask("task\(number)", minutes: 15 * number) }
        try world.work()
        let items = try world.items().sorted { $0.start < $1.start }
        #expect(zip(items, items.dropFirst()).allSatisfy { $0.end <= $1.start })
        let first = try #require(items.first), last = try #require(items.last)
        let time = try world.planning.time(on: first.key.day...last.key.day).availability
        for item in items {
            let minutes = time.line.minute(at: item.start)..<time.line.minute(at: item.end)
            #expect(!time.busy.items.contains { $0.time.overlaps(minutes) }, "\(item)")
            #expect(!time.prayers.contains { $0.block.overlaps(minutes) }, "\(item)")
        }
        let tasks = Dictionary(grouping: items, by: \.key.task)
        for number in 1...9 { #expect(tasks["task\(number)"]?.map(\.minutes) == [15 * number]) }
        let week = try #require(LocalDate(year: 2026, month: 11, day: 29))
        func inWeek(_ task: String) -> Int { tasks[task]?.count { (week...week + 6).contains($0.key.day) } ?? 0 }
        #expect([inWeek("gym"), inWeek("reading"), inWeek("parents")] == [3, 5, 1])
        let again = try world.planning.planDays()
        #expect(again.written == 0 && again.removed == 0)
    }

    @Test("more that is due than fits is named with the minutes that are missing")
    func deadlines() throws {
        let day = try #require(LocalDate(year: 2026, month: 11, day: 24))
        for uid in ["a", "b"] {
            try world.home.addToDo(
                ToDoDraft(title: uid, due: .day(day)), TaskFacts(minutes: 480), to: "", uid: uid)
        }
        let found = try #require(try world.planning.deadlineShortfalls().first)
        // Today 80 % of 17:30 to 22:00 rounded to the next start, 17:35: 212 minutes; tomorrow 624.
        #expect(found.lastDay == day && found.tasks.map(\.uid) == ["a", "b"])
        #expect(found.missingMinutes == 960 - 212 - 624)
    }

    @Test("a plan that is two hours old is made again, and the new day gets its times")
    func refresh() throws {
        try world.addTask("gym", TaskFacts(minutes: 60, repetition: .weekly(times: 7, restDays: 0)))
        try world.work()
        #expect(try world.test.app.refreshPlans(limit: 10) == 0)
        let last = try #require(try world.items().last).key.day
        world.test.advance(seconds: 86_400)
        #expect(try world.test.app.refreshPlans(limit: 10) == 1)
        #expect(try world.test.app.refreshPlans(limit: 10) == 0, "a job waits")
        try world.work()
        #expect(try world.items().last?.key.day == last + 1)
    }

    @Test("two hours later today and tomorrow are planned again, and in the first plan of a day all days")
    func near() throws {
        let morning = [PlanWindow(fromClock: 540, toClock: 720)]
        try world.addTask("far", TaskFacts(minutes: 60, windows: morning, weekdays: [.friday]))
        try world.addTask("near", TaskFacts(minutes: 60, windows: morning, weekdays: [.tuesday]))
        try world.work()
        #expect(try world.planned() == ["near 24 09:00–10:00", "far 27 09:00–10:00"])
        for day in [24, 27] { try world.put("m\(day)", "202611\(day)T090000", "202611\(day)T100000") }
        try world.planning.planDays(.near)
        #expect(try world.planned() == ["near 24 10:00–11:00", "far 27 09:00–10:00"])
        // It is 4:30 on Tuesday.
        world.test.advance(seconds: 11 * 3_600)
        try world.planning.planDays(.near)
        #expect(try world.planned() == ["near 24 10:00–11:00", "far 27 10:00–11:00"])
    }

    /// The statements that the app's connection has run.
    private func statements() throws -> Int {
        try world.test.app.store.connection.value("""
            SELECT coalesce(sum(generic_plans + custom_plans), 0)::bigint FROM pg_prepared_statements
             WHERE statement NOT LIKE '%pg_prepared_statements%'
            """) ?? 0
    }

    @Test("planning again runs no statement more beside many events and tasks")
    func bound() throws {
        func replan() throws -> Int {
            try world.planning.planDays()
            let before = try statements()
            let outcome = try world.planning.planDays()
            #expect(outcome.written == 0 && outcome.removed == 0)
            return try statements() - before
        }
        try world.addTask("gym", TaskFacts(minutes: 30, repetition: .weekly(times: 3, restDays: 0)))
        try world.work()
        let few = try replan()
        // Three that begin, the eight kinds of rows about plans, the four of calendars, and two that write.
        #expect(few <= 17)
        for number in 10...28 {
            try world.put("m\(number)", "202611\(number)T100000", "202611\(number)T103000")
            try world.addTask("t\(number)", minutes: 5)
        }
        try world.work()
        #expect(try replan() == few)
    }

    @Test("events that are long over are not read for a new plan")
    func oldEvents() throws {
        try world.addTask("gym", TaskFacts(minutes: 60, repetition: .weekly(times: 7, restDays: 0)))
        try world.work()
        let first = try #require(try world.items().first)
        for _ in 0..<3 {
            world.test.advance(seconds: 13 * 86_400)
            try world.planning.planDays()
        }
        let today = first.key.day + 39
        let events = try world.test.store.planRows(of: world.customer.id, on: today - 31...today + 14).events
        let oldest = try #require(events.compactMap(\.end).min())
        #expect(first.end < oldest && oldest < first.end + .seconds(10 * 86_400))
        #expect(try world.planTexts().count > events.count, "the calendar keeps them")
    }

    // MARK: - Changes

    @Test("a meeting moves the task that it lies on, no other one, and is named as the cause")
    func meeting() throws {
        let weekday: Set<Weekday> = [.tuesday]
        try world.addTask("early", TaskFacts(minutes: 60, windows: [PlanWindow(fromClock: 540, toClock: 660)],
            weekdays: weekday))
        try world.addTask("late", TaskFacts(minutes: 60, windows: [PlanWindow(fromClock: 900, toClock: 1_200)],
            weekdays: weekday))
        try world.work()
        #expect(try world.planned() == ["early 24 09:00–10:00", "late 24 15:00–16:00"])
        try world.put("Meeting", "20261124T150000", "20261124T160000")
        try world.work()
        #expect(try world.planned() == ["early 24 09:00–10:00", "late 24 16:00–17:00"])
        let late = try #require(try world.items().last)
        #expect(late.movedBecause == "Meeting")
        #expect(late.movedFrom.map { world.clock($0) } == "15:00")
        let shown = try world.planning.plan(of: late.key.day)
        #expect(shown.items.map(\.movedBecause) == [nil, "Meeting"])
    }

    @Test("a meeting among many tasks moves nothing on other days, and leaves nothing out")
    func meetingAmongMany() throws {
        try world.addTask("reading", TaskFacts(minutes: 30, repetition: .weekly(times: 5, restDays: 0)))
        for number in 1...9 { try world.addTask("task\(number)", minutes: 60) }
        try world.work()
        let before = try world.items(), victim = try #require(before.first { $0.key.day.day == 24 })
        let stamps = [victim.start, victim.end].map { world.clock($0).replacing(":", with: "") }
        try world.put("Meeting", "20261124T\(stamps[0])00", "20261124T\(stamps[1])00")
        try world.work()
        let after = try world.items()
        #expect(after.count == before.count)
        let stays = Set(before.filter { $0.key.day != victim.key.day })
        #expect(stays.isSubset(of: Set(after)))
    }

    @Test("what cannot be placed has a reason and a way out, and all else is planned")
    func leftOut() throws {
        let day = try #require(LocalDate(year: 2026, month: 11, day: 24))
        try world.put("Workshop", "20261124T100000", "20261124T180000")
        try world.addTask("short", TaskFacts(minutes: 30, weekdays: [.tuesday]))
        try world.home.addToDo(
            ToDoDraft(title: "long", due: .day(day), priority: .high),
            TaskFacts(minutes: 300, weekdays: [.tuesday]), to: "", uid: "long")
        try world.work()
        #expect(try world.items().map(\.key.task) == ["short"])
        let left = try #require(try world.planning.plan(of: day).leftOut.first)
        // The workshop leaves 9:00 to 10:00 and 18:00 to 22:00.
        #expect(left.task.uid == "long" && left.reason == .events(missing: 60))
    }

    // MARK: - Programs and answers

    @Test("a time that a phone moves is pinned, one that it deletes is not today")
    func phones() throws {
        let days: Set<Weekday> = [.tuesday, .wednesday]
        try world.addTask("move", TaskFacts(minutes: 60, weekdays: days))
        try world.addTask("skip", TaskFacts(minutes: 60, weekdays: days))
        try world.work()
        let moved = try #require(try world.items().first { $0.key.task == "move" })
        let skipped = try #require(try world.items().first { $0.key.task == "skip" })
        try world.edit(moved) { $0.replacing("T060000Z", with: "T160000Z").replacing("T070000Z", with: "T173000Z") }
        try world.remove(skipped)
        try world.work()
        let items = try world.items()
        let now = try #require(items.first { $0.key == moved.key })
        #expect(now.isPinned && world.clock(now.start) == "19:00" && now.minutes == 90)
        #expect(try world.item(skipped.key).state == .notToday)
        #expect(items.contains { $0.key.task == "skip" && $0.key.day == skipped.key.day + 1 })
        try world.put("Meeting", "20261124T190000", "20261124T200000")
        try world.work()
        #expect(try world.item(moved.key).start == now.start, "a pinned time stays")
    }

    @Test("a note and an alarm that a phone adds stay when the time moves, also to another day")
    func additions() throws {
        try world.addTask("gym", TaskFacts(minutes: 60, weekdays: [.tuesday, .wednesday]))
        try world.work()
        let added = "DESCRIPTION:Bring a towel\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Go\r\n"
            + "TRIGGER:-PT15M\r\nEND:VALARM\r\nEND:VEVENT"
        try world.edit(#require(try world.items().first)) { $0.replacing("END:VEVENT", with: added) }
        func meet(_ number: Int) throws {
            let item = try #require(try world.items().first), day = item.key.day.day
            let start = world.clock(item.start).replacing(":", with: ""), end = number == 0 ? "1200" : "2359"
            try world.put("Meeting \(number)", "202611\(day)T\(start)00", "202611\(day)T\(end)00")
            try world.work()
            #expect(try world.items().first?.start != item.start)
            let text = try #require(try world.planTexts().first)
            #expect(text.contains("DESCRIPTION:Bring a towel") && text.contains("TRIGGER:-PT15M"))
        }
        let day = try #require(try world.items().first?.key.day)
        try meet(0)
        try meet(1)
        #expect(try world.items().first?.key.day != day)
        #expect(try world.planTexts().count == 1)
    }

    @Test("a task that a phone ticks is gone from the plan")
    func ticked() throws {
        try world.addTask("gym", TaskFacts(minutes: 60, weekdays: [.wednesday]))
        try world.work()
        #expect(try world.items().count == 1)
        let list = try #require(try world.home.calendar("tasks"))
        try world.home.tick(world.home.toDo(in: list.id.description, "gym.ics"), at: nil, isDone: true)
        try world.work()
        #expect(try world.items() == [] && world.planTexts() == [])
    }

    @Test("a task of some times a week that a phone ticks is done for that day, and goes on")
    func tickedWeekly() throws {
        try world.addTask("gym", TaskFacts(minutes: 60, repetition: .weekly(times: 7, restDays: 0)))
        try world.work()
        let before = try world.items(), first = try #require(before.first)
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//phone//EN\r\nBEGIN:VTODO\r\nUID:gym\r\n"
            + "DTSTAMP:20261123T150000Z\r\nSUMMARY:gym\r\nSTATUS:COMPLETED\r\nCOMPLETED:20261123T143000Z\r\n"
            + "END:VTODO\r\nEND:VCALENDAR\r\n"
        _ = try world.home.put(Array(text.utf8), at: ObjectPlace("tasks", "gym.ics"))
        try world.work()
        #expect(try world.item(first.key).state == .done)
        #expect(try world.items().count == before.count - 1)
        #expect(try world.planning.todayPlan()?.week.map(\.done) == [1])
        let list = try #require(try world.home.calendar("tasks"))
        let stored = try world.home.toDo(in: list.id.description, "gym.ics")
        #expect(!stored.isDone && stored.facts?.repetition == .weekly(times: 7, restDays: 0))
        #expect(try world.planning.planDays().written == 0, "a second plan writes nothing")
    }

    @Test("done ticks the to-do, not today takes the next day, put back pins where it was")
    func answers() throws {
        let days: Set<Weekday> = [.tuesday, .wednesday]
        try world.addTask("gym", TaskFacts(minutes: 60, weekdays: days))
        try world.work()
        let first = try #require(try world.items().first)
        try world.planning.answer(first.key, .notToday)
        let second = try #require(try world.items().first)
        #expect(second.key.day == first.key.day + 1)
        try world.put("Meeting", "20261125T090000", "20261125T100000")
        try world.work()
        #expect(try world.planned() == ["gym 25 10:00–11:00"])
        try world.planning.answer(second.key, .putBack)
        #expect(try world.planned() == ["gym 25 09:00–10:00"])
        #expect(try world.items().first?.isPinned == true)
        try world.planning.answer(second.key, .done)
        #expect(try world.planTexts() == [])
        #expect(try world.home.toDos().done.map(\.title) == ["gym"])
        #expect(throws: PlanAnswerRefusal.noItem) { try world.planning.answer(second.key, .pin) }
    }

    @Test("a time that passed is asked about the next morning, and done again if its owner says so")
    func missed() throws {
        try world.addTask("gym", minutes: 60)
        try world.work()
        let item = try #require(try world.items().first)
        #expect(try world.planning.missedItems().isEmpty)
        world.test.advance(seconds: 14 * 3_600)
        #expect(try world.planning.missedItems().map(\.item.key) == [item.key])
        try world.planning.planDays()
        #expect(try world.items().map(\.key) == [item.key], "nothing is planned before the answer")
        try world.planning.answer(item.key, .again)
        #expect(try world.planned() == ["gym 24 09:00–10:00"])
        let again = try #require(try world.items().first)
        try world.planning.answer(again.key, .drop)
        #expect(try world.items() == [] && world.planning.situation().tasks.tasks.isEmpty)
    }

    @Test("a time that a phone moved to a later day is asked about after that day")
    func missedLater() throws {
        try world.addTask("gym", TaskFacts(minutes: 60))
        try world.work()
        let item = try #require(try world.items().first)
        let stamp = "202611\(item.key.day.day)", later = "202611\(item.key.day.day + 3)"
        try world.edit(item) { $0.replacing(stamp + "T", with: later + "T") }
        try world.work()
        world.test.advance(seconds: 4 * 86_400)
        try world.planning.planDays()
        #expect(try world.planning.missedItems().map(\.item.key) == [item.key])
    }

    @Test("a time that is over and that a phone deletes does not come back")
    func deletedLater() throws {
        try world.addTask("gym", minutes: 60)
        try world.work()
        let item = try #require(try world.items().first)
        world.test.advance(seconds: 12 * 3_600)
        try world.remove(item)
        try world.work()
        #expect(try world.planTexts() == [])
    }

    @Test("a city that is chosen, or no longer, lets a worker plan again")
    func city() throws {
        try world.addTask("gym", minutes: 60)
        try world.work()
        func waiting() throws -> Int {
            try world.test.store.connection.value(
                "SELECT count(*) FROM job WHERE kind = 'planning.plan' AND finished_at IS NULL") ?? 0
        }
        #expect(try waiting() == 0)
        try world.pray()
        #expect(try waiting() == 1)
        try world.work()
        try world.test.app.store.transaction { try world.test.app.store.deletePrayerFeed(of: world.customer.id) }
        #expect(try waiting() == 1)
    }

    @Test("a task by a prayer without a city, and one that waits for it, say so")
    func neverPlaced() throws {
        try world.addTask("walk", TaskFacts(minutes: 30, windows: [PlanWindow(after: .fajr)]))
        try world.addTask("rest", TaskFacts(minutes: 30, after: ["walk"]))
        try world.work()
        let plan = try #require(try world.planning.todayPlan()?.plan)
        #expect(plan.leftOut.map(\.task.uid).sorted() == ["rest", "walk"])
        #expect(plan.leftOut.first { $0.task.uid == "walk" }?.lacksCity == true)
        #expect(plan.leftOut.first { $0.task.uid == "rest" }?.reason == .order(after: "walk"))
    }

    @Test("facts that a program dropped come back")
    func dropped() throws {
        try world.addTask("gym", TaskFacts(minutes: 60, weekdays: [.friday]))
        try world.work()
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//phone//EN\r\nBEGIN:VTODO\r\nUID:gym\r\n"
            + "DTSTAMP:20261123T150000Z\r\nSUMMARY:Gymnastics\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        _ = try world.home.put(Array(text.utf8), at: ObjectPlace("tasks", "gym.ics"))
        try world.work()
        let list = try #require(try world.home.calendar("tasks"))
        let stored = try world.home.toDo(in: list.id.description, "gym.ics")
        #expect(stored.facts == TaskFacts(minutes: 60, weekdays: [.friday]))
        #expect(stored.draft.title == "Gymnastics", "what the program changed stays")
        #expect(try world.planning.situation().task("gym")?.restoredAt != nil)
        #expect(try world.items().count == 1)
        // The owner may make it a plain to-do, which stays one.
        try world.home.edit(stored, to: stored.draft, .set(nil), ifTag: stored.tag)
        try world.work()
        #expect(try world.home.toDo(in: list.id.description, "gym.ics").facts == nil)
        #expect(try world.items() == [])
    }

    @Test("switching plans off takes the calendar away, and on brings it back")
    func off() throws {
        try world.addTask("gym", minutes: 60)
        try world.work()
        try world.planning.changePlanning { $0.isOn = false }
        try world.work()
        #expect(try world.home.calendar("plan") == nil)
        try world.planning.changePlanning { $0.isOn = true }
        try world.work()
        #expect(try world.home.calendar("plan")?.objectCount == 1)
        // A phone that deletes the calendar switches plans off.
        try world.home.delete("plan")
        try world.work()
        #expect(try world.planning.planningChoices().isOn == false)
        let error = #expect(throws: PlanningChoiceProblems.self) {
            try world.planning.changePlanning { $0.loadPercent = 5 }
        }
        #expect(error?.problems == [.load(10...100)])
    }

    @Test("a preview says where a task would go and stores nothing")
    func preview() throws {
        try world.addTask("gym", TaskFacts(minutes: 60, weekdays: [.tuesday]))
        try world.work()
        let preview = try world.planning.preview(
            TaskFacts(minutes: 30, weekdays: [.tuesday]), due: nil, .usual, uid: "new")
        #expect(preview.times.count == 1 && preview.moved == [])
        #expect(try world.items().count == 1)
    }

    @Test("an event that a program puts into the plan's calendar stays and takes time")
    func foreign() throws {
        try world.addTask("gym", TaskFacts(
            minutes: 60, windows: [PlanWindow(fromClock: 540, toClock: 720)], weekdays: [.tuesday]))
        try world.work()
        try world.put("Foreign", "20261124T090000", "20261124T100000", in: "plan")
        try world.work()
        #expect(try world.planned() == ["gym 24 10:00–11:00"])
        #expect(try world.home.calendar("plan")?.objectCount == 2)
    }
}
