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
    var index = 0, isGlued = false, spelling = WordSpelling()
    while index < scalars.count {
        let first = scalars[index]
        switch first.kind {
        case .space:
            isGlued = false
            index += 1
        case .newline, .sign:
            if let sign = ChatWord(sign: first, isGlued: isGlued) { words.append(sign) }
            isGlued = first.kind != .newline
            index += 1
        case .arabic, .latin, .digit:
            let end = spelling.read(scalars, from: index)
            words.append(
                ChatWord(
                    kind: spelling.hasLetter ? .word : .number, text: String(word: spelling.letters),
                    short: spelling.isLong ? String(word: spelling.once) : nil,
                    range: first.range.lowerBound..<scalars[end - 1].range.upperBound, isCapital: first.isUpper,
                    isGlued: isGlued))
            isGlued = true
            index = end
        }
    }
    return words
}

extension ChatWord {
    /// Makes a word of a sign; nil for the colour of a hand, which is no sign of its own.
    fileprivate init?(sign: FoldedScalar, isGlued: Bool) {
        let value = sign.scalar.value
        guard !(0x1F3FB...0x1F3FF).contains(value) else { return nil }
        let isEmoji = (0x1F000...0x1FAFF).contains(value) || (0x2190...0x2BFF).contains(value)
        self.init(
            kind: isEmoji ? .emoji : .sign, text: String(sign.scalar), range: sign.range, isCapital: false,
            isGlued: isGlued)
    }
}

/// The letters of a word: as written, with runs of at most two, and with each run written once.
private struct WordSpelling {
    private(set) var letters: [Unicode.Scalar] = [], once: [Unicode.Scalar] = []
    private(set) var hasLetter = false
    /// True if a letter was written three times or more: "yesss" and "تماااام" say the same with fewer letters.
    private(set) var isLong = false
    private var run: (scalar: Unicode.Scalar, count: Int) = ("\0", 0)

    /// Reads the word that begins at an index. Returns the index behind it.
    mutating func read(_ scalars: [FoldedScalar], from start: Int) -> Int {
        letters.removeAll(keepingCapacity: true)
        once.removeAll(keepingCapacity: true)
        (hasLetter, isLong, run) = (false, false, ("\0", 0))
        var end = start
        while end < scalars.count {
            // HAS_EVENT is one word, and no event.
            if scalars[end].scalar == "_", end > start, end + 1 < scalars.count, scalars[end + 1].kind != .space {
                letters.append("_")
            } else if isApostrophe(scalars, end) {
                hasLetter = true
                run = (scalars[end].scalar, 1)
            } else if belongs(scalars[end], to: scalars[start]) {
                add(scalars[end])
            } else {
                break
            }
            end += 1
        }
        return end
    }

    /// Returns true for an apostrophe between two letters.
    private func isApostrophe(_ scalars: [FoldedScalar], _ index: Int) -> Bool {
        scalars[index].scalar == "'" && index > 0 && index + 1 < scalars.count && scalars[index + 1].kind == .latin
            && scalars[index - 1].kind == .latin
    }

    /// Returns true for a letter or digit of the word. Another script ends it, but Arabizi mixes letters and digits.
    private func belongs(_ next: FoldedScalar, to first: FoldedScalar) -> Bool {
        guard [.arabic, .latin, .digit].contains(next.kind) else { return false }
        return (next.kind == .arabic) == (first.kind == .arabic)
    }

    private mutating func add(_ next: FoldedScalar) {
        run = next.scalar == run.scalar ? (next.scalar, run.count + 1) : (next.scalar, 1)
        let isDigit = next.kind == .digit
        if isDigit || run.count <= 2 { letters.append(next.scalar) }
        if isDigit || run.count <= 1 { once.append(next.scalar) }
        if !isDigit {
            hasLetter = true
            if run.count > 2 { isLong = true }
        }
    }
}

extension [ChatWord] {
    /// Returns the words that some bytes of the message touch.
    func indices(of bytes: Range<Int>) -> Range<Int> {
        indices(touching: bytes) { $0.range }
    }
}
