import ArgumentParser
import CivilTime
import Runtime
import Storage

/// The calendars of others that customers subscribed to, for the operator. Addresses are never printed, only hosts.
struct Accounts: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the hosts from which calendars of others are fetched.",
        discussion: "Addresses are encrypted, since who has one has what is behind it. It prints hosts and numbers.",
        subcommands: [List.self, Check.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints each host with its addresses, the failing ones, and the last good answer, between tabs.")

        func run() throws {
            for host in try commandStore(try readConfig()).askedHosts() {
                let good = host.goodAt.map { $0.iso8601 } ?? "never"
                print("\(host.host)\t\(host.sources)\t\(host.failing)\t\(good)")
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the numbers of fetches, and the failures by host and reason.",
            discussion: "It exits with 1 if an address has had no good answer for a day.")

        func run() throws {
            let store = try commandStore(try readConfig()), counts = try store.sourceCounts()
            print("""
                addresses: \(counts.sources)
                subscriptions: \(counts.subscriptions)
                failing addresses: \(counts.failing)
                held answers: \(counts.held)
                oldest good answer: \(counts.oldestSeconds) s ago
                """)
            for failing in try store.failingHosts() {
                print("\(failing.host)\t\(failing.problem)\t\(failing.count)\tsince \(failing.since.iso8601)")
            }
            if counts.oldestSeconds > 86_400 { throw ExitCode.failure }
        }
    }
}
