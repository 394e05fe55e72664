import CPostgres
import Glibc
import System

// Connecting within a deadline.

extension LibpqConnection {
    /// Connects to the server.
    ///
    /// The deadline does not cover the look-up of a host's name. libpq uses the system's resolver, which
    /// has its own timeout.
    ///
    /// - Throws: kind `.misuse` if libpq cannot read the conninfo, or if it would trust any server on
    ///   another host (`checkTransport`); otherwise `.connection` or `.timeout`.
    convenience init(connecting settings: DatabaseSettings) throws(PostgresError) {
        let deadline = Monotonic.deadline(milliseconds: settings.connectTimeoutSeconds * 1000)
        guard let handle = try Self.start(settings) else {
            throw .lost(.connection, "there is not enough memory for a connection")
        }
        do {
            try Self.finishConnecting(handle, until: deadline, settings)
        } catch {
            PQfinish(handle)
            throw error
        }
        self.init(
            handle: handle,
            answerTimeoutMilliseconds: settings.statementTimeoutMilliseconds + settings.graceMilliseconds)
    }

    private static func start(_ settings: DatabaseSettings) throws(PostgresError) -> OpaquePointer? {
        guard (1...86_400_000).contains(settings.statementTimeoutMilliseconds) else {
            throw .misuse("the statement timeout must be from 1 to 86,400,000 ms")
        }
        try settings.checkTransport()
        var parameters = try parameters(settings.conninfo)
        parameters["options"] = settings.serverOptions(after: parameters["options"] ?? "")
        parameters["application_name"] = settings.applicationName
        parameters["client_encoding"] = "UTF8"
        let keywords = parameters.map { strdup($0.key) } + [nil]
        let values = parameters.map { strdup($0.value) } + [nil]
        defer { for text in keywords + values { free(text) } }
        return PQconnectStartParams(keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 0)
    }

    /// Reads the parameters of a conninfo. libpq adds those of the environment and its defaults.
    ///
    /// libpq's message about a malformed conninfo may quote the password, so it is not used.
    static func parameters(_ conninfo: String) throws(PostgresError) -> [String: String] {
        var problem: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(conninfo, &problem) else {
            PQfreemem(problem)
            throw .misuse("the database's conninfo is malformed: write host=… dbname=… user=…")
        }
        defer { PQconninfoFree(options) }
        return values(options)
    }

    /// Returns the options of libpq that have a value.
    static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var parameters: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                parameters[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        return parameters
    }

    private static func finishConnecting(
        _ handle: OpaquePointer, until deadline: UInt64, _ settings: DatabaseSettings
    ) throws(PostgresError) {
        // By default libpq prints notices on standard error, and they may contain values.
        _ = PQsetNoticeProcessor(handle, { _, _ in }, nil)
        var step = PGRES_POLLING_WRITING
        while step != PGRES_POLLING_OK {
            guard step != PGRES_POLLING_FAILED, PQstatus(handle) != CONNECTION_BAD else {
                throw .lost(.connection, libpqWords(PQerrorMessage(handle)))
            }
            let events = step == PGRES_POLLING_READING ? POLLIN : POLLOUT
            guard waitForSocket(PQsocket(handle), events: events, until: deadline) else {
                throw .lost(
                    .timeout, "the database did not accept the connection within \(settings.connectTimeoutSeconds) s")
            }
            step = PQconnectPoll(handle)
        }
        guard PQsetnonblocking(handle, 1) == 0 else { throw .lost(.connection, libpqWords(PQerrorMessage(handle))) }
    }
}
