/// A word, a number or a symbol of a sentence.
struct QuickToken: Sendable {
    /// The positions of its characters in the text.
    let characters: Range<Int>
    /// The letters to compare: folded, digits as ASCII.
    let word: String
    /// The value of a run of one to four digits.
    let number: Int?
    /// True if no space is before it.
    let isGlued: Bool
    /// True if it begins with a capital letter.
    let isCapital: Bool
    let isSymbol: Bool
}

/// A text and its tokens. A word ends where the script changes, so that `بـPanda` and `2pm` are two tokens.
struct Sentence: Sendable {
    let characters: [Character]
    let tokens: [QuickToken]
    /// The positions of each token in UTF-8 bytes.
    let bytes: [Range<Int>]

    init(_ text: String) {
        characters = Array(text)
        tokens = Sentence.tokens(of: characters)
        var starts = [0]
        for character in characters { starts.append(starts[starts.count - 1] + character.utf8.count) }
        bytes = tokens.map { starts[$0.characters.lowerBound]..<starts[$0.characters.upperBound] }
    }

    private enum Kind {
        case invisible, space, digit, arabic, letter, symbol
    }

    private static func tokens(of characters: [Character]) -> [QuickToken] {
        let kinds = characters.map(kind)
        var tokens: [QuickToken] = [], start = 0, isGlued = false
        while start < kinds.count {
            let kind = kinds[start]
            guard kind != .space, kind != .invisible else {
                if kind == .space { isGlued = false }
                start += 1
                continue
            }
            var end = start + 1
            while end < kinds.count, kind != .symbol, continues(kind, characters, kinds, end) { end += 1 }
            tokens.append(token(characters, start..<end, kind, isGlued: isGlued))
            isGlued = true
            start = end
        }
        return tokens
    }

    private static func continues(_ kind: Kind, _ characters: [Character], _ kinds: [Kind], _ index: Int) -> Bool {
        if kinds[index] == kind || kinds[index] == .invisible { return true }
        let isInside = kind == .letter && index + 1 < kinds.count && kinds[index + 1] == .letter
        return isInside && folded(characters[index]) == "'"
    }

    private static func token(
        _ characters: [Character], _ range: Range<Int>, _ kind: Kind, isGlued: Bool
    ) -> QuickToken {
        let shown = characters[range].filter { !isInvisible($0) }
        let word =
            kind == .digit
            ? shown.map { String($0.wholeNumberValue ?? 0) }.joined() : shown.reduce(into: "") { $0 += folded($1) }
        return QuickToken(
            characters: range, word: word, number: kind == .digit && word.count <= 4 ? Int(word) : nil,
            isGlued: isGlued, isCapital: shown.first?.isUppercase ?? false, isSymbol: kind == .symbol)
    }

    private static func kind(_ character: Character) -> Kind {
        if isSpace(character) { return .space }
        if isInvisible(character) { return .invisible }
        guard let scalar = character.unicodeScalars.first else { return .symbol }
        switch scalar.properties.generalCategory {
        case .decimalNumber: return character.wholeNumberValue == nil ? .symbol : .digit
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark:
            return (0x600...0x8FF).contains(scalar.value) ? .arabic : .letter
        default: return .symbol
        }
    }
}
