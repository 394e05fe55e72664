@testable import FastCGI
import Glibc
import HTTP
import Testing

extension FastCGITests {
    @Suite("Malformed requests")
    struct MalformedTests {
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let bytes: [UInt8]
            let status: Int
        }

        static let cases: [Case] = [
            Case(testDescription: "no method",
                 bytes: head(without("REQUEST_METHOD")) + stream(5, []), status: 400),
            Case(testDescription: "no target",
                 bytes: head(without("REQUEST_URI")) + stream(5, []), status: 400),
            Case(testDescription: "no client address",
                 bytes: head(without("REMOTE_ADDR")) + stream(5, []), status: 400),
            Case(testDescription: "no parameters", bytes: head([]) + stream(5, []), status: 400),
            Case(testDescription: "two client addresses",
                 bytes: head(variables() + [("REMOTE_ADDR", "127.0.0.1")]) + stream(5, []), status: 400),
            Case(testDescription: "a path that climbs",
                 bytes: request("GET", "/a/%2e%2e/b"), status: 400),
            Case(testDescription: "half a percent-encoding", bytes: request("GET", "/%4"), status: 400),
            Case(testDescription: "a target that is not UTF-8",
                 bytes: beginRecord() + stream(4, pairs(without("REQUEST_URI"))
                    + length(11) + length(2) + Array("REQUEST_URI/".utf8) + [0xFF]) + stream(5, []),
                 status: 400),
            Case(testDescription: "a header that would split",
                 bytes: head(variables() + [("HTTP_X", "a\r\nSet-Cookie: b=1")]) + stream(5, []),
                 status: 400),
            Case(testDescription: "a header whose name would split",
                 bytes: head(variables() + [("HTTP_X:A\r\nCOOKIE", "b=1")]) + stream(5, []),
                 status: 400),
            Case(testDescription: "a content type that would split",
                 bytes: head(variables() + [("CONTENT_TYPE", "a\nCookie: b=1")]) + stream(5, []),
                 status: 400),
            Case(testDescription: "a header with a NUL",
                 bytes: head(variables() + [("HTTP_X", "a\0b")]) + stream(5, []), status: 400),
            Case(testDescription: "a parameter whose name holds another",
                 bytes: head(variables() + [("REMOTE_ADDR=127.0.0.1", "")]) + stream(5, []), status: 400),
            Case(testDescription: "a header line over 16 KiB",
                 bytes: head(variables() + [("HTTP_X", String(repeating: "x", count: 16_387))])
                    + stream(5, []), status: 431),
            Case(testDescription: "headers over 96 KiB together",
                 bytes: head(variables() + (0..<13).map {
                     ("HTTP_X\($0)", String(repeating: "x", count: 8_000))
                 }) + stream(5, []), status: 431),
            Case(testDescription: "a header of 64 KiB",
                 bytes: head(variables() + [("HTTP_X", String(repeating: "x", count: 65_536))])
                    + stream(5, []), status: 431),
            Case(testDescription: "a length that is no number",
                 bytes: head(variables("POST") + [("CONTENT_LENGTH", "1")]) + stream(5, [65]),
                 status: 400),
            Case(testDescription: "a negative length",
                 bytes: head(without("CONTENT_LENGTH") + [("CONTENT_LENGTH", "-1")]) + stream(5, []),
                 status: 400),
            Case(testDescription: "a length beyond any integer",
                 bytes: head(without("CONTENT_LENGTH")
                    + [("CONTENT_LENGTH", "99999999999999999999")]) + stream(5, [65]), status: 413),
            Case(testDescription: "a body without a length",
                 bytes: head(variables("POST")) + stream(5, Array("hello".utf8)), status: 400),
            Case(testDescription: "an authorizer's role",
                 bytes: beginRecord(role: 2) + stream(4, pairs(variables())) + stream(5, []),
                 status: 400),
            Case(testDescription: "another version of FastCGI",
                 bytes: [9] + request().dropFirst(), status: 400),
            Case(testDescription: "parameters before the beginning",
                 bytes: stream(4, pairs(variables())) + stream(5, []), status: 400),
            Case(testDescription: "parameters of another request",
                 bytes: beginRecord() + record(4, pairs(variables()), id: 2), status: 400),
            // E8: libfcgi 2.4.2 stops the whole process at these.
            Case(testDescription: "a name and a value of almost 2 GiB",
                 bytes: beginRecord() + stream(4, huge(0x7FFF_FFFE) + huge(0x7FFF_FFFE)
                    + Array("REQUEST_METHOD".utf8)) + stream(5, []), status: 400),
            Case(testDescription: "lengths whose sum overflows",
                 bytes: beginRecord() + stream(4, huge(0x7FFF_FFFF) + huge(0x7FFF_FFFF))
                    + stream(5, []), status: 400),
            Case(testDescription: "a length cut short",
                 bytes: beginRecord() + stream(4, [0xFF, 0xFF]) + stream(5, []), status: 400),
        ]

