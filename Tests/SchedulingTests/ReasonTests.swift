import Scheduling
import Testing

@Suite("The reason of a task that is left out")
struct ReasonTests {
    private let travel = TravelTimes(table: [[0, 40], [40, 0]])

    /// A day from 8:00 to 18:00 with a prayer and a meeting.
    private func day(_ tasks: [PlanTask], load: Int? = nil) -> PlanDay {
        PlanDay(
            480..<1_080, origin: 0,
            fixed: [FixedItem("dhuhr", .prayer, 700..<740), FixedItem("meeting", .event, 800..<900, place: 0)],
            tasks: tasks, loadMinutes: load, travel: travel)
    }

    private func leftOut(_ day: PlanDay, later: [LaterDay] = []) -> [LeftOut] {
        Reasons(for: DayPlanner().plan(day), of: day, later: later).leftOut()
    }

    @Test("is what stands in its way alone, with the minutes that are missing", arguments: [
        // The window is short; the prayer lies in it; the way is too long; the meeting lies in it.
        (PlanTask("t", length: 60, windows: [480..<530]), LeftOut.Reason.window(missing: 10)),
        (PlanTask("t", length: 60, windows: []), .window(missing: 60)),
        (PlanTask("t", length: 60, windows: [660..<760]), .prayer(missing: 20)),
        (PlanTask("t", length: 50, place: 1, windows: [740..<800]), .travel(missing: 30)),
        (PlanTask("t", length: 60, windows: [760..<940]), .events(missing: 20)),
        (PlanTask("t", length: 1_440, windows: [0..<2_880]), .window(missing: 840)),
    ])
    func alone(task: PlanTask, reason: LeftOut.Reason) {
        let found = leftOut(day([task]))
        #expect(found.map(\.reason) == [reason] && found.map(\.task) == ["t"])
    }

    @Test("names the tasks that would have to go, and offers them, a shorter length and another day")
    func displaced() {
        let tasks = [
            PlanTask("more", length: 60, weight: 30, windows: [480..<570]),
            PlanTask("less", length: 50, weight: 10, windows: [480..<570]),
        ]
        let tomorrow = PlanDay(480..<1_080, origin: 0, fixed: [FixedItem("trip", .event, 480..<600)], travel: travel)
        let later = LaterDay(
            1, tomorrow, DayPlanner().plan(tomorrow), windows: ["less": [540..<700], "more": [480..<1_080]])
        let found = leftOut(day(tasks), later: [later])
        #expect(found.map(\.task) == ["less"] && found.map(\.reason) == [.displaced(by: ["more"])])
        #expect(found.first?.offers == [
            .otherDay(1, start: 600), .shorter(length: 30), .insteadOf(["more"]),
        ])
    }

    @Test("is the load if there is room but the day is full enough, and the task before it if that one is not placed")
    func loadAndOrder() {
        let two = [
            PlanTask("a", length: 60, weight: 30, windows: [480..<1_080]),
            PlanTask("b", length: 60, weight: 10, windows: [480..<1_080]),
        ]
        let found = leftOut(day(two, load: 190))
        #expect(found.map(\.reason) == [.load] && found.first?.offers == [.shorter(length: 30)])
        let ordered = [
            PlanTask("first", length: 60, windows: [480..<500]),
            PlanTask("second", length: 30, windows: [480..<1_080], after: ["first"]),
        ]
        let reasons = leftOut(day(ordered))
        #expect(reasons.map(\.task) == ["first", "second"])
        #expect(reasons.map(\.reason) == [.window(missing: 40), .order(after: "first")])
    }

    @Test("is a prayer that would be missed")
    func duePrayer() {
        let day = PlanDay(
            720..<900, prayers: [DuePrayer("dhuhr", 720..<900)],
            tasks: [PlanTask("task", length: 175, windows: [720..<900])])
        #expect(leftOut(day).map(\.reason) == [.prayer(missing: 10)])
    }

    @Test("is never missing, however many tasks there are")
    func many() {
        let tasks = (0..<70).map { PlanTask("task-\($0)", length: 60, windows: [480..<1_080]) }
        let day = day(tasks), plan = DayPlanner(mostItems: 50_000).plan(day)
        let found = Reasons(for: plan, of: day).leftOut(most: 1)
        #expect(found.map(\.task).sorted() == plan.leftOut)
        #expect(found.dropFirst(1).allSatisfy { $0.reason == .full })
    }

    @Test("of room is a word: tight, some, loose, or none", arguments: [
        (55, Fittability.Room.tight), (40, .some), (20, .loose), (61, .none),
    ])
    func room(length: Int, word: Fittability.Room) {
        // 100 minutes, of which the prayer takes 40.
        let task = PlanTask("t", length: length, windows: [660..<760])
        #expect(Fittability(task, on: day([task])).room == word)
        #expect(Fittability(PlanTask("t", length: 5, windows: [700..<740]), on: day([])).share == -1)
    }
}
