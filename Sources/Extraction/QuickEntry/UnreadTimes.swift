import CivilTime
import PrayerTimes
import Text

extension SentenceReader {
    /// Notes the words of time among the words that are left, as a second day, or "until March" beside one event.
    mutating func findUnread() {
        var index = 0
        while index < scanner.text.tokens.count {
            guard let end = scanner.endOfOther(at: index) ?? endOfUnread(at: index) else {
                index += 1
                continue
            }
            if scanner.endOfOther(at: index) == nil, let tokens = freeTokens(under: index..<end) {
                findings.asides.append(leadOfUnread(before: tokens.lowerBound)..<tokens.upperBound)
            }
            index = end
        }
    }

    private func endOfUnread(at index: Int) -> Int? {
        if let (_, next) = scanner.find(.zone, index), let (_, end) = scanner.find(.zoneTail, next) { return end }
        guard freeTokens(under: index..<index + 1) != nil, let slots = scanner.slots(at: index),
            slots.day?.isVague != true, slots.moment?.isVague != true
        else { return nil }
        return slots.next
    }

    /// Returns the first token of a word such as "until" before some tokens.
    private func leadOfUnread(before first: Int) -> Int {
        for length in 1...3 where freeToken(first - length) != nil {
            for phrases in [SeriesWords.until, SeriesWords.except, SeriesWords.starting]
            where find(phrases, first - length)?.next == first {
                return first - length
            }
        }
        return first
    }

    /// Takes the name of the Friday prayer for its time if no time is said. It stays in the title.
    mutating func findFridayPrayer() {
        guard scanner.text.tokens.indices.contains(where: { scanner.has(.fridayPrayer, $0) }) else { return }
        if findings.start == nil, findings.part == nil {
            findings.start = .prayer(.dhuhr, minutes: 0, side: 0, isFriday: true)
        } else if findings.day == nil, findings.repetition == nil, case .clock? = findings.start {
            findings.day = FoundDay(date: scanner.coming(.friday))
        }
    }

    // MARK: Tokens of both readers

    /// Returns the free tokens of the sentence under some tokens of the reader of messages; nil if the first is taken.
    private func freeTokens(under tokens: Range<Int>) -> Range<Int>? {
        let touched = sentence.bytes.indices(touching: scanner.text.range(tokens)) { $0 }
        guard let first = touched.first, freeToken(first) != nil else { return nil }
        return first..<((first..<touched.upperBound).first { freeToken($0) == nil } ?? touched.upperBound)
    }

    /// Returns the token of the reader of messages after a phrase that begins at one of its tokens.
    func says(_ phrases: Phrases, _ index: Int) -> Int? {
        guard let token = scanner.token(index),
            let first = sentence.bytes.indices(touching: token.range, { $0 }).first,
            sentence.bytes[first].lowerBound == token.range.lowerBound, let found = find(phrases, first)
        else { return nil }
        let end = sentence.bytes[found.next - 1].upperBound
        return (index + 1..<scanner.text.tokens.count).first { scanner.text.tokens[$0].range.lowerBound >= end }
            ?? scanner.text.tokens.count
    }

    /// Keeps some tokens of the reader of messages from other parts, and returns those of the sentence.
    mutating func block(_ tokens: Range<Int>) -> Range<Int>? {
        guard let free = freeTokens(under: tokens) else { return nil }
        hold(free)
        return free
    }

    /// Hides some bytes of the text from the reader of messages.
    mutating func hide(_ ranges: [Range<Int>]) {
        var bytes = Array(scanner.text.text.utf8)
        for range in ranges {
            for byte in range { bytes[byte] = UInt8(ascii: " ") }
            bytes[(range.lowerBound + range.upperBound) / 2] = UInt8(ascii: ";")
        }
        scanner = Scanner(FoldedText(String(decoding: bytes, as: UTF8.self), lexicon), scanner.context)
    }
}
