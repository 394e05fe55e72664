/// Finds the place that a message names.
struct PlaceReader {
    let lexicon: ConversationLexicon

    /// Returns the bytes of the first good place, or nil.
    func place(_ reading: MessageReading, _ timeOf: [Int?]) -> Range<Int>? {
        let words = reading.words
        var weak: Range<Int>?
        for clause in reading.clauses {
            var index = clause.words.lowerBound
            while index < clause.words.upperBound {
                let last = clause.words.upperBound
                guard timeOf[index] == nil else { index += 1; continue }
                let matches = lexicon.places.matches(words, at: index)
                if let stop = matches.first(where: { $0.value == .stop }), stop.end > index + 1 {
                    index = stop.end
                    continue
                }
                if let whole = matches.first(where: { $0.value == .whole }),
                    !isOwned(reading, index..<whole.end, clause, timeOf)
                {
                    return reading.bytes(index..<withArea(words, whole.end, last, timeOf))
                }
                if let before = matches.first(where: { $0.value == .before || $0.value == .maybe }),
                    let end = end(words, before.end, last, timeOf, isSure: before.value == .before)
                {
                    return reading.bytes(before.end..<end)
                }
                if weak == nil, let noun = noun(words, index, matches) {
                    let end = end(words, noun, last, timeOf, isSure: true)
                    weak = reading.bytes(index..<(end ?? index + 1))
                }
                index += 1
            }
        }
        return weak
    }

    /// Returns the word of a noun of places at an index; nil if there is none.
    private func noun(_ words: [ChatWord], _ index: Int, _ matches: [PhraseTable<PlaceSense>.Match]) -> Int? {
        attachedNoun(words, index) ?? (matches.contains { $0.value == .noun } ? index : nil)
    }

    /// Returns true for "I have": عندي اجتماع names no place, العشا عندي does.
    private func isOwned(
        _ reading: MessageReading, _ range: Range<Int>, _ clause: MessageReading.Clause, _ timeOf: [Int?]
    ) -> Bool {
        let words = reading.words, next = range.upperBound
        let first = words[range.lowerBound].text
        guard range.count == 1, ["عند", "3nd", "3end", "3and"].contains(where: { first.hasPrefix($0) }),
            next < clause.words.upperBound, timeOf[next] == nil, words[next].kind == .word
        else { return false }
        return !reading.acts.contains { $0.words.contains(next) }
    }

    /// Returns the end of "our place in Mirdif"; the given one where no area follows.
    private func withArea(_ words: [ChatWord], _ start: Int, _ limit: Int, _ timeOf: [Int?]) -> Int {
        guard start + 1 < limit, words[start].text == "in", timeOf[start] == nil, words[start + 1].isCapital else {
            return start
        }
        return end(words, start + 1, limit, timeOf, isSure: false) ?? start
    }

    /// Returns the end of a place that begins at a word; nil if none does.
    private func end(_ words: [ChatWord], _ start: Int, _ limit: Int, _ timeOf: [Int?], isSure: Bool) -> Int? {
        // Articles say nothing.
        let first = (start..<max(start, limit)).first { !lexicon.isMarked(.article, words, at: $0) } ?? limit
        guard first < limit, !isActivity(words, first), words[first].text.count > 1 else { return nil }
        var index = first
        while index < min(limit, first + 7), timeOf[index] == nil, belongs(words, index, first) { index += 1 }
        guard index > first, isPlace(words, first..<index, isSure: isSure),
            words[first].kind == .word || index - first > 1
        else { return nil }
        return index
    }

    /// Returns true for a word that goes on with a place.
    private func belongs(_ words: [ChatWord], _ index: Int, _ first: Int) -> Bool {
        let word = words[index]
        let isPart = ["&", "#", "-", ".", "'"].contains(word.text) && word.isGlued
        guard word.kind == .word || word.kind == .number || isPart else { return false }
        let senses = lexicon.places.matches(words, at: index).map(\.value)
        if senses.contains(.stop), !word.isCapital { return false }
        guard index > first else { return true }
        if senses.contains(.before), !word.isCapital, word.text != "جنب" { return false }
        // "At the cinema 9": an hour, but "gate 3" and "البوابة ٣" are places.
        let isNumbered = lexicon.isMarked(.numbered, words, at: index - 1) || words[index - 1].isCapital
        if isVerb(word) || word.kind == .number && !isNumbered { return false }
        // A common word after a name ends it: "at Najd House tomorrow evening everyone".
        let isCommon = !word.isCapital && word.kind == .word && isLatin(word) && !senses.contains(.noun)
        return !(words[first].isCapital && isCommon && !lexicon.isMarked(.nameLink, words, at: index))
    }

    /// Returns true for words that are a place: a name, or with a noun of places.
    ///
    /// - Parameter isSure: true after a word that only stands before places.
    private func isPlace(_ words: [ChatWord], _ range: Range<Int>, isSure: Bool) -> Bool {
        let first = range.lowerBound
        func isNoun(_ index: Int) -> Bool { lexicon.places.matches(words, at: index).contains { $0.value == .noun } }
        let hasNoun = range.contains(where: isNoun)
        // "3870 Montlake Boulevard" is a name, too.
        let isName =
            words[first].isCapital
            || words[first].kind == .number && range.count > 1 && words[first + 1].isCapital
        guard isSure else {
            return isName && words[first].kind == .word || isNoun(first) || hasNoun && !isLatin(words[first])
        }
        // "at starbucks" is a place, "at peace with it" is not.
        return !isLatin(words[first]) || isName || hasNoun || range.count <= 2 && words[first].kind == .word
    }

    /// Returns the word itself if it is a noun of places behind a letter that means "in", "to" or "with".
    private func attachedNoun(_ words: [ChatWord], _ index: Int) -> Int? {
        let text = words[index].text.unicodeScalars
        guard let first = text.first, ["ب", "ل", "ع", "و"].contains(first), text.count > 3 else { return nil }
        // "بالافنيوز" is "in the Avenues", whatever that is; words such as بالضبط are stops.
        let isStop = lexicon.places.matches(words, at: index).contains { $0.value == .stop }
        if !isStop, words[index].text.hasPrefix("بال"), text.count > 5 { return index }
        var rest = String(text.dropFirst())
        if rest.hasPrefix("ل"), first == "ل" { rest = "ال" + String(rest.dropFirst()) }
        let word = ChatWord(kind: .word, text: rest, range: words[index].range, isCapital: false, isGlued: false)
        return lexicon.places.matches([word], at: 0).contains { $0.value == .noun } ? index : nil
    }

    /// Returns true for "wedding" in "at the wedding".
    private func isActivity(_ words: [ChatWord], _ index: Int) -> Bool {
        lexicon.activities.matches(words, at: index).contains { !$0.value.is(.place) }
            && !lexicon.places.matches(words, at: index).contains { $0.value == .noun } && !words[index].isCapital
    }

    /// Returns true for an Arabic verb of the present or the future: بتنزلنا after الشركة is no part of the place.
    private func isVerb(_ word: ChatWord) -> Bool {
        word.text.utf8.count >= 12 && ["بت", "هت", "هن", "حت", "حن"].contains { word.text.hasPrefix($0) }
    }

    private func isLatin(_ word: ChatWord) -> Bool { word.text.utf8.first.map { $0 < 0x80 } ?? false }
}
