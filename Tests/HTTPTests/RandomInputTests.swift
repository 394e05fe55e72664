import HTTP
import SeededRandom
import Testing

/// For any input a parser returns a value or throws. It never traps, and its values keep the promises
/// of their types.
@Suite("Random input")
struct RandomInputTests {
    /// Returns random bytes, half of them from those that parsers look for.
    private func randomBytes(_ random: inout SeededRandom) -> [UInt8] {
        let telling = Array("%&=+;:,\"\\/.?#-\r\n \t\0aA0fF{}".utf8) + [0x80, 0xC3, 0xE2, 0xFF]
        return (0..<Int.random(in: 0...48, using: &random)).map { _ in
            Bool.random(using: &random)
                ? telling.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
        }
    }

    @Test("never makes a parser trap or return an invalid value", arguments: 1...8)
    func everything(seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<4_000 {
            let bytes = randomBytes(&random)
            let text = String(decoding: bytes, as: UTF8.self)

            if let request = try? Request(target: "/" + text) {
                let segments = request.path.utf8.split(separator: 0x2F).map(Array.init)
                #expect(request.path.utf8.first == 0x2F)
                #expect(!segments.contains([0x2E]) && !segments.contains([0x2E, 0x2E]))
                #expect(!request.path.utf8.contains { $0 < 0x20 })
            }
            if let form = try? Form(urlEncoded: bytes) {
                #expect(form.fields.allSatisfy { !$0.value.utf8.contains(0) })
                #expect((try? Form(query: form.urlEncoded)) == form)
            }
            let part = Array("--b\r\nContent-Disposition: form-data; name=".utf8) + bytes
            _ = try? Form(multipart: part + Array("\r\n\r\n1\r\n--b--".utf8), boundary: "b")
            _ = try? Form(multipart: Array("--b\r\n".utf8) + bytes + bytes, boundary: text)
            if let headers = try? Headers(wire: bytes + [13, 10]) {
                #expect(headers.allSatisfy { !$0.value.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 } })
            }
            var headers = Headers()
            headers.add("X", text)
            headers[text] = "1"
            #expect(headers.wire.count { $0 == 10 } <= 2)
            _ = Cookies(text)["a"]
            let cookie = Cookie(name: text, value: text).headerValue
            #expect(cookie.utf8.count { $0 == 0x3B } == 4 && !cookie.utf8.contains { $0 < 0x20 })
            #expect(percentDecoded(percentEncoded(text)) == text)
            _ = percentDecoded(text)
            #expect(!htmlEscaped(text).utf8.contains { $0 == 0x3C || $0 == 0x22 })
            _ = PathPattern("/{a}/b/{rest...}").match("/" + text)
        }
    }
}
