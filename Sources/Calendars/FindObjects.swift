import CivilTime
package import DAV
package import ICalendar
import Runtime
package import Storage

/// An object that a query matches.
package struct FoundObject: Sendable {
    package let member: MemberRow
    /// The text; nil if it was neither needed nor asked for.
    package let octets: [UInt8]?
    /// The text as it was read; nil if nothing had to read it.
    package let calendar: Component?

    package init(member: MemberRow, octets: [UInt8]?, calendar: Component?) {
        self.member = member
        self.octets = octets
        self.calendar = calendar
    }
}

extension CalendarHome {
    /// Returns a calendar and the objects that pass the filter of a query, with the work that is left for writing them;
    /// nil if there is no calendar.
    ///
    /// An object whose text cannot be read does not fail the query: it is left out, as nothing can match it.
    ///
    /// - Parameters:
    ///   - withOctets: true if the texts are wanted.
    ///   - budget: the work that is left for the request.
    /// - Throws: `DAVError` for the time zone of the query.
    package func find(
        _ query: CalendarQuery, in segment: String, withOctets: Bool, budget: RequestBudget
    ) throws -> FoundObjects? {
        let candidates = CandidateQuery(query.filter)
        let found = try app.store.candidates(
            of: owner, segment, ObjectConditions(candidates),
            withOctets: withOctets || candidates.needsText || !candidates.windows.isEmpty)
        guard let calendar = found.calendar else { return nil }
        let floating = try query.floating(collection: floating(in: calendar), database: zoneDatabase)
        var budget = budget
        let evaluated = EvaluatedZones()
        func result(_ objects: [FoundObject]) -> FoundObjects {
            FoundObjects(calendar: calendar, objects: objects, floating: floating, budget: budget)
        }
        guard !candidates.matchesNothing else { return result([]) }
        func object(_ row: CandidateRow, _ octets: [UInt8]?) -> FoundObject? {
            switch candidates.decision(row.facts) {
            case false: return nil
            case true: return FoundObject(member: row.member, octets: octets, calendar: nil)
            case nil:
                guard let octets, let text = storedCalendar(octets),
                      budget.spend({ part in
                          let zones = ZoneResolver(
                              text, database: zoneDatabase, evaluated: evaluated, budget: &part)
                          return query.passes(text, zones: zones, floating: floating, budget: &part)
                      })
                else { return nil }
                return FoundObject(member: row.member, octets: octets, calendar: text)
            }
        }
        guard calendar.octetCount > mostAnswerOctets else {
            return result(found.objects.compactMap { object($0, $0.octets) })
        }
        let rows = found.objects.filter { candidates.decision($0.facts) != false }
        var objects: [FoundObject] = [], held = 0
        guard withOctets || rows.contains(where: { candidates.decision($0.facts) == nil })
        else { return result(rows.compactMap { object($0, nil) }) }
        try eachText(of: rows.map(\.member), in: calendar.id) { index, text in
            guard let found = object(rows[index], text) else { return }
            held += text.count
            guard !withOctets || held <= mostAnswerOctets else { throw Self.answerTooLarge }
            objects.append(withOctets ? found : FoundObject(member: found.member, octets: nil, calendar: nil))
        }
        return result(objects)
    }
}

/// The objects that a query has found.
package struct FoundObjects: Sendable {
    package let calendar: CalendarRow
    package let objects: [FoundObject]
    /// The zone of days and floating times.
    package let floating: any ZoneRules
    /// The work that is left for the request.
    package let budget: RequestBudget

    package init(calendar: CalendarRow, objects: [FoundObject], floating: any ZoneRules, budget: RequestBudget) {
        self.calendar = calendar
        self.objects = objects
        self.floating = floating
        self.budget = budget
    }
}

/// The work that one request may do on all its objects together.
package struct RequestBudget: Sendable {
    private var left: Int

    /// - Parameter steps: as `WorkBudget` counts them.
    package init(steps: Int = 20_000_000) {
        left = steps
    }

    /// Gives an object its part of the work.
    package mutating func spend<Result, E: Error>(
        _ body: (inout WorkBudget) throws(E) -> Result
    ) throws(E) -> Result {
        let most = min(left, CalendarHome.budget.steps)
        var part = WorkBudget(steps: most)
        defer { left -= most - part.steps }
        return try body(&part)
    }
}

/// Returns the VCALENDAR of a stored text; nil if it cannot be read.
package func storedCalendar(_ octets: [UInt8]) -> Component? {
    readable(try CalendarStream(octets).components.first)
}

extension ObjectConditions {
    fileprivate init(_ query: CandidateQuery) {
        self.init(kind: query.kind)
        // One window is enough to find few objects; `decision` examines them all.
        if let window = query.windows.first {
            self.window = Window(
                earliestEnd: window.earliestEnd, latestStart: window.latestStart,
                includesUndated: window.mayBeUndated)
        }
    }
}

extension CandidateRow {
    fileprivate var facts: ObjectFacts {
        ObjectFacts(
            uid: uid, kind: member.kind, firstStart: busy.firstStart, lastEnd: busy.lastEnd, isRecurring: isRecurring,
            isFloating: busy.isFloating, status: busy.status, isTransparent: busy.isTransparent)
    }
}
