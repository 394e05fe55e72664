public import Postgres

/// A part of a list of rows.
public struct RowWindow: Sendable, Hashable {
    /// The number of rows before it.
    public let first: Int
    public let count: Int

    public init(first: Int, count: Int) {
        self.first = first
        self.count = count
    }
}

/// The rows of the page of to-dos.
public struct ToDoRows: Sendable {
    /// All calendars, in the customer's order.
    public let calendars: [CalendarRow]
    /// The to-dos that repeat, open or done.
    public let recurring: [ViewObjectRow]
    /// Open to-dos, by the time at which they are due; those without a time come last.
    public let open: [ViewObjectRow]
    /// To-dos that are done, the one that changed last first.
    public let done: [ViewObjectRow]
}

extension Store {
    /// Returns all calendars of a customer, and parts of the to-dos in them, in one round trip.
    ///
    /// - Parameters:
    ///   - recurring: the most to-dos that repeat; those that began last count.
    ///   - open: the part of the open ones that do not repeat.
    ///   - done: the part of those that are done.
    public func toDos(
        of owner: CustomerID, recurring: Int, open: RowWindow, done: RowWindow
    ) throws(PostgresError) -> ToDoRows {
        let (calendars, recurring, open, done) = try connection.pipeline { pipeline in
            (
                pipeline.rows(calendarsQuery(owner), as: CalendarRow.self),
                pipeline.rows(
                    toDosQuery(
                        owner, "o.is_recurring", order: "o.first_start DESC NULLS LAST",
                        RowWindow(first: 0, count: recurring)), as: ViewObjectRow.self),
                pipeline.rows(
                    toDosQuery(
                        owner, "NOT o.is_recurring AND o.status IS DISTINCT FROM 'COMPLETED'",
                        order: "coalesce(o.last_end, o.first_start) NULLS LAST", open), as: ViewObjectRow.self),
                pipeline.rows(
                    toDosQuery(
                        owner, "NOT o.is_recurring AND o.status = 'COMPLETED'", order: "o.changed_at DESC", done),
                    as: ViewObjectRow.self)
            )
        }
        return ToDoRows(
            calendars: try calendars.get(), recurring: try recurring.get(), open: try open.get(),
            done: try done.get())
    }

    /// Returns the statement for some of the to-dos in the calendars that take them.
    ///
    /// The inner order makes Postgres enter an index by the calendar, as in `SQL.objects`.
    private func toDosQuery(_ owner: CustomerID, _ condition: SQL, order: SQL, _ part: RowWindow) -> SQL {
        ViewObjectRow.texts("""
            SELECT \(ViewObjectRow.columns)
              FROM calendar_collection c, LATERAL (
                  SELECT \(ViewObjectRow.columns), o.changed_at FROM calendar_object o
                   WHERE o.customer_id = \(owner) AND o.collection_id = c.id AND o.kind = 'VTODO' AND \(condition)
                   ORDER BY o.uid) o
             WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL AND 'VTODO' = ANY (c.components)
             ORDER BY \(order), o.collection_id, o.segment LIMIT \(part.count) OFFSET \(part.first)
            """)
    }
}
