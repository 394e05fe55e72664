import Glibc
import Postgres
import TestSupport
import Testing

@Suite("Migrations")
struct MigrationTests {
    let database: TestDatabase, connection: Connection
    let directory: TemporaryDirectory, runner: MigrationRunner

    /// Writes two migrations, which most tests start with.
    init() throws {
        database = try TestDatabase()
        connection = try database.connect()
        directory = try TemporaryDirectory()
        runner = MigrationRunner(directory: directory.path)
        try directory.write("0001_customer.sql", "CREATE TABLE customer (id bigint PRIMARY KEY);\n")
        try directory.write("0002_name.sql", """
            -- Why: ü
            ALTER TABLE customer ADD name text;
            INSERT INTO customer VALUES (1, 'ش');
            """)
    }

    private func failure(of runner: MigrationRunner? = nil) -> MigrationError? {
        #expect(throws: MigrationError.self) { try (runner ?? self.runner).apply(connection) }
    }

    @Test("in an empty schema all are applied in order, and a second run applies none")
    func fromNothing() throws {
        try directory.write("README.md", "not a migration")
        try #expect(runner.pending(connection) == ["0001_customer.sql", "0002_name.sql"])
        var told: [String] = []
        try #expect(runner.apply(connection) { told.append($0) } == ["0001_customer.sql", "0002_name.sql"])
        #expect(told == ["0001_customer.sql", "0002_name.sql"])
        try #expect(connection.value("SELECT name FROM customer") == "ش")
        try #expect(runner.pending(connection) == [])
        try #expect(runner.apply(connection) == [])
        try directory.write("0003_more.sql", "ALTER TABLE customer ADD more text")
        try #expect(runner.pending(connection) == ["0003_more.sql"])
        try #expect(runner.apply(connection) == ["0003_more.sql"])
    }

