import Calendars
import CivilTime
import Planning
import Runtime
import Storage
import TestSupport
import Testing

extension PlanningWorld {
    private var zone: TimeZoneRules { get throws { try test.app.zone(of: customer) } }

    /// Adds a task to the list of tasks; its title is its UID.
    func addTask(_ uid: String, _ facts: TaskFacts) throws {
        try home.addToDo(ToDoDraft(title: uid), facts, to: "", uid: uid)
    }

    func addTask(_ uid: String, minutes: Int) throws { try addTask(uid, TaskFacts(minutes: minutes)) }

    /// The times of the plan, by day and start.
    func items() throws -> [PlanItem] {
        let day = try zone.date(at: test.app.now())
        return try test.store.planItems(of: customer.id, on: day - 7...day + 20).filter { $0.state == .planned }
    }

    func item(_ key: PlanItemKey) throws -> PlanItem {
        try #require(try test.store.planItems(of: customer.id, on: key.day...key.day).first { $0.key == key })
    }

    /// The times as `gym 24 09:00–10:00`: the task, the day of the month, the clock.
    func planned() throws -> [String] {
        try items().sorted { ($0.start, $0.key) < ($1.start, $1.key) }.map {
            "\($0.key.task) \($0.key.day.day) \(clock($0.start))–\(clock($0.end))"
        }
    }

    /// The time on the clocks of Riyadh, which are three hours ahead.
    func clock(_ moment: Instant) -> String {
        let utc = (moment + .seconds(3 * 3_600)).utc
        return [utc.hour, utc.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// The texts of the events in the plan's calendar.
    func planTexts() throws -> [String] {
        try planObjects().map { String(decoding: $0.octets, as: UTF8.self) }
    }

    private func planObjects() throws -> [ObjectRow] {
        guard let found = try home.members(of: "plan") else { return [] }
        return try home.objects(at: found.members.map(\.segment), of: "plan")?.objects ?? []
    }

    private func segment(of item: PlanItem) throws -> String {
        let stamp = try #require(item.start.utc.compact)
        let found = try planObjects().first {
            let text = String(decoding: $0.octets, as: UTF8.self)
            return text.contains("RELATED-TO:\(item.key.task)\r\n") && text.contains("DTSTART:\(stamp)")
        }
        return try #require(found?.member.segment)
    }

    /// Changes the event of a planned time as a phone does.
    func edit(_ item: PlanItem, _ change: (String) -> String) throws {
        let place = ObjectPlace("plan", try segment(of: item))
        let object = try #require(try home.object(at: place))
        let text = change(String(decoding: object.octets, as: UTF8.self))
        _ = try home.put(Array(text.utf8), at: place)
    }

    /// Deletes the event of a planned time as a phone does.
    func remove(_ item: PlanItem) throws {
        try home.deleteObject(at: ObjectPlace("plan", try segment(of: item)))
    }
}

extension UTCDateTime {
    /// The form of iCalendar, without the Z.
    fileprivate var compact: String? {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)\(two(month))\(two(day))T\(two(hour))\(two(minute))\(two(second))"
    }
}
