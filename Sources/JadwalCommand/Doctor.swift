import AddressPlaces
import Agreements
import ArgumentParser
import CivilTime
import Crypto
import Extraction
import Glibc
import Mail
import Notifications
import Pages
import Places
import Planning
import Postgres
import PrayerFeeds
import Runtime
import Storage
import System
import Templates
import Web
import WebClient

/// The command that checks everything the service needs, and says how to repair what is wrong.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks database, migrations, templates, secrets, mail, profiles, clock and nginx.",
        discussion: "Ends with 1 when something needs mending.")

    func run() throws {
        startWebClients()
        let config = try readConfig()
        var report = Report()
        report.check("settings", mend: "set what the sentence names; `jadwal config` lists all") {
            try config.checkComplete(sendsMail: true)
            return "complete, for \(config.environment.rawValue)"
        }
        checkDatabase(config, &report)
        report.check("templates", mend: "run from the folder of the release, or set JADWAL_TEMPLATES and JADWAL_STATIC") {
            _ = try Templates(directory: config.templates, assets: config.assets)
            _ = try Lexicon(directory: "\(config.templates)/lexicon")
            _ = try ChatWords(directory: "\(config.templates)/lexicon/chats")
            return config.templates
        }
        report.check("time zones", mend: "install Debian's package tzdata") {
            let zones = try TimeZones()
            return "\(zones.names.count) zones of tzdata \(try zones.version)"
        }
        report.check("secrets", mend: "let the service own the folder of JADWAL_DATA") {
            _ = try Secrets(directory: config.data)
            return config.data + "/secrets"
        }
        report.check("cities", mend: "restore the files of the release, or set JADWAL_CITIES") {
            let names = try CitySeed(directory: config.cities).arabicNames().count
            return "\(names) Arabic names, \(try DisputedPlaces(directory: config.cities).count) places named without a country"
        }
        if !config.addressDatabase.isEmpty {
            report.check("addresses", mend: "name a whole GeoLite2 City or DB-IP City Lite file in JADWAL_MMDB") {
                let file = AddressDatabase(path: config.addressDatabase, copies: config.data) { _ in }
                return "\(config.addressDatabase) is of type \(try file.type())"
            }
        }
        if access(TransitFile.path(in: config.data), F_OK) == 0 {
            report.check(
                "timetable",
                mend: "load a newer one with `jadwal transit load`, or delete transit.zip in JADWAL_DATA"
            ) {
                try timetableSummary(TransitFile.path(in: config.data))
            }
        }
        report.check("mail", mend: "start the mail server, or correct the JADWAL_SMTP_ settings") {
            try mailSummary(config)
        }
        if !config.apnsKeyFile.isEmpty {
            report.check("Apple", mend: "let this machine keep time by NTP, and reach JADWAL_APNS_HOST") {
                try appleSummary(config)
            }
        }
        for check in EngineCheck.all(config) {
            report.check(check.name, mend: "correct JADWAL_TRAVEL_CHECK and the engine, or set it to estimate") {
                do throws(EngineFailure) {
                    return try check.ask(config, now: systemNow())
                } catch {
                    throw Finding(error.sentence)
                }
            }
        }
        report.check("profiles", mend: "renew or correct the files of JADWAL_PROFILE_CERTIFICATE, _KEY and _CHAIN, then restart `jadwal serve`") {
            guard let signer = try config.profileSigner() else { return "unsigned: no JADWAL_PROFILE_CERTIFICATE" }
            if let concern = signer.concern(at: systemNow()) { throw Finding(concern) }
            return "signed, until \(Instant(secondsSince1970: signer.validSeconds.upperBound))"
        }
        report.check("responder", mend: "start `jadwal serve` with the same JADWAL_SOCKET") {
            try connect(to: config.socket)
            return config.socket
        }
        report.check("nginx", mend: "start nginx with nginx/jadwal.conf.template filled in, for the address of JADWAL_ORIGIN") {
            let host = config.origin.dropFirst("https://".count)
            let parts = host.split(separator: ":")
            return try reach(host: String(parts.first ?? ""), port: parts.count > 1 ? String(parts[1]) : "443")
        }
        if report.failures > 0 { throw ExitCode(1) }
    }

    private func checkDatabase(_ config: Config, _ report: inout Report) {
        var connection: Connection?
        report.check("database", mend: "start Postgres, or correct JADWAL_DATABASE") {
            let settings = DatabaseSettings(conninfo: config.database, applicationName: "jadwal-doctor")
            connection = try Connection(settings)
            return "answers"
        }
        guard let connection else { return }
        report.check("migrations", mend: "run `jadwal migrate`") {
            let pending = try MigrationRunner(directory: config.migrations).pending(connection)
            guard pending.isEmpty else { throw Finding("pending: \(pending.joined(separator: ", "))") }
            return "all applied"
        }
        report.check("clock", mend: "let this machine and the database's keep time by NTP") {
            let store = Store(connection: connection)
            let skew = abs(try store.secondsAhead(of: systemNow()))
            guard skew < 5 else { throw Finding("the database's clock is \(Int(skew)) seconds apart from this machine's") }
            return "agrees with the database's"
        }
        report.check("keys of chats", mend: "bring back secrets/messages.key that belongs to this database") {
            let keys = try Store(connection: connection).countCustomerKeys()
            let ring = try KeyFolder(data: config.data, .reading).entry(.messages)?.ring
            let known = Set((ring?.all ?? []).map { KeyRing($0).fingerprint })
            let lost = keys.filter { !known.contains($0.masterKey) }.reduce(0) { $0 + $1.count }
            guard lost == 0 else { throw Finding("\(lost) customers' chats need a key that is not here") }
            return "open the chats of \(keys.reduce(0) { $0 + $1.count }) customers"
        }
        report.check("hijri months", mend: "set or remove months with `jadwal hijri` until each has 29 or 30 days") {
            let months = try Store(connection: connection).hijriMonths()
            _ = try HijriCalendar.ummAlQura.replacing(months)
            return months.isEmpty ? "as published" : "\(months.count) set"
        }
    }

    /// Asks Apple's push service what time it is.
    private func appleSummary(_ config: Config) throws -> String {
        guard let settings = try AppleSettings(config, readFile: { try readBytes($0) }) else { return "not used" }
        guard let ahead = try settings.secondsAhead(of: systemNow(), PushConnections(config))
        else { return "answers, without a time" }
        guard abs(ahead) <= AppleSettings.mostSecondsApart
        else { throw Finding("Apple's clock is \(abs(ahead)) seconds apart from this machine's") }
        return "answers, and its clock agrees"
    }

    private func mailSummary(_ config: Config) throws -> String {
        guard config.mailTransport == .smtp else { return config.mailTransport.rawValue }
        return try reach(host: config.smtpHost, port: String(config.smtpPort))
    }
}

