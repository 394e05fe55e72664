import Foundation
import Postgres
import TestSupport
import Testing

@Suite("The schema")
struct SchemaTests {
    @Test("migrating from nothing equals sql/schema.sql")
    func migrationsMakeTheSchema() throws {
        let migrated = try TestDatabase(), written = try TestDatabase()
        let names = try MigrationRunner(directory: "\(Repository.root)/sql/migrations")
            .apply(migrated.connect()) { _ in }
        #expect(!names.isEmpty)
        try written.connect().script(Repository.text("sql/schema.sql"))

        let made = try catalogue(migrated).filter { !$0.contains("schema_migration") }
        let meant = try catalogue(written)
        #expect(made.filter { !meant.contains($0) } == [], "sql/schema.sql lacks these")
        #expect(meant.filter { !made.contains($0) } == [], "no migration makes these")
        #expect(meant.count > 100, "the catalogue was read")
    }

    @Test("nothing is left to migrate afterwards, and a second run does nothing")
    func migratingTwice() throws {
        let database = try TestDatabase()
        let runner = MigrationRunner(directory: "\(Repository.root)/sql/migrations")
        _ = try runner.apply(database.connect()) { _ in }
        #expect(try runner.pending(database.connect()) == [])
        #expect(try runner.apply(database.connect()) { _ in } == [])
    }

    @Test("a feed in one language that was a customer's own is made again as everybody's; other feeds stay")
    func sharedLanguages() throws {
        let database = try TestDatabase(), earlier = try TemporaryDirectory()
        let migrations = "\(Repository.root)/sql/migrations"
        for name in try FileManager.default.contentsOfDirectory(atPath: migrations) where name < "0025" {
            try earlier.write(name, try Repository.text("sql/migrations/\(name)"))
        }
        let connection = try database.connect()
        _ = try MigrationRunner(directory: earlier.path).apply(connection) { _ in }
        try connection.script("""
            INSERT INTO city (id, name, country, admin1, slug, latitude_deg, longitude_deg, time_zone, population)
            VALUES (1, 'Riyadh', 'SA', '10', 'riyadh', 24.7, 46.7, 'Asia/Riyadh', 1);
            INSERT INTO customer (id, email, email_key, language, time_zone, first_day)
            SELECT gen_random_uuid(), email, email, 'en', 'Asia/Riyadh', 1
              FROM unnest(ARRAY['c1@example.org', 'c2@example.org', 'c3@example.org']) email;
            INSERT INTO prayer_feed (
                customer_id, token_sha256, city_id, place_name, latitude_deg, longitude_deg, time_zone, options)
            SELECT id, sha256(email::text::bytea), CASE WHEN email = 'c3@example.org' THEN NULL ELSE 1 END,
                   'Riyadh', 24.7, 46.7, 'Asia/Riyadh',
                   CASE email WHEN 'c1@example.org' THEN 'names=ar' ELSE 'names=en' END
              FROM customer;
            UPDATE prayer_feed SET options = 'names=en&alarm=5' FROM customer
             WHERE customer.id = customer_id AND email = 'c2@example.org';
            INSERT INTO prayer_timetable (
                latitude_deg, longitude_deg, time_zone, rules, basis, published_at, first_day, last_day)
            VALUES (24.7, 46.7, 'Asia/Riyadh', '', '', now(), '2026-01-01', '2026-12-31');
            INSERT INTO prayer_edition (timetable_id, options, feed_id)
            SELECT t.id, f.options, f.id FROM prayer_timetable t, prayer_feed f;
            """)
        _ = try MigrationRunner(directory: migrations).apply(connection) { _ in }
        let left = try connection.rows("SELECT options AS v FROM prayer_edition ORDER BY 1", as: V<String>.self)
        #expect(left.map(\.value) == ["names=en", "names=en&alarm=5"])
    }

    /// Everything a schema holds, a line a thing, without the schema's name.
    private func catalogue(_ database: TestDatabase) throws -> [String] {
        try database.connect().rows(everything, as: V<String>.self).map {
            $0.value.replacing("\(database.schema).", with: "")
        }
    }

    private let everything: SQL = """
        WITH relation AS (
            SELECT oid, relname, relkind FROM pg_class
             WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'S', 'v', 'm')
        )
        SELECT format('%s %s: %s', relkind, relname, obj_description(oid, 'pg_class')) AS v FROM relation
        UNION ALL
        SELECT format('column %s.%s %s %s not null %s default %s identity %s: %s', relname, attnum, attname,
                      format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attidentity,
                      col_description(attrelid, attnum))
          FROM relation
          JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
          LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
         WHERE relkind = 'r'
        UNION ALL
        SELECT format('constraint %s %s: %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
          FROM relation JOIN pg_constraint ON conrelid = relation.oid
        UNION ALL
        SELECT format('trigger %s', pg_get_triggerdef(pg_trigger.oid))
          FROM relation JOIN pg_trigger ON tgrelid = relation.oid AND NOT tgisinternal
        UNION ALL
        SELECT format('function %s: %s', pg_get_functiondef(oid), obj_description(oid, 'pg_proc'))
          FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
        UNION ALL
        SELECT format('index %s', pg_get_indexdef(indexrelid))
          FROM relation JOIN pg_index ON indrelid = relation.oid
        UNION ALL
        SELECT format('sequence %s %s from %s by %s up to %s cycle %s', relname, format_type(seqtypid, NULL),
                      seqstart, seqincrement, seqmax, seqcycle)
          FROM relation JOIN pg_sequence ON seqrelid = relation.oid
         ORDER BY v
        """
}

/// A row of one column `v`.
struct V<Value: SQLValue>: RowDecodable {
    let value: Value
    init(_ row: Row) throws(PostgresError) { value = try row["v"] }
}
