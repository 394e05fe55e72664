/// A type made from one row of a result, column by column.
public protocol RowDecodable {
    init(_ row: Row) throws(PostgresError)
}

/// One row, read by column name straight from libpq's memory.
///
/// Every surprise is an error that names the column: no such column, NULL where a value is
/// asked for, a type the value does not read.
public struct Row {
    let result: LibpqResult
    let columns: Columns
    let number: Int32

    /// The column's value, which must not be NULL.
    public subscript<Value: SQLValue>(_ column: String) -> Value {
        get throws(PostgresError) {
            guard let value: Value = try self[column] else {
                throw .decoding("is NULL").with(\.column, column)
            }
            return value
        }
    }

    /// The column's value, or nil for NULL.
    public subscript<Value: SQLValue>(_ column: String) -> Value? {
        get throws(PostgresError) {
            do {
                return try result.field(
                    row: number, column: columns.number(of: column), as: Value.self)
            } catch {
                throw error.with(\.column, column)
            }
        }
    }
}
