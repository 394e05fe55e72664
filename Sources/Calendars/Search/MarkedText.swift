package import Storage
import Text

/// A text in parts, of which some match what was searched for.
package struct MarkedText: Sendable, Hashable {
    package struct Part: Sendable, Hashable {
        package let text: String
        package let isMarked: Bool
    }

    package let parts: [Part]

    package var isEmpty: Bool { parts.isEmpty }
    package var hasMarks: Bool { parts.contains(where: \.isMarked) }

    /// Marks the parts of a text that meet one of the terms.
    package init(_ text: String, _ terms: [SearchTerm]) {
        var parts: [Part] = [], end = text.startIndex
        for mark in marks(in: text, terms) where mark.upperBound > end {
            let start = max(end, mark.lowerBound)
            if start > end { parts.append(Part(text: String(text[end..<start]), isMarked: false)) }
            parts.append(Part(text: String(text[start..<mark.upperBound]), isMarked: true))
            end = mark.upperBound
        }
        if end < text.endIndex { parts.append(Part(text: String(text[end...]), isMarked: false)) }
        self.parts = parts
    }

    /// Returns the part of a text around its first mark, in one line of some hundred characters, without marks that
    /// turn it around; nil if nothing in it matches.
    static func excerpt(_ text: String, _ terms: [SearchTerm]) -> MarkedText? {
        guard let first = marks(in: text, terms).first else { return nil }
        let scalars = text.unicodeScalars
        var start = scalars.index(first.lowerBound, offsetBy: -40, limitedBy: text.startIndex) ?? text.startIndex
        if start > text.startIndex, let space = text[start..<first.lowerBound].firstIndex(where: \.isWhitespace) {
            start = space
        }
        // A word that matches may have as many letters as the text.
        let upper = scalars.index(first.lowerBound, offsetBy: 200, limitedBy: first.upperBound) ?? first.upperBound
        var end = scalars.index(upper, offsetBy: 80, limitedBy: text.endIndex) ?? text.endIndex
        if end < text.endIndex, let space = text[upper..<end].lastIndex(where: \.isWhitespace) {
            end = space
        }
        let line = text[start..<end].split(whereSeparator: \.isWhitespace).joined(separator: " ").withoutOverrides
        return MarkedText((start > text.startIndex ? "… " : "") + line + (end < text.endIndex ? " …" : ""), terms)
    }
}

extension SearchFields {
    /// Returns true if every term is met by one of the texts.
    func meet(_ terms: [SearchTerm]) -> Bool {
        let texts = all.map { foldedWordsInPlace($0) }
        return terms.allSatisfy { term in
            texts.contains { words in words.indices.contains { term.mark(words, at: $0) != nil } }
        }
    }

    /// Returns the part that matches of a text that is neither title nor place, or of those behind what lists show of
    /// them; nil if there is none.
    func excerpt(_ terms: [SearchTerm]) -> MarkedText? {
        (people + categories + [note, title, place]).lazy.compactMap { MarkedText.excerpt($0, terms) }.first
    }
}

/// Returns the parts of a text that meet one of the terms, in rising order.
private func marks(in text: String, _ terms: [SearchTerm]) -> [Range<String.Index>] {
    let words = foldedWordsInPlace(text)
    return words.indices.compactMap { number in
        let word = words[number]
        switch terms.compactMap({ $0.mark(words, at: number) }).max() {
        case .words(let count): return word.range.lowerBound..<words[number + count - 1].range.upperBound
        case .letters(let count, let skipped):
            let start = skipped == 0 ? word.range.lowerBound : word.range(ofFirst: skipped, in: text).upperBound
            return start..<word.range(ofFirst: skipped + count, in: text).upperBound
        case nil: return nil
        }
    }
}

/// The part of a text that meets a term; the larger of two is the longer.
private enum Mark: Comparable {
    /// Letters of a word, after those of its article.
    case letters(Int, after: Int)
    case words(Int)
}

extension SearchTerm {
    /// Returns the part that meets the term from a word on; nil if it does not.
    fileprivate func mark(_ words: [FoldedWord], at number: Int) -> Mark? {
        let word = words[number].text, forms = wordForms(word)
        switch self {
        case .word(let wanted): return forms.contains(where: wanted.contains) ? .words(1) : nil
        case .phrase(let phrase):
            guard words.count - number >= phrase.count else { return nil }
            let meets = zip(words[number...], phrase).allSatisfy { wordForms($0.text).contains($1) }
            return meets ? .words(phrase.count) : nil
        case .beginning(let wanted):
            for (form, skipped) in zip(forms, [0, articleLength(word)]) {
                let longest = wanted.filter { form.unicodeScalars.starts(with: $0.unicodeScalars) }
                    .map(\.unicodeScalars.count).max()
                if let longest { return .letters(longest, after: skipped) }
            }
            return nil
        }
    }
}
