import Glibc
import Postgres

extension Connection {
    /// Waits until the server has noticed that every other connection of a test ended.
    func waitUntilAlone(in schema: String) throws {
        for _ in 1...5_000 {
            let others: Int? = try value("""
                SELECT count(*) FROM pg_stat_activity
                 WHERE application_name = \(schema) AND pid <> pg_backend_pid()
                """)
            if others == 0 { return }
            usleep(1_000)
        }
        throw StillConnected()
    }
}

struct StillConnected: Error {}
