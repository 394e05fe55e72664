public import Postgres

/// The two addresses of a move or a copy before anything is written. Their calendars are locked.
public struct PlacesBeforeMove: Sendable {
    public let source: CalendarRow
    /// The object that is moved or copied.
    public let object: ObjectRow
    /// The state of the target.
    let before: PlaceBeforeWrite

    public var target: CalendarRow { before.calendar }
    /// The object at the target; nil if there is none.
    public var replaced: MemberRow? { before.object }
    /// The segment of the object in the target's calendar with the same UID; nil if there is none.
    public var segmentOfUID: String? { before.segmentOfUID }
    /// The octets of all objects of the customer.
    public var ownersOctets: Int { before.ownersOctets }
}

/// The address of an object in a customer's calendars.
public struct ObjectPlace: Sendable, Hashable {
    public let calendar: String
    public let segment: String

    public init(_ calendar: String, _ segment: String) {
        self.calendar = calendar
        self.segment = segment
    }

    /// Compares octets: for Swift, a letter in two Unicode spellings is equal, but it names two places.
    public static func == (one: ObjectPlace, other: ObjectPlace) -> Bool {
        one.calendar.utf8.elementsEqual(other.calendar.utf8) && one.segment.utf8.elementsEqual(other.segment.utf8)
    }
}

extension Store {
    /// Reads and locks both addresses of a move or a copy, inside a transaction.
    ///
    /// - Returns: nil if one of the calendars, or the object, does not exist.
    public func lockPlaces(
        of owner: CustomerID, from source: ObjectPlace, to target: ObjectPlace
    ) throws(PostgresError) -> PlacesBeforeMove? {
        // In the order of their keys, so that two moves in opposite directions do not wait for each other.
        let calendars: [CalendarRow] = try connection.rows("""
            SELECT \(CalendarRow.columns) FROM calendar_collection c
             WHERE c.customer_id = \(owner) AND c.segment = ANY (\([source.calendar, target.calendar]))
               AND c.deleted_at IS NULL
             ORDER BY c.id
               FOR NO KEY UPDATE
            """)
        guard let from = calendars.first(where: { $0.segment.utf8.elementsEqual(source.calendar.utf8) }),
              let to = calendars.first(where: { $0.segment.utf8.elementsEqual(target.calendar.utf8) }),
              let object = try object(of: owner, source.calendar, source.segment)
        else { return nil }
        let rows: [PlaceRow] = try connection.rows(
            placeQuery(owner, target.calendar, target.segment, uid: object.uid))
        return PlacesBeforeMove(
            source: from, object: object, before: PlaceBeforeWrite(to, rows, uid: object.uid))
    }

    /// Writes a move or a copy: at most one removal at the source, one object at the target.
    ///
    /// - Parameters:
    ///   - new: the object with its facts.
    ///   - isMove: true if the object leaves the source.
    ///   - trashed: the version in the trash that the object was; it leaves the trash. nil if it was not there.
    ///   - trash: the way in which an object that is replaced at the target goes to the trash.
    ///   - sourceTrash: the way in which the version at the source goes to the trash; nil if its text only moves.
    /// - Returns: the numbers of the changes at the source and at the target.
    public func write(
        _ new: NewObject, outOfTrash trashed: TrashedObject? = nil, to target: ObjectPlace,
        from source: ObjectPlace, _ places: PlacesBeforeMove, isMove: Bool, trash: TrashRule,
        sourceTrash: TrashRule? = nil
    ) throws(PostgresError) -> (source: Int64, target: Int64) {
        var sourceCounter = places.source.counter
        var new = new
        new.createdAt = isMove ? places.object.member.createdAt : nil
        let counter = places.target.id == places.source.id
            ? sourceCounter + (isMove ? 2 : 1) : places.target.counter + 1
        try connection.pipeline { pipeline in
            if isMove {
                sourceCounter += 1
                sourceTrash?.keep(
                    [(source.segment, sourceCounter)], octets: places.object.member.octetCount, .overwritten,
                    of: places.source, in: &pipeline)
                ObjectChange.remove.add(
                    to: &pipeline, places.source, source.segment, PlaceBeforeWrite(places.source, places.object),
                    sourceCounter, trash: nil)
            }
            let change = trashed.map { ObjectChange.restore(new, $0) } ?? .store(new)
            change.add(to: &pipeline, places.target, target.segment, places.before, counter, trash: trash)
        }
        return (sourceCounter, counter)
    }
}
