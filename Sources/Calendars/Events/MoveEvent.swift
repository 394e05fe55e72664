import Crypto
import Runtime
package import Storage

extension CalendarHome {
    /// Moves an event with its whole series to another calendar.
    ///
    /// - Returns: its new place.
    /// - Throws: `CalendarRefusal`; `uidTaken` if the other calendar has an event with the same UID.
    package func moveEvent(_ place: ObjectPlace, to calendar: String) throws -> ObjectPlace {
        if place.calendar.utf8.elementsEqual(calendar.utf8) { return place }
        func move(to target: ObjectPlace) throws -> ObjectPlace {
            _ = try self.move(from: place, to: target, isMove: true) { places in
                if let segment = places.segmentOfUID { throw CalendarRefusal.uidTaken(segment: segment) }
                if places.replaced != nil { throw AddressInUse() }
            }
            return target
        }
        do {
            return try move(to: ObjectPlace(calendar, place.segment))
        } catch is AddressInUse {
            return try move(to: ObjectPlace(calendar, "\(Random.uuidV4()).ics"))
        }
    }
}

/// An object with another UID has the same address in the other calendar.
private struct AddressInUse: Error {}
