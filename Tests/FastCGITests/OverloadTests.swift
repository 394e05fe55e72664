import Dispatch
@testable import FastCGI
import Glibc
import HTTP
import Synchronization
import Testing

extension FastCGITests {
    @Suite("Overload and stopping")
    struct OverloadTests {
        /// Makes a responder with one thread, which waits inside every request until the gate opens.
        private func gatedResponder(
            queueLimit: Int, _ gate: DispatchSemaphore
        ) throws -> TestResponder {
            var options = testOptions()
            options.queueLimit = queueLimit
            return try TestResponder(threads: 1, options) { incoming in
                gate.wait()
                return echo(incoming)
            }
        }

        @Test("a connection that does not fit into the queue gets a 503, and the others are served")
        func fullQueue() throws {
            let gate = DispatchSemaphore(value: 0)
            let responder = try gatedResponder(queueLimit: 2, gate)
            defer { responder.stop() }
            let peers = (0..<8).map { number in
                let peer = RawPeer(responder.path)
                peer.send(request("GET", "/\(number)"))
                return peer
            }
            #expect(eventually { responder.listener.statistics.refused == 5 })
            #expect(responder.listener.statistics.queueDepth == 2)
            #expect(responder.listener.statistics.active == 1)
            for peer in peers[3...] {
                let answer = peer.answer()
                #expect(answer.status == 503)
                #expect(answer.headers.contains("Retry-After: 1"))
                #expect(answer.headers.contains { $0.hasPrefix("Content-Length: ") })
                #expect(answer.isEnded && answer.isClosed && answer.errors.isEmpty)
            }
            for _ in 0..<3 { gate.signal() }
            for number in 0..<3 {
                #expect(peers[number].answer().body == "GET /\(number) ")
            }
        }

        @Test("a refused connection gets its answer even if its request comes late, and closes if none comes")
        func refusedLate() throws {
            let gate = DispatchSemaphore(value: 0)
            let responder = try gatedResponder(queueLimit: 0, gate)
            defer { responder.stop() }
            let first = RawPeer(responder.path)
            first.send(request())
            #expect(eventually { responder.incoming.count == 1 })
            let late = RawPeer(responder.path)
            let silent = RawPeer(responder.path)
            #expect(eventually { responder.listener.statistics.refused == 2 })
            late.send(request("POST", "/", body: String(repeating: "x", count: 500_000)))
            #expect(late.answer().status == 503)
            #expect(silent.answer() == RawPeer.Answer(isClosed: true))
            gate.signal()
            #expect(first.answer().status == 200)
        }

        @Test("many more clients than threads are all served")
        func manyClients() throws {
            let responder = try TestResponder(threads: 3)
            defer { responder.stop() }
            let right = Atomic(0)
            let clients = DispatchGroup()
            for client in 0..<16 {
                clients.enter()
                startThread(named: "client-\(client)") {
                    for number in 0..<100 {
                        let peer = RawPeer(responder.path)
                        peer.send(request("POST", "/\(client)/\(number)", body: "b"))
                        guard peer.answer().body == "POST /\(client)/\(number) b" else { continue }
                        right.add(1, ordering: .relaxed)
                    }
                    clients.leave()
                }
            }
            #expect(clients.wait(timeout: .now() + .seconds(60)) == .success)
            #expect(right.load(ordering: .relaxed) == 1_600)
            #expect(responder.listener.statistics.taken == 1_600)
            #expect(responder.listener.statistics.refused == 0)
        }

        // E3 and E4: stopping must not block, and must not drop a request that nginx has already sent.
        @Test("after a stop waiting connections are served, new ones are not, and every thread ends")
        func stopping() throws {
            let gate = DispatchSemaphore(value: 0)
            let responder = try gatedResponder(queueLimit: 2, gate)
            let peers = (0..<3).map { number in
                let peer = RawPeer(responder.path)
                peer.send(request("GET", "/\(number)"))
                return peer
            }
            #expect(eventually { responder.incoming.count == 1 })
            responder.listener.stop()
            responder.listener.stop()
            #expect(!RawPeer(responder.path).isConnected)
            for _ in 0..<3 { gate.signal() }
            for number in 0..<3 {
                #expect(peers[number].answer().body == "GET /\(number) ")
            }
            #expect(responder.stop())
            #expect(responder.listener.statistics.threads == 0)
        }

        @Test("idle threads end too")
        func stoppingIdle() throws {
            let responder = try TestResponder(threads: 8)
            #expect(eventually { responder.listener.statistics.threads == 8 })
            #expect(responder.stop())
        }

        @Test("connections left in the kernel's backlog are served after stopping")
        func stoppingWithBacklog() throws {
            let path = temporaryPath()
            let listener = try Listener(ListenerOptions(socketPath: path))
            let peers = (0..<5).map { number in
                let peer = RawPeer(path)
                peer.send(request("GET", "/\(number)"))
                return peer
            }
            listener.stop()
            listener.eachRequest(echo)
            for number in 0..<5 {
                #expect(peers[number].answer().body == "GET /\(number) ")
            }
            unlink(path)
        }
    }
}
