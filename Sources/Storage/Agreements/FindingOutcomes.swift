public import Postgres

/// An answer to a finding, as it is counted for the rule that made it.
public enum FindingOutcome: String, Sendable, CaseIterable {
    case kept
    /// A question that was answered with yes.
    case added
    /// Kept after the customer had edited the event.
    case corrected
    case dismissed
}

/// The answers to the findings of a rule.
public struct OutcomeCount: Sendable, Hashable, RowDecodable {
    /// The name of the rule.
    public let rule: String
    /// The sort of the yes; empty where none was said.
    public let act: String
    public let kept: Int, added: Int, corrected: Int, dismissed: Int

    public init(_ row: Row) throws(PostgresError) {
        rule = try row["rule"]
        act = try row["act"]
        kept = try row["kept"]
        added = try row["added"]
        corrected = try row["corrected"]
        dismissed = try row["dismissed"]
    }
}

extension Store {
    /// The dismissed findings in a row after which a rule asks instead of adding.
    private static let mostDismissed = 3

    /// Counts an answer to a finding.
    public func count(
        _ outcome: FindingOutcome, of customer: CustomerID, rule: String, act: String
    ) throws(PostgresError) {
        func one(_ counted: FindingOutcome) -> Int { counted == outcome ? 1 : 0 }
        try connection.execute("""
            INSERT INTO finding_outcome AS old
                   (customer_id, rule, act, kept, added, corrected, dismissed, dismissed_in_turn)
            VALUES (\(customer), \(rule), \(act), \(one(.kept)), \(one(.added)), \(one(.corrected)),
                    \(one(.dismissed)), \(one(.dismissed)))
                ON CONFLICT (customer_id, rule, act) DO UPDATE
               SET kept = old.kept + excluded.kept, added = old.added + excluded.added,
                   corrected = old.corrected + excluded.corrected, dismissed = old.dismissed + excluded.dismissed,
                   dismissed_in_turn = old.dismissed_in_turn + excluded.dismissed
            """)
        guard outcome != .dismissed else { return }
        try connection.execute("""
            UPDATE finding_outcome SET dismissed_in_turn = 0 WHERE customer_id = \(customer) AND rule = \(rule)
            """)
    }

    /// Takes an answer out of the counts again.
    public func takeBack(
        _ outcome: FindingOutcome, of customer: CustomerID, rule: String, act: String
    ) throws(PostgresError) {
        func one(_ counted: FindingOutcome) -> Int { counted == outcome ? 1 : 0 }
        try connection.execute("""
            UPDATE finding_outcome
               SET kept = greatest(kept - \(one(.kept)), 0), added = greatest(added - \(one(.added)), 0),
                   corrected = greatest(corrected - \(one(.corrected)), 0),
                   dismissed = greatest(dismissed - \(one(.dismissed)), 0),
                   dismissed_in_turn = greatest(dismissed_in_turn - \(one(.dismissed)), 0)
             WHERE customer_id = \(customer) AND rule = \(rule) AND act = \(act)
            """)
    }

    /// Returns the rules whose last findings a customer dismissed, three times in a row and more.
    public func mistrustedRules(of customer: CustomerID) throws(PostgresError) -> [String] {
        let rows: [MistrustedRule] = try connection.rows("""
            SELECT rule FROM finding_outcome WHERE customer_id = \(customer)
             GROUP BY rule HAVING sum(dismissed_in_turn) >= \(Self.mostDismissed) ORDER BY rule
            """)
        return rows.map(\.name)
    }

    /// Returns the answers of a customer, for the export.
    public func outcomes(of customer: CustomerID) throws(PostgresError) -> [OutcomeCount] {
        try connection.rows("""
            SELECT rule, act, kept, added, corrected, dismissed FROM finding_outcome
             WHERE customer_id = \(customer) ORDER BY rule, act
            """)
    }

    /// Returns the answers of all customers together, the most dismissed rules first; for an operator.
    public func outcomes() throws(PostgresError) -> [OutcomeCount] {
        try connection.rows("""
            SELECT rule, act, sum(kept) AS kept, sum(added) AS added, sum(corrected) AS corrected,
                   sum(dismissed) AS dismissed
              FROM finding_outcome GROUP BY rule, act ORDER BY dismissed DESC, rule, act
            """)
    }
}

private struct MistrustedRule: RowDecodable {
    let name: String

    init(_ row: Row) throws(PostgresError) { name = try row["rule"] }
}
