import CivilTime
import PrayerTimes
import Text

extension SentenceReader {
    /// Notes the words of time among the words that are left, as a second day, or "until March" beside one event.
    mutating func findUnread() {
        var index = 0
        while index < scanner.text.tokens.count {
            if let end = scanner.endOfOther(at: index) {
                index = end
                continue
            }
            guard let end = endOfUnread(at: index), let tokens = freeTokens(under: index..<end) else {
                index += 1
                continue
            }
            findings.asides.append(leadOfUnread(before: tokens.lowerBound)..<tokens.upperBound)
            hold(tokens)
            index = end
        }
    }

    private func endOfUnread(at index: Int) -> Int? {
        guard freeTokens(under: index..<index + 1) != nil else { return nil }
        if let (_, next) = scanner.find(.zone, index),
            let end = scanner.find(.zoneTail, next)?.next ?? scanner.endOfZoneDistance(at: next)
        {
            return end
        }
        if let slots = scanner.slots(at: index), slots.day?.isPast != true, slots.moment?.isPast != true {
            return max(slots.next, endOfOpenBound(at: index) ?? 0)
        }
        return says(SeriesWords.others, index) ?? endOfEvery(at: index) ?? endOfOpenBound(at: index)
            ?? scanner.find(.month, index)?.next
    }

    /// Returns the token after "every" and a word of time, as in "every quarter".
    private func endOfEvery(at index: Int) -> Int? {
        guard let next = scanner.find(.every, index)?.next ?? scanner.find(.everyOther, index)?.next else { return nil }
        let start = (scanner.number(at: next) ?? scanner.ordinal(at: next))?.next ?? next
        let kinds: [Category] = [
            .unit, .period, .quarter, .weekday, .weekdays, .bareWeekday, .weekend, .season, .month, .hijriMonth, .part,
            .weakPart, .dual, .workingDays, .anyPrayer, .prayer, .feast,
        ]
        return kinds.lazy.compactMap { scanner.find($0, start)?.next }.first
    }

    /// Returns the token after words that only a time follows: "until the rain ends", "for a term", "after Eid".
    private func endOfOpenBound(at index: Int) -> Int? {
        if let next = says(SeriesWords.openEnds, index) ?? says(SeriesWords.openExceptions, index) {
            return (next..<next + 4).first { !isOpenWord($0) } ?? next + 4
        }
        if let lasting = scanner.find(.lasting, index) {
            let amount = scanner.number(at: lasting.next)?.next ?? scanner.skip(.article, lasting.next)
            if let end = says(SeriesWords.vagueLengths, amount) ?? says(SeriesWords.vagueLengths, lasting.next) {
                return end
            }
        }
        guard let lead = scanner.find(.before, index) ?? scanner.find(.after, index) ?? scanner.find(.by, index)
        else { return nil }
        let start = scanner.skip(.article, lead.next)
        return says(SeriesWords.occasions, start) ?? scanner.month(at: start).flatMap { $0.isBare ? nil : $0.next }
    }

    private func isOpenWord(_ index: Int) -> Bool { scanner.token(index).map { $0.kind != .sign } ?? false }

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

    /// Returns the words of the Friday prayer, for a sentence without another title.
    func nameOfFridayPrayer() -> String {
        for index in scanner.text.tokens.indices {
            guard let (_, next) = scanner.find(.fridayPrayer, index) else { continue }
            let tokens = sentence.bytes.indices(touching: scanner.text.range(index..<next)) { $0 }
            return tokens.isEmpty ? "" : text(tokens)
        }
        return ""
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
