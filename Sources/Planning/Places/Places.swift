import Runtime
package import Storage
import Templates

// The saved places of a customer: names and points at which tasks are done and events happen.
//
// - Places.swift: reading and changing them. PlacePoints.swift: the numbers of places for the engine.
// - EventWay.swift: the ways to an event, side by side. DayWays.swift: the places of a day and the ways between.

/// A place that cannot be saved, for a sentence at its field.
package enum PlaceRefusal: Error, Sendable, Hashable {
    case noName
    case nameTooLong(limit: Int)
    case nameCharacters
    /// The customer has another place with this name.
    case nameTaken
    case tooMany(limit: Int)
}

extension PlanningHome {
    /// Returns the customer's places by name.
    package func places() throws -> [SavedPlace] { try app.store.savedPlaces(of: owner) }

    /// Returns what the form of an event shows beside the event: the names of the places that it proposes, and if a
    /// device of the customer could remind them.
    package func eventFormFacts() throws -> EventFormRow? { try app.store.eventFormRow(of: owner) }

    /// Saves a place, or changes the one of a given identity.
    ///
    /// - Returns: its identity; nil if there is no place of the given one.
    /// - Throws: `PlaceRefusal`.
    package func save(_ place: PlaceValues, as id: SavedPlaceID? = nil) throws -> SavedPlaceID? {
        let store = try app.store
        return try store.transaction {
            try store.lock(owner)
            let others = try store.savedPlaces(of: owner).filter { $0.id != id }
            if let refusal = Self.refusal(of: place.name, beside: others) { throw refusal }
            try compareAgain()
            if let id { return try store.changePlace(id, of: owner, to: place) ? id : nil }
            guard let made = try store.addPlace(place, of: owner) else {
                throw PlaceRefusal.tooMany(limit: SavedPlace.most)
            }
            return made
        }
    }

    /// Deletes a place. Tasks that name it then happen anywhere.
    ///
    /// - Returns: its values; nil if there is no such place.
    package func deletePlace(_ id: SavedPlaceID) throws -> SavedPlace? {
        let store = try app.store
        return try store.transaction {
            guard let place = try places().first(where: { $0.id == id }), try store.deletePlace(id, of: owner) else {
                return nil
            }
            try compareAgain()
            return place
        }
    }

    /// Brings a deleted place back, so that the tasks that name it have it again.
    ///
    /// - Returns: false if there is one with its name, or there are too many.
    package func restore(_ place: PlaceValues, as id: SavedPlaceID) throws -> Bool {
        let store = try app.store
        return try store.transaction {
            try store.lock(owner)
            let others = try store.savedPlaces(of: owner)
            if others.contains(where: { $0.id == id }) { return true }
            guard Self.refusal(of: place.name, beside: others) == nil else { return false }
            try compareAgain()
            return try store.restorePlace(place, as: id, of: owner)
        }
    }

    /// Lets a worker look again at the ways between events, whose places may have this name.
    private func compareAgain() throws {
        try app.store.compareAgain(of: owner)
        try app.enqueue(CompareStored(customer: owner), .english)
    }

    private static func refusal(of name: String, beside others: [SavedPlace]) -> PlaceRefusal? {
        if name.isEmpty { return .noName }
        let scalars = name.unicodeScalars
        if scalars.count > SavedPlace.mostName { return .nameTooLong(limit: SavedPlace.mostName) }
        if scalars.contains(where: { $0.properties.generalCategory == .control }) { return .nameCharacters }
        return others.contains { $0.name.lowercased() == name.lowercased() } ? .nameTaken : nil
    }
}
