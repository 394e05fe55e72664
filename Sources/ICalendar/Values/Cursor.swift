/// Reads a short value octet by octet, from its beginning to its end.
struct Cursor {
    private let octets: [UInt8]
    private(set) var position = 0

    init(_ text: some StringProtocol) {
        octets = Array(text.utf8)
    }

    var isAtEnd: Bool { position == octets.count }
    var next: UInt8? { position < octets.count ? octets[position] : nil }
    var remaining: Int { octets.count - position }

    /// Skips one octet if it is this one.
    mutating func skip(_ octet: UInt8) -> Bool {
        guard next == octet else { return false }
        position += 1
        return true
    }

    /// Skips one octet if it is this letter, in upper or lower case.
    mutating func skip(letter: UInt8) -> Bool {
        guard let next, next & 0b1101_1111 == letter else { return false }
        position += 1
        return true
    }

    /// Skips blanks and tabs.
    ///
    /// - Returns: true if there were any.
    mutating func skipSpace() -> Bool {
        let start = position
        while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { position += 1 }
        return position > start
    }

    /// Skips digits.
    ///
    /// - Returns: true if there were any.
    mutating func skipDigits() -> Bool {
        let start = position
        while let octet = next, decimalDigit(octet) != nil { position += 1 }
        return position > start
    }

    /// Reads one octet.
    mutating func take() -> UInt8? {
        guard let next else { return nil }
        position += 1
        return next
    }

    /// Reads a number of exactly this many digits, at most nine.
    ///
    /// - Returns: nil if the digits are not there; the position is unchanged then.
    mutating func number(digits count: Int) -> Int? {
        guard count <= remaining, count <= 9 else { return nil }
        var number = 0
        for index in position..<(position + count) {
            guard let digit = decimalDigit(octets[index]) else { return nil }
            number = number * 10 + digit
        }
        position += count
        return number
    }

    /// Reads a number of one to nine digits.
    ///
    /// - Returns: nil if there is none, or a longer one.
    mutating func number() -> Int? {
        var length = 0
        while position + length < octets.count, decimalDigit(octets[position + length]) != nil { length += 1 }
        return length == 0 ? nil : number(digits: length)
    }
}

func decimalDigit(_ octet: UInt8) -> Int? {
    octet >= UInt8(ascii: "0") && octet <= UInt8(ascii: "9") ? Int(octet - UInt8(ascii: "0")) : nil
}
