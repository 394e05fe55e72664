import CivilTime

/// Takes apart the old and the new day of a plan: "Tuesday instead of Monday, 2pm", من السبت للجمعة.
struct ReplacedTimes {
    let lexicon: ConversationLexicon

    /// Returns the times of a message, with the hour beside the old day given to the new one.
    ///
    /// The old day itself stays, for `MessageReader` to mark; only where it holds the hour of the message, the hour
    /// alone is left of it.
    func settled(_ expressions: [TimeExpression], _ words: [ChatWord]) -> [TimeExpression] {
        guard expressions.contains(where: { isOld($0, words) }) else { return expressions }
        let others = expressions.filter { !isOld($0, words) && !$0.isVague }
        let hasNewDay = others.contains { $0.best.date != nil && !$0.best.isDayImplied && $0.best.minute == nil }
        let hasHour = others.contains { $0.best.minute != nil }
        guard hasNewDay, !hasHour else { return expressions }
        return expressions.map { expression in
            guard isOld(expression, words), expression.best.minute != nil, !expression.best.isDayImplied else {
                return expression
            }
            return hour(of: expression, words)
        }
    }

    /// Returns true for a time right after "instead of" or "not".
    private func isOld(_ expression: TimeExpression, _ words: [ChatWord]) -> Bool {
        guard let first = words.indices(of: expression.range).first else { return false }
        return lexicon.isMarked(.replaced, words, before: first)
            || (max(0, first - 2)..<first).contains { index in
                lexicon.acts.matches(words, at: index).contains { $0.value.act == .not && $0.end == first }
            }
    }

    /// Returns the hour of a day with an hour.
    private func hour(of expression: TimeExpression, _ words: [ChatWord]) -> TimeExpression {
        var hour = expression
        hour.readings = expression.readings.map { reading in
            var reading = reading
            reading.isDayImplied = true
            (reading.hijri, reading.repetition) = (nil, nil)
            return reading
        }
        hour.kind = hour.best.endMinute == nil ? .time : .timeRange
        let range = words.indices(of: expression.range)
        let start = range.last { words[$0].kind == .number || words[$0].text.utf8.first.map(isDigit) ?? false }
        let first = words[start ?? range.upperBound - 1].range.lowerBound
        hour.range = max(first, expression.range.lowerBound)..<expression.range.upperBound
        return hour
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension ConversationLexicon {
    /// Returns true if words with a mark end right before an index.
    func isMarked(_ mark: Mark, _ words: [ChatWord], before index: Int) -> Bool {
        (max(0, index - 3)..<index).contains { start in
            marks.matches(words, at: start).contains { $0.value == mark && $0.end == index }
        }
    }
}
