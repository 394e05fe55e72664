import Dispatch
@testable import FastCGI
import Glibc
import HTTP
import Synchronization
import Testing

extension FastCGITests {
    /// Requests for `/owner/…` take the owner's share of the threads, and wait at a gate of their own.
    @Suite("Shares of the threads")
    struct ThreadShareTests {
        private let gates = Gates()

        /// A gate for each path, closed at first.
        private final class Gates: Sendable {
            private let gates = Mutex<[String: DispatchSemaphore]>([:])

            func gate(_ path: String) -> DispatchSemaphore {
                gates.withLock { gates in
                    let gate = gates[path] ?? DispatchSemaphore(value: 0)
                    gates[path] = gate
                    return gate
                }
            }
        }

        private func responder(threads: Int, wait: Int = 30) throws -> TestResponder {
            var options = testOptions()
            options.shareWait = wait
            options.share = { request in
                let parts = (request.value("REQUEST_URI") ?? "").split(separator: "/")
                return parts.count == 2 ? ShareKey(parts[0]) : nil
            }
            return try TestResponder(threads: threads, options) { incoming in
                if case .request(let request) = incoming, request.path.split(separator: "/").count == 2 {
                    gates.gate(request.path).wait()
                }
                return echo(incoming)
            }
        }

        private func peer(_ responder: TestResponder, _ path: String, body: String? = nil) -> RawPeer {
            let peer = RawPeer(responder.path)
            peer.send(request(body == nil ? "GET" : "POST", path, body: body))
            return peer
        }

        private func paths(_ responder: TestResponder) -> [String] {
            responder.incoming.compactMap { if case .request(let request) = $0 { request.path } else { nil } }
        }

        @Test("of one owner one request runs at a time, in their order, and others are answered meanwhile")
        func oneAtATime() throws {
            let responder = try responder(threads: 3)
            defer { responder.stop() }
            let first = peer(responder, "/a/1")
            #expect(eventually { paths(responder) == ["/a/1"] })
            let second = peer(responder, "/a/2", body: String(repeating: "x", count: 100_000))
            #expect(eventually { responder.listener.statistics.waitingForShare == 1 })
            let third = peer(responder, "/a/3")
            #expect(eventually { responder.listener.statistics.waitingForShare == 2 })
            for number in 1...20 { #expect(peer(responder, "/\(number)").answer().body == "GET /\(number) ") }
            for path in ["/a/3", "/a/2"] { gates.gate(path).signal() }
            #expect(responder.listener.statistics.waitingForShare == 2)
            gates.gate("/a/1").signal()
            #expect(first.answer().body == "GET /a/1 ")
            #expect(second.answer().body.count == "POST /a/2 ".count + 100_000)
            #expect(third.answer().body == "GET /a/3 ")
            #expect(paths(responder).filter { $0.hasPrefix("/a") } == ["/a/1", "/a/2", "/a/3"])
        }

        @Test("owners do not wait for each other, but one thread is never theirs")
        func oneThreadIsFree() throws {
            let responder = try responder(threads: 3)
            defer { responder.stop() }
            let peers = ["/a/1", "/b/1", "/c/1"].map { path in
                let peer = peer(responder, path)
                #expect(eventually {
                    paths(responder).contains(path) || responder.listener.statistics.waitingForShare == 1
                })
                return peer
            }
            #expect(Set(paths(responder)) == ["/a/1", "/b/1"])
            #expect(peer(responder, "/").answer().status == 200)
            gates.gate("/b/1").signal()
            #expect(peers[1].answer().status == 200)
            #expect(eventually { paths(responder).contains("/c/1") })
            gates.gate("/c/1").signal()
            #expect(peers[2].answer().status == 200)
            gates.gate("/a/1").signal()
            #expect(peers[0].answer().status == 200)
        }

        @Test("a request that came before the last thread runs as soon as that thread does")
        func threadStartsLater() {
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            defer { ends.forEach { close($0) } }
            var shares = ThreadShares()
            #expect(shares.begin(ends[1], ShareKey("a"), most: 1, deadline: .max).runs)
            #expect(!shares.begin(ends[0], ShareKey("b"), most: 1, deadline: .max).runs)
            #expect(shares.grow(to: 1) == nil)
            #expect(shares.grow(to: 2) == ends[0])
            #expect(shares.waitingCount == 0)
        }