    @Test("the recorded checksum is the SHA-256 of the file")
    func checksum() throws {
        let single = try TemporaryDirectory()
        try single.write("0001_select.sql", "SELECT 1;\n")
        try MigrationRunner(directory: single.path).apply(connection)
        // printf 'SELECT 1;\n' | sha256sum
        try #expect(connection.value("SELECT encode(checksum, 'hex') FROM schema_migration")
            == "b4e0497804e46e0a0b0b8c31975b062152d551bac49c3c2e80932567b4085dcd")
    }

    @Test("with two runners at once each file is applied by one of them")
    func twoAtOnce() throws {
        try directory.write("0003_slow.sql", "SELECT pg_sleep(0.3); CREATE TABLE slow ();")
        let applied = try inParallel(count: 4) { [runner, settings = database.settings] in
            try runner.apply(Connection(settings)).count
        }
        #expect(applied.sorted() == [0, 0, 0, 3])
        try #expect(connection.value("SELECT count(*) FROM schema_migration") == 3)
    }

    @Test("a file that changed after it was applied is refused with its name")
    func changed() throws {
        try runner.apply(connection)
        try directory.write("0001_customer.sql", "CREATE TABLE customer (id bigint);\n")
        try directory.write("0003_more.sql", "CREATE TABLE more ()")
        let error = failure()
        #expect(error?.kind == .changed)
        #expect(error?.file == "0001_customer.sql")
        #expect(error?.description.contains("0001_customer.sql") == true)
        try #expect(connection.value("SELECT to_regclass('more') IS NULL") == true)
    }

    @Test("a file that was renamed and one that is missing are refused too")
    func renamedOrGone() throws {
        try runner.apply(connection)
        try directory.remove("0002_name.sql")
        let gone = failure()
        #expect(gone?.kind == .missing)
        #expect(gone?.file == "0002_name.sql")
        // For the previous release, with older files than the schema, none is pending.
        try #expect(runner.pending(connection) == [])
        try directory.write("0002_other.sql", "SELECT 1")
        let renamed = failure()
        #expect(renamed?.kind == .changed)
        #expect(renamed?.file == "0002_other.sql")
    }

    @Test("missing numbers, repeated numbers and malformed names are refused with the file's name", arguments: [
        ("0004_late.sql", MigrationError.Kind.misnumbered), ("0002_again.sql", .misnumbered),
        ("3_short.sql", .misnumbered), ("0003.sql", .misnumbered), ("0003_Upper.sql", .misnumbered),
        ("0003_.sql", .misnumbered), ("00003_long.sql", .misnumbered), ("٠٠٠٣_digits.sql", .misnumbered),
    ])
    func names(file: String, kind: MigrationError.Kind) throws {
        try directory.write(file, "CREATE TABLE late ()")
        let error = failure()
        #expect(error?.kind == kind)
        // Of two files with one number, the error names the second in the alphabet.
        #expect(error?.file == (file == "0002_again.sql" ? "0002_name.sql" : file))
        try #expect(connection.value("SELECT to_regclass('customer') IS NULL") == true)
    }

    @Test("a failing migration is rolled back as a whole, its error has file and line, and earlier files stay")
    func failing() throws {
        try directory.write("0003_typo.sql",
            "-- ش\r\nCREATE TABLE third ();\r\nALTER TABLE customer\n  ADD wrong nonsense;")
        let error = failure()
        #expect(error?.kind == .refused)
        #expect(error?.file == "0003_typo.sql")
        #expect(error?.line == 4)
        #expect(error?.cause?.sqlState == "42704")
        #expect(error?.description.hasPrefix(
            "0003_typo.sql, line 4: type \"nonsense\" does not exist") == true)
        try #expect(connection.value("SELECT to_regclass('third') IS NULL") == true)
        try #expect(connection.value("SELECT max(number) FROM schema_migration") == Int32(2))
        try directory.write("0003_typo.sql", "ALTER TABLE customer ADD wrong text")
        try #expect(runner.apply(connection) == ["0003_typo.sql"])
    }

    @Test("an error without a position has the number of the statement")
    func failingWithoutPosition() throws {
        try directory.write("0003_twice.sql", """
            CREATE TABLE third ();
            INSERT INTO customer VALUES (2);
            INSERT INTO customer VALUES (2);
            """)
        let error = failure()
        #expect(error?.line == nil)
        #expect(error?.cause?.sqlState == SQLState.uniqueViolation)
        #expect(error?.description.hasPrefix("0003_twice.sql: statement 3: ") == true)
        try #expect(connection.value("SELECT count(*) FROM customer") == 1)
    }

    @Test("a file that would end the runner's transaction is refused", arguments: [
        "CREATE TABLE third ();\n  COMMIT;\n", "begin;\nSELECT 1", "SELECT 1;\r\nRollback;\r\n",
        "Start  Transaction;",
    ])
    func ownTransaction(text: String) throws {
        try directory.write("0003_own.sql", text)
        let error = failure()
        #expect(error?.file == "0003_own.sql")
        #expect(error?.kind == .unreadable)
        try #expect(connection.value("SELECT to_regclass('third') IS NULL") == true)
    }

    @Test("the body of a function may have BEGIN and END")
    func functionBody() throws {
        try directory.write("0003_function.sql", """
            CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$
            BEGIN
                RETURN 1;
            END;
            $$;
            """)
        try runner.apply(connection)
        try #expect(connection.value("SELECT one()") == Int32(1))
    }

    @Test("a file that is not text and a directory that is missing or empty are refused")
    func unreadable() throws {
        try directory.write("0003_bytes.sql", bytes: [0x53, 0xFF, 0x00])
        let error = failure()
        #expect(error?.kind == .unreadable)
        #expect(error?.file == "0003_bytes.sql")
        #expect(failure(of: MigrationRunner(directory: "/nonexistent"))?.kind == .unreadable)
        let empty = try TemporaryDirectory()
        #expect(failure(of: MigrationRunner(directory: empty.path))?.kind == .unreadable)
    }

    @Test("after a run the connection has its usual time limit and no lock")
    func afterwards() throws {
        try directory.write("0003_wrong.sql", "nonsense")
        _ = failure()
        try #expect(connection.value("SHOW statement_timeout") == "5s")
        try #expect(connection.value("""
            SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
            """) == 0)
    }
}
