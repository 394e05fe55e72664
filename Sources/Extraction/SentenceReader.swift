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

    init(_ sentence: Sentence, now: LocalDateTime, firstDay: Weekday, hijri: HijriCalendar) {
        self.sentence = sentence
        self.now = now
        self.firstDay = firstDay
        self.hijri = hijri
        isTaken = Array(repeating: false, count: sentence.tokens.count)
        phrases = sentence.tokens.indices.map { SentenceReader.phrases(of: sentence.tokens, at: $0) }
    }

    /// Finds everything about times in one pass from left to right.
    mutating func findTimes() {
        var index = 0
        while index < sentence.tokens.count {
            index = takeRepetition(at: index) ?? takeWholeDay(at: index) ?? takePrayer(at: index)
                ?? takeMoment(at: index) ?? takeDay(at: index) ?? takeTime(at: index) ?? takeLength(at: index)
                ?? takePart(at: index) ?? index + 1
        }
    }

    private mutating func takeWholeDay(at index: Int) -> Int? {
        guard !findings.isAllDay, let next = find(DayWords.wholeDay, index)?.next else { return nil }
        findings.isAllDay = true
        return take(index..<next, .allDay)
    }

    /// Notes a part of the sentence, and returns the token after it.
    mutating func take(_ tokens: Range<Int>, _ kind: QuickPart.Kind) -> Int {
        findings.parts.append((tokens, kind))
        for index in tokens { isTaken[index] = true }
        return tokens.upperBound
    }
}

extension SentenceReader {
    /// Returns the token at a position; nil after the last one.
    func token(_ index: Int) -> Token? {
        sentence.tokens.indices.contains(index) ? sentence.tokens[index] : nil
    }

    /// Returns the token at a position if no part has it.
    func freeToken(_ index: Int) -> Token? {
        guard let token = token(index), !isTaken[index] else { return nil }
        return token
    }

    /// Returns the longest phrase of a lexicon that begins at a token.
    func find<Meaning>(_ lexicon: Lexicon<Meaning>, _ index: Int) -> (meaning: Meaning, next: Int)? {
        guard phrases.indices.contains(index), lexicon.hasPhrase(beginningWith: sentence.tokens[index].word) else {
            return nil
        }
        for (text, next) in phrases[index] {
            if let meaning = lexicon[text] { return (meaning, next) }
        }
        return nil
    }

    /// Returns the token after a phrase; the same token if the phrase does not begin there.
    func skip<Meaning>(_ lexicon: Lexicon<Meaning>, _ index: Int) -> Int {
        find(lexicon, index)?.next ?? index
    }

    /// Returns true if one of the phrases ends before a token.
    func follows<Meaning>(_ lexicon: Lexicon<Meaning>, _ index: Int) -> Bool {
        (1...5).contains { length in
            guard index - length >= 0, let found = find(lexicon, index - length) else { return false }
            return found.next == index
        }
    }

    private static func phrases(of tokens: [Token], at start: Int) -> [(text: String, next: Int)] {
        var phrases = [(text: tokens[start].word, next: start + 1)]
        guard !tokens[start].isSymbol else { return phrases }
        var text = tokens[start].word, next = start + 1
        while phrases.count < 5, next < tokens.count {
            // "all-day" and "p.m." are phrases too.
            if next + 1 < tokens.count, ["-", "."].contains(tokens[next].word), tokens[next].isGlued,
               tokens[next + 1].isGlued {
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