/// The results of the checks, printed line by line.
private struct Report {
    var failures = 0

    /// Prints one line; if the check throws, also a second line that says what to do.
    mutating func check(_ name: String, mend: String, _ look: () throws -> String) {
        do {
            print("ok    \(name): \(try look())")
        } catch {
            failures += 1
            print("FAIL  \(name): \(error)\n      to mend it: \(mend)")
        }
    }
}

struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Connects to a Unix socket; throws if nothing listens there.
private func connect(to path: String) throws {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { throw Finding("\(path) is longer than \(room - 1) bytes") }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    guard status == 0 else { throw Finding("\(path): \(String(cString: strerror(errno)))") }
}

/// Connects to a TCP port, and returns a line for the report; throws if nothing listens there.
private func reach(host: String, port: String) throws -> String {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let name = host.replacing("[", with: "").replacing("]", with: "")
    let status = getaddrinfo(name, port, &hints, &found)
    guard status == 0 else { throw Finding("\(host): \(String(cString: gai_strerror(status)))") }
    defer { freeaddrinfo(found) }
    var next = found
    while let entry = next?.pointee {
        let descriptor = socket(entry.ai_family, entry.ai_socktype, entry.ai_protocol)
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if Glibc.connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 { return "\(host):\(port) answers" }
        next = entry.ai_next
    }
    throw Finding("\(host):\(port) does not answer: \(String(cString: strerror(errno)))")
}
