/// A statement the server has parsed and planned, under a name of its own.
final class PreparedStatement {
    let name: String
    let shape: SQL.Shape
    /// When it last served, by the cache's count.
    fileprivate(set) var lastUse = 0
    /// The columns of its rows. They cannot change while the statement lives: the server refuses
    /// to run a plan whose result type did.
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

/// A connection's prepared statements, the least recently used leaving when it is full.
struct StatementCache {
    static let limit = 200

    private var statements: [SQL.Shape: PreparedStatement] = [:]
    private var uses = 0
    private var namesGiven = 0
    /// Statements the server still has and nobody will run again.
    private(set) var discarded: [String] = []

    mutating func statement(for shape: SQL.Shape) -> PreparedStatement? {
        guard let statement = statements[shape] else { return nil }
        uses += 1
        statement.lastUse = uses
        return statement
    }

    /// A name that no statement of this connection had before.
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

    /// - Parameter isOnServer: false where the server has said that it does not have it.
    mutating func discard(_ statement: PreparedStatement, isOnServer: Bool = true) {
        guard statements.removeValue(forKey: statement.shape) != nil else { return }
        if isOnServer { discarded.append(statement.name) }
    }

    mutating func forgetDiscarded() { discarded = [] }
}
