package import Runtime
import Storage
import Templates
import Web

/// A connection to another program, by the settings of an installation.
package struct OutgoingConnection: Sendable {
    /// The last part of its texts' keys.
    package let key: String
    /// Returns the host; nil if there is no such connection.
    package let host: @Sendable (Config) -> String?

    package init(_ key: String, host: @escaping @Sendable (Config) -> String?) {
        self.key = key
        self.host = host
    }
}

extension About {
    /// Returns the handler of `GET /about/connections`: each connection with its host, its data, and on or off.
    package static func connections(_ connections: [OutgoingConnection]) -> VisitorHandler {
        { visit, app in
            let format = app.formatter(visit)
            let rows = connections.map { connection in
                let host = connection.host(app.config)
                return ConnectionItem(
                    name: format.text("connections.\(connection.key)"),
                    data: format.text("connections.\(connection.key).data"), host: host.map { words($0, format) },
                    isOn: host != nil)
            }
            let hosts = try app.store.outsideHosts(limit: mostHosts)
            let outside = ConnectionItem(
                name: format.text("connections.outside"), data: format.text("connections.outside.data"),
                host: hosts.isEmpty ? nil : hosts.joined(separator: ", "), isOn: !hosts.isEmpty)
            return app.page(ConnectionsPage(connections: rows + [outside]), visit)
        }
    }

    /// The most hosts of calendars of others that the page lists.
    private static let mostHosts = 500

    private static func words(_ host: String, _ format: Formatter) -> String {
        ["localhost", "127.0.0.1", "::1"].contains(host) ? format.text("connections.here") : host
    }
}

/// Returns the host of an address, without user, password, port and path; nil if it has none.
package func hostName(ofURL text: String) -> String? {
    guard let scheme = text.firstRange(of: "://") else { return nil }
    var host = text[scheme.upperBound...].prefix { !"/?#".contains($0) }
    if let user = host.lastIndex(of: "@") { host = host[host.index(after: user)...] }
    if host.first == "[", let end = host.firstIndex(of: "]") {
        host = host[host.index(after: host.startIndex)..<end]
    } else {
        host = host.prefix { $0 != ":" }
    }
    return host.isEmpty ? nil : String(host)
}

struct ConnectionsPage: Page {
    static let template = "about/connections"
    var connections: [ConnectionItem]
}

struct ConnectionItem: Encodable {
    var name: String
    var data: String
    /// nil if it is off.
    var host: String?
    var isOn: Bool
}
