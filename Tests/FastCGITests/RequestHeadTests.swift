@testable import FastCGI
import HTTP
import SeededRandom
import Testing

@Suite("The check of a request's first bytes")
struct RequestHeadTests {
    private func progress(_ bytes: [UInt8]) -> RequestHead.Progress {
        var head = RequestHead()
        return bytes.withUnsafeBytes { head.examine($0) }
    }

    @Test("a request is incomplete until its parameters end")
    func prefixes() {
        let whole = request("POST", "/a", body: "hello")
        let parameters = head(variables("POST", "/a", bodyLength: 5)).count
        for count in 0..<parameters {
            #expect(progress(Array(whole[..<count])) == .incomplete)
        }
        for count in parameters..<whole.count {
            #expect(progress(Array(whole[..<count])) == .complete(isWhole: false))
        }
        #expect(progress(whole) == .complete(isWhole: true))
    }

    @Test("repeated checks while bytes arrive do not change the result")
    func growing() {
        let whole = beginRecord() + stream(4, pairs(variables()), piece: 9) + stream(5, [])
        var head = RequestHead()
        for count in 0..<(whole.count - 8) {
            #expect(whole[..<count].withUnsafeBytes { head.examine($0) } == .incomplete)
        }
        for _ in 0..<2 {
            #expect(whole.withUnsafeBytes { head.examine($0) } == .complete(isWhole: true))
        }
    }

    @Test("padding is skipped")
    func padding() {
        let padded = beginRecord() + record(4, pairs(variables()), padding: 7)
            + record(4, [], padding: 3) + record(5, [], padding: 255)
        #expect(progress(padded) == .complete(isWhole: true))
        #expect(progress(Array(padded.dropLast())) == .complete(isWhole: false))
    }

    @Test("parameters that are too long are refused before they arrive")
    func early() {
        let announced = beginRecord() + record(4, [UInt8](repeating: 0, count: 65_528))
            + [1, 4, 0, 1, 0xFF, 0xF8, 0, 0]
        #expect(progress(announced) == .refused(.headersTooLarge, requestID: 1))
    }

    @Test("random bytes never make it trap")
    func anything() {
        var random = SeededRandom(20_260_101)
        let sound = request("POST", "/a", body: "hello")
        for _ in 0..<20_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let position = Int.random(in: bytes.indices, using: &random)
                bytes[position] = UInt8.random(in: 0...255, using: &random)
            }
            _ = progress(bytes)
            _ = progress(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
        }
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...64, using: &random)
            _ = progress((0..<count).map { _ in UInt8.random(in: 0...5, using: &random) })
        }
    }
}
