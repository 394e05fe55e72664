/// A spelling of a word, with the numbers by which tables of phrases look it up.
struct WordForm: Hashable {
    let text: String
    /// A number made of all its bytes: FNV-1a.
    let hash: UInt64
    /// The first two letters as a number.
    let beginning: UInt64

    init(_ text: String) {
        self.text = text
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.hash = hash
        var beginning: UInt64 = 0
        for scalar in text.unicodeScalars.prefix(2) { beginning = beginning << 32 | UInt64(scalar.value) }
        self.beginning = beginning
    }

    static func == (first: WordForm, second: WordForm) -> Bool {
        first.hash == second.hash && first.text == second.text
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// Returns true if it begins with the letters of another one.
    func begins(with other: WordForm) -> Bool { text.utf8.starts(with: other.text.utf8) }

    /// What is left of an Arabic word without a first letter that can be a word of its own; nil if it has none.
    ///
    /// Verbs take a letter for the future or the present before the "we": هنتقابل, بنتقابل, منلتقي. "And" and "so" are
    /// written together with the next word.
    var stem: WordForm? {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, !first.isASCII, scalars.count > 3 else { return nil }
        let rest = scalars.dropFirst()
        let isVerb = ["ه", "ح", "ب", "م", "س"].contains(first) && rest.first == "ن"
        return isVerb || first == "و" || first == "ف" ? WordForm(String(rest)) : nil
    }
}

/// A set of numbers that can be wrong about one that is not in it, and never about one that is: a Bloom filter with one
/// hash.
struct NumberFilter: Sendable {
    private var bits = [UInt64](repeating: 0, count: 256)

    mutating func insert(_ number: UInt64) {
        let (index, bit) = place(number)
        bits[index] |= bit
    }

    func mayContain(_ number: UInt64) -> Bool {
        let (index, bit) = place(number)
        return bits[index] & bit != 0
    }

    /// Spreads a number over the bits: Fibonacci hashing.
    private func place(_ number: UInt64) -> (index: Int, bit: UInt64) {
        let spread = number &* 0x9E37_79B9_7F4A_7C15
        return (Int(spread >> 56), 1 << (spread >> 50 & 63))
    }
}
