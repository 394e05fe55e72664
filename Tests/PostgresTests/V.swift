import Postgres

/// A row of one column `v`.
struct V<Value: SQLValue>: RowDecodable {
    let value: Value
    init(_ row: Row) throws(PostgresError) { value = try row["v"] }
}
