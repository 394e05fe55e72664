/// Decisions from the fuzzer's octets. After the last octet, every decision is the first choice.
struct OctetSource {
    private var rest: ArraySlice<UInt8>

    init(_ octets: [UInt8]) {
        rest = octets[...]
    }

    /// Returns a number from 0 to below the limit, which is at most 65,536.
    mutating func below(_ limit: Int) -> Int {
        var number = Int(rest.popFirst() ?? 0)
        if limit > 256 { number = number << 8 | Int(rest.popFirst() ?? 0) }
        return number % limit
    }

    mutating func among(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[below(choices.count)] }

    /// Returns true once in this number of times.
    mutating func rarely(_ times: Int) -> Bool { below(times) == 1 }
}
