@testable import FastCGI
import Glibc
import HTTP
import Testing

@Suite("Answers over FastCGI", .serialized)
struct AnswerTests {
    @Test("a request is read and answered with its length, and the connection closes")
    func answers() throws {
        let responder = try TestResponder()
        defer { responder.stop() }
        let peer = RawPeer(responder.path)
        peer.send(request("POST", "/a%20b?x=1", body: "hello"))
        let answer = peer.answer()
        #expect(answer == RawPeer.Answer(
            status: 200,
            headers: [
                "Status: 200 OK", "Content-Type: text/plain; charset=utf-8", "Content-Length: 15",
            ],
            body: "POST /a b hello", isEnded: true, isClosed: true))
    }
}
