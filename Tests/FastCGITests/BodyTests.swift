@testable import FastCGI
import HTTP
import Synchronization
import Testing

extension FastCGITests {
    @Suite("Request bodies")
    struct BodyTests {
        @Test("a body that is too long, or not as long as announced, is refused", arguments: [
            (head(variables("POST", bodyLength: 20)) + stream(5, Array("ten bytes.".utf8)), 400),
            (head(variables("POST", bodyLength: 5)) + stream(5, Array("ten bytes.".utf8)), 400),
            (request("POST", "/", body: String(repeating: "x", count: 1 << 20 + 1)), 413),
        ])
        func refused(bytes: [UInt8], status: Int) throws {
            let responder = try TestResponder(threads: 1)
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            #expect(peer.send(bytes))
            let answer = peer.answer()
            #expect(answer.status == status && answer.isEnded && answer.errors.isEmpty)
            let next = RawPeer(responder.path)
            next.send(request())
            #expect(next.answer().status == 200)
        }

        @Test("a body can be read in pieces of any size", arguments: [1, 7, 1_000, 8_192, 70_000])
        func pieces(size: Int) throws {
            let responder = try TestResponder { incoming in
                guard let stream = incoming.stream else { return .text("no body") }
                do {
                    var body: [UInt8] = []
                    while case let piece = try stream.read(size), !piece.isEmpty {
                        #expect(piece.count == min(size, stream.length - body.count))
                        body += piece
                    }
                    return .text("\(stream.length) \(String(decoding: body, as: UTF8.self))")
                } catch {
                    return .text("\(error)")
                }
            }
            defer { responder.stop() }
            let body = (0..<2_000).map { "line \($0)\n" }.joined()
            let peer = RawPeer(responder.path)
            peer.send(request("PUT", "/", body: body))
            #expect(peer.answer().body == "\(body.utf8.count) \(body)")
        }

        @Test("a body that the handler does not read to its end is read before the response, and never later")
        func unread() throws {
            let kept = Mutex<(any RequestBody)?>(nil)
            let responder = try TestResponder(threads: 1) { incoming in
                guard let stream = incoming.stream else { return .text("no body") }
                kept.withLock { $0 = stream }
                return .text("began with \((try? stream.read(3)) ?? [])")
            }
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            #expect(peer.send(request("PUT", "/", body: String(repeating: "A", count: 3_000_000))))
            #expect(peer.answer().body == "began with [65, 65, 65]")
            let stream = try #require(kept.withLock { $0 })
            #expect(throws: RequestError.self) { try stream.read(1) }
        }
    }
}

extension Incoming {
    fileprivate var stream: (any RequestBody)? {
        if case .request(let request) = self { request.stream } else { nil }
    }
}
