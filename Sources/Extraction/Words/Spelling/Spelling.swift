import CivilTime

/// A spelling of a word, with the numbers by which tables of phrases look it up.
///
/// Spellings are compared byte by byte, as folded text writes each letter in one way.
struct Spelling: Hashable {
    let text: String
    /// The fingerprint of its bytes.
    let hash: UInt64
    /// The first two letters as a number.
    let beginning: UInt64

    init(_ text: String) {
        self.text = text
        var fingerprint = Fingerprint()
        fingerprint.add(text)
        hash = fingerprint.hash
        var beginning: UInt64 = 0
        for scalar in text.unicodeScalars.prefix(2) { beginning = beginning << 32 | UInt64(scalar.value) }
        self.beginning = beginning
    }

    static func == (first: Spelling, second: Spelling) -> Bool {
        first.hash == second.hash && first.text == second.text
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// Returns true if it begins with the letters of another one.
    func begins(with other: Spelling) -> Bool { text.utf8.starts(with: other.text.utf8) }

    /// The rest of an Arabic word behind a letter that is written together with it; nil if no such letter is there.
    ///
    /// Verbs take a letter for the future or the present before the "we": هنتقابل, بنتقابل, منلتقي. "And" and "so" are
    /// written together with the next word.
    var stem: Spelling? {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, !first.isASCII, scalars.count > 3 else { return nil }
        let rest = scalars.dropFirst()
        let isVerb = ["ه", "ح", "ب", "م", "س"].contains(first) && rest.first == "ن"
        return isVerb || first == "و" || first == "ف" ? Spelling(String(rest)) : nil
    }
}
