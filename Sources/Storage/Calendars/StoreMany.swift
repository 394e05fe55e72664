import Postgres

/// A calendar and what it has of some UIDs before objects are stored. The calendar is locked.
public struct CalendarBeforeMany: Sendable {
    public let calendar: CalendarRow
    /// The objects with these UIDs, by the octets of the UID: two texts that look alike are two UIDs.
    public let existing: [[UInt8]: ObjectRow]
    /// The octets of all objects of the customer, also of calendars that can come back.
    public let ownersOctets: Int
}

/// An object to store, with its address.
public struct PlacedObject: Sendable {
    public let segment: String
    public let object: NewObject
    /// The octets of the object that it replaces; nil if there is nothing at the address.
    public let replacedOctets: Int?

    public init(_ object: NewObject, at segment: String, replacing replacedOctets: Int?) {
        self.object = object
        self.segment = segment
        self.replacedOctets = replacedOctets
    }
}

extension Store {
    /// Stores many objects in one transaction of two round trips. Each is a change with a number of its own.
    ///
    /// - Parameters:
    ///   - uids: the UIDs of the objects.
    ///   - decide: returns the objects to store, at most one for an address. An address that is new here was never
    ///     used before. It may throw, and then nothing is written.
    /// - Returns: false if there is no such calendar.
    public func storeMany(
        of owner: CustomerID, _ calendar: String, uids: [String],
        _ decide: (CalendarBeforeMany) throws -> [PlacedObject]
    ) throws -> Bool {
        var isFound = false
        _ = try connection.transaction { pipeline in
            (
                pipeline.row("\(CalendarRow.query(owner, calendar)) FOR NO KEY UPDATE", as: CalendarRow.self),
                pipeline.rows(
                    "SELECT \(ObjectRow.columns) FROM \(SQL.objects(of: owner, calendar)) AND o.uid = ANY (\(uids))",
                    as: ObjectRow.self),
                pipeline.value(Self.usedOctetsQuery(owner), as: Int.self)
            )
        } then: { locked, existing, octets throws -> ((inout Pipeline) throws(PostgresError) -> Void)? in
            guard let calendar = try locked.get() else { return nil }
            isFound = true
            let placed = try decide(CalendarBeforeMany(
                calendar: calendar,
                existing: Dictionary(try existing.get().map { (Array($0.uid.utf8), $0) }) { first, _ in first },
                ownersOctets: try octets.get() ?? 0))
            guard !placed.isEmpty else { return nil }
            return { pipeline in self.add(placed, to: calendar, &pipeline) }
        }
        return isFound
    }

    private func add(_ placed: [PlacedObject], to calendar: CalendarRow, _ pipeline: inout Pipeline) {
        var counter = calendar.counter, objects = 0, octets = 0
        for one in placed {
            counter += 1
            let change = ObjectChange.store(one.object)
            if one.replacedOctets == nil {
                pipeline.execute(change.insert(one.object, calendar, one.segment, counter, created: counter))
                objects += 1
            } else {
                pipeline.execute(change.update(one.object, calendar, one.segment, counter))
            }
            octets += one.object.octets.count - (one.replacedOctets ?? 0)
        }
        pipeline.execute(ObjectChange.nothing.count(calendar, objects: objects, octets: octets, counter))
    }
}