        @Test("get their status, and have no effect", arguments: cases)
        func refused(malformed: Case) throws {
            let responder = try TestResponder(threads: 1)
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            #expect(peer.send(malformed.bytes))
            let answer = peer.answer()
            #expect(answer.status == malformed.status)
            #expect(answer.isEnded && answer.errors.isEmpty)
            for incoming in responder.incoming {
                if case .request = incoming { Issue.record("it was taken for a request") }
            }

            let next = RawPeer(responder.path)
            next.send(request())
            #expect(next.answer().status == 200)
        }

        @Test("headers just under their limits are accepted")
        func limits() throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            let long = [("HTTP_X", String(repeating: "x", count: 16_386))]
                + (0..<8).map { ("HTTP_Y\($0)", String(repeating: "y", count: 9_000)) }
            let peer = RawPeer(responder.path)
            peer.send(head(variables() + long) + stream(5, []))
            #expect(peer.answer().status == 200)
        }

        @Test("the known values of a malformed request reach the log")
        func forTheLog() throws {
            let responder = try TestResponder()
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(request("DELETE", "/%4"))
            #expect(peer.answer().status == 400)
            guard case .malformed(let error, let id, let method, let address)? = responder.incoming.first
            else {
                Issue.record("not malformed")
                return
            }
            #expect(error.status == .badRequest)
            #expect(id == "0123456789abcdef" && method == "DELETE" && address == "192.0.2.7")
        }

        /// E7: with a kept connection, libfcgi would read the rest of a body as a new request.
        @Test("a second request on the connection is never read", arguments: [
            // After the first request, inside its body, after a body that is not read to its end.
            head(variables("POST", "/first", bodyLength: 0), keepsConnection: true) + stream(5, [])
                + forged,
            head(variables("POST", "/first", bodyLength: forged.count), keepsConnection: true)
                + stream(5, forged),
            head(variables("POST", "/first", bodyLength: 0), keepsConnection: true)
                + stream(5, forged, piece: 8),
            head(variables("POST", "/first", bodyLength: 4), keepsConnection: true) + record(5, [1, 2])
                + forged,
        ])
        func smuggling(bytes: [UInt8]) throws {
            let responder = try TestResponder(threads: 1)
            defer { responder.stop() }
            let peer = RawPeer(responder.path)
            peer.send(bytes)
            peer.finishSending()
            _ = peer.answer()
            let next = RawPeer(responder.path)
            next.send(request("GET", "/next"))
            #expect(next.answer().body == "GET /next ")
            let paths = responder.incoming.map { incoming in
                if case .request(let request) = incoming { request.path } else { "" }
            }
            #expect(paths.count == 2)
            #expect(!paths.contains("/forged"))
        }
    }
}

private func without(_ name: String) -> [(String, String)] {
    variables().filter { $0.0 != name }
}

private func huge(_ length: UInt32) -> [UInt8] {
    [UInt8(length >> 24) | 0x80, UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
}

private let forged = request("GET", "/forged")
