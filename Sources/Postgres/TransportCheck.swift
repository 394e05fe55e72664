import CPostgres
import Glibc

// A check that connections to other hosts verify the server. By default libpq accepts any certificate,
// or none.

extension DatabaseSettings {
    /// Throws unless the connection stays on this machine or checks the server's certificate.
    ///
    /// It reads the conninfo and the parameters that libpq adds from the environment (PGHOST, PGSSLMODE,
    /// …). Every new connection is checked; `serve` and `work` also check at their start.
    ///
    /// - Throws: kind `.misuse`. The message names the parameter to set.
    public func checkTransport() throws(PostgresError) {
        try Self.checkTransport(LibpqConnection.parameters(conninfo).merging(Self.fromEnvironment()) { own, _ in own })
    }

    static func checkTransport(_ parameters: [String: String]) throws(PostgresError) {
        guard parameters["service", default: ""].isEmpty else {
            throw .misuse("the database's conninfo names a service; write host=… dbname=… user=… in its place")
        }
        // libpq connects to `hostaddr` if it is set. Then `host` is the name in the certificate.
        let addresses = parameters["hostaddr", default: ""]
        let hosts = addresses.isEmpty ? parameters["host", default: ""] : addresses
        let farAway = hosts.split(separator: ",", omittingEmptySubsequences: false).first { !isOnThisMachine($0) }
        guard let farAway, parameters["sslmode"] != "verify-full" else { return }
        throw .misuse("""
            the database is on another host, \(farAway), and its certificate would not be checked: \
            write sslmode=verify-full, and sslrootcert=… for an authority of your own, in JADWAL_DATABASE
            """)
    }

    /// Returns true for a folder of Unix sockets, which is also libpq's default, for an abstract socket
    /// and for a loopback address.
    private static func isOnThisMachine(_ host: Substring) -> Bool {
        if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" { return true }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, String(host), &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        if inet_pton(AF_INET6, String(host), &six) == 1 {
            return withUnsafeBytes(of: &six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
        }
        return false
    }

    /// Returns the parameters that libpq adds to a conninfo if it lacks them.
    private static func fromEnvironment() -> [String: String] {
        guard let options = PQconndefaults() else { return [:] }
        defer { PQconninfoFree(options) }
        return LibpqConnection.values(options)
    }
}
