extension TaskReader {
    /// Finds a saved place behind a preposition: "at the gym", `بالنادي`, `من الصيدلية`. The longest name counts.
    mutating func findSavedPlace() {
        var best: (tokens: Range<Int>, place: Int)?
        for index in base.sentence.tokens.indices {
            for (number, name) in placeNames.enumerated() {
                guard let tokens = savedPlace(name, at: index) else { continue }
                if tokens.count > best?.tokens.count ?? 0 { best = (tokens, number) }
            }
        }
        guard let best else { return }
        found.place = .saved(best.place)
        hideTokens(best.tokens, .place)
    }

    /// Returns the tokens of a preposition and a name; nil if the text has another word there.
    private func savedPlace(_ name: [String], at index: Int) -> Range<Int>? {
        guard let first = name.first, base.freeToken(index) != nil else { return nil }
        let lead = base.find(TaskWords.places, index)?.next ?? base.find(TaskWords.from, index)?.next
        if let lead {
            let start = base.find(TaskWords.the, lead)?.next ?? lead
            return end(of: name, at: start).map { index..<$0 }
        }
        let isJoined = joined(base.sentence.tokens[index].word, to: first)
        return isJoined ? end(of: Array(name.dropFirst()), at: index + 1).map { index..<$0 } : nil
    }

    /// Returns the token after a name, whose words stand there with or without their article.
    private func end(of name: [String], at start: Int) -> Int? {
        var index = start
        for word in name {
            guard let token = base.freeToken(index), withoutArticle(token.word) == withoutArticle(word) else {
                return nil
            }
            index += 1
        }
        return index
    }

    private func withoutArticle(_ word: String) -> Substring { word.hasPrefix("ال") ? word.dropFirst(2) : word[...] }

    /// Returns true for `بالنادي` before the name `النادي` or `نادي`.
    private func joined(_ word: String, to name: String) -> Bool {
        guard let letter = word.first, "بف".contains(letter), word.count > 3 else { return false }
        return withoutArticle(String(word.dropFirst())) == withoutArticle(name)
    }

    /// Finds "at the pharmacy", `من الصيدلية`, "from home" among the words that are left.
    mutating func findPlace() {
        for index in base.sentence.tokens.indices where base.freeToken(index) != nil {
            guard let start = placeStart(at: index), base.find(TaskWords.notPlaces, start) == nil else { continue }
            let end = endOfName(from: start)
            guard end > start, base.sentence.tokens[start..<end].contains(where: { !$0.isSymbol }) else { continue }
            found.place = .named(base.text(start..<end))
            hideTokens(index..<end, .place)
            return
        }
    }

    private func placeStart(at index: Int) -> Int? {
        if let at = base.find(TaskWords.places, index), base.freeToken(at.next) != nil,
            !base.follows(PlaceWords.lookingWords, index)
        {
            return base.find(TaskWords.the, at.next)?.next ?? at.next
        }
        guard let from = base.find(TaskWords.from, index), let token = base.freeToken(from.next) else { return nil }
        let article = base.find(TaskWords.the, from.next) ?? base.find(TaskWords.the, from.next - 1)
        if let article, base.freeToken(article.next) != nil { return article.next }
        let isNamed = base.find(TaskWords.home, from.next) != nil || token.word.hasPrefix("ال") && token.word.count > 3
        return isNamed ? from.next : nil
    }

    /// Returns the token after a name of at most six words.
    private func endOfName(from start: Int) -> Int {
        var end = start
        while end < start + 6, let token = base.freeToken(end) {
            if token.isSymbol, !token.isGlued || ",،;؛()!؟?:.".contains(token.word) { break }
            if end > start, base.find(PlaceWords.ends, end) != nil { break }
            end += 1
        }
        return end
    }
}
