import Calendars
import CivilTime
import PrayerTimes
import Scheduling
import Storage

/// The horizon of a plan, with the way from its ids back to tasks.
struct TaskHorizon {
    var horizon: PlanHorizon
    /// The UID of the task of each id of the horizon.
    var uids: [String: String] = [:]
    /// The planned times that stay, by plan-day.
    var staying: [PlanItem]

    /// Returns the UID of the task to which a part belongs.
    func uid(ofPart id: String) -> String? { uids[String(id.prefix { $0 != "#" })] }
}

extension PlanSituation {
    /// Returns the days and tasks as the engine takes them.
    func horizon() -> TaskHorizon {
        let staying = items.filter(stays)
        let byDay = Dictionary(grouping: staying) { day(of: $0.start) }
        let days = self.days.map { planDay($0, fixed: byDay[$0] ?? []) }
        var found = TaskHorizon(horizon: PlanHorizon(days, tasks: []), staying: staying)
        for (number, task) in tasks.tasks.enumerated() {
            for var made in horizonTasks(task, days) {
                made.id = "\(Self.padded(number))\(made.id)"
                found.uids[made.id] = task.uid
                found.horizon.tasks.append(made)
            }
        }
        // A task that is done some times a week has one id for each week. The first one counts.
        let first = Dictionary(found.horizon.tasks.compactMap { made in found.uids[made.id].map { ($0, made.id) } }) {
            first, _ in first
        }
        for index in found.horizon.tasks.indices {
            let uid = found.uids[found.horizon.tasks[index].id]
            found.horizon.tasks[index].after = uid.flatMap(task)?.facts.after.compactMap { first[$0] } ?? []
        }
        return found
    }

    private static func padded(_ number: Int) -> String { String("00\(number)".suffix(3)) }

    /// Returns a task as the engine takes it: one, or one for each week; none if nothing of it is left to plan.
    private func horizonTasks(_ task: FlexibleTask, _ days: [PlanDay]) -> [HorizonTask] {
        let own = items.filter { $0.key.task == task.uid }, windows = windows(of: task, own, days)
        var made = HorizonTask(
            "", length: task.facts.minutes, place: number(ofPlace: task.facts.place), weight: weight(of: task),
            windows: windows, buffer: choices.bufferMinutes, countsAsLoad: task.importance != .must,
            planned: planned(own))
        switch task.facts.repetition {
        case .once:
            // A to-do that is open again was done before.
            return own.contains { $0.state == .planned && isFulfilled($0) } ? [] : [made]
        case .pieces(let least, let greatest, let mostADay, let pause):
            made.length -= own.filter(isFulfilled).reduce(0) { $0 + $1.minutes }
            guard made.length > 0 else { return [] }
            // The rest may be shorter than a piece.
            made.repetition = .pieces(
                least: min(least, made.length), greatest: greatest, mostADay: mostADay, pause: pause)
            return [made]
        case .weekly(let times, let restDays):
            return weeks(made, own, times: times, restDays: restDays)
        }
    }

    /// Returns true if a time of a task needs no other one: it is done, it stays, or its time passed and its owner was
    /// not asked yet.
    private func isFulfilled(_ item: PlanItem) -> Bool {
        switch item.state {
        case .done: true
        case .planned: stays(item) || item.end <= now && day(of: item.start) >= today - 1
        case .notToday, .dropped: false
        }
    }

    private func weight(of task: FlexibleTask) -> Int {
        if isOverdue(task) { return 1_000 }
        return switch task.importance {
        case .must: 1_000
        case .usual: 20
        case .ifRoom: 1
        }
    }

    /// Returns true if the deadline of a task is over. It is planned as soon as possible then.
    func isOverdue(_ task: FlexibleTask) -> Bool {
        switch task.due {
        case nil: false
        case .day(let day)?: day < today
        case .time(let local)?: time.zone.instant(of: local) <= now
        }
    }

    /// The times of a task in the plan in force that may move.
    private func planned(_ own: [PlanItem]) -> [HorizonTask.Planned] {
        own.filter { $0.state == .planned && $0.start > now && !stays($0) }.map { item in
            HorizonTask.Planned(day: day(of: item.start) - today, start: minutes(of: item).lowerBound)
        }
    }
}

// MARK: - Windows

extension PlanSituation {
    /// Returns the windows of a task on each day.
    func windows(of task: FlexibleTask, _ own: [PlanItem], _ days: [PlanDay]) -> [[Range<Int>]] {
        let start = startMinute(task), excluded = Set(own.filter { $0.state == .notToday }.map { day(of: $0.start) })
        return zip(self.days, days).map { date, day in
            excluded.contains(date) ? [] : windows(of: task, on: date, in: day.time, from: start)
        }
    }

