import CivilTime
import ICalendar
import Logging
import Places
import PrayerFeeds
package import Runtime
package import Storage
import Templates

/// Moves all computed times of a customer who chose another city, another method or another Hijri shift.
///
/// Running twice is harmless: times that are right are not written again.
package struct MoveTimes: Job {
    package static let kind = "calendars.move-times"
    /// The chore takes over what a job left.
    package static func usefulSeconds(_ config: Config) -> Int { 86_400 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        while true {
            let due = try app.store.dueTimes(of: customer, limit: 50)
            if due.isEmpty { return }
            try TimesOfSeries.bringUpToDate(due, app)
        }
    }
}

extension App {
    /// Lets the worker move a customer's computed times. Call it in the transaction that changes what they are computed
    /// from: the city, the method, the minutes, the Hijri shift.
    package func moveTimes(of customer: CustomerID) throws {
        guard try store.forgetTimes(of: customer) else { return }
        // The job sends nothing, so its language is never used.
        try enqueue(MoveTimes(customer: customer), .english)
    }
}

/// The worker's care for computed times.
package enum TimesOfSeries {
    /// Brings the times of some series up to date: those with fewer than 60 days left, those that a program wrote, and
    /// those whose methods, Hijri months or rules of zones have changed.
    ///
    /// Running twice is harmless, also at the same moment: an object that was changed meanwhile is read again.
    ///
    /// - Returns: the number of series; fewer than `limit` if no more are due.
    package static func bringDueUpToDate(limit: Int, _ app: App) throws -> Int {
        let hijri = try app.hijri, zones = app.shared.timeZones
        var inputs = try zones.names.compactMap { name in
            try zones.rules(named: name).map { timetableInputs($0, hijri) }
        }
        inputs.append(hijriInputs(hijri))
        let today = TimeZoneRules.utc.date(at: app.now())
        let due = try app.store.dueTimes(on: today, unless: Array(Set(inputs)), limit: limit)
        try bringUpToDate(due, app)
        return due.count
    }

    /// Brings the times of some series up to date. Those of one customer are beside each other.
    static func bringUpToDate(_ due: [DueTimes], _ app: App) throws {
        var rest = due[...], moved = 0
        while let first = rest.first {
            let own = rest.prefix { $0.owner == first.owner }
            rest = rest.dropFirst(own.count)
            guard let customer = try app.store.customer(first.owner) else { continue }
            let home = app.calendars(of: customer)
            do {
                let series = try home.computedSeries()
                for one in own where try home.bringUpToDate(one, series) { moved += 1 }
            } catch let error where error is UnknownTimeZone || error is FeedOptionProblems {
                // One customer's choice that this release cannot read must not stop the others.
                app.log.error("times not moved", metadata: ["customer_id": "\(first.owner)", "reason": "\(error)"])
                for one in own { try home.putOff(one) }
            }
        }
        if moved > 0 { app.log.info("times moved", metadata: ["series": "\(moved)"]) }
    }
}

extension CalendarHome {
    /// Brings the times of one series up to date.
    ///
    /// - Returns: true if the object was written.
    fileprivate func bringUpToDate(_ due: DueTimes, _ series: CustomerSeries) throws -> Bool {
        // A program may write the object at the same time, and then write it again.
        for _ in 0..<3 {
            guard let object = try app.store.object(of: owner, due.place.calendar, due.place.segment)
            else { return false }
            let tag = object.member.tag
            guard let text = readable(try CalendarText(object.octets)),
                  let stored = StoredSeries(text.calendar, database: series.database)
            else {
                try app.store.record(nil, of: due, tag: tag)
                return false
            }
            let inputs = series.sources.inputs
            var rewrite = SeriesRewrite(stored, series.sources, now: series.now, today: series.today)
            do {
                guard let calendar = try rewrite.run() else {
                    let dueOn = max(ComputedTimes(through: stored.through).dueOn, series.today + 1)
                    try app.store.record(ComputedTimes(dueOn: dueOn, inputs: inputs), of: due, tag: tag)
                    return false
                }
                _ = try put(text.octets(of: calendar), at: due.place, computedFrom: inputs) { before in
                    guard before.object?.tag == tag else { throw ChangedMeanwhile() }
                }
                return true
            } catch is ChangedMeanwhile {
                continue
            } catch let error where error is AnchorProblem || error is CalendarRefusal {
                // The customer no longer has a place, or the calendars are full. The times stay as they are.
                let reason = "\(type(of: error))"
                app.log.warning("times not moved", metadata: ["customer_id": "\(owner)", "reason": "\(reason)"])
                let dueOn = max(ComputedTimes(through: stored.through).dueOn, series.today + daysUntilRetry)
                try app.store.record(ComputedTimes(dueOn: dueOn, inputs: inputs), of: due, tag: tag)
                return false
            }
        }
        return false
    }

    /// Lets the worker try again after some days.
    fileprivate func putOff(_ due: DueTimes) throws {
        guard let object = try app.store.object(of: owner, due.place.calendar, due.place.segment) else { return }
        let day = TimeZoneRules.utc.date(at: app.now()) + daysUntilRetry
        let inputs = hijriInputs(try app.hijri)
        try app.store.record(ComputedTimes(dueOn: day, inputs: inputs), of: due, tag: object.member.tag)
    }
}

/// The days after which the worker tries again what did not succeed.
private let daysUntilRetry = 7

/// Somebody wrote the object between reading and writing it.
private struct ChangedMeanwhile: Error {}

extension ComputedTimes {
    /// Makes the state of an object; nil if no times in it are computed.
    init?(_ calendar: Component, database: @escaping ZoneResolver.Database) {
        // Most objects have nothing of this.
        guard calendar.components.contains(where: { $0.first(OwnName.through) != nil }),
              let series = StoredSeries(calendar, database: database)
        else { return nil }
        self.init(through: series.through)
    }

    /// Makes the state of times that reach a day.
    fileprivate init(through: LocalDate) {
        self.init(dueOn: through == lastOfAllDays ? through : through - (fewestCoveredDays - 1))
    }
}
