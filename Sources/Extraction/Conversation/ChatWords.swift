/// A word, number or sign of a message, for matching phrases of the conversation.
struct ChatWord {
    enum Kind { case word, number, sign, emoji }

    let kind: Kind
    /// The folded letters: lower case, one letter for the forms of an Arabic letter, ASCII digits, no apostrophes.
    let spelling: Spelling
    /// Another spelling: each run of three or more letters written once, as in "yesss", or "you" for "u". nil for most.
    var short: Spelling? { didSet { findOtherSpellings() } }
    /// The Arabic word that Latin letters may stand for; nil for most.
    var arabic: Spelling? { didSet { findOtherSpellings() } }
    /// The other spellings with which a phrase may begin, in this order.
    private(set) var otherSpellings: [Spelling] = []
    /// The position in the message, in UTF-8 bytes.
    let range: Range<Int>
    /// True if it begins with a capital letter.
    let isCapital: Bool
    /// True if nothing is between it and the word before it.
    let isGlued: Bool

    var text: String { spelling.text }

    init(kind: Kind, text: String, short: String? = nil, range: Range<Int>, isCapital: Bool, isGlued: Bool) {
        (self.kind, self.range, self.isCapital, self.isGlued) = (kind, range, isCapital, isGlued)
        spelling = Spelling(text)
        self.short = short.map { Spelling($0) }
        findOtherSpellings()
    }

    private mutating func findOtherSpellings() {
        otherSpellings = [short, arabic, spelling.stem].compactMap(\.self)
    }
}

/// Splits a message into words. Letters and digits together make one word, as Arabizi writes `3ala`.
func chatWords(_ text: String) -> [ChatWord] {
    let scalars = foldedScalars(text)
    var words: [ChatWord] = []
    words.reserveCapacity(scalars.count / 4 + 1)
    var index = 0, isGlued = false, letters: [Unicode.Scalar] = [], once: [Unicode.Scalar] = []
    while index < scalars.count {
        let first = scalars[index]
        switch first.kind {
        case .space:
            isGlued = false
            index += 1
        case .newline, .sign:
            let isEmoji =
                (0x1F000...0x1FAFF).contains(first.scalar.value)
                || (0x2190...0x2BFF).contains(first.scalar.value)
            // The colour of a hand is no sign of its own.
            if !(0x1F3FB...0x1F3FF).contains(first.scalar.value) {
                words.append(
                    ChatWord(
                        kind: isEmoji ? .emoji : .sign, text: String(first.scalar), range: first.range,
                        isCapital: false,
                        isGlued: isGlued))
            }
            isGlued = first.kind != .newline
            index += 1
        case .arabic, .latin, .digit:
            letters.removeAll(keepingCapacity: true)
            once.removeAll(keepingCapacity: true)
            var end = index, hasLetter = false, isLong = false
            var run: (scalar: Unicode.Scalar, count: Int) = ("\0", 0)
            while end < scalars.count {
                let next = scalars[end]
                // HAS_EVENT is one word, and no event.
                if next.scalar == "_", end > index, end + 1 < scalars.count, scalars[end + 1].kind != .space {
                    letters.append("_")
                    end += 1
                    continue
                }
                let isApostrophe =
                    next.scalar == "'" && end + 1 < scalars.count && scalars[end + 1].kind == .latin
                    && scalars[end - 1].kind == .latin
                guard [.arabic, .latin, .digit].contains(next.kind) || isApostrophe else { break }
                // A script change ends the word, but Arabizi mixes letters and digits.
                if (next.kind == .arabic) != (first.kind == .arabic) && next.kind != .digit && first.kind != .digit {
                    break
                }
                if next.kind == .arabic && first.kind == .digit { break }
                if next.kind == .digit && first.kind == .arabic { break }
                if next.kind != .digit { hasLetter = true }
                run = next.scalar == run.scalar ? (next.scalar, run.count + 1) : (next.scalar, 1)
                // "yesss" and "تماااام" say the same with fewer letters.
                if !isApostrophe {
                    if next.kind == .digit || run.count <= 2 { letters.append(next.scalar) }
                    if next.kind == .digit || run.count <= 1 { once.append(next.scalar) }
                    if next.kind != .digit, run.count > 2 { isLong = true }
                }
                end += 1
            }
            words.append(
                ChatWord(
                    kind: hasLetter ? .word : .number, text: String(word: letters),
                    short: isLong ? String(word: once) : nil,
                    range: first.range.lowerBound..<scalars[end - 1].range.upperBound, isCapital: first.isUpper,
                    isGlued: isGlued))
            isGlued = true
            index = end
        }
    }
    return words
}

extension [ChatWord] {
    /// Returns the words that some bytes of the message touch.
    func indices(of bytes: Range<Int>) -> Range<Int> {
        indices(touching: bytes) { $0.range }
    }
}
