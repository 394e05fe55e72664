/// Finds the words that people write with more letters than they have, as for emphasis: بكرهه, العصرر, "thursdayy".
struct DrawnOutLetters {
    let times: Lexicon

    /// Returns a message whose drawn-out words of time have their usual letters.
    ///
    /// A letter too many becomes a tatweel, which nobody reads, or a blank behind a Latin word. Both have as many
    /// bytes, so the positions of all words stay.
    func usual(_ text: String, _ words: [ChatWord]) -> String {
        let long = words.filter { $0.kind == .word && isDrawnOut($0.text) }
        guard !long.isEmpty else { return text }
        var bytes = Array(text.utf8)
        for word in long {
            for (range, letter) in surplus(of: word, in: text) where range.count == letter.count {
                bytes.replaceSubrange(range, with: letter)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns true for a word that is not of time, but is one with each of its letters written once.
    private func isDrawnOut(_ word: String) -> Bool {
        let letters = Array(word.unicodeScalars)
        guard letters.count > 3, zip(letters, letters.dropFirst()).contains(where: { $0 == $1 }), !isKnown(word)
        else { return false }
        return isKnown(once(letters))
    }

    private func once(_ letters: [Unicode.Scalar]) -> String {
        String(letters.indices.filter { $0 == 0 || letters[$0] != letters[$0 - 1] }.map { letters[$0] })
    }

    /// Returns true for a word of time, also behind an article or a letter that is written with it.
    private func isKnown(_ word: String) -> Bool {
        if times.isKnown(word) { return true }
        return ["ال", "و", "ب", "ل", "لل", "بال", "وال"].contains { lead in
            word.hasPrefix(lead) && word.count > lead.count + 2
                && times.isKnown(String(word.dropFirst(lead.count)))
        }
    }

    /// Returns the bytes of the letters that are too many, each with what stands for them.
    private func surplus(of word: ChatWord, in text: String) -> [(range: Range<Int>, letter: [UInt8])] {
        let utf8 = text.utf8, start = utf8.index(utf8.startIndex, offsetBy: word.range.lowerBound)
        let letters = foldedScalars(String(text[start..<utf8.index(start, offsetBy: word.range.count)]))
        let end = letters.lastIndex { $0.scalar != letters.last?.scalar } ?? 0
        return letters.indices.dropFirst().compactMap { index in
            guard letters[index].scalar == letters[index - 1].scalar else { return nil }
            let isArabic = letters[index].kind == .arabic
            // Inside a Latin word nothing can stand for a letter.
            guard isArabic || index > end + 1 else { return nil }
            let range = letters[index].range
            return (
                range.lowerBound + word.range.lowerBound..<range.upperBound + word.range.lowerBound,
                isArabic ? Array("\u{640}".utf8) : [0x20]
            )
        }
    }
}
