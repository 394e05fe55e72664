public import Postgres

extension Store {
    /// The first part of a chore's advisory lock; the second is the hash of the schema and the chore's name.
    private static let choreLock = 4208

    /// Takes a chore's lock for as long as the connection lives or until it is given back.
    ///
    /// - Returns: false if another worker has it.
    public func lockChore(_ name: String) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT pg_try_advisory_lock(\(Self.choreLock)::integer, hashtext(current_schema() || ' ' || \(name)))
            """) ?? false
    }

    public func unlockChore(_ name: String) throws(PostgresError) {
        try connection.execute("""
            SELECT pg_advisory_unlock(\(Self.choreLock)::integer, hashtext(current_schema() || ' ' || \(name)))
            """)
    }
}
