import Postgres
import Storage
import TestSupport
import Testing

/// The tables of calendars can be spread over several servers by owner (Citus' distributed tables) only if every
/// statement, key and index names the owner first.
@Suite("Calendars by owner")
struct OwnerTests {
    private static let tables = [
        "calendar_collection", "calendar_object", "calendar_removal", "calendar_trash", "calendar_property",
    ]

    /// The statements that go through all customers, and why they may: each server runs them on its own part.
    private static let exceptions = [
        "Housekeeping.swift": "the purges of old rows",
        "UnreadWords.swift": "the next customer whose objects have no words yet",
    ]

    @Test("every statement that names a table of calendars names the owner's id as often")
    func statements() throws {
        var statements = 0
        for file in try Repository.files(below: "Sources") where file.hasSuffix(".swift") {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            if Self.exceptions[name] != nil { continue }
            for literal in Self.literals(in: try Repository.text(file)) {
                let words = literal.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
                let mentions = words.indices.dropFirst().count { index in
                    Self.tables.contains(words[index]) && ["FROM", "JOIN", "UPDATE", "INTO"].contains(words[index - 1])
                }
                guard mentions > 0 else { continue }
                statements += 1
                let owners = words.count { $0 == "customer_id" }
                #expect(owners >= mentions, "\(name): \(literal)")
            }
        }
        #expect(statements > 20, "the statements were found")
    }

    @Test("a join of two tables joins them by the owner, too")
    func joins() throws {
        for file in try Repository.files(below: "Sources/Storage/Calendars") {
            for literal in Self.literals(in: try Repository.text(file)) {
                for join in literal.split(separator: "JOIN ").dropFirst() {
                    let condition = join.split(separator: "WHERE").first ?? ""
                    // A joined query of one customer holds the condition itself.
                    let isOfOwner = condition.hasPrefix("(\\(") && condition.contains(".query(customer))")
                    #expect(isOfOwner || condition.contains("customer_id = c.customer_id"), "\(file): \(join)")
                }
            }
        }
    }

    @Test("every key and index begins with the owner's id, but for the worker's and that of words")
    func keys() throws {
        let database = try TestDatabase.migrated()
        let connection = try database.connect()
        let rows: [Index] = try connection.rows(
            """
            SELECT i.indexrelid::regclass::text AS name, a.attname::text AS first
              FROM pg_index i
              JOIN pg_attribute a ON a.attrelid = i.indexrelid AND a.attnum = 1
             WHERE i.indrelid::regclass::text = ANY (\(Self.tables))
             ORDER BY 1
            """)
        #expect(rows.count >= 10)
        let others = [
            "calendar_collection_deleted_idx", "calendar_removal_removed_idx", "calendar_trash_removed_idx",
            "calendar_object_search_idx", "calendar_object_times_idx", "calendar_object_reminders_idx",
        ]
        for index in rows where !others.contains(index.name) {
            #expect(index.first == "customer_id", "\(index.name)")
        }
        let references: Int? = try connection.value(
            """
            SELECT count(*) FROM pg_constraint
             WHERE contype = 'f' AND conrelid::regclass::text = ANY (\(Self.tables)) AND conkey[1] <> 1
            """)
        #expect(references == 0, "foreign keys begin with the first column, the owner")
    }

    private struct Index: RowDecodable {
        let name: String
        let first: String

        init(_ row: Row) throws(PostgresError) {
            name = try row["name"]
            first = try row["first"]
        }
    }

    /// Returns the string literals of a Swift file.
    private static func literals(in text: String) -> [String] {
        let parts = text.split(separator: "\"\"\"", omittingEmptySubsequences: false)
        var literals: [String] = []
        for (number, part) in parts.enumerated() {
            if number % 2 == 1 {
                literals.append(String(part))
            } else {
                for line in part.split(separator: "\n") where !line.contains("//") {
                    literals += line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
                }
            }
        }
        return literals
    }
}
