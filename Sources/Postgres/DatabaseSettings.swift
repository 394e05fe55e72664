/// How a connection is opened and how long it waits.
public struct DatabaseSettings: Sendable, CustomStringConvertible, CustomReflectable {
    /// libpq's connection string, `key=value` pairs or a URI; may hold a password.
    public var conninfo: String
    /// How long one statement may run before the server cancels it; from 1 to 86,400,000.
    public var statementTimeoutMilliseconds: Int
    /// How much longer than that this side waits for the server's word before it gives the
    /// connection up: a server that is stopped, or a network that swallows packets, cancels nothing.
    public var graceMilliseconds: Int
    /// How long opening may take, over all hosts of the conninfo.
    public var connectTimeoutSeconds: Int
    /// What `pg_stat_activity` calls the connection.
    public var applicationName: String
    /// The schema in which names without one are looked up; nil for the server's default.
    public var searchPath: String?

    public init(
        conninfo: String, statementTimeoutMilliseconds: Int = 5000, graceMilliseconds: Int = 2000,
        connectTimeoutSeconds: Int = 3, applicationName: String = "jadwal", searchPath: String? = nil
    ) {
        self.conninfo = conninfo
        self.statementTimeoutMilliseconds = statementTimeoutMilliseconds
        self.graceMilliseconds = graceMilliseconds
        self.connectTimeoutSeconds = connectTimeoutSeconds
        self.applicationName = applicationName
        self.searchPath = searchPath
    }

    /// Without the conninfo: its password must not reach a log.
    public var description: String { "DatabaseSettings(\(applicationName))" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The `options` of the connection's first packet, after what the conninfo has of its own, so
    /// that no extra round trip is needed and ours win.
    ///
    /// `TimeZone` is set so that `::date` and `date_trunc` in a statement mean UTC wherever the
    /// server stands; a query that wants a person's zone says so.
    func serverOptions(after own: String) -> String {
        var options = own.isEmpty ? "" : own + " "
        options += "-c statement_timeout=\(statementTimeoutMilliseconds) -c TimeZone=UTC"
        if let searchPath { options += " -c search_path=" + Self.escaped(searchPath) }
        return options
    }

    /// The server splits `options` at white space unless a backslash stands before it.
    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for scalar in value.unicodeScalars {
            if scalar == "\\" || scalar.properties.isWhitespace { escaped.unicodeScalars.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