    /// Returns the windows of a task on a day.
    ///
    /// - Parameters:
    ///   - time: the minutes of the day that are left.
    ///   - start: the first minute at which the task may begin.
    private func windows(
        of task: FlexibleTask, on date: LocalDate, in time: Range<Int>, from start: Int
    ) -> [Range<Int>] {
        let end = isOverdue(task) ? nil : task.due.map(endMinute), facts = task.facts
        let isAllowed = facts.weekdays.isEmpty || facts.weekdays.contains(date.weekday)
        let isPaused = facts.pausedUntil.map { date < $0 } ?? false
        guard isAllowed, !isPaused else { return [] }
        return openTimes(of: facts, on: date).map { window in
            let open = window.clamped(to: time)
            let later = open.clamped(to: max(start, open.lowerBound)..<max(start, open.upperBound))
            return end.map { later.clamped(to: min(later.lowerBound, $0)..<$0) } ?? later
        }.filter { !$0.isEmpty }
    }

    /// Returns the word for the room that a planned time has on its day beside events and prayers.
    ///
    /// - Returns: nil for one that has begun, and for one that is pinned outside its windows.
    func room(of item: PlanItem) -> Fittability.Room? {
        let date = day(of: item.start)
        guard item.start > now, days.contains(date), let task = task(item.key.task) else { return nil }
        let day = planDay(date, fixed: []), start = startMinute(task)
        let windows = windows(of: task, on: date, in: day.time, from: start)
        let room = Fittability(PlanTask(task.uid, length: item.minutes, windows: windows), on: day).room
        return room == .none ? nil : room
    }

    /// Returns the end of the times that stay of tasks that must be done before a task.
    private func startMinute(_ task: FlexibleTask) -> Int {
        let before = items.filter { task.facts.after.contains($0.key.task) && stays($0) }
        return before.map { minutes(of: $0).upperBound }.max() ?? .min
    }

    private func openTimes(of facts: TaskFacts, on date: LocalDate) -> [Range<Int>] {
        let day = dayTime(date), availability = time.availability
        guard facts.windows.isEmpty else {
            return facts.windows.flatMap {
                day.times(of: $0, on: line, prayers: availability.prayers, availability.strictness)
            }
        }
        guard choices.leavesMornings else { return allowed(on: date) }
        let noon = line.minutes(ofClock: 720..<1_440, on: line.day(day.number)).first?.lowerBound
        return allowed(on: date).map { hours in
            noon.map { hours.clamped(to: $0..<max($0, hours.upperBound)) } ?? hours
        }.filter { !$0.isEmpty }
    }

    private func endMinute(_ due: ToDoDue) -> Int {
        switch due {
        case .day(let day): dayTime(day).time.upperBound
        case .time(let local): line.minute(at: time.zone.instant(of: local))
        }
    }
}

// MARK: - Weeks

extension PlanSituation {
    /// Returns a task for each week, with the times that are left of it.
    private func weeks(_ task: HorizonTask, _ own: [PlanItem], times: Int, restDays: Int) -> [HorizonTask] {
        // A time that its owner dropped is not made up for in its week.
        let fulfilled = own.filter { isFulfilled($0) || $0.state == .dropped }.map { day(of: $0.start) }
        let weeks = Dictionary(grouping: days.indices) { weekNumber(days[$0]) }.sorted { $0.key < $1.key }
        var made: [HorizonTask] = []
        for (week, indices) in weeks {
            let left = times - fulfilled.count { weekNumber($0) == week }
            let open = indices.filter { index in
                !task.windows[index].isEmpty && !fulfilled.contains { abs($0 - days[index]) <= restDays }
            }
            let rested = restedDays(open, restDays: restDays, times: left, isWhole: indices.count == 7)
            let count = min(left, Self.most(rested, restDays: restDays))
            guard count > 0 else { continue }
            var one = task
            one.id = "w\(week)"
            one.windows = task.windows.indices.map { rested.contains($0) ? task.windows[$0] : [] }
            one.planned = task.planned.filter { indices.contains($0.day) }
            one.repetition = count == 1 ? .once : .times(count, restDays: restDays)
            made.append(one)
        }
        return made
    }

    /// Returns the days of a later week without its first ones: so the rest between two weeks is kept. A whole week in
    /// which too few days would be left keeps them.
    private func restedDays(_ open: [Int], restDays: Int, times: Int, isWhole: Bool) -> [Int] {
        guard let first = open.first, weekNumber(days[first]) != weekNumber(today) else { return open }
        let later = open.filter { weekNumber(days[$0] - restDays) == weekNumber(days[$0]) }
        return !isWhole || Self.most(later, restDays: restDays) >= times ? later : open
    }

    private static func most(_ days: [Int], restDays: Int) -> Int {
        var count = 0, next = Int.min
        for day in days where day >= next {
            count += 1
            next = day + 1 + restDays
        }
        return count
    }

    private func weekNumber(_ date: LocalDate) -> Int {
        // 1970-01-01 was a Thursday.
        let shifted = date.daysSince1970 + 4 - weekStart.rawValue
        return shifted >= 0 ? shifted / 7 : -((6 - shifted) / 7)
    }
}
