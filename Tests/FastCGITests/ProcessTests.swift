@testable import FastCGI
import Glibc
import HTTP
import Testing

extension FastCGITests {
    /// Faults of a whole process. Each test runs in its own process.
    @Suite("Signals and descriptors")
    struct ProcessTests {
        // E5: libfcgi takes an interrupted read for the end of a request.
        @Test("a signal sent to a thread does not cut its request short")
        func signals() async {
            await #expect(processExitsWith: .success) {
                // Without SA_RESTART the signal would interrupt a read.
                var action = sigaction()
                action.__sigaction_handler.sa_handler = { _ in }
                sigaction(SIGUSR2, &action, nil)

                // This thread answers, so that only `eachRequest` protects it.
                allowSignals()
                let answering = pthread_self()
                let options = testOptions()
                let listener = try Listener(options)
                startThread(named: "peer") {
                    let peer = RawPeer(options.socketPath)
                    peer.send(head(variables("POST", "/s", bodyLength: 5)) + record(5, Array("he".utf8)))
                    precondition(eventually { listener.statistics.taken == 1 })
                    for _ in 0..<50 {
                        pthread_kill(answering, SIGUSR2)
                        sleep(milliseconds: 2)
                    }
                    peer.send(record(5, Array("llo".utf8)) + record(5, []))
                    precondition(peer.answer().body == "POST /s hello")
                    listener.stop()
                }
                listener.eachRequest(echo)
                unlink(options.socketPath)
            }
        }

        @Test("SIGTERM still ends the process")
        func libraryHandlers() async {
            await #expect(processExitsWith: .signal(SIGTERM)) {
                allowSignals()
                _ = try Listener(testOptions())
                raise(SIGTERM)
            }
        }

        // E9: without free descriptors every accept fails at once.
        @Test("without a free descriptor the thread waits, and continues when there is one")
        func descriptors() async {
            await #expect(processExitsWith: .success) {
                let responder = try TestResponder(threads: 1)
                precondition(eventually { responder.listener.statistics.threads == 1 })
                var limit = rlimit(rlim_cur: 64, rlim_max: 64)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                var taken: [Int32] = []
                while case let descriptor = dup(2), descriptor >= 0 { taken.append(descriptor) }
                precondition(errno == EMFILE)

                // There is a descriptor for the client's end, and none for the responder's.
                close(taken.removeLast())
                let peer = RawPeer(responder.path)
                peer.send(request("GET", "/waiting"))
                sleep(milliseconds: 200)
                precondition(responder.listener.statistics.taken == 0)
                close(taken.removeLast())
                precondition(peer.answer().body == "GET /waiting ")
                precondition(responder.stop())
            }
        }
    }
}

/// Unblocks all signals in this thread, since the threads of tests may have signals blocked.
private func allowSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
}
