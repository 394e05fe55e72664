public import CivilTime
public import Postgres

extension Store {
    /// Returns all calendars of a customer, and the to-dos in them, in one round trip.
    ///
    /// - Parameter doneSince: a to-do that was done, and not changed since then, is left out.
    public func toDos(
        of owner: CustomerID, doneSince: Instant
    ) throws(PostgresError) -> (calendars: [CalendarRow], objects: [ViewObjectRow]) {
        let (calendars, objects) = try connection.pipeline { pipeline in
            (
                pipeline.rows(calendarsQuery(owner), as: CalendarRow.self),
                // Index: calendar_object_uid_idx, in the calendars that take to-dos.
                pipeline.rows("""
                    WITH total AS (
                        SELECT coalesce(sum(octet_count), 0) AS octets FROM calendar_collection
                         WHERE customer_id = \(owner) AND deleted_at IS NULL AND 'VTODO' = ANY (components))
                    SELECT \(ViewObjectRow.columns)
                      FROM total, calendar_collection c
                      JOIN calendar_object o ON o.customer_id = c.customer_id AND o.collection_id = c.id
                     WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL AND 'VTODO' = ANY (c.components)
                       AND o.customer_id = \(owner) AND o.kind = 'VTODO'
                       AND (o.status IS DISTINCT FROM 'COMPLETED' OR o.is_recurring OR o.changed_at > \(doneSince))
                    """, as: ViewObjectRow.self)
            )
        }
        return (try calendars.get(), try objects.get())
    }
}
