/// A statement that the server has parsed, with its name.
final class PreparedStatement {
    let name: String
    let shape: SQL.Shape
    /// The last use, by the cache's count of uses.
    fileprivate(set) var lastUse = 0
    /// The columns of its rows. They cannot change, since the server refuses to run a plan whose result
    /// type has changed.
    private var columns: Columns?

    init(name: String, shape: SQL.Shape) {
        self.name = name
        self.shape = shape
    }

    func columns(of result: LibpqResult) -> Columns {
        if let columns { return columns }
        let found = Columns(of: result)
        columns = found
        return found
    }
}

/// The prepared statements of a connection. If the cache is full, the least recently used one is
/// discarded.
struct StatementCache {
    static let limit = 200

    private var statements: [SQL.Shape: PreparedStatement] = [:]
    private var uses = 0
    private var namesGiven = 0
    /// The names of discarded statements that the server still has.
    private(set) var discarded: [String] = []

    mutating func statement(for shape: SQL.Shape) -> PreparedStatement? {
        guard let statement = statements[shape] else { return nil }
        uses += 1
        statement.lastUse = uses
        return statement
    }

    /// Returns a name that no statement of this connection had before.
    mutating func nextName() -> String {
        namesGiven += 1
        return "s\(namesGiven)"
    }

    mutating func insert(_ statement: PreparedStatement) {
        if statements.count >= Self.limit {
            statements.values.min { $0.lastUse < $1.lastUse }.map { discard($0) }
        }
        uses += 1
        statement.lastUse = uses
        statements[statement.shape] = statement
    }

    /// Removes a statement from the cache.
    ///
    /// - Parameter isOnServer: false if the server has reported that the statement is missing.
    mutating func discard(_ statement: PreparedStatement, isOnServer: Bool = true) {
        guard statements.removeValue(forKey: statement.shape) != nil else { return }
        if isOnServer { discarded.append(statement.name) }
    }

    mutating func forgetDiscarded() { discarded = [] }
}
