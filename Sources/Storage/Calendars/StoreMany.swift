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
    ///   - trash: the way in which objects that are replaced go to the trash.
    ///   - uids: the UIDs of the objects.
    ///   - decide: returns the objects to store, at most one for an address. An address that is new here was never
    ///     used before. It may throw, and then nothing is written. It may run twice.
    /// - Returns: false if there is no such calendar.
    public func storeMany(
        of owner: CustomerID, trash: TrashRule, _ calendar: String, uids: [String],
        _ decide: (CalendarBeforeMany) throws -> [PlacedObject]
    ) throws -> Bool {
        var isFound = false
        _ = try transaction { pipeline in
            (
                pipeline.row(CalendarRow.lockingQuery(owner, calendar), as: CalendarRow.self),
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
            return { pipeline in self.add(placed, to: calendar, trash, &pipeline) }
        }
        return isFound
    }

    private func add(
        _ placed: [PlacedObject], to calendar: CalendarRow, _ trash: TrashRule, _ pipeline: inout Pipeline
    ) {
        let replaced = zip((calendar.counter + 1)..., placed).filter { $0.1.replacedOctets != nil }
        trash.keep(
            replaced.map { ($0.1.segment, $0.0) }, octets: replaced.reduce(0) { $0 + ($1.1.replacedOctets ?? 0) },
            .overwritten, of: calendar, in: &pipeline)
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
        if !replaced.isEmpty {
            pipeline.execute(SQL.deleteReminders(
                of: calendar.owner, in: calendar.id, at: replaced.map { $0.1.segment }))
        }
        let reminders = placed.flatMap { one in one.object.reminders.rows.map { (one.segment, $0) } }
        if !reminders.isEmpty { pipeline.execute(SQL.insert(reminders, of: calendar.owner, in: calendar.id)) }
        trash.checkRoom(from: calendar.counter, to: counter, of: calendar.owner, in: &pipeline)
        pipeline.execute(ObjectChange.nothing.count(calendar, objects: objects, octets: octets, counter))
    }
}
