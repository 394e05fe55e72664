import Postgres
import Storage

extension Store {
    /// Returns every table whose rows lead to a customer by foreign keys, and `customer`.
    ///
    /// - Parameter deleted: only those whose rows are deleted with the customer.
    func tablesOfCustomers(deleted: Bool = false) throws -> [String] {
        try connection.rows("""
            WITH RECURSIVE person (id) AS (
                SELECT 'customer'::regclass::oid
                 UNION
                SELECT c.conrelid FROM pg_constraint c JOIN person p ON c.confrelid = p.id
                 WHERE c.contype = 'f' AND (c.confdeltype = 'c' OR NOT \(deleted)))
            SELECT relname::text AS name FROM person JOIN pg_class ON pg_class.oid = person.id
            """, as: TableName.self).map(\.name).sorted()
    }
}

private struct TableName: RowDecodable {
    let name: String
    init(_ row: Row) throws(PostgresError) { name = try row["name"] }
}
