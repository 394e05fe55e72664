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
    /// Returns a calendar and the objects that pass the filter of a query; nil if there is no calendar.
    ///
    /// An object whose text cannot be read does not fail the query: it is left out, as nothing can match it.
    ///
    /// - Parameters:
    ///   - withOctets: true if the texts are wanted.
    /// - Throws: `DAVError` for the time zone of the query.
    package func find(
        _ query: CalendarQuery, in segment: String, withOctets: Bool
    ) throws -> (calendar: CalendarRow, objects: [FoundObject], floating: any ZoneRules)? {
        let candidates = CandidateQuery(query.filter)
        let found = try app.store.candidates(
            of: owner, segment, ObjectConditions(candidates),
            withOctets: withOctets || candidates.needsText || !candidates.windows.isEmpty)
        guard let calendar = found.calendar else { return nil }
        let floating = try query.floating(collection: floating(in: calendar), database: zoneDatabase)
        guard !candidates.matchesNothing else { return (calendar, [], floating) }
        let objects = found.objects.compactMap { row -> FoundObject? in
            switch candidates.decision(row.facts) {
            case false: return nil
            case true: return FoundObject(member: row.member, octets: row.octets, calendar: nil)
            case nil:
                guard let octets = row.octets, let text = storedCalendar(octets),
                      query.passes(
                          text, zones: ZoneResolver(text, database: zoneDatabase), floating: floating,
                          budget: Self.budget)
                else { return nil }
                return FoundObject(member: row.member, octets: octets, calendar: text)
            }
        }
        return (calendar, objects, floating)
    }
}

/// Returns the VCALENDAR of a stored text; nil if it cannot be read.
package func storedCalendar(_ octets: [UInt8]) -> Component? {
    do throws(Problem) {
        return try CalendarStream(octets).components.first
    } catch {
        return nil
    }
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
            uid: uid, kind: member.kind, firstStart: firstStart, lastEnd: lastEnd, isRecurring: isRecurring,
            isFloating: isFloating, status: status, isTransparent: isTransparent)
    }
}
