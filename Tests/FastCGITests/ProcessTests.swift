@testable import FastCGI
import Glibc
import HTTP
import Testing

extension FastCGITests {
    /// Faults that belong to the whole process, so each is brought about in one of its own.
    @Suite("Signals and descriptors")
    struct ProcessTests {
        /// E5: libfcgi takes an interrupted read for the end of the request.
        @Test("a signal sent to a thread does not cut its request short")
        func signals() async {
            await #expect(processExitsWith: .success) {
                // Without SA_RESTART, so that it would interrupt.
                var action = sigaction()
                action.__sigaction_handler.sa_handler = { _ in }
                sigaction(SIGUSR2, &action, nil)

                // The answering thread is this one, so that nothing but `eachRequest` protects it.
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

        @Test("libfcgi does not keep the process from ending by SIGTERM")
        func libraryHandlers() async {
            await #expect(processExitsWith: .signal(SIGTERM)) {
                allowSignals()
                _ = try Listener(testOptions())
                raise(SIGTERM)
            }
        }

        /// E9: out of descriptors, accepting fails at once and repeatedly.
        @Test("without a free descriptor the thread waits, and goes on when there is one")
        func descriptors() async {
            await #expect(processExitsWith: .success) {
                let responder = try TestResponder(threads: 1)
                precondition(eventually { responder.listener.statistics.threads == 1 })
                var limit = rlimit(rlim_cur: 64, rlim_max: 64)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                var taken: [Int32] = []
                while case let descriptor = dup(2), descriptor >= 0 { taken.append(descriptor) }
                precondition(errno == EMFILE)

                // Room for our end of a connection, but not for the responder's.
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

/// The threads that tests run on may have signals blocked already.
private func allowSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
}
