/// The names of the two people of a chat, as folded words.
struct MaskedNames: Sendable {
    private struct Name {
        let side: ChatSide
        let words: [String]
    }

    /// The longest first.
    private let names: [Name]

    init(customer: [String], contact: [String], isTime: (String) -> Bool) {
        var names: [Name] = []
        for (side, written) in [(ChatSide.customer, customer), (.contact, contact)] {
            for name in written {
                let words = nameWords(foldedScalars(name)).map(\.text)
                if words.count > 1 { names.append(Name(side: side, words: words)) }
                for word in words where word.unicodeScalars.count > 2 && !particles.contains(word) && !isTime(word) {
                    names.append(Name(side: side, words: [word]))
                }
                if words.count == 1, words[0].unicodeScalars.count == 2, !isTime(words[0]) {
                    names.append(Name(side: side, words: words))
                }
            }
        }
        self.names = names.sorted { $0.words.count > $1.words.count }
    }

    /// Returns the names of one person in a message, as runs of its characters.
    func found(in scalars: [FoldedScalar], _ side: ChatSide) -> [Range<Int>] {
        let words = nameWords(scalars)
        var found: [Range<Int>] = [], index = 0
        while index < words.count {
            let match = names.first { name in
                name.side == side && name.words.count <= words.count - index
                    && zip(name.words, words[index...]).enumerated().allSatisfy { place, pair in
                        pair.1.text == pair.0 || place == 0 && withoutPrefix(pair.1.text) == pair.0
                    }
            }
            guard let match else {
                index += 1
                continue
            }
            let last = index + match.words.count - 1
            let prefix = words[index].text == match.words[0] ? 0 : 1
            found.append(words[index].run.lowerBound + prefix..<words[last].run.upperBound)
            index = last + 1
        }
        return found
    }
}

/// Returns an Arabic word without "and", "to", "with" or "so" before it.
private func withoutPrefix(_ word: String) -> String? {
    guard let first = word.unicodeScalars.first, "ولبف".unicodeScalars.contains(first) else { return nil }
    return String(word.unicodeScalars.dropFirst())
}

/// Words that many names have and that name nobody.
private let particles: Set<String> = [
    "abu", "abo", "umm", "bin", "ibn", "bint", "the", "and", "from", "mrs", "miss", "ابو", "بنت", "عبد",
]

private func nameWords(_ scalars: [FoldedScalar]) -> [(text: String, run: Range<Int>)] {
    var words: [(text: String, run: Range<Int>)] = [], start = 0
    for index in 0...scalars.count {
        if index < scalars.count, [.latin, .arabic, .digit].contains(scalars[index].kind) { continue }
        if start < index {
            words.append((String(String.UnicodeScalarView(scalars[start..<index].map(\.scalar))), start..<index))
        }
        start = index + 1
    }
    return words
}
