extension NominalDuration {
    /// Reads a DURATION, as in `-PT15M` or `P1DT12H` (RFC 5545 §3.3.6).
    ///
    /// Lenient reading takes what programs write: `-15M` without P, `PT1D` and `P300S` with a unit on the wrong side of
    /// T, `PT-22H` with the sign at the number. M is always minutes, because the grammar has no months.
    public init(_ text: some StringProtocol, reading: Reading = .lenient) throws(Irregularity) {
        var cursor = Cursor(text)
        var isSpaced = cursor.skipSpace()
        let isNegative = cursor.skip(UInt8(ascii: "-"))
        if !isNegative { _ = cursor.skip(UInt8(ascii: "+")) }
        var written = WrittenDuration()
        written.begin(withP: cursor.skip(letter: UInt8(ascii: "P")))
        while try written.readPart(&cursor) {}
        if cursor.skipSpace() { isSpaced = true }
        guard cursor.isAtEnd, written.hasMeaning else { throw .malformed(.duration) }
        if reading == .strict {
            if isSpaced { throw .spaceAroundValue }
            guard written.isStandard else { throw .looseDuration }
        }
        self.init(
            days: isNegative ? -written.days : written.days,
            seconds: isNegative ? -written.seconds : written.seconds)
    }

    /// The text, as in `-P1DT12H`. Weeks are written as days, zero as `PT0S`. No text can hold parts of
    /// different sign; both are then written with the sign of the days.
    public var text: String {
        if isZero { return "PT0S" }
        let days = self.days.magnitude, seconds = self.seconds.magnitude
        var text = isNegative ? "-P" : "P"
        if days > 0 { text += "\(days)D" }
        if seconds > 0 {
            text += "T"
            if seconds >= 3_600 { text += "\(seconds / 3_600)H" }
            if seconds % 3_600 >= 60 || seconds >= 3_600 && seconds % 60 > 0 { text += "\(seconds / 60 % 60)M" }
            if seconds % 60 > 0 { text += "\(seconds % 60)S" }
        }
        return text
    }
}

/// The parts of a duration, in the order of the text.
private struct WrittenDuration {
    private(set) var days = 0
    private(set) var seconds = 0
    /// The rank of each unit so far: weeks 0, days 1, hours 2, minutes 3, seconds 4.
    private var ranks: [Int] = []
    private var isTime = false
    private var hasP = true
    /// True if a unit is on the wrong side of T, or a number has a sign of its own.
    private var isMisplaced = false

    /// False for a text without P and without a unit, which is no duration.
    var hasMeaning: Bool { hasP || !ranks.isEmpty }

    private static let units: [(letter: UInt8, seconds: Int)] = [
        (UInt8(ascii: "W"), 7), (UInt8(ascii: "D"), 1),
        (UInt8(ascii: "H"), 3_600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1),
    ]

    mutating func begin(withP hasP: Bool) { self.hasP = hasP }

    /// Reads the next part.
    ///
    /// - Returns: false if there is none.
    mutating func readPart(_ cursor: inout Cursor) throws(Irregularity) -> Bool {
        if !isTime, cursor.skip(letter: UInt8(ascii: "T")) {
            isTime = true
            return true
        }
        let isNegative = cursor.skip(UInt8(ascii: "-")), isSigned = isNegative || cursor.skip(UInt8(ascii: "+"))
        guard let number = cursor.number() else {
            if isSigned { throw .malformed(.duration) }
            return false
        }
        // Each unit may occur once, so five numbers of nine digits cannot overflow.
        guard let rank = Self.units.indices.first(where: { cursor.skip(letter: Self.units[$0].letter) }),
              !ranks.contains(rank)
        else { throw .malformed(.duration) }
        ranks.append(rank)
        if isSigned || isTime != (rank >= 2) { isMisplaced = true }
        let amount = (isNegative ? -number : number) * Self.units[rank].seconds
        if rank >= 2 { seconds += amount } else { days += amount }
        return true
    }

    /// True if the grammar allows the parts: weeks alone, units in their order, no gap between hours and
    /// seconds, and something behind P and T.
    var isStandard: Bool {
        guard hasP, !isMisplaced, let last = ranks.last, ranks == ranks.sorted(), !isTime || last >= 2
        else { return false }
        let times = ranks.filter { $0 >= 2 }
        return (ranks.first != 0 || ranks.count == 1 && !isTime) && times != [2, 4]
    }
}
