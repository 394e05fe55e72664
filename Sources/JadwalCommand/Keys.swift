import ArgumentParser
import CivilTime
import Pages
import Places
import Postgres
import PrayerFeeds
import Runtime
import Storage

/// The keys of this installation.
struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists and replaces the keys of this installation.",
        discussion: """
            Run it as the account of the service, with the service's settings. `jadwal serve` and `jadwal work` \
            read keys when they start: restart both after a change.
            """,
        subcommands: [List.self, Rotate.self, Forget.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints every key between tabs: name, fingerprint, day it was made, age in days, number of earlier keys, purpose.",
            discussion: "A fingerprint tells two keys apart, as on two machines; the key cannot be found from it.")

        @Flag(help: "Print the table of docs/security-operations.md instead, without this installation's keys.")
        var markdown = false

        func run() throws {
            if markdown {
                print(keysTable())
                return
            }
            let folder = try KeyFolder(data: readConfig().data, .reading)
            for kind in KeyKind.all {
                guard let entry = try folder.entry(kind) else {
                    print([kind.name, "not made yet", "", "", "", kind.purpose].joined(separator: "\t"))
                    continue
                }
                let seconds = systemNow().secondsSince1970 - entry.madeAt.secondsSince1970
                print([
                    kind.name, entry.ring.fingerprint, "\(String(describing: entry.madeAt).prefix(10))",
                    "\(max(0, seconds / 86_400))", "\(entry.ring.previous.count)", kind.purpose,
                ].joined(separator: "\t"))
            }
        }
    }

    struct Rotate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a new key and keeps the earlier ones that stay valid.")

        @Argument(help: "The key's name, as `jadwal keys list` prints it.", transform: keyKind)
        var key: KeyKind

        func run() throws {
            let ring = try KeyFolder(data: readConfig().data, .changing).rotate(key, now: systemNow())
            print("""
                \(key.name) has a new key, fingerprint \(ring.fingerprint); earlier keys that stay valid: \(ring.previous.count).
                Restart `jadwal serve` (every responder) and `jadwal work` now: they read keys when they start.
                What people notice: \(key.rotation)
                """)
        }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Deletes the earlier keys of a name, so that only the current one is valid.")

        @Argument(help: "The key's name, as `jadwal keys list` prints it.", transform: keyKind)
        var key: KeyKind

        func run() throws {
            let config = try readConfig()
            if key.name == KeyKind.messages.name { try checkRenewed(config) }
            let count = try KeyFolder(data: config.data, .changing).forget(key)
            print("""
                \(key.name) has its current key only; earlier keys deleted: \(count).
                Restart `jadwal serve` (every responder) and `jadwal work` now: they read keys when they start.
                """)
        }

        /// Refuses to delete a key that customers' keys are still encrypted with: their chats could not be read any
        /// more.
        private func checkRenewed(_ config: Config) throws {
            let settings = DatabaseSettings(conninfo: config.database, applicationName: "jadwal-keys")
            let keys = try Store(connection: try Connection(settings)).countCustomerKeys()
            let current = try KeyFolder(data: config.data, .reading).entry(.messages)?.ring.fingerprint
            let waiting = keys.filter { $0.masterKey != current }.reduce(0) { $0 + $1.count }
            guard waiting == 0 else {
                throw ValidationError("""
                    \(waiting) customers' keys still need an earlier key. `jadwal work` renews them within the hour; \
                    `jadwal messages status` tells when it is done.
                    """)
            }
        }
    }
}

@Sendable private func keyKind(_ name: String) throws -> KeyKind {
    guard let kind = KeyKind.all.first(where: { $0.name == name }) else {
        throw ValidationError("There is no key '\(name)'; there are \(KeyKind.all.map(\.name).joined(separator: ", ")).")
    }
    return kind
}
