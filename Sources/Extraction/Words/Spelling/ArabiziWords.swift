/// Finds the Arabic words that a message writes in Latin letters, among the words of conversations.
struct ArabiziWords: Sendable {
    private let known: Set<String>
    private let index: ArabiziIndex
    private let signs: Set<String>, units: Set<String>

    /// Makes a finder of the words of a vocabulary.
    ///
    /// - Parameters:
    ///   - signs: words that only Arabizi has.
    ///   - units: letters behind a digit that are no Arabizi, as in "5pm".
    init(_ vocabulary: Set<String>, signs: Set<String>, units: Set<String>) {
        known = vocabulary
        (self.signs, self.units) = (signs, units)
        index = ArabiziIndex(vocabulary.filter { $0.unicodeScalars.count > 2 }.sorted().map { ($0, 0) })
    }

    /// Returns the words of a message, each with the Arabic word that it may stand for.
    ///
    /// Only a message with a sign of Arabizi is read so: a digit inside a word, or a word that English does not have.
    func marked(_ words: [ChatWord]) -> [ChatWord] {
        guard words.contains(where: isSign) else { return words }
        return words.map { word in
            guard word.kind == .word, word.text.utf8.count > 2, word.text.utf8.allSatisfy({ $0 < 0x80 }),
                !known.contains(word.text)
            else { return word }
            var word = word
            word.arabic = arabic(word).map { Spelling($0) }
            return word
        }
    }

    private func arabic(_ word: ChatWord) -> String? {
        // The index asks for a sign of Arabizi in the same message.
        let sign = Token(
            kind: .latin, word: "x9", range: 0..<0, number: nil, isGlued: false, isCapital: false, isPrefix: false)
        let token = Token(
            kind: .latin, word: word.text, range: word.range, number: nil, isGlued: false, isCapital: false,
            isPrefix: false)
        let found = index.replacing([sign, token], isKnown: known.contains).tokens
        guard found.count == 2, found[1].word != word.text else { return nil }
        return found[1].word
    }

    private func isSign(_ word: ChatWord) -> Bool {
        guard word.kind == .word, let first = word.text.utf8.first, first < 0x80 else { return false }
        if signs.contains(word.text) { return true }
        let bytes = Array(word.text.utf8)
        // "3asr" and "ba3d", but not "5pm", "2nd" and "mp3".
        return bytes.indices.contains { index in
            (0x32...0x39).contains(bytes[index]) && index + 1 < bytes.count && !(0x30...0x39).contains(bytes[index + 1])
                && (index > 0
                    ? !(0x30...0x39).contains(bytes[index - 1]) : !units.contains(String(word.text.dropFirst())))
        }
    }
}
