@testable import FastCGI
import Glibc
import HTTP
import Testing

/// All tests of this target listen on real sockets. They run one after the other, so that on a busy
/// machine the threads of one test are not the slow peers of another.
@Suite("FastCGI", .serialized)
enum FastCGITests {}

extension FastCGITests {
    @Suite("Answers")
    struct AnswerTests {
        @Test("a request gets a response with its length, and the connection closes")
        func answers() throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(request("POST", "/a%20b?x=1", body: "hello"))
            #expect(peer.answer() == RawPeer.Answer(
                status: 200,
                headers: [
                    "Status: 200 OK", "Content-Type: text/plain; charset=utf-8", "Content-Length: 17",
                ],
                body: "POST /a%20b hello", isEnded: true, isClosed: true))
            #expect(eventually { responder.completed.count == 1 })
            #expect(responder.completed.first?.bytesSent == 17)
            #expect(responder.completed.first?.clientWentAway == false)
        }

        @Test("a request has the values of nginx, and none that a client can forge")
        func variablesArrive() throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            let sent = [
                ("REQUEST_METHOD", "PROPFIND"), ("REQUEST_URI", "/dav/?depth=%31"),
                ("CONTENT_TYPE", "text/xml"), ("CONTENT_LENGTH", "0"),
                ("REMOTE_ADDR", "2001:db8::7"), ("REQUEST_ID", "00ff"),
                ("HTTP_ACCEPT_LANGUAGE", "ar, en;q=0.5"), ("HTTP_REMOTE_ADDR", "127.0.0.1"),
                ("HTTP_CONTENT_LENGTH", "99"), ("HTTP_CONTENT_TYPE", "forged/forged"),
                ("HTTP_PROXY", "http://evil"), ("HTTP_X_REAL_IP", "127.0.0.1"),
                ("HTTP_COOKIE", "a=1; b=2"), ("HTTP_USER_AGENT", "caf\u{E9}"),
            ]
            peer.send(head(sent) + stream(5, []))
            #expect(peer.answer().status == 200)
            guard case .request(let request)? = responder.incoming.first else {
                Issue.record("no request arrived")
                return
            }
            #expect(request.method == .propfind)
            #expect(request.path == "/dav/")
            #expect(request.query["depth"] == "1")
            #expect(request.remoteAddress == "2001:db8::7")
            #expect(request.id == "00ff")
            #expect(request.cookies["b"] == "2")
            #expect(request.headers.map { "\($0.name): \($0.value)" } == [
                "Content-Type: text/xml", "Accept-Language: ar, en;q=0.5",
                "Remote-Addr: 127.0.0.1", "X-Real-Ip: 127.0.0.1", "Cookie: a=1; b=2",
                "User-Agent: café",
            ])
        }

        @Test("HEAD gets the headers of GET with its length, and no body")
        func headRequest() throws {
            let responder = try TestResponder { _ in .text("twelve bytes") }
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(request("HEAD"))
            let answer = peer.answer()
            #expect(answer.headers.contains("Content-Length: 12"))
            #expect(answer.body.isEmpty && answer.isEnded)
        }

        @Test("a response whose status forbids content has neither body nor length", arguments: [
            Status.noContent, .notModified,
        ])
        func withoutContent(status: Status) throws {
            let responder = try TestResponder { _ in
                Response(status: status, headers: ["Content-Length": "7"], body: .bytes([1, 2, 3]))
            }
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(request())
            let answer = peer.answer()
            #expect(answer.headers == ["Status: \(status)"])
            #expect(answer.body.isEmpty && answer.isEnded)
        }

        @Test("a response cannot set a false length or status line")
        func ownLength() throws {
            let responder = try TestResponder { _ in
                var response = Response.text("true")
                response.headers["Content-Length"] = "400"
                response.headers["Status"] = "500 Forged"
                return response
            }
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(request())
            #expect(peer.answer().headers == [
                "Status: 200 OK", "Content-Type: text/plain; charset=utf-8", "Content-Length: 4",
            ])
        }

        @Test("a response body of any size arrives whole", arguments: [
            0, 1, 8_191, 8_192, 32_767, 32_768, 32_769, 65_535, 65_536, 1_048_576, 5_000_001,
        ])
        func sizes(size: Int) throws {
            let responder = try TestResponder { _ in
                .text(String(repeating: "x", count: size))
            }
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(request())
            let answer = peer.answer()
            #expect(answer.headers.contains("Content-Length: \(size)"))
            #expect(answer.body.utf8.count == size && answer.isEnded && answer.isClosed)
        }

        @Test("a request body of any size up to the limit arrives whole", arguments: [
            0, 1, 8_000, 65_535, 65_536, 300_000, 1 << 20,
        ])
        func requestSizes(size: Int) throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            let body = String(repeating: "y", count: size)
            #expect(peer.send(request("PUT", "/x", body: body)))
            #expect(peer.answer().body == "PUT /x \(body)")
        }

        @Test("a streamed body is sent piece by piece")
        func streams() throws {
            let responder = try TestResponder { _ in
                Response(body: .stream { writer in
                    for number in 1...3 { try writer.write(Array("piece \(number)\n".utf8)) }
                    try writer.write([UInt8](repeating: 0x2E, count: 200_000))
                })
            }
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(request())
            let answer = peer.answer()
            #expect(answer.body.hasPrefix("piece 1\npiece 2\npiece 3\n."))
            #expect(answer.body.utf8.count == 200_024 && answer.isEnded)
            #expect(eventually { responder.completed.first?.bytesSent == 200_024 })
        }

        @Test("a stream that fails cuts the connection, so that no client takes a part for the whole")
        func brokenStream() throws {
            struct DiskFailed: Error {}
            let responder = try TestResponder(threads: 1) { incoming in
                guard case .request(let request) = incoming, request.path == "/export" else {
                    return .text("fine")
                }
                return Response(body: .stream { writer in
                    try writer.write([UInt8](repeating: 0x2E, count: 100_000))
                    throw DiskFailed()
                })
            }
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(request("GET", "/export"))
            #expect(!peer.answer().isEnded)

            let next = RawPeer(responder.path)
            next.send(request())
            #expect(next.answer().body == "fine")
        }
    }
}
