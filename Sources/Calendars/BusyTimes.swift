package import CivilTime
package import ICalendar
import Runtime
package import Storage

extension CalendarHome {
    /// The most busy periods of an answer, which then has some 16 MB.
    package static let mostBusyPeriods = 400_000

    /// Returns a calendar and the times at which its events make the customer busy; nil if there is no calendar.
    ///
    /// - Parameters:
    ///   - window: the time in which busy times are wanted.
    ///   - budget: the work that is left for the request.
    /// - Returns: with `mostBusyPeriods` periods or more, some may be missing.
    package func busyTimes(
        _ window: Range<Instant>, in segment: String, budget: inout RequestBudget
    ) throws -> (calendar: CalendarRow, busy: BusyTimes)? {
        let found = try app.store.candidates(
            of: owner, segment,
            ObjectConditions(window: .init(
                earliestEnd: window.lowerBound, latestStart: window.upperBound, includesUndated: true)),
            withOctets: true)
        guard let calendar = found.calendar else { return nil }
        var busy = BusyTimes(window, of: ["mailto:" + customer.email])
        let floating = floating(in: calendar), evaluated = EvaluatedZones()
        func add(_ octets: [UInt8]) {
            guard busy.periodCount < Self.mostBusyPeriods, let text = storedCalendar(octets) else { return }
            do throws(RecurrenceError) {
                try budget.spend { part throws(RecurrenceError) in
                    let zones = ZoneResolver(text, database: zoneDatabase, evaluated: evaluated, budget: &part)
                    try busy.add(text, zones: zones, floating: floating, budget: &part)
                }
            } catch {
                // A rule that costs too much hides its own times only.
                return
            }
        }
        let rows = found.objects.filter { !calendar.isTransparent && $0.canMakeBusy }
        if calendar.octetCount > mostAnswerOctets {
            try eachText(of: rows.map(\.member), in: calendar.id) { _, text in add(text) }
        } else {
            for row in rows { if let octets = row.octets { add(octets) } }
        }
        return (calendar, busy)
    }
}

extension CandidateRow {
    /// False for an object that makes nobody busy, whatever its text says. A single override may differ from its
    /// series, so a series is always read.
    fileprivate var canMakeBusy: Bool {
        switch member.kind {
        case "VEVENT": isRecurring || !busy.isTransparent && busy.status != "CANCELLED"
        case "VFREEBUSY", "VAVAILABILITY": true
        default: false
        }
    }
}
