import Agreements
import ArgumentParser
import Conversations
import FastCGI
import Glibc
import Jadwal
import Logging
import Notifications
import OutsideCalendars
import Runtime
import Storage
import System
import WebClient

/// The worker. It sends mail first of all, renders feeds in advance, and deletes data that is too old.
struct Work: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Carries out background jobs.",
        discussion: "SIGTERM and SIGINT let it finish its current jobs and then stop.")

    @Option(help: "Threads, each with a database connection.")
    var threads = 2

    /// The threads that read chats. The first one goes on while a language model lets the other wait.
    private static let readers = 2
    /// The threads that send notices. While a slow push service lets one wait, the other goes on.
    private static let senders = 2
    /// The threads that fetch calendars of others. While a slow host lets some wait, the others go on.
    private static let fetchers = 3

    func validate() throws {
        guard (1...64).contains(threads) else { throw ValidationError("--threads takes 1 to 64.") }
    }

    func run() throws {
        blockAllSignals()
        startWebClients()
        let config = try readConfig()
        try config.checkComplete(sendsMail: true)
        let broker = try QueueDoor.address(config), model = try ChatModel(config)
        let apple = try AppleSettings(config) { try readBytes($0) }
        let shared = try sharedParts(config, process: "work")
        let stop = StopFlag()
        let workers = (1...threads).map { number in
            startThread(named: "work-\(number)") {
                do {
                    let app = try threadParts(
                        shared, name: "work-\(number)", .worker, mail: try mailTransport(shared.config))
                    // The first of several threads keeps free for mails: a slow job or a chore is others' work.
                    let isForMails = number == 1 && threads > 1
                    let runner = JobRunner(
                        jobs, lanes: isForMails ? [.urgent, .ordinary] : Lane.allCases,
                        chores: isForMails ? [] : chores, app)
                    runner.run { stop.isStopping }
                } catch {
                    shared.log.critical("thread", metadata: ["reason": "\(error)"])
                    _exit(1)
                }
            }
        }
        let readers = (1...Self.readers).map { number in
            startThread(named: "chats-\(number)") {
                do {
                    let app = try threadParts(shared, name: "chats-\(number)", .worker, mail: NoMail())
                    // A model may be slow. The first thread leaves its chats to the others.
                    AnalysisRunner(app, model: model, waitsForModel: number > 1).run { stop.isStopping }
                } catch {
                    shared.log.critical("thread", metadata: ["reason": "\(error)"])
                    _exit(1)
                }
            }
        }
        let senders = (1...Self.senders).map { number in
            startThread(named: "notices-\(number)") {
                do {
                    let app = try threadParts(shared, name: "notices-\(number)", .worker, mail: NoMail())
                    NoticeRunner(app, apple: apple).run { stop.isStopping }
                } catch {
                    shared.log.critical("thread", metadata: ["reason": "\(error)"])
                    _exit(1)
                }
            }
        }
        let fetchers = (1...Self.fetchers).map { number in
            startThread(named: "outside-\(number)") {
                do {
                    let app = try threadParts(shared, name: "outside-\(number)", .worker, mail: NoMail())
                    OutsideRunner(app).run { stop.isStopping }
                } catch {
                    shared.log.critical("thread", metadata: ["reason": "\(error)"])
                    _exit(1)
                }
            }
        }
        let queue = broker.map { address in
            startThread(named: "queue") {
                do {
                    let app = try threadParts(shared, name: "queue", .worker, mail: NoMail())
                    QueueDoor(app).run(address) { stop.isStopping }
                } catch {
                    shared.log.critical("thread", metadata: ["reason": "\(error)"])
                    _exit(1)
                }
            }
        }
        shared.log.info("started", metadata: ["threads": "\(threads)"])
        let signal = waitForSignal([SIGTERM, SIGINT])
        shared.log.info("stopping", metadata: ["signal": "\(signal)"])
        stop.set()
        for thread in workers + readers + senders + fetchers + [queue].compactMap(\.self) { thread.join() }
        shared.log.info("stopped")
    }
}
