import Calendars
import CivilTime
import ICalendar
import PrayerTimes
import Scheduling
import Storage
import Testing

@Suite("Facts of flexible tasks")
struct TaskFactsTests {
    /// Monday 23 November 2026, 17:30.
    private let now: LocalDateTime

    init() throws {
        let date = try #require(LocalDate(year: 2026, month: 11, day: 23))
        now = try #require(LocalDateTime(date: date, hour: 17, minute: 30))
    }

    private func problems(
        _ facts: TaskFacts, due: ToDoDue? = nil, after: [String: [String]] = [:], hasPlace: Bool = true
    ) -> [TaskFactsProblem] {
        facts.problems(due: due, TaskSurroundings(now: now, uid: "a", after: after, hasPlace: hasPlace))
    }

    private func component(_ lines: String...) throws -> Component {
        let text = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a"] + lines + ["END:VTODO", "END:VCALENDAR", ""]
        let calendar = try CalendarStream(Array(text.joined(separator: "\r\n").utf8)).components.first
        return try #require(calendar?.components.first)
    }

    @Test("are read from the properties of a to-do")
    func reading() throws {
        let facts = try component(
            "X-JADWAL-FLEXIBLE:TAKES=60;TIMES=3;REST=1;DAYS=MO,FR;PAUSED-UNTIL=2026-12-01",
            "X-JADWAL-WINDOW:FROM=0900;TO=1230", "X-JADWAL-WINDOW:AFTER=asr;BEFORE=maghrib",
            "RELATED-TO;RELTYPE=DEPENDS-ON:b", "RELATED-TO:parent").taskFacts
        #expect(facts == TaskFacts(
            minutes: 60,
            windows: [PlanWindow(fromClock: 540, toClock: 750), PlanWindow(after: .asr, before: .maghrib)],
            weekdays: [.monday, .friday], repetition: .weekly(times: 3, restDays: 1), after: ["b"],
            pausedUntil: LocalDate(year: 2026, month: 12, day: 1)))
    }

    @Test("a to-do without them is a plain one, and so is one with facts that cannot be read", arguments: [
        "SUMMARY:Milk", "X-JADWAL-FLEXIBLE:TAKES=soon", "X-JADWAL-FLEXIBLE:TAKES=0", "X-JADWAL-FLEXIBLE:TAKES=1441",
        "X-JADWAL-FLEXIBLE:TAKES=60;TIMES=often", "X-JADWAL-FLEXIBLE:TAKES=60\r\nX-JADWAL-WINDOW:FROM=2561",
        "X-JADWAL-FLEXIBLE:TAKES=60\r\nX-JADWAL-WINDOW:AFTER=sunrise", "X-JADWAL-FLEXIBLE:TAKES=60;TIMES=8",
        "X-JADWAL-FLEXIBLE:TAKES=60;TIMES=1;REST=9223372036854775807",
        "X-JADWAL-FLEXIBLE:TAKES=60;LEAST=1;GREATEST=9223372036854775807",
        "X-JADWAL-FLEXIBLE:TAKES=60;LEAST=10;GREATEST=20;A-DAY=13",
        "X-JADWAL-FLEXIBLE:TAKES=60;LEAST=10;GREATEST=20;PAUSE=9223372036854775807",
    ])
    func plain(lines: String) throws {
        #expect(try component(lines).taskFacts == nil)
    }

    @Test("lengths of 1 and 1,440 minutes are possible, 0 and 1,441 are not", arguments: [
        (0, false), (1, true), (1_440, true), (1_441, false),
    ])
    func lengths(minutes: Int, isPossible: Bool) {
        #expect(problems(TaskFacts(minutes: minutes)) == (isPossible ? [] : [.length(limits: 1...1_440)]))
    }

    @Test("a window must hold the task, also one over midnight")
    func windows() {
        let hour = PlanWindow(fromClock: 540, toClock: 600), night = PlanWindow(fromClock: 1_380, toClock: 60)
        #expect(problems(TaskFacts(minutes: 120, windows: [night])) == [])
        #expect(problems(TaskFacts(minutes: 90, windows: [hour])) == [.longerThanWindows(longest: 60)])
        #expect(problems(TaskFacts(minutes: 90, windows: [hour, night])) == [.windowTooShort(0, minutes: 60)])
        let empty = PlanWindow(fromClock: 540, toClock: 540)
        #expect(problems(TaskFacts(minutes: 5, windows: [hour, empty])) == [.windowEmpty(1)])
        #expect(problems(TaskFacts(minutes: 90, windows: [PlanWindow(after: .asr)])) == [])
    }

    @Test("pieces must be able to have the length")
    func pieces() {
        func facts(_ least: Int, _ greatest: Int) -> TaskFacts {
            TaskFacts(
                minutes: 100, repetition: .pieces(least: least, greatest: greatest, mostADay: 1, pause: 0))
        }
        #expect(problems(facts(30, 60)) == [])
        #expect(problems(facts(60, 30)) == [.piecesReversed])
        #expect(problems(facts(70, 90)) == [.piecesDoNotSum])
    }

    @Test("the times of a week with their rests must fit into one week after another", arguments: [
        (3, 1, [], 3), (4, 1, [], 3), (7, 0, [], 7), (2, 0, [.friday], 1), (2, 2, [.monday, .friday], 2),
    ] as [(Int, Int, Set<Weekday>, Int)])
    func weekly(times: Int, rest: Int, weekdays: Set<Weekday>, most: Int) {
        let facts = TaskFacts(minutes: 30, weekdays: weekdays, repetition: .weekly(times: times, restDays: rest))
        #expect(problems(facts) == (times <= most ? [] : [.timesDoNotFit(most: most)]))
    }

    @Test("a deadline must be to come, and nothing waits for itself")
    func deadlinesAndOrder() {
        let facts = TaskFacts(minutes: 30), chain = TaskFacts(minutes: 30, after: ["b"])
        #expect(problems(facts, due: .day(now.date)) == [])
        #expect(problems(facts, due: .day(now.date - 1)) == [.deadlinePast])
        #expect(problems(facts, due: .time(now)) == [.deadlinePast])
        #expect(problems(chain, after: ["b": ["c"], "c": ["a"]]) == [.waitsForItself])
        #expect(problems(chain, after: ["b": ["c"], "c": ["b"]]) == [])
        #expect(problems(facts, hasPlace: false) == [])
    }
}
