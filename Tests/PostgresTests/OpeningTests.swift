import Glibc
import Postgres
import TestSupport
import Testing

@Suite("Opening a connection")
struct OpeningTests {
    @Test("a conninfo that is none is refused without quoting it", arguments: [
        "password=hunter2 nonsense", "hunter2", "postgresql://u:hunter2@[::1/x", "host='hunter2", "hunter2=1",
    ])
    func badConninfo(conninfo: String) {
        let error = #expect(throws: PostgresError.self) { try Connection(DatabaseSettings(conninfo: conninfo)) }
        #expect(error?.kind == .misuse)
        #expect(error.map { String(reflecting: $0).contains("hunter2") } == false)
    }

    @Test("where nobody listens, that is said at once")
    func nobodyThere() {
        let settings = DatabaseSettings(conninfo: "host=/nonexistent password=hunter2 dbname=x user=x")
        let error = #expect(throws: PostgresError.self) { try Connection(settings) }
        #expect(error?.kind == .connection)
        #expect(error?.isConnectionLost == true)
        #expect(error?.message.contains("/nonexistent") == true)
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test("a server that takes the connection and says nothing is given up")
    func silentServer() throws {
        let listener = try SilentListener()
        let settings = DatabaseSettings(
            conninfo: "host=\(listener.directory) dbname=x user=x", connectTimeoutSeconds: 1)
        let error = #expect(throws: PostgresError.self) { try Connection(settings) }
        #expect(error?.kind == .timeout)
        #expect(error?.isConnectionLost == true)
    }

    @Test("settings that are described or dumped keep the password to themselves")
    func description() {
        let settings = DatabaseSettings(conninfo: "password=hunter2")
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!"\(settings)\(String(reflecting: settings))\(dumped)".contains("hunter2"))
    }

    @Test("what is set at the start is in force, beside the conninfo's own options")
    func settingsInForce() throws {
        let database = try TestDatabase()
        let connection = try database.connect(statementTimeoutMilliseconds: 4321, graceMilliseconds: 2000)
        try #expect(connection.value("SHOW statement_timeout") == "4321ms")
        try #expect(connection.value("SHOW TimeZone") == "UTC")
        try #expect(connection.value("SHOW client_encoding") == "UTF8")
        let schema = try #require(database.settings.searchPath)
        try #expect(connection.value("SELECT current_schema()::text") == schema)
        try #expect(connection.value("SHOW application_name") == schema)
        var settings = database.settings
        settings.conninfo += " options='-c work_mem=1234kB'"
        settings.searchPath = #"pg_catalog, "odd\ name""#
        let other = try Connection(settings)
        try #expect(other.value("SHOW work_mem") == "1234kB")
        try #expect(other.value("SHOW search_path") == #"pg_catalog, "odd\ name""#)
    }
}

/// A socket where Postgres's would be, on which nobody accepts.
private final class SilentListener {
    let directory: String
    private let descriptor: Int32

    init() throws {
        var template = Array("/tmp/silent-XXXXXX".utf8CString)
        directory = try #require(mkdtemp(&template).map { String(cString: $0) })
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: "\(directory)/.s.PGSQL.5432".utf8)
        }
        let bound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 1) == 0)
    }

    deinit {
        close(descriptor)
        unlink("\(directory)/.s.PGSQL.5432")
        rmdir(directory)
    }
}
