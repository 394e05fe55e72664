/// A statement with bound values, which are sent beside its text and never inside it.
///
///     let sql: SQL = "SELECT name FROM customer WHERE id = \(id) AND language = \(language)"
///
/// is the text `SELECT name FROM customer WHERE id = $1 AND language = $2` and two bound values.
/// Only an `SQLValue`, an optional one, or another `SQL` may be interpolated. No initializer makes an
/// `SQL` of a `String`, so text that is put together at run time cannot become a statement: it does not
/// compile. `Connection.script(_:)` is the only exception. It takes no values and is for migrations.
///
/// A value that Postgres cannot store, such as text with a NUL, leads to an error when the statement is
/// run.
public struct SQL: ExpressibleByStringInterpolation, Sendable {
    /// The key of the prepared statement: the text and the types of its parameters.
    var shape: Shape
    /// The parameters in order, each a 4-byte big-endian length (−1 for NULL) and its bytes.
    ///
    /// All are in one buffer, so that the number of allocations does not grow with the number of values.
    /// The elements of arrays have the same format.
    var values: [UInt8] = []
    /// The first value that could not be encoded.
    var fault: PostgresError?

    struct Shape: Hashable, Sendable {
        var text: String
        var parameters: [Parameter] = []

        /// Hashes the text only, which is enough. `==` also compares the types.
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    struct Parameter: Hashable, Sendable {
        let type: UInt32
        /// The position of its `$n` in UTF-8 bytes of the text, needed to renumber a nested `SQL`.
        let offset: Int
    }

    public init(stringLiteral text: String) { shape = Shape(text: text) }

    public init(stringInterpolation pieces: StringInterpolation) { self = pieces.sql }

    public struct StringInterpolation: StringInterpolationProtocol {
        var sql: SQL = ""

        public init(literalCapacity: Int, interpolationCount: Int) {
            sql.shape.text.reserveCapacity(literalCapacity + 4 * interpolationCount)
            sql.shape.parameters.reserveCapacity(interpolationCount)
            sql.values.reserveCapacity(32 * interpolationCount)
        }

        public mutating func appendLiteral(_ text: String) { sql.shape.text += text }

        /// Binds a value.
        public mutating func appendInterpolation<Value: SQLValue>(_ value: Value) {
            appendPlaceholder(type: Value.typeOID)
            do {
                try sql.values.appendLengthPrefixed(value)
            } catch {
                sql.fault = sql.fault ?? error
            }
        }

        /// Binds a value, or NULL of its type.
        public mutating func appendInterpolation<Value: SQLValue>(_ value: Value?) {
            if let value { return appendInterpolation(value) }
            appendPlaceholder(type: Value.typeOID)
            sql.values.appendBigEndian(Int32(-1))
        }

        /// Inserts a part of a statement. Its parameters get the next numbers.
        public mutating func appendInterpolation(_ part: SQL) {
            let text = part.shape.text.utf8
            var copied = text.startIndex
            for (number, parameter) in part.shape.parameters.enumerated() {
                let placeholder = text.index(text.startIndex, offsetBy: parameter.offset)
                sql.shape.text += part.shape.text[copied..<placeholder]
                appendPlaceholder(type: parameter.type)
                copied = text.index(placeholder, offsetBy: "$\(number + 1)".utf8.count)
            }
            sql.shape.text += part.shape.text[copied...]
            sql.values += part.values
            sql.fault = sql.fault ?? part.fault
        }

        private mutating func appendPlaceholder(type: UInt32) {
            sql.shape.parameters.append(Parameter(type: type, offset: sql.shape.text.utf8.count))
            sql.shape.text += "$"
            sql.shape.text += String(sql.shape.parameters.count)
        }
    }
}

extension [SQL] {
    /// Returns the parts of a statement with a separator between each two.
    public func joined(by separator: SQL) -> SQL {
        guard let first else { return "" }
        var pieces = SQL.StringInterpolation(literalCapacity: 32 * count, interpolationCount: 2 * count)
        pieces.appendInterpolation(first)
        for part in dropFirst() {
            pieces.appendInterpolation(separator)
            pieces.appendInterpolation(part)
        }
        return SQL(stringInterpolation: pieces)
    }
}
