import ArgumentParser
import FastCGI
import Glibc
import Jadwal
import Logging
import Runtime
import Storage
import WebClient

/// The worker. It sends mail first of all, renders feeds in advance, and deletes data that is too old.
struct Work: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Carries out background jobs.",
        discussion: "SIGTERM and SIGINT let it finish its current jobs and then stop.")

    @Option(help: "Threads, each with a database connection.")
    var threads = 2

    func validate() throws {
        guard (1...64).contains(threads) else { throw ValidationError("--threads takes 1 to 64.") }
    }

    func run() throws {
        blockAllSignals()
        startWebClients()
        let config = try readConfig()
        try config.checkComplete(sendsMail: true)
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
        shared.log.info("started", metadata: ["threads": "\(threads)"])
        let signal = waitForSignal([SIGTERM, SIGINT])
        shared.log.info("stopping", metadata: ["signal": "\(signal)"])
        stop.set()
        for worker in workers { worker.join() }
        shared.log.info("stopped")
    }
}
