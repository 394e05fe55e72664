// The words of messages, and what they mean.
//
// - FoldedText.swift: a text with its tokens, the entry for times. FoldedScalar.swift: one way to write each letter and
//   digit. Tokenizer.swift: words, numbers and signs. ArabiziIndex.swift: Arabic in Latin letters.
// - Lexicon.swift: the words of times, Sense.swift their meanings. LexiconFile.swift describes the format of a file.
// - ConversationLexicon.swift: the words by which people make plans. PhraseTable.swift and Spelling/ArabiziWords.swift
//   find them among the words of a message (ChatWords.swift, Spelling/Spelling.swift).
// - CaseSet.swift: sets of categories, acts and marks.

extension Array {
    /// Returns the elements that some bytes of the message touch, by the bytes of each element. They are in the order
    /// of the text.
    func indices(touching bytes: Range<Int>, _ place: (Element) -> Range<Int>) -> Range<Int> {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if place(self[middle]).upperBound <= bytes.lowerBound { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < count, place(self[end]).lowerBound < bytes.upperBound { end += 1 }
        return low..<end
    }
}
