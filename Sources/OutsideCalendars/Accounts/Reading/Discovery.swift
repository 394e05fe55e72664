import DAV
import Storage
import WebClient
import XML

/// The search for the calendars of an account (RFC 6764 §6).
struct Discovery {
    let remote: RemoteClient

    /// The paths that servers are known to have, after the address that was typed and the well-known one.
    private static let paths = [
        "/.well-known/caldav", "/", "/dav/", "/remote.php/dav/", "/caldav.php/", "/dav.php/", "/radicale/",
    ]
    static let mostHomes = 10, mostCalendars = 200

    /// Returns the addresses of the collections of calendars.
    ///
    /// - Throws: `RemoteFailure`: with `isSignIn` if the password is refused, with `.notACalendar` if nothing is found.
    func homes(from start: OutsideAddress) throws -> [OutsideAddress] {
        var tried: Set<String> = []
        for path in [start.path] + Self.paths {
            guard let address = try? OutsideAddress(href: path, in: start, ports: remote.ports),
                  tried.insert(address.path).inserted
            else { continue }
            do {
                let homes = try self.homes(at: address)
                if !homes.isEmpty { return homes }
            } catch let failure as RemoteFailure {
                // Without an answer of HTTP, another path has none either. A wrong password is not tried again.
                guard let status = failure.status, !failure.isSignIn, status < 500, failure.problem != .busy
                else { throw failure }
            }
        }
        throw RemoteFailure(.notACalendar)
    }

    /// Returns what one address leads to: by its person, by itself, or by the collection that holds it.
    private func homes(at address: OutsideAddress) throws -> [OutsideAddress] {
        let names: [XMLName] = [.dav("current-user-principal"), .calDAV("calendar-home-set"), .dav("resourcetype")]
        let answer = try remote.ask(.propFind(names, depth: .zero), address)
        guard let found = answer.multiStatus.responses.first else { return [] }
        let own = try remote.addresses(found.hrefs(.calDAV("calendar-home-set")), in: answer)
        if !own.isEmpty { return Array(own.prefix(Self.mostHomes)) }
        let principals = try remote.addresses(Array(found.hrefs(.dav("current-user-principal")).prefix(1)), in: answer)
        if let principal = principals.first {
            let answer = try remote.ask(.propFind([.calDAV("calendar-home-set")], depth: .zero), principal)
            let homes = try remote.addresses(
                answer.multiStatus.responses.flatMap { $0.hrefs(.calDAV("calendar-home-set")) }, in: answer)
            if !homes.isEmpty { return Array(homes.prefix(Self.mostHomes)) }
        }
        // The address of one calendar, as people copy it.
        guard found.properties[.dav("resourcetype")]?.first(.calDAV("calendar")) != nil else { return [] }
        return [answer.address]
    }

    /// Returns the calendars in some collections, each once. Behind `mostCalendars` nothing is read.
    func calendars(in homes: [OutsideAddress]) throws -> [ListedCalendar] {
        let names: [XMLName] = [
            .dav("resourcetype"), .dav("displayname"), .dav("current-user-privilege-set"), .dav("supported-report-set"),
            .dav("sync-token"), .calDAV("supported-calendar-component-set"), .apple("calendar-color"),
        ]
        var list: [ListedCalendar] = [], listed: Set<String> = []
        for home in homes {
            let answer = try remote.ask(.propFind(names, depth: .one), home)
            for resource in answer.multiStatus.responses {
                guard resource.properties[.dav("resourcetype")]?.first(.calDAV("calendar")) != nil,
                      let address = remote.address(resource.href, in: answer),
                      let calendar = ListedCalendar(resource, at: address), listed.insert(calendar.href).inserted
                else { continue }
                list.append(calendar)
                if list.count == Self.mostCalendars { return list }
            }
        }
        return list
    }
}

extension ListedCalendar {
    private static let kinds = ["VEVENT", "VTODO"]

    /// - Returns: nil for a calendar that takes neither events nor tasks.
    fileprivate init?(_ resource: MultiStatus.Resource, at address: OutsideAddress) {
        let set = resource.properties[.calDAV("supported-calendar-component-set")]
        let named = set?.all(.calDAV("comp")).compactMap { $0.attribute("name")?.uppercased() } ?? []
        // Without the property, a calendar takes everything (RFC 4791 §5.2.3).
        let components = named.isEmpty ? Self.kinds : Self.kinds.filter(named.contains)
        guard !components.isEmpty else { return nil }
        let privileges = resource.properties[.dav("current-user-privilege-set")]?.all(.dav("privilege"))
            .flatMap { $0.elements.map(\.name) }
        let writing: Set<XMLName> = [.dav("all"), .dav("write"), .dav("write-content"), .dav("bind")]
        let reports = resource.properties[.dav("supported-report-set")]?.all(.dav("supported-report"))
            .flatMap { $0.all(.dav("report")) }.flatMap { $0.elements.map(\.name) } ?? []
        let last = address.path.split(separator: "/").last.map(String.init) ?? address.host
        self.init(
            href: address.secretText, name: (resource.text(.dav("displayname")) ?? last).fitForNames,
            color: resource.text(.apple("calendar-color")).flatMap { CalendarColor($0)?.text },
            components: components,
            // Xandikos does not tell.
            mayWrite: privileges.map { !writing.isDisjoint(with: $0) } ?? true,
            hasSync: reports.contains(.dav("sync-collection")) || resource.properties[.dav("sync-token")] != nil)
    }
}
