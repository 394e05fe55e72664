import CivilTime

/// Goes through the tokens of a sentence, and notes what they mean.
struct SentenceReader: Sendable {
    let sentence: Sentence
    let now: LocalDateTime
    let firstDay: Weekday
    let hijri: HijriCalendar
    var findings = Findings()
    /// For each token: true if a part has it.
    private var isTaken: [Bool]
    /// For each token: the phrases of one to five words that begin there, longest first, and the tokens after them.
    private let phrases: [[(text: String, next: Int)]]

    /// The reader of messages on the text, without the words that `findSeries` has understood.
    var scanner: Scanner
    let lexicon: Lexicon

    init(_ text: String, now: LocalDateTime, firstDay: Weekday, hijri: HijriCalendar, lexicon: Lexicon) {
        sentence = Sentence(text)
        self.now = now
        self.firstDay = firstDay
        self.hijri = hijri
        self.lexicon = lexicon
        var context = ReadingContext(reference: now, timeZone: .utc)
        context.firstDay = firstDay
        context.hijri = hijri
        scanner = Scanner(FoldedText(text, lexicon), context)
        isTaken = Array(repeating: false, count: sentence.tokens.count)
        let tokens = sentence.tokens
        phrases = tokens.indices.map { SentenceReader.phrases(of: tokens, at: $0) }
    }

    /// Notes a part of the sentence, and returns the token after it.
    mutating func take(_ tokens: Range<Int>, _ kind: QuickPart.Kind) -> Int {
        findings.parts.append((tokens, kind))
        hold(tokens)
        return tokens.upperBound
    }

    /// Keeps tokens from other parts.
    mutating func hold(_ tokens: Range<Int>) {
        for index in tokens { isTaken[index] = true }
    }
}

extension SentenceReader {
    /// Returns the token at a position; nil after the last one.
    func token(_ index: Int) -> QuickToken? {
        sentence.tokens.indices.contains(index) ? sentence.tokens[index] : nil
    }

    /// Returns the token at a position if no part has it.
    func freeToken(_ index: Int) -> QuickToken? {
        guard let token = token(index), !isTaken[index] else { return nil }
        return token
    }

    /// Returns the longest phrase of a lexicon that begins at a token.
    func find<Meaning>(_ lexicon: WordTable<Meaning>, _ index: Int) -> (meaning: Meaning, next: Int)? {
        guard phrases.indices.contains(index), lexicon.hasPhrase(beginningWith: sentence.tokens[index].word) else {
            return nil
        }
        for (text, next) in phrases[index] {
            if let meaning = lexicon[text] { return (meaning, next) }
        }
        return nil
    }

    /// Returns the token after a phrase; the same token if the phrase does not begin there.
    func skip<Meaning>(_ lexicon: WordTable<Meaning>, _ index: Int) -> Int {
        find(lexicon, index)?.next ?? index
    }

    /// Returns true if one of the phrases ends before a token.
    func follows<Meaning>(_ lexicon: WordTable<Meaning>, _ index: Int) -> Bool {
        (1...5).contains { length in
            guard index - length >= 0, let found = find(lexicon, index - length) else { return false }
            return found.next == index
        }
    }

    private static func phrases(of tokens: [QuickToken], at start: Int) -> [(text: String, next: Int)] {
        var phrases = [(text: tokens[start].word, next: start + 1)]
        guard !tokens[start].isSymbol else { return phrases }
        var text = tokens[start].word, next = start + 1
        while phrases.count < 5, next < tokens.count {
            // "all-day" and "p.m." are phrases too.
            if next + 1 < tokens.count, ["-", "."].contains(tokens[next].word), tokens[next].isGlued,
                tokens[next + 1].isGlued
            {
                next += 1
            }
            guard !tokens[next].isSymbol else { break }
            text += " " + tokens[next].word
            next += 1
            phrases.append((text, next))
        }
        return phrases.reversed()
    }
}
