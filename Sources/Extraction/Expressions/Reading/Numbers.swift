extension Scanner {
    /// Reads a whole number in digits or words: `25`, "twenty-five", `خمسة وعشرين`.
    func number(at index: Int) -> (value: Int, next: Int)? {
        if let token = token(index), token.kind == .number { return token.number.map { ($0, index + 1) } }
        guard let (sense, next) = find(.number, index) else { return nil }
        let value = sense.number
        // "twenty-five"
        if value >= 20, value % 10 == 0, value < 100 {
            let start = isInner(["-"], next) ? next + 1 : next
            if let (unit, end) = find(.number, start), (1...9).contains(unit.number), token(index)?.kind == .latin {
                return (value + unit.number, end)
            }
        }
        // `خمسة وعشرين`
        if (1...9).contains(value), word(next) == "و", let (tens, end) = find(.number, next + 1), tens.number >= 20,
            tens.number % 10 == 0, token(index)?.kind == .arabic
        {
            return (value + tens.number, end)
        }
        return (value, next)
    }

    /// Returns true for the numbers of `3.5`, which are not whole.
    func ordinal(at index: Int) -> (value: Int, next: Int)? {
        if let token = token(index), token.kind == .number, let value = token.number,
            let (_, next) = find(.ordinalMark, index + 1), self.token(index + 1)?.isGlued ?? false
        {
            return (value, next)
        }
        if let (sense, next) = find(.ordinal, index) {
            // `الثالث والعشرون`
            if (1...9).contains(sense.number), word(next) == "و",
                let tens = find(.ordinal, next + 1) ?? find(.number, next + 1),
                tens.sense.number >= 20, tens.sense.number % 10 == 0
            {
                return (sense.number + tens.sense.number, tens.next)
            }
            return (sense.number, next)
        }
        // "twenty fourth"
        if let (tens, next) = find(.number, index), [20, 30].contains(tens.number), token(index)?.kind == .latin {
            let start = isInner(["-"], next) ? next + 1 : next
            if let (unit, end) = find(.ordinal, start), (1...9).contains(unit.number) {
                return (tens.number + unit.number, end)
            }
        }
        return nil
    }
}
