/// The settings of a connection.
public struct DatabaseSettings: Sendable, CustomStringConvertible, CustomReflectable {
    /// libpq's connection string: `key=value` pairs or a URI. It may contain a password.
    public var conninfo: String
    /// The time after which the server cancels a statement; from 1 to 86,400,000.
    public var statementTimeoutMilliseconds: Int
    /// The additional time that the client waits before it closes the connection. A server that is
    /// stopped cannot cancel a statement, and a broken network does not deliver its message.
    public var graceMilliseconds: Int
    /// The time limit for connecting, for all hosts of the conninfo together.
    public var connectTimeoutSeconds: Int
    /// The name of the connection in `pg_stat_activity`.
    public var applicationName: String
    /// The schema for names without a schema; nil for the server's default.
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

    /// A text without the conninfo, whose password must not reach a log.
    public var description: String { "DatabaseSettings(\(applicationName))" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Returns the `options` of the connection's first packet, which need no extra round trip. They come
    /// after the options of the conninfo and override them.
    ///
    /// With `TimeZone`, `::date` and `date_trunc` mean UTC on every server. A query for a person's zone
    /// names it.
    func serverOptions(after own: String) -> String {
        var options = own.isEmpty ? "" : own + " "
        options += "-c statement_timeout=\(statementTimeoutMilliseconds) -c TimeZone=UTC"
        // A statement is planned once for each connection. Otherwise the server plans statements with a range or a
        // limit again and again, which costs more than running them.
        options += " -c plan_cache_mode=force_generic_plan"
        if let searchPath { options += " -c search_path=" + Self.escaped(searchPath) }
        return options
    }

    /// Escapes white space and backslashes, since the server splits `options` at white space.
    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for scalar in value.unicodeScalars {
            if scalar == "\\" || scalar.properties.isWhitespace { escaped.unicodeScalars.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
