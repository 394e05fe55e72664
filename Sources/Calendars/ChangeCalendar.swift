import Runtime
package import Storage

/// A change of a property that is only kept.
package enum KeptPropertyChange: Sendable {
    case keep(KeptProperty)
    case delete(namespace: String, name: String)
}

extension CalendarHome {
    /// Changes a calendar: all or nothing.
    ///
    /// - Parameter change: changes the values, and returns the changes of kept properties. It may run twice.
    /// - Throws: `CalendarRefusal`, and what `change` throws.
    package func change(
        _ segment: String, _ change: (inout CalendarRow) throws -> [KeptPropertyChange]
    ) throws {
        let store = try app.store
        try store.transaction {
            guard var calendar = try store.lockCalendar(of: owner, segment) else { throw CalendarRefusal.noCalendar }
            let before = calendar
            let kept = try change(&calendar)
            if calendar != before { try store.update(calendar) }
            try keep(kept, at: .calendar(calendar.id))
        }
    }

    /// Changes the kept properties of the home or the principal: all or nothing.
    package func change(_ changes: [KeptPropertyChange], at place: PropertyPlace) throws {
        let store = try app.store
        try store.transaction { try keep(changes, at: place) }
    }

    /// Makes the changes inside a transaction.
    func keep(_ changes: [KeptPropertyChange], at place: PropertyPlace) throws {
        let store = try app.store
        for change in changes {
            switch change {
            case .keep(let property): try store.keep(property, at: place, of: owner)
            case .delete(let namespace, let name):
                try store.deleteProperty(namespace, name, at: place, of: owner)
            }
        }
        guard !changes.isEmpty else { return }
        guard try store.keptPropertyOctets(at: place, of: owner) <= Self.mostPropertyOctets
        else { throw CalendarRefusal.tooManyProperties(octets: Self.mostPropertyOctets) }
    }

    /// The octets of the properties that one place keeps, 1,000 more for each; programs set a handful.
    private static let mostPropertyOctets = 200_000
}
