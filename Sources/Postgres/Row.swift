/// A type made from one row of a result, column by column.
public protocol RowDecodable {
    init(_ row: Row) throws(PostgresError)
}

/// A row of a result. Values are read by column name, directly from the memory of libpq.
///
/// A missing column, an unexpected NULL and a wrong type are errors that name the column.
public struct Row {
    let result: LibpqResult
    let columns: Columns
    let number: Int32

    /// The value of a column, which must not be NULL.
    public subscript<Value: SQLValue>(_ column: String) -> Value {
        get throws(PostgresError) {
            guard let value: Value = try self[column] else {
                throw .decoding("is NULL").with(\.column, column)
            }
            return value
        }
    }

    /// The value of a column; nil for NULL.
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
