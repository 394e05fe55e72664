import SeededRandom

extension SeededRandom {
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    /// Returns one to `most` numbers of a range, each once.
    mutating func numbers(_ range: ClosedRange<Int>, most: Int) -> [Int] {
        Set((0..<number(1...most)).map { _ in number(range) }).sorted()
    }
}
