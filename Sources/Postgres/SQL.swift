/// A statement whose values travel beside its text, never inside it.
///
///     let sql: SQL = "SELECT name FROM customer WHERE id = \(id) AND language = \(language)"
///
/// is the text `SELECT name FROM customer WHERE id = $1 AND language = $2` and two bound values.
/// Only an `SQLValue`, an optional one, or another `SQL` may be interpolated. A `String` is not
/// an `SQL` and there is no initializer that makes one, so text put together at run time cannot
/// become a statement: it does not compile. (`Connection.script(_:)` is the one exception; it
/// takes no values and exists for migrations.)
///
/// A value that Postgres cannot hold, such as text with a NUL in it, is remembered here and
/// thrown when the statement is run.
public struct SQL: ExpressibleByStringInterpolation, Sendable {
    /// What decides which prepared statement serves: the text and the types of its parameters.
    var shape: Shape
    /// The parameters in order, each a 4-byte big-endian length (−1 for NULL) and its bytes.
    ///
    /// One buffer for all of them, so that a statement costs the same few allocations however
    /// many values it binds. Array elements have this same form on the wire.
    var values: [UInt8] = []
    /// The first value that could not be encoded.
    var fault: PostgresError?

    struct Shape: Hashable, Sendable {
        var text: String
        var parameters: [Parameter] = []

        /// The text alone spreads well enough; `==` still compares the types.
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    struct Parameter: Hashable, Sendable {
        let type: UInt32
        /// Where its `$n` begins, in UTF-8 bytes of the text; needed to renumber a nested `SQL`.
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

        /// Inserts a part of a statement; its parameters are numbered on from those before it.
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
