import ArgumentParser
import Conversations
import Crypto
import Postgres
import Runtime
import Storage

/// The chats that wait and those that failed, for the operator. Bodies, names and numbers are never printed.
struct Messages: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the messages of chats that wait, and those that failed.",
        discussion: "It prints numbers, digests and reasons. What people wrote is encrypted and stays so.",
        subcommands: [Status.self, Outcomes.self, Dead.self])

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the numbers of chats, messages and findings.")

        func run() throws {
            let config = try readConfig(), store = try commandStore(config)
            let counts = try store.chatCounts()
            print("""
                chats: \(counts.chats)
                chats that wait to be read: \(counts.waiting), the oldest overdue for \(Int(counts.oldestSeconds)) s
                chats read so far: \(counts.read), failed tries: \(counts.failed)
                chats given up: \(counts.givenUp)
                messages whose words are kept: \(counts.messages)
                deliveries refused in the last 30 days: \(counts.refused)
                """)
            if let dead = try DeadLetters.count(config) { print("dead letters at the broker: \(dead)") }
            for found in try store.countAgreements() { print("findings \(found.state.rawValue): \(found.count)") }
            let current = try KeyFolder(data: config.data, .reading).entry(.messages)?.ring.fingerprint
            for key in try store.countCustomerKeys() {
                let note = key.masterKey == current ? "" : " (an earlier one; the worker renews them)"
                print("customers' keys under key \(key.masterKey): \(key.count)\(note)")
            }
        }
    }

    struct Outcomes: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints how often findings were kept and dismissed, by the rule that made them.",
            discussion: "The columns are between tabs: rule, sort of the yes, kept, added, corrected, dismissed.")

        func run() throws {
            print("rule\tact\tkept\tadded\tcorrected\tdismissed")
            for count in try commandStore(try readConfig()).outcomes() {
                let numbers = [count.kept, count.added, count.corrected, count.dismissed].map(String.init)
                print(([count.rule, count.act] + numbers).joined(separator: "\t"))
            }
        }
    }

    struct Dead: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists, repeats or drops what could not be read.",
            subcommands: [List.self, Replay.self, Drop.self])

        struct List: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Prints chats that were given up and deliveries that were refused, between tabs.")

            @Option(help: "The most lines of each kind.")
            var limit = 100

            func run() throws {
                let store = try commandStore(try readConfig())
                for chat in try store.givenUpChats(limit: limit) {
                    print("chat\t\(hex(chat.key).prefix(12))\t\(chat.problem?.rawValue ?? "")\t\(chat.lastMessageAt)")
                }
                for refused in try store.refusedMessages(limit: limit) {
                    print("\(refused.door)\t\(hex(refused.digest).prefix(12))\t\(refused.reason)\t\(refused.refusedAt)")
                }
            }
        }

        struct Replay: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Has given-up chats read again, and puts the broker's dead letters back into the queue.")

            func run() throws {
                let config = try readConfig()
                print("chats that are read again: \(try commandStore(config).retryGivenUpChats())")
                print("dead letters back in the queue: \(try DeadLetters.replay(config))")
            }
        }

        struct Drop: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Closes given-up chats, deletes dead letters, and forgets refused deliveries.",
                discussion: "The messages of the chats stay for as long as the privacy page says.")

            func run() throws {
                let config = try readConfig(), store = try commandStore(config)
                print("chats closed: \(try store.dropGivenUpChats())")
                print("dead letters deleted: \(try DeadLetters.drop(config))")
                print("refused deliveries forgotten: \(try store.deleteRefusedMessages())")
            }
        }
    }
}

func commandStore(_ config: Config) throws -> Store {
    let settings = DatabaseSettings(conninfo: config.database, applicationName: "jadwal-messages")
    return Store(connection: try Connection(settings))
}
