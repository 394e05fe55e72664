/// SplitMix64: the same numbers from the same seed on every machine.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    /// Returns one to `most` numbers of a range, each once.
    mutating func numbers(_ range: ClosedRange<Int>, most: Int) -> [Int] {
        Set((0..<number(1...most)).map { _ in number(range) }).sorted()
    }
}
