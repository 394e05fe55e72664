import ArgumentParser
import Crypto
import FastCGI
import Glibc
import HTTP
import Jadwal
import Logging
import Pages
import Postgres
import PrayerFeeds
import Runtime
import Storage
import Web
import WebClient

/// The responder: threads that answer nginx's requests.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answers nginx's requests on the socket of JADWAL_SOCKET.",
        discussion: "SIGTERM and SIGINT let it finish what it has accepted, then leave.")

    func run() throws {
        // Before any thread starts: a signal in an answering thread would interrupt its request.
        blockAllSignals()
        startWebClients()
        let config = try readConfig()
        try config.checkComplete(sendsMail: false)
        let manager = ServiceManager(environment: readEnvironment())
        let isDevelopment = config.environment == .development
        let all = routes + calendarRoutes + methodRoutes + (isDevelopment ? developmentRoutes : [])
        let router = Router(all, otherwise: .anyone)
        let shares = CustomerShares()
        var options = ListenerOptions(socketPath: config.socket)
        options.share = { request in router.owner(shares, value: request.value).map { ShareKey($0) } }
        let listener = try Listener(options)
        let shared = try sharedParts(config, process: "serve", shares: shares) {
            let statistics = listener.statistics
            return [
                ("queue_depth", statistics.queueDepth), ("requests_active", statistics.active),
                ("requests_waiting_for_share", statistics.waitingForShare),
                ("connections_refused_total", statistics.refused),
                ("connections_timed_out_total", statistics.timedOut),
            ]
        }
        shared.logProfileSigner()
        startThread(named: "log") { LogOutput.standardError.flushRegularly() }
        startThread(named: "changes") { hearChanges(shared) }
        listener.start(manager)
        let threads = (1...config.threads).map { number in
            startThread(named: "web-\(number)") { answerRequests(listener, router, shared, number) }
        }
        shared.log.info("started", metadata: ["threads": "\(config.threads)"])
        manager?.sayReady()
        startThread(named: "signals") {
            let signal = waitForSignal([SIGTERM, SIGINT])
            shared.log.info("stopping", metadata: ["signal": "\(signal)"])
            manager?.sayStopping()
            listener.stop()
            // A client that never finishes reading its answer must not keep the process alive.
            sleep(15)
            // This and "stopped" below write every line that still waits.
            shared.log.error("stopped with requests unanswered")
            _exit(1)
        }
        for thread in threads { thread.join() }
        shared.log.info("stopped")
        // The listener's own threads end with the process.
        _exit(0)
    }
}

extension Incoming {
    /// nginx's number of the request; empty if it did not arrive.
    fileprivate var id: String {
        switch self {
        case .request(let request): request.id
        case .malformed(_, let id, _, _): id
        }
    }
}

/// Makes the threads forget feeds, sessions and devices that changed. It ends with the process.
private func hearChanges(_ shared: Shared) {
    let settings = DatabaseSettings(conninfo: shared.config.database, applicationName: "jadwal-changes")
    ChangeListener(settings, channels: [Store.feedChannel, Store.accountChannel], log: shared.log).run(
        until: { false },
        listening: { isListening in
            shared.feeds.listening(isListening)
            shared.sessions.listening(isListening)
            shared.devices.listening(isListening)
            shared.bearers.listening(isListening)
        },
        changed: shared.forget)
}

/// Runs one thread: makes its own connection, and answers until the listener has stopped.
private func answerRequests(_ listener: Listener, _ router: Router, _ shared: Shared, _ number: Int) {
    let app: App
    do {
        app = try threadParts(shared, name: "web-\(number)", .responder, mail: NoMail())
    } catch {
        shared.log.critical("thread", metadata: ["reason": "\(error)"])
        _exit(1)
    }
    let recorder = RequestRecorder(app)
    listener.eachRequest { incoming in
        recorder.begin()
        switch incoming {
        case .request(let request):
            let (response, route) = router.answer(request, app)
            recorder.route = route
            return response
        case .malformed(let error, let id, let method, _):
            recorder.route = "malformed"
            return router.answer(error, id: id, method: method, app)
        }
    } finished: { incoming, response, completion in
        recorder.finish(
            id: incoming.id, status: response.status, bytes: completion.bytesSent,
            clientWentAway: completion.clientWentAway)
    }
}
