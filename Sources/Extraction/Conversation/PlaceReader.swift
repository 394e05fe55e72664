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
                guard timeOf[index] == nil else { index += 1; continue }
                let matches = lexicon.places.matches(words, at: index)
                if let stop = matches.first(where: { $0.value == .stop }), stop.end > index + 1 {
                    index = stop.end
                    continue
                }
                if let whole = matches.first(where: { $0.value == .whole }) {
                    if !isOwned(reading, index..<whole.end, clause, timeOf) {
                        return reading.bytes(index..<withArea(words, whole.end, clause.words.upperBound, timeOf))
                    }
                }
                if let before = matches.first(where: { $0.value == .before || $0.value == .maybe }),
                    let end = end(words, before.end, clause.words.upperBound, timeOf, isSure: before.value == .before)
                {
                    return reading.bytes(before.end..<end)
                }
                let noun = attachedNoun(words, index) ?? (matches.contains { $0.value == .noun } ? index : nil)
                if let noun, weak == nil {
                    let end = end(words, noun, clause.words.upperBound, timeOf, isSure: true)
                    weak = reading.bytes(index..<(end ?? index + 1))
                }
                index += 1
            }
        }
        return weak
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
        var index = start, hasNoun = false
        // Articles say nothing.
        while index < limit, lexicon.isMarked(.article, words, at: index) { index += 1 }
        let first = index
        guard first < limit, !isActivity(words, first), words[first].text.count > 1 else { return nil }
        while index < limit, index - first < 7, timeOf[index] == nil {
            let word = words[index]
            guard
                word.kind == .word || word.kind == .number
                    || ["&", "#", "-", ".", "'"].contains(word.text)
                        && word.isGlued
            else { break }
            let matches = lexicon.places.matches(words, at: index)
            if matches.contains(where: { $0.value == .noun }) { hasNoun = true }
            let isStop =
                matches.contains { $0.value == .stop } && !word.isCapital
                || index > first && matches.contains { $0.value == .before } && !word.isCapital && word.text != "جنب"
            if isStop || index > first && isVerb(word) { break }
            // "At the cinema 9": an hour, but "gate 3" and "البوابة ٣" are places.
            if word.kind == .number, index > first, !lexicon.isMarked(.numbered, words, at: index - 1),
                !words[index - 1].isCapital {
                break
            }
            // A common word after a name ends it: "at Najd House tomorrow evening everyone".
            if index > first, words[first].isCapital, !word.isCapital, word.kind == .word, isLatin(word),
                !matches.contains(where: { $0.value == .noun }), !lexicon.isMarked(.nameLink, words, at: index)
            {
                break
            }
            index += 1
        }
        guard index > first else { return nil }
        // "3870 Montlake Boulevard" is a name, too.
        let isName =
            words[first].isCapital
            || words[first].kind == .number && index - first > 1 && words[first + 1].isCapital
        if !isSure {
            let isNoun = lexicon.places.matches(words, at: first).contains { $0.value == .noun }
            guard isName && words[first].kind == .word || isNoun || hasNoun && !isLatin(words[first])
            else { return nil }
        } else if isLatin(words[first]), !isName, !hasNoun {
            // "at starbucks" is a place, "at peace with it" is not.
            guard index - first <= 2, words[first].kind == .word else { return nil }
        }
        guard words[first].kind == .word || index - first > 1 else { return nil }
        return index
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
        lexicon.activities.matches(words, at: index).contains { !Self.placeLike.contains($0.value.key) }
            && !lexicon.places.matches(words, at: index).contains { $0.value == .noun } && !words[index].isCapital
    }

    /// Returns true for an Arabic verb of the present or the future: بتنزلنا after الشركة is no part of the place.
    private func isVerb(_ word: ChatWord) -> Bool {
        word.text.utf8.count >= 12 && ["بت", "هت", "هن", "حت", "حن"].contains { word.text.hasPrefix($0) }
    }

    /// Activities whose words name places, too.
    private static let placeLike: Set<String> = [
        "coffee", "gym", "shopping", "beach", "salon", "doctor", "dentist", "padel", "desert", "trip", "table",
        "gathering",
    ]

    private func isLatin(_ word: ChatWord) -> Bool { word.text.utf8.first.map { $0 < 0x80 } ?? false }
}
