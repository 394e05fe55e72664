@testable import Crypto
import Testing

@Suite("Randomness")
struct RandomTests {
    @Test("has the requested length and never repeats", arguments: [16, 32, 33, 4096])
    func lengths(count: Int) {
        let one = Random.bytes(count), other = Random.bytes(count)
        #expect(one.count == count && other.count == count)
        #expect(one != other)
        #expect(Random.bytes(0).isEmpty)
    }

    // The random bits of RFC 9562 appendix A.3, with wrong version and variant bits.
    @Test("random bits of the RFC give the UUID of the RFC")
    func uuidExample() {
        let random: [UInt8] = [
            0x91, 0x91, 0x08, 0xF7, 0x52, 0xD1, 0xF3, 0x20, 0x5B, 0xAC, 0xF8, 0x47, 0xDB, 0x41, 0x48, 0xA8,
        ]
        #expect(uuidText(random, version: 4) == "919108f7-52d1-4320-9bac-f847db4148a8")
    }

    @Test("a UUID has version 4 and variant 10, in lower case")
    func uuidBits() {
        var seen: Set<String> = []
        for _ in 0..<500 {
            let uuid = Random.uuidV4()
            #expect(uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            seen.insert(uuid)
        }
        #expect(seen.count == 500)
    }

    // With every byte once as input, each character must occur equally often.
    @Test("an alphabet is drawn from without bias", arguments: [1, 2, 10, 31, 32, 62, 100, 255, 256])
    func unbiased(size: Int) {
        let alphabet = (0..<size).map { UInt8($0) }
        let timesEach = 256 / size
        let drawn = unbiasedDraws(timesEach * size, alphabet: alphabet) { Array(0...255) }
        #expect(Dictionary(grouping: drawn, by: \.self).mapValues(\.count)
            == Dictionary(uniqueKeysWithValues: alphabet.map { ($0, timesEach) }))
    }

    @Test("bytes beyond the last full multiple are dropped")
    func rejected() {
        // 250 to 255 would be the digits 0 to 5 a twenty-sixth time.
        let drawn = unbiasedDraws(3, alphabet: Array("0123456789".utf8)) { [255, 250, 249, 10, 251, 7] }
        #expect(String(decoding: drawn, as: UTF8.self) == "907")
    }

    @Test("a code has its length and its characters, and all characters occur")
    func codes() {
        let alphabet = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789".utf8)
        let text = Random.text(31_000, alphabet: alphabet)
        var counts: [UInt8: Int] = [:]
        for byte in text.utf8 { counts[byte, default: 0] += 1 }
        #expect(text.utf8.count == 31_000)
        #expect(Set(counts.keys) == Set(alphabet))
        // 1,000 expected, standard deviation 31: eight of them, once in 10^15 runs.
        #expect(counts.values.allSatisfy { (750...1_250).contains($0) })
    }
}
