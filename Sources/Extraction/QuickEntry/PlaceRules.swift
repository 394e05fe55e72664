extension SentenceReader {
    /// Finds "at Panda" and `في المكتب` among the words that are left.
    mutating func findPlace() {
        for index in sentence.tokens.indices where freeToken(index) != nil {
            guard let start = placeStart(at: index), find(PlaceWords.notPlaces, start) == nil else { continue }
            let end = end(of: start, limit: 8)
            guard end > start, sentence.tokens[start..<end].contains(where: { !$0.isSymbol }) else { continue }
            findings.place = start..<end
            _ = take(index..<end, .place)
            return
        }
    }

    /// Returns the first token of a place whose preposition begins at a token.
    private func placeStart(at index: Int) -> Int? {
        if let at = find(PlaceWords.at, index), freeToken(at.next) != nil {
            return follows(PlaceWords.lookingWords, index) ? nil : at.next
        }
        // "In" is too common: it needs a name.
        if let inside = find(PlaceWords.in, index), freeToken(inside.next)?.isCapital ?? false { return inside.next }
        return nil
    }

    /// Returns the token after a name: an end, a mark between sentences, or a part that was understood.
    private func end(of start: Int, limit: Int) -> Int {
        var end = start
        while end < start + limit, let token = freeToken(end) {
            if token.isSymbol, !token.isGlued || ",،;؛()!؟?:".contains(token.word) { break }
            if end > start, find(PlaceWords.ends, end) != nil { break }
            end += 1
        }
        return end
    }

    /// Finds the names after "with".
    mutating func findPeople() {
        for index in sentence.tokens.indices where freeToken(index) != nil {
            guard let with = find(PlaceWords.with, index), find(PlaceWords.notPeople, with.next) == nil
            else { continue }
            var next = with.next, names: [String] = []
            while names.count < 20, let end = nameEnd(at: next) {
                names.append(withoutWaw(text(next..<end), token: sentence.tokens[next], isFirst: names.isEmpty))
                next = end
                let comma = freeToken(next)?.word == "," || freeToken(next)?.word == "،" ? next + 1 : next
                let and = freeToken(comma) == nil ? comma : skip(PlaceWords.and, comma)
                let isListed = comma > next && freeToken(comma)?.isCapital ?? false
                guard and > comma || isListed || beginsWithWaw(next) else { break }
                next = max(and, next)
            }
            guard !names.isEmpty else { continue }
            findings.people = names
            _ = take(index..<lastName(before: next, after: with.next), .people)
            return
        }
    }

    /// Leaves a joining word without a name after it to the title.
    private func lastName(before next: Int, after first: Int) -> Int {
        var end = next
        while end > first + 1, find(PlaceWords.and, end - 1) != nil { end -= 1 }
        return end
    }

    /// Returns the token after one name: one word, with titles before it and, in capitals, further names.
    private func nameEnd(at start: Int) -> Int? {
        guard let first = freeToken(start), !first.isSymbol, first.number == nil, find(PlaceWords.ends, start) == nil
        else { return nil }
        var end = start + 1
        var isTitle = find(PlaceWords.titles, start) != nil
        while end < start + 4, let token = freeToken(end), !token.isSymbol || (token.word == "." && isTitle),
            token.number == nil, isTitle || (first.isCapital && token.isCapital),
            find(PlaceWords.ends, end) == nil
        {
            if !token.isSymbol { isTitle = find(PlaceWords.titles, end) != nil }
            end += 1
        }
        return end
    }

    private func beginsWithWaw(_ index: Int) -> Bool {
        guard let token = freeToken(index) else { return false }
        return token.word.hasPrefix("\u{648}") && token.word.count > 3 && find(PlaceWords.namesWithWaw, index) == nil
    }

    private func withoutWaw(_ name: String, token: QuickToken, isFirst: Bool) -> String {
        let isJoined =
            !isFirst && token.word.hasPrefix("\u{648}") && token.word.count > 3
            && PlaceWords.namesWithWaw[token.word] == nil
        return isJoined ? String(name.dropFirst()) : name
    }

    /// Returns the text of some tokens as it was typed.
    func text(_ tokens: Range<Int>) -> String {
        let first = sentence.tokens[tokens.lowerBound].characters.lowerBound
        let last = sentence.tokens[tokens.upperBound - 1].characters.upperBound
        return tidied(sentence.characters[first..<last])
    }
}

/// Returns a text on one line, with one space between words and without invisible characters.
func tidied(_ characters: some Sequence<Character>) -> String {
    var text = "", isSpaceDue = false
    for character in characters where !isInvisible(character) {
        if isSpace(character) {
            isSpaceDue = !text.isEmpty
        } else {
            if isSpaceDue { text.append(" ") }
            isSpaceDue = false
            text.append(character)
        }
    }
    return text
}
