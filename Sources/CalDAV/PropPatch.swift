import Calendars
import DAV
package import HTTP
package import Runtime
import Storage
import XML

extension CalendarServer {
    /// `PROPPATCH`: sets and removes properties, all or none (RFC 4918 §9.2).
    package static func propPatch(_ visit: DeviceVisit, _ app: App) throws -> Response {
        let changes = try [PropertyChange](propertyUpdate: visit.request.body)
        let calendars = visit.calendars(app)
        let outcomes: [SettingOutcome]
        switch visit.address {
        case .calendar(let segment):
            try visit.requireWritable(segment, .writeProperties)
            outcomes = try patch(segment, changes, visit, calendars)
        case .home: outcomes = try patch(.home, .home, changes, calendars)
        case .root, .principal: outcomes = try patch(.principal, .principal, changes, calendars)
        case .object(let place):
            guard try calendars.object(at: place) != nil else { throw Refusal.notFound }
            outcomes = changes.map { refused($0.name, "objects keep no properties of programs") }
        case .principals, .homes: outcomes = changes.map { refused($0.name, "this collection belongs to nobody") }
        case .nothing: throw Refusal.notFound
        }
        let preferences = visit.preferences
        if preferences.isMinimal, !outcomes.isRefused {
            var response = Response.empty(.ok)
            response.note(preferences)
            return response
        }
        var writer = XMLWriter.dav()
        writer.document("d:multistatus") { writer in
            writer.response(visit.href.text) { writer in outcomes.write(to: &writer) }
        }
        return try .multiStatus(writer, preferences)
    }

    private static func refused(_ name: XMLName, _ message: String) -> SettingOutcome {
        SettingOutcome(name: name, error: DAVError(.forbidden, message))
    }

    /// The changes that a refusal rolls back.
    private struct Refused: Error {
        let outcomes: [SettingOutcome]
    }

    private static func patch(
        _ segment: String, _ changes: [PropertyChange], _ visit: DeviceVisit, _ calendars: CalendarHome
    ) throws -> [SettingOutcome] {
        let conditions = try WriteConditions(visit.request.headers)
        var outcomes: [SettingOutcome] = []
        do {
            try calendars.change(segment) { calendar in
                outcomes = []
                try conditions.check(calendar, at: visit.href)
                var values = CalendarValues(calendar)
                var kept: [KeptPropertyChange] = []
                for change in changes {
                    outcomes.append(outcome(change.name) { () throws(DAVError) in
                        guard let property = LiveProperty(change.name) else { return kept.append(try change.kept) }
                        switch change {
                        case .set(let element): try property.set(element, on: &values, calendars.zoneDatabase)
                        case .remove: try property.remove(from: &values)
                        }
                    })
                }
                if outcomes.isRefused { throw Refused(outcomes: outcomes) }
                calendar.set(values)
                return kept
            }
        } catch let refused as Refused {
            return refused.outcomes
        }
        return outcomes
    }

    /// Changes properties of a resource that computes its own and keeps all others.
    private static func patch(
        _ place: PropertyPlace, _ kind: Resource.Kind, _ changes: [PropertyChange], _ calendars: CalendarHome
    ) throws -> [SettingOutcome] {
        var kept: [KeptPropertyChange] = []
        let outcomes = changes.map { change in
            outcome(change.name) { () throws(DAVError) in
                if let property = LiveProperty(change.name), property.belongs(to: kind) {
                    throw DAVError.unsettable
                }
                kept.append(try change.kept)
            }
        }
        if !outcomes.isRefused { try calendars.change(kept, at: place) }
        return outcomes
    }

    private static func outcome(_ name: XMLName, _ set: () throws(DAVError) -> Void) -> SettingOutcome {
        do throws(DAVError) {
            try set()
            return SettingOutcome(name: name, error: nil)
        } catch {
            return SettingOutcome(name: name, error: error)
        }
    }
}

extension PropertyChange {
    fileprivate var kept: KeptPropertyChange {
        get throws(DAVError) {
            switch self {
            case .set(let element): .keep(try element.kept)
            case .remove(let name): .delete(namespace: name.namespace, name: name.local)
            }
        }
    }
}