        @Test("with one thread, requests of all owners follow each other")
        func oneThread() throws {
            let responder = try responder(threads: 1)
            defer { responder.stop() }
            for path in ["/a/1", "/b/1"] { gates.gate(path).signal() }
            let peers = ["/a/1", "/b/1"].map { peer(responder, $0) }
            #expect(peers.map { $0.answer().status } == [200, 200])
        }

        @Test("one that waits too long gets a 503")
        func overdue() throws {
            let responder = try responder(threads: 2, wait: 1)
            defer { responder.stop() }
            let first = peer(responder, "/a/1")
            #expect(eventually { paths(responder) == ["/a/1"] })
            let second = peer(responder, "/a/2").answer()
            #expect(second.status == 503 && second.headers.contains("Retry-After: 1"))
            #expect(responder.listener.statistics.refused == 1)
            gates.gate("/a/1").signal()
            #expect(first.answer().status == 200)
            #expect(paths(responder) == ["/a/1"])
        }

        @Test("the seventeenth of an owner that would wait gets a 503 at once")
        func refused() throws {
            let responder = try responder(threads: 2, wait: 3_600)
            defer { responder.stop() }
            let first = peer(responder, "/a/1")
            #expect(eventually { paths(responder) == ["/a/1"] })
            let waiting = (0..<16).map { number in
                let waiting = peer(responder, "/a/w\(number)")
                #expect(eventually { responder.listener.statistics.waitingForShare == number + 1 })
                return waiting
            }
            let last = peer(responder, "/a/last").answer()
            #expect(last.status == 503 && last.headers.contains("Retry-After: 1"))
            #expect(responder.listener.statistics.waitingForShare == 16)
            for number in 0..<16 { gates.gate("/a/w\(number)").signal() }
            gates.gate("/a/1").signal()
            for peer in [first] + waiting { #expect(peer.answer().status == 200) }
        }

        @Test("a thread that a request leaves, since its owner has become known, goes to the next that waits")
        func otherOwner() {
            var shares = ThreadShares()
            let a = ShareKey("a"), credentials = ShareKey("credentials"), b = ShareKey("b")
            func begin(_ connection: Int32, _ key: ShareKey) -> (runs: Bool, next: Int32?) {
                shares.begin(connection, key, most: 2, deadline: .max)
            }
            // No test's peer is at these, so none of them has gone.
            let sockets = (0..<4).map { _ in socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0) }
            defer { for socket in sockets { close(socket) } }
            #expect(begin(sockets[0], a).runs && begin(sockets[1], credentials).runs)
            #expect(!begin(sockets[2], credentials).runs && !begin(sockets[3], b).runs)
            #expect(shares.end(credentials) == sockets[2])
            // The credentials are those of a, who has a thread already.
            let again = begin(sockets[2], a)
            #expect(!again.runs && again.next == sockets[3])
            #expect(begin(sockets[3], b).runs)
            #expect(shares.end(a) == sockets[2] && begin(sockets[2], a).runs)
        }

        @Test("one whose client has gone is not carried out")
        func clientGone() throws {
            let responder = try responder(threads: 2)
            defer { responder.stop() }
            let first = peer(responder, "/a/1")
            #expect(eventually { paths(responder) == ["/a/1"] })
            do { _ = peer(responder, "/a/2") }
            #expect(eventually { responder.listener.statistics.waitingForShare == 1 })
            let third = peer(responder, "/a/3")
            #expect(eventually { responder.listener.statistics.waitingForShare == 2 })
            for path in ["/a/1", "/a/2", "/a/3"] { gates.gate(path).signal() }
            #expect(first.answer().status == 200)
            #expect(third.answer().status == 200)
            #expect(paths(responder) == ["/a/1", "/a/3"])
        }

        @Test("a listener that stops still answers those that wait")
        func stopping() throws {
            let responder = try responder(threads: 2)
            let first = peer(responder, "/a/1")
            #expect(eventually { paths(responder) == ["/a/1"] })
            let second = peer(responder, "/a/2")
            #expect(eventually { responder.listener.statistics.waitingForShare == 1 })
            responder.listener.stop()
            for path in ["/a/1", "/a/2"] { gates.gate(path).signal() }
            #expect(first.answer().status == 200)
            #expect(second.answer().status == 200)
            #expect(responder.stop())
        }
    }
}
