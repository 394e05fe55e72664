import Glibc
import Postgres
import TestSupport
import Testing

@Suite("Connecting")
struct OpeningTests {
    @Test("a malformed conninfo is refused and not quoted", arguments: [
        "password=hunter2 nonsense", "hunter2", "postgresql://u:hunter2@[::1/x", "host='hunter2", "hunter2=1",
    ])
    func badConninfo(conninfo: String) {
        let error = #expect(throws: PostgresError.self) { try Connection(DatabaseSettings(conninfo: conninfo)) }
        #expect(error?.kind == .misuse)
        #expect(error.map { String(reflecting: $0).contains("hunter2") } == false)
    }

    @Test("a server on this machine needs no certificate", arguments: [
        "dbname=x", "host=/run/postgresql", "host=@abstract", "host=''", "host=localhost", "host=127.0.0.1", "host=127.9.9.9",
        "host=::1", "host=db.example hostaddr=127.0.0.1", "host=/run,localhost,::1", "postgresql://u@localhost/x",
        "postgresql:///x?host=/run",
    ])
    func near(conninfo: String) throws {
        try DatabaseSettings(conninfo: conninfo).checkTransport()
    }

    @Test("on another host the certificate must be checked, and the error names the parameter to set", arguments: [
        "host=db.example password=hunter2", "host=192.0.2.7", "host=::2", "host=128.0.0.1", "host=localhost.example",
        "hostaddr=192.0.2.7", "host=localhost hostaddr=192.0.2.7", "host=/run,db.example", "postgresql://u:hunter2@db.example/x",
        "host=db.example sslmode=require", "host=db.example sslmode=verify-ca", "host=db.example sslmode=prefer",
    ])
    func far(conninfo: String) {
        let settings = DatabaseSettings(conninfo: conninfo)
        for attempt in [{ try settings.checkTransport() }, { _ = try Connection(settings) }] as [() throws -> Void] {
            let error = #expect(throws: PostgresError.self) { try attempt() }
            #expect(error?.kind == .misuse)
            #expect(error?.message.contains("sslmode=verify-full") == true)
            #expect(error?.message.contains("hunter2") == false)
        }
    }

    @Test("a server whose certificate is checked may be on any host", arguments: [
        "host=db.example sslmode=verify-full", "postgresql://u@db.example/x?sslmode=verify-full",
    ])
    func verified(conninfo: String) throws {
        try DatabaseSettings(conninfo: conninfo).checkTransport()
    }

    @Test("a conninfo that names a service is refused")
    func service() {
        let error = #expect(throws: PostgresError.self) { try DatabaseSettings(conninfo: "service=far").checkTransport() }
        #expect(error?.message.contains("host=") == true)
    }

    @Test("the parameters of libpq's environment count too")
    func environment() async {
        await #expect(processExitsWith: .success) {
            setenv("PGHOST", "db.example", 1)
            precondition((try? DatabaseSettings(conninfo: "dbname=x").checkTransport()) == nil)
            precondition((try? DatabaseSettings(conninfo: "host=/run").checkTransport()) != nil)
            setenv("PGSSLMODE", "verify-full", 1)
            precondition((try? DatabaseSettings(conninfo: "dbname=x").checkTransport()) != nil)
        }
    }

    @Test("without a server the error comes at once")
    func nobodyThere() {
        let settings = DatabaseSettings(conninfo: "host=/nonexistent password=hunter2 dbname=x user=x")
        let error = #expect(throws: PostgresError.self) { try Connection(settings) }
        #expect(error?.kind == .connection)
        #expect(error?.isConnectionLost == true)
        #expect(error?.message.contains("/nonexistent") == true)
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test("a server that accepts the connection and never answers leads to a timeout")
    func silentServer() throws {
        let listener = try SilentListener()
        let settings = DatabaseSettings(
            conninfo: "host=\(listener.directory) dbname=x user=x", connectTimeoutSeconds: 1)
        let error = #expect(throws: PostgresError.self) { try Connection(settings) }
        #expect(error?.kind == .timeout)
        #expect(error?.isConnectionLost == true)
    }

    @Test("the description and the dump of settings do not show the password")
    func description() {
        let settings = DatabaseSettings(conninfo: "password=hunter2")
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!"\(settings)\(String(reflecting: settings))\(dumped)".contains("hunter2"))
    }

    @Test("the settings are in force, and so are the options of the conninfo")
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

/// A socket in the place of Postgres's, which accepts no connection.
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
