import CivilTime
import Postgres

extension SQL {
    /// Returns the statement for the objects of calendar c that may be in a window.
    ///
    /// It has one range of the index for each class of lengths: what is at most a day long and began more than a
    /// day before the window is over. The order makes Postgres take the index of times, and enter it by the
    /// calendar. On a server with many calendars the planner expects a few objects in each, and may read all of a
    /// large one.
    ///
    /// - Parameters:
    ///   - columns: columns of table `calendar_object` AS o.
    ///   - from: the earliest end.
    ///   - to: the latest start.
    ///   - condition: a further condition on table o.
    ///   - undated: the condition for objects without a time; nil if none are wanted.
    static func objects(
        _ columns: SQL, of owner: CustomerID, from: Instant, to: Instant, where condition: SQL, undated: SQL?
    ) -> SQL {
        func range(_ condition: SQL) -> SQL {
            """
            (SELECT \(columns) FROM calendar_object o
              WHERE o.customer_id = \(owner) AND o.collection_id = c.id AND \(condition)
              ORDER BY o.first_start)
            """
        }
        let end: SQL = "(o.last_end IS NULL OR o.last_end >= \(from))"
        var ranges = Span.short.map { span, days in
            let start = from - .seconds(days * 86_400)
            return range("""
                \(condition) AND o.span = \(span) AND o.first_start BETWEEN \(start) AND \(to) AND \(end)
                """)
        }
        ranges.append(range("\(condition) AND o.span = \(Span.endless) AND o.first_start <= \(to) AND \(end)"))
        if let undated { ranges.append(range("\(undated) AND o.span = \(Span.undated)")) }
        return ranges.joined(by: " UNION ALL ")
    }
}

/// The classes of lengths of objects, as the generated column `span` has them.
private enum Span {
    /// The classes with a limit, and the most days that their objects last.
    static let short = [(span: 0, days: 1), (span: 1, days: 8), (span: 2, days: 64)]
    /// The class of longer objects, also of those without an end.
    static let endless: SQL = "3"
    /// The class of objects without a time.
    static let undated: SQL = "4"
}
