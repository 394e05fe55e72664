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
                // The order makes Postgres enter an index by the calendar, as in `SQL.objects`: all of what is in
                // the calendars that take to-dos is read, and nothing else.
                pipeline.rows(
                    ViewObjectRow.query("""
                        SELECT \(ViewObjectRow.columns)
                          FROM calendar_collection c, LATERAL (
                              SELECT \(ViewObjectRow.columns) FROM calendar_object o
                               WHERE o.customer_id = \(owner) AND o.collection_id = c.id AND o.kind = 'VTODO'
                                 AND (o.status IS DISTINCT FROM 'COMPLETED' OR o.is_recurring
                                      OR o.changed_at > \(doneSince))
                               ORDER BY o.uid) o
                         WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL AND 'VTODO' = ANY (c.components)
                        """), as: ViewObjectRow.self)
            )
        }
        return (try calendars.get(), try objects.get())
    }
}
