import Calendars
import CivilTime
package import HTTP
import Planning
import Runtime
import Scheduling
import Storage
import Templates
import Web

/// The plan of a day: its events and planned times with the ways to them, and what has no time.
package enum ScheduleResource {
    /// `GET /api/v1/schedule?day`.
    package static func get(_ visit: ProgramVisit) throws -> Response {
        var fields = try SentFields(query: visit.request.query)
        let zone = try visit.zone, today = zone.date(at: visit.app.now())
        let day = fields.read("day", "A day as 2026-12-01, at most a year away.") { sent -> LocalDate? in
            sent.text.flatMap { LocalDate(iso8601: $0) }.flatMap { abs($0 - today) <= 366 ? $0 : nil }
        } ?? today
        try fields.finish()
        let plan = try visit.planning.plan(of: day), view = try visit.calendars.view(day...day, isMarked: false)
        let segments = Dictionary(view.calendars.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let desk = try WayDesk(visit, view), entries = view.entries.filter { $0.kind == .event && !$0.isCancelled }
        let items = zip(entries, try desk.ways(to: entries)).compactMap { entry, way -> ScheduleBody.Item? in
            guard let calendar = segments[entry.calendar] else { return nil }
            return ScheduleBody.Item(
                event: visit.body(of: entry, in: calendar, zone),
                isPlanned: entry.segment.hasPrefix(PlanEventRow.uidPrefix),
                way: way.flatMap { way in way.best.map { WayBody($0, of: way, zone) } })
        }
        return try visit.answer(
            ScheduleBody(
                day: day.iso8601, timeZone: zone.name, state: try visit.planState, isProven: plan.isProven,
                free: plan.freeMinutes * 60, items: items, leftOut: plan.leftOut.map(ScheduleBody.LeftOutTask.init)))
    }

    /// `POST /api/v1/schedule`: plans the days again, after what waits already. The answer names the job.
    package static func plan(_ visit: ProgramVisit) throws -> Response {
        if !visit.request.body.isEmpty { try SentFields(visit.request).finish() }
        let job = String(visit.app.now().secondsSince1970)
        try visit.planning.planAgain()
        var response = try Response.json(JobBody(id: job, state: "planning", plannedAt: nil), status: .accepted)
        response.headers["Location"] = "/api/v1/schedule/jobs/\(job)"
        return response
    }

    /// `GET /api/v1/schedule/jobs/{job}`: `done` when a plan was made after the job was asked for, and none waits.
    package static func job(_ visit: ProgramVisit) throws -> Response {
        let name = visit.request.parameter("job"), zone = try visit.zone
        guard name.utf8.count <= 12, let asked = Int64(name), asked >= 0, String(asked) == name,
            asked <= visit.app.now().secondsSince1970
        else { throw Problem.notFound }
        let planned = try visit.planning.plannedAt().flatMap { $0.secondsSince1970 >= asked ? $0 : nil }
        // Customers without a task have nothing to plan, so no plan is written.
        let isEmpty = try !visit.planning.hasTasks()
        let isDone = try visit.planState == "ready" && (planned != nil || isEmpty)
        return try visit.answer(
            JobBody(
                id: name, state: isDone ? "done" : "planning", plannedAt: planned.map(zone.rfc3339)))
    }

    private struct JobBody: Encodable {
        let id: String, state: String
        let plannedAt: String?

        enum CodingKeys: String, CodingKey {
            case id, state, plannedAt = "planned_at"
        }
    }
}

extension ProgramVisit {
    /// `planning` while a plan waits for the worker, else `ready`.
    fileprivate var planState: String {
        get throws { try planning.hasPlanWaiting() ? "planning" : "ready" }
    }
}

private struct ScheduleBody: Encodable {
    let day: String, timeZone: String, state: String
    let isProven: Bool
    let free: Int
    let items: [Item]
    let leftOut: [LeftOutTask]

    enum CodingKeys: String, CodingKey {
        case day, state, items, timeZone = "time_zone", isProven = "is_proven", free = "free_s", leftOut = "left_out"
    }

    struct Item: Encodable {
        let event: EventBody
        /// True for a time that was found for a task.
        let isPlanned: Bool
        let way: WayBody?

        enum CodingKeys: String, CodingKey {
            case event, way, isPlanned = "is_planned"
        }
    }

    struct LeftOutTask: Encodable {
        let id: String, title: String, reason: String

        init(_ left: ShownLeftOut) {
            id = left.task.uid
            title = left.task.title
            reason = left.lacksCity ? "no-city" : Self.name(of: left.reason)
        }

        private static func name(of reason: LeftOut.Reason) -> String {
            switch reason {
            case .window: "window"
            case .prayer: "prayer"
            case .travel: "travel"
            case .events: "events"
            case .load: "load"
            case .order: "order"
            case .displaced: "displaced"
            case .full: "full"
            }
        }
    }
}
