import Dispatch
@testable import FastCGI
import Glibc
import HTTP
import Testing

extension FastCGITests {
    /// E6 and similar cases: no peer may block a thread for longer than the limits.
    @Suite("Slow peers")
    struct SlowPeerTests {
        /// Makes a responder with one thread, so that a peer that blocks it is noticed.
        private func shortTimeoutResponder(requestDeadline: Int = 30) throws -> TestResponder {
            var options = testOptions()
            options.receiveTimeout = 1
            options.requestDeadline = requestDeadline
            return try TestResponder(threads: 1, options)
        }

        @Test("a peer that stops sending loses its connection, and the next one is served", arguments: [
            [],
            [1],
            beginRecord(),
            beginRecord() + record(4, pairs(variables())),
            Array((beginRecord() + record(4, pairs(variables()))).dropLast(3)),
            head(variables("POST", "/", bodyLength: 10)),
            head(variables("POST", "/", bodyLength: 10)) + record(5, [1, 2, 3]),
            head(variables("POST", "/", bodyLength: 3)) + record(5, [1, 2, 3]),
        ] as [[UInt8]])
        func silent(sent: [UInt8]) throws {
            let responder = try shortTimeoutResponder()
            defer { responder.stop() }
            let silent = RawPeer(responder.path)
            silent.send(sent)
            let next = RawPeer(responder.path)
            next.send(request("GET", "/next"))
            #expect(next.answer().body == "GET /next ")
            #expect(silent.answer().status != 200)
        }

        @Test("a peer that sends too slowly loses its connection at the deadline", arguments: [
            // Headers of records that announce 50,000 bytes of parameters, or of body.
            beginRecord() + [1, 4, 0, 1, 0xC3, 0x50, 0, 0],
            head(variables("POST", "/", bodyLength: 50_000)) + [1, 5, 0, 1, 0xC3, 0x50, 0, 0],
        ])
        func dribbling(start: [UInt8]) throws {
            let responder = try shortTimeoutResponder(requestDeadline: 1)
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(start)
            // It would send for ten seconds.
            var isCutOff = false
            for _ in 0..<100 where !isCutOff {
                isCutOff = !peer.send([4])
                sleep(milliseconds: 100)
            }
            #expect(isCutOff)
            #expect(eventually { responder.listener.statistics.timedOut == 1 })
        }

        @Test("parameters that arrive byte by byte are read once they are complete")
        func smallPieces() throws {
            let responder = try shortTimeoutResponder()
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            let small = [
                ("REQUEST_METHOD", "GET"), ("REQUEST_URI", "/p"), ("REMOTE_ADDR", "192.0.2.7"),
            ]
            for byte in beginRecord() + stream(4, pairs(small), piece: 40) + stream(5, []) {
                peer.send([byte])
            }
            #expect(peer.answer().body == "GET /p ")
        }

        @Test("parameters may be cut into records anywhere")
        func cutAnywhere() throws {
            let responder = try shortTimeoutResponder()
            defer { responder.stop() }
            let many = variables("GET", "/cut") + [("HTTP_LONG", String(repeating: "l", count: 300))]
            for piece in [1, 7, 8, 127, 400] {
                let peer = RawPeer(responder.path)
                peer.send(beginRecord() + stream(4, pairs(many), piece: piece) + stream(5, []))
                #expect(peer.answer().body == "GET /cut ")
            }
        }

        @Test("a peer that keeps its connection open after the response blocks no thread")
        func lingering() throws {
            let responder = try shortTimeoutResponder()
            defer { responder.stop() }
            var lingering: [RawPeer] = []
            for number in 1...20 {
                let peer = RawPeer(responder.path)
                peer.send(request("GET", "/\(number)"))
                // The responder closes after the response while the peer still sends.
                let answer = peer.answer()
                #expect(answer.body == "GET /\(number) " && answer.isClosed)
                peer.send([1])
                lingering.append(peer)
            }
            #expect(responder.listener.statistics.taken == 20)
            #expect(responder.listener.statistics.timedOut == 0)
        }

        @Test("a request of a peer that closes early is not taken for a whole one", arguments: [
            [], beginRecord(), beginRecord() + record(4, pairs(variables())),
            head(variables("POST", "/", bodyLength: 10)),
            head(variables("POST", "/", bodyLength: 10)) + record(5, [1, 2, 3]),
            head(variables("POST", "/", bodyLength: 3)) + record(5, [1, 2, 3]),
        ] as [[UInt8]])
        func closesEarly(sent: [UInt8]) throws {
            let responder = try shortTimeoutResponder()
            defer { responder.stop() }
            let early = RawPeer(responder.path)
            early.send(sent)
            early.finishSending()
            #expect(early.answer().status != 200)
            let next = RawPeer(responder.path)
            next.send(request("GET", "/next"))
            #expect(next.answer().body == "GET /next ")
        }

        @Test("a client that never reads its response blocks no thread, and is reported")
        func neverReads() throws {
            var options = testOptions()
            options.receiveTimeout = 1
            let large = [UInt8](repeating: 0x2E, count: 4 << 20)
            let responder = try TestResponder(threads: 1, options) { incoming in
                guard case .request(let request) = incoming, request.path == "/large" else {
                    return .text("small")
                }
                return Response(body: .bytes(large))
            }
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(request("GET", "/large"))
            let next = RawPeer(responder.path)
            next.send(request("GET", "/small"))
            #expect(next.answer().body == "small")
            #expect(eventually { responder.completed.count == 2 })
            #expect(responder.completed.map(\.clientWentAway) == [true, false])
            #expect(!peer.answer().isEnded)
        }

        @Test("a client that has disconnected is reported, and the thread continues")
        func wentAway() throws {
            let gate = DispatchSemaphore(value: 0)
            let responder = try TestResponder(threads: 1) { incoming in
                if case .request(let request) = incoming, request.path == "/wait" { gate.wait() }
                return .text("late")
            }
            defer { responder.stop() }
            do {
                let peer = RawPeer(responder.path)
                peer.send(request("GET", "/wait"))
                #expect(eventually { !responder.incoming.isEmpty })
            }
            gate.signal()
            let next = RawPeer(responder.path)
            next.send(request())
            #expect(next.answer().body == "late")
            #expect(eventually { responder.completed.count == 2 })
            #expect(responder.completed.map(\.clientWentAway) == [true, false])
        }
    }
}
