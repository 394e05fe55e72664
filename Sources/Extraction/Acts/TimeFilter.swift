/// Drops and repairs times that the words around them show to be something else: telephone numbers, addresses, and
/// the people of a table.
struct TimeFilter {
    let lexicon: ConversationLexicon

    /// Returns the times among the words of a message.
    func filtered(_ expressions: [TimeExpression], _ words: [ChatWord]) -> [TimeExpression] {
        guard expressions.contains(where: { $0.best.minute != nil }) else { return expressions }
        return expressions.compactMap { expression in
            guard expression.best.minute != nil,
                let first = words.firstIndex(where: { $0.range.overlaps(expression.range) }),
                let last = words.lastIndex(where: { $0.range.overlaps(expression.range) })
            else { return expression }
            let hasClock = (first...last).contains { index in
                let word = words[index].text
                return word == ":" || word.hasSuffix("pm") || word.hasSuffix("am")
                    || lexicon.isMarked(.clock, words, at: index)
            }
            if !hasClock, isTelephone(words, first) || isAddress(words, last) { return nil }
            if !hasClock, isPeople(words, first, last) { return withoutHour(expression) }
            return expression
        }
    }

    /// Returns true after a digit and a hyphen: "408-818-0710".
    private func isTelephone(_ words: [ChatWord], _ first: Int) -> Bool {
        first >= 2 && words[first].kind == .number && words[first].isGlued && words[first - 1].text == "-"
            && words[first - 1].isGlued && words[first - 2].kind == .number
    }

    /// Returns true for "at 1015 Fitzuren Road".
    private func isAddress(_ words: [ChatWord], _ last: Int) -> Bool {
        guard words[last].kind == .number, last + 1 < words.count, words[last + 1].kind == .word else { return false }
        if words[last].text.utf8.count >= 3, words[last + 1].isCapital { return true }
        return words[last + 1].isCapital
            && (last + 1..<min(last + 5, words.count)).contains { lexicon.isMarked(.street, words, at: $0) }
    }

    /// Returns true for "a table for 2".
    private func isPeople(_ words: [ChatWord], _ first: Int, _ last: Int) -> Bool {
        guard let number = words[first...last].firstIndex(where: { $0.kind == .number }) else { return false }
        let isLed =
            words[first].text == "for" || first > 0 && words[first - 1].text == "for"
            || ["ل", "لـ"].contains(words[first].text)
        guard isLed, number - first <= 1 else { return false }
        return (max(0, first - 3)..<first).contains { lexicon.isMarked(.table, words, at: $0) }
    }

    /// Returns a time as the day that its words name; nil if they name none.
    private func withoutHour(_ expression: TimeExpression) -> TimeExpression? {
        var expression = expression
        expression.readings = expression.readings.map { reading in
            var reading = reading
            reading.minute = nil
            reading.endMinute = nil
            reading.isHalfImplied = false
            return reading
        }
        expression.kind = .date
        return expression.best.isDayImplied ? nil : expression
    }
}
