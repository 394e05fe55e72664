public import Postgres

/// An object whose words are missing, or older than its text.
public struct UnreadRow: Sendable, RowDecodable {
    public let calendar: CalendarID
    public let segment: String
    public let octets: [UInt8]

    public init(_ row: Row) throws(PostgresError) {
        calendar = try row["collection_id"]
        segment = try row["segment"]
        octets = try row["octets"]
    }
}

extension Store {
    /// Returns a customer with objects whose words are missing or old; nil if there is none.
    ///
    /// The statement goes through all customers: if they are spread over several servers, each runs it on its own part.
    public func ownerOfUnread() throws(PostgresError) -> CustomerID? {
        try connection.value("""
            SELECT customer_id FROM calendar_object WHERE nullif(counter, search_counter) IS NOT NULL LIMIT 1
            """)
    }

    /// Writes the words of some objects of a customer whose words are missing or old.
    ///
    /// An object that somebody else is changing is passed over: the change brings its words.
    ///
    /// - Parameters:
    ///   - limit: the most objects.
    ///   - words: finds the words of an object.
    /// - Returns: the number of objects whose words were written.
    public func fillWords(
        of owner: CustomerID, limit: Int, _ words: (UnreadRow) -> SearchWords
    ) throws -> Int {
        try connection.transaction { pipeline in
            pipeline.rows(
                """
                SELECT collection_id, segment, octets FROM calendar_object
                 WHERE customer_id = \(owner) AND nullif(counter, search_counter) IS NOT NULL
                 LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
                """, as: UnreadRow.self)
        } then: { pending throws -> ((inout Pipeline) throws(PostgresError) -> Int)? in
            let rows = try pending.get().map { ($0, words($0).vector(of: owner)) }
            guard !rows.isEmpty else { return nil }
            return { pipeline in
                for (row, vector) in rows {
                    pipeline.execute("""
                        UPDATE calendar_object SET search_words = \(vector)::tsvector, search_counter = counter
                         WHERE customer_id = \(owner) AND collection_id = \(row.calendar) AND segment = \(row.segment)
                        """)
                }
                return rows.count
            }
        } ?? 0
    }
}
