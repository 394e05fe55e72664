import Postgres
import Synchronization

/// The schemas with all of Jadwal's tables that no test uses at the moment.
///
/// Making a schema costs ten times as much as emptying one.
enum SchemaPool {
    /// A schema that waits for its next test.
    struct Spare: Sendable {
        let schema: String
        /// The state of its catalogue right after the migrations.
        let catalogue: String
    }

    private static let spares = Mutex<[Spare]>([])
    private static let migrations = Result { try Repository.migrations() }

    static func take() -> Spare? { spares.withLock { $0.popLast() } }

    static func giveBack(_ spare: Spare) { spares.withLock { $0.append(spare) } }

    /// Makes a schema and runs the migrations in it.
    ///
    /// - Parameter connection: its search path is the schema.
    static func make(_ schema: String, _ connection: Connection) throws -> Spare {
        // Workers prove that they live by an advisory lock on their number, and those belong to the whole database:
        // tests must not draw the same numbers.
        let first = Int32.random(in: 1 ... .max / 2)
        // The customers of tests have chosen 24 hours, unless a test is about what is usual.
        try connection.script("CREATE SCHEMA \(schema);\n" + migrations.get() + """

            ALTER SEQUENCE worker_number START WITH \(first) RESTART;
            ALTER TABLE customer ALTER clock SET DEFAULT 24;
            """)
        return Spare(schema: schema, catalogue: try catalogue(connection))
    }

    /// Empties a schema that an earlier test has used, and ends the connections that the test left.
    ///
    /// - Parameter connection: its search path is the schema.
    /// - Returns: false if it must be dropped, since it is not as the migrations made it.
    static func reset(_ spare: Spare, _ connection: Connection) throws -> Bool {
        try connection.execute("""
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = \(spare.schema)
            """)
        guard try catalogue(connection) == spare.catalogue else { return false }
        // A replica checks no foreign keys, so the order does not matter. Migrations store no rows.
        try connection.script("""
            SET LOCAL session_replication_role = replica;
            DO $$
            DECLARE own oid; name text; first bigint;
            BEGIN
                FOR own, name, first IN
                    SELECT c.oid, c.relname, seqstart FROM pg_class c LEFT JOIN pg_sequence ON seqrelid = c.oid
                     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'S')
                LOOP
                    IF first IS NULL THEN
                        EXECUTE format('DELETE FROM %I', name);
                    ELSE
                        PERFORM setval(own::regclass, first, false);
                    END IF;
                END LOOP;
            END $$;
            """)
        return true
    }

    /// A text that changes if anything in the schema is made, altered, dropped or analysed, or has grown so much that
    /// the planner sees it.
    private static func catalogue(_ connection: Connection) throws -> String {
        try connection.value("""
            WITH own AS (SELECT oid, relkind, reltuples, xmin AS changed FROM pg_class
                          WHERE relnamespace = current_schema()::regnamespace),
                 part (name, changed) AS (
                     SELECT 'relation', changed FROM own
                     UNION ALL SELECT 'attribute', pg_attribute.xmin FROM pg_attribute JOIN own ON attrelid = own.oid
                     UNION ALL SELECT 'default', pg_attrdef.xmin FROM pg_attrdef JOIN own ON adrelid = own.oid
                     UNION ALL SELECT 'constraint', pg_constraint.xmin FROM pg_constraint JOIN own ON conrelid = own.oid
                     UNION ALL SELECT 'trigger', pg_trigger.xmin FROM pg_trigger JOIN own ON tgrelid = own.oid
                     UNION ALL SELECT 'function', xmin FROM pg_proc
                                WHERE pronamespace = current_schema()::regnamespace)
            SELECT concat_ws(' ',
                (SELECT string_agg(line, ' ' ORDER BY line)
                   FROM (SELECT concat_ws(' ', name, count(*), max(changed::text::bigint)) AS line
                           FROM part GROUP BY name) AS lines),
                (SELECT count(*) FROM own WHERE relkind = 'r' AND reltuples >= 0),
                (SELECT count(*) FROM own WHERE relkind IN ('r', 'i') AND pg_relation_size(oid) > 80000))
            """) ?? ""
    }
}
