import Dispatch
@testable import FastCGI
import Glibc
import HTTP
import Synchronization
import Testing

extension FastCGITests {
    @Suite("Kept connections")
    struct KeptConnectionTests {
        private func get(_ target: String) -> [UInt8] { request("GET", target, keepsConnection: true) }

        @Test("one connection carries many requests, one after the other")
        func many() throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            for number in 1...100 {
                peer.send(get("/\(number)"))
                let answer = peer.nextAnswer()
                #expect(answer.body == "GET /\(number) " && answer.isEnded && !answer.isClosed)
            }
            #expect(responder.listener.statistics.taken == 100)
        }

        @Test("a connection that nginx does not ask to keep is closed")
        func notAsked() throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(get("/first"))
            #expect(!peer.nextAnswer().isClosed)
            peer.send(request("GET", "/last"))
            #expect(peer.answer().isClosed)
        }

        // E1: with libfcgi alone, a kept connection blocks its thread.
        @Test("kept connections without a request hold no thread")
        func idle() throws {
            let responder = try TestResponder(threads: 1)
            defer { responder.stop() }
            let kept = (0..<20).map { number in
                let peer = RawPeer(responder.path)
                peer.send(get("/\(number)"))
                #expect(peer.nextAnswer().status == 200)
                return peer
            }
            let other = RawPeer(responder.path)
            other.send(request("GET", "/other"))
            #expect(other.answer().body == "GET /other ")
            #expect(eventually { responder.listener.statistics.active == 0 })
            for (number, peer) in kept.enumerated().reversed() {
                peer.send(get("/again/\(number)"))
                #expect(peer.nextAnswer().body == "GET /again/\(number) ")
            }
        }

        // E7: libfcgi parses the rest of an unread body as the next request.
        @Test("the records in a body are never a request, at any offset", arguments: [0, 1, 8, 24, 96, 8_192, 200_000])
        func recordsInBody(offset: Int) throws {
            let responder = try TestResponder { incoming in
                guard case .request(let request) = incoming else { return .text("malformed") }
                return .text(request.path)
            }
            defer { responder.stop() }
            let body = [UInt8](repeating: 0x20, count: offset) + request("GET", "/hidden")
            let peer = RawPeer(responder.path)
            // No handler reads this body. The second is one whose length was not announced.
            peer.send(head(variables("POST", "/form", bodyLength: body.count), keepsConnection: true) + stream(5, body))
            #expect(peer.nextAnswer().body == "/form")
            peer.send(head(variables("GET", "/short"), keepsConnection: true) + stream(5, body))
            #expect(peer.nextAnswer().body == "malformed")
            peer.send(get("/next"))
            #expect(peer.nextAnswer().body == "/next")
            #expect(responder.incoming.count == 3)
        }

        @Test("a connection is kept after a body that came in pieces")
        func bodyInPieces() throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            for number in 1...3 {
                let bytes = request("POST", "/\(number)", body: "hello", keepsConnection: true)
                for piece in [bytes[..<30], bytes[30..<(bytes.count - 4)], bytes[(bytes.count - 4)...]] {
                    peer.send(Array(piece))
                    sleep(milliseconds: 20)
                }
                #expect(peer.nextAnswer().body == "POST /\(number) hello")
            }
            #expect(responder.listener.statistics.taken == 3)
        }

        @Test("a peer that asks again and again and never reads blocks no thread")
        func neverReads() throws {
            var options = testOptions()
            options.receiveTimeout = 1
            let responder = try TestResponder(threads: 1, options) { _ in .text(String(repeating: "x", count: 30_000)) }
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            for number in 1...40 {
                peer.send(get("/\(number)"))
                guard eventually({ responder.completed.count == number }) else { break }
                if responder.completed.last?.clientWentAway == true { break }
            }
            #expect(responder.completed.last?.clientWentAway == true)
            let other = RawPeer(responder.path)
            other.send(request("GET", "/other"))
            #expect(other.answer().status == 200)
        }

        @Test("a request that comes before the answer to the last closes the connection")
        func pipelined() throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(get("/first") + get("/second"))
            let answer = peer.answer()
            #expect(answer.body == "GET /first " && answer.isClosed)
            #expect(responder.incoming.count == 1)
        }

        @Test("a malformed request on a kept connection is refused and closes it")
        func malformed() throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(get("/first"))
            #expect(peer.nextAnswer().status == 200)
            peer.send(beginRecord(keepsConnection: true) + record(9, []))
            let answer = peer.answer()
            #expect(answer.status == 400 && answer.isClosed)
        }

        @Test("a kept connection whose next request stops halfway times out")
        func halfway() throws {
            var options = testOptions()
            options.receiveTimeout = 1
            let responder = try TestResponder(options)
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(get("/"))
            #expect(peer.nextAnswer().status == 200)
            peer.send([1])
            #expect(peer.answer().headers.isEmpty)
            #expect(responder.listener.statistics.timedOut == 1)
        }

        @Test("a kept connection is forgotten when nginx closes it, and when there are too many")
        func closed() throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            do {
                let peers = (0..<(Listener.idleLimit + 20)).map { _ in
                    let peer = RawPeer(responder.path)
                    peer.send(get("/"))
                    #expect(peer.nextAnswer().status == 200)
                    return peer
                }
                #expect(eventually { responder.listener.state.withLock { $0.idle.count } == Listener.idleLimit })
                #expect(peers[Listener.idleLimit + 19].answer() == RawPeer.Answer(isClosed: true))
            }
            #expect(eventually { responder.listener.state.withLock { $0.idle.isEmpty } })
        }

        @Test("while every thread is busy, requests on kept connections wait, and those beyond the limit get a 503")
        func overload() throws {
            let gate = DispatchSemaphore(value: 0)
            var options = testOptions()
            options.queueLimit = 2
            let responder = try TestResponder(threads: 1, options) { incoming in
                if case .request(let request) = incoming, request.path != "/" { gate.wait() }
                return echo(incoming)
            }
            defer { responder.stop() }
            let peers = (0..<8).map { _ in
                let peer = RawPeer(responder.path)
                peer.send(get("/"))
                #expect(peer.nextAnswer().status == 200)
                return peer
            }
            for peer in peers { peer.send(get("/busy")) }
            #expect(eventually { responder.listener.statistics.refused == 5 })
            #expect(responder.listener.statistics.queueDepth == 2)
            for _ in 0..<3 { gate.signal() }
            let answers = peers.map { $0.nextAnswer().status }
            #expect(answers.count { $0 == 200 } == 3 && answers.count { $0 == 503 } == 5)
        }

        @Test("after a stop, a kept connection is served once more, and one without a request is closed")
        func stopping() throws {
            let responder = try TestResponder()
            let (active, silent) = (RawPeer(responder.path), RawPeer(responder.path))
            for peer in [active, silent] {
                peer.send(get("/"))
                #expect(peer.nextAnswer().status == 200)
            }
            responder.listener.stop()
            active.send(get("/last"))
            let answer = active.answer()
            #expect(answer.body == "GET /last " && answer.isEnded && answer.isClosed)
            #expect(silent.answer() == RawPeer.Answer(isClosed: true))
            #expect(responder.stop())
        }
    }
}
