import CivilTime

/// Puts the times of a message together that mean one: two days next to each other, the old and the new day of a move.
struct JoinedTimes {
    let talk: Talk
    let turn: Turn

    /// Returns the times of a message, two days next to each other as one: الجمعة والسبت.
    func joined(_ values: [MessageReading.FoundTime]) -> [TimeExpression] {
        var joined: [TimeExpression] = []
        for (number, value) in values.enumerated() {
            if number + 1 < values.count, isActivity(value, before: values[number + 1]) { continue }
            if let moved = moved(value.expression) {
                joined.append(moved)
            } else if let last = joined.last, isNextDay(value.expression, after: last) {
                joined[joined.count - 1].readings = [last.best]
                joined[joined.count - 1].readings[0].endDate = value.expression.best.date
                joined[joined.count - 1].range = last.range.lowerBound..<value.expression.range.upperBound
            } else {
                joined.append(value.expression)
            }
        }
        return joined
    }

    /// Returns true for a mere day right after another one, with "and" between.
    private func isNextDay(_ expression: TimeExpression, after last: TimeExpression) -> Bool {
        let day = expression.best
        guard let start = last.best.date, last.best.minute == nil, last.best.part == nil, !last.best.isDayImplied,
            last.best.endDate == nil, day.minute == nil, day.part == nil, day.date == start + 1, day.endDate == nil,
            last.range.upperBound <= expression.range.lowerBound
        else { return false }
        return isAnd(last.range.upperBound..<expression.range.lowerBound)
    }

    /// Returns true for غدا in غدا الجمعة: a lunch, not tomorrow.
    private func isActivity(_ value: MessageReading.FoundTime, before next: MessageReading.FoundTime) -> Bool {
        let words = turn.reading.words.indices(of: value.expression.range)
        guard words.count == 1, let index = words.first, value.expression.best.minute == nil,
            next.expression.best.date != value.expression.best.date, !next.expression.best.isDayImplied,
            turn.reading.words.indices(of: next.expression.range).first == index + 1
        else { return false }
        return !talk.lexicon.activities.matches(turn.reading.words, at: index).isEmpty
    }

    /// Returns the new day of "moved from the 23rd to the 24th"; nil for other times.
    private func moved(_ expression: TimeExpression) -> TimeExpression? {
        let words = turn.reading.words
        guard let end = expression.best.endDate, let first = words.indices(of: expression.range).first,
            (max(0, first - 4)..<first).contains(where: { talk.lexicon.isMarked(.moved, words, at: $0) })
        else { return nil }
        if expression.best.minute == nil, let new = lastDay(of: expression) { return new }
        var moved = expression
        var reading = expression.best
        (reading.date, reading.endDate) = (end, nil)
        if let minute = reading.endMinute { (reading.minute, reading.endMinute) = (minute, nil) }
        moved.readings = [reading]
        return moved
    }

    /// Reads the end of a stretch of days as a single day, with the hour beside it:
    /// "from Sunday to Monday at 10".
    private func lastDay(of expression: TimeExpression) -> TimeExpression? {
        let folded = FoldedText(turn.text, talk.times.lexicon), words = turn.reading.words
        var context = talk.context
        context.reference = turn.at
        for index in words.indices(of: expression.range).dropFirst() where words[index].kind == .word {
            let isTo = ["to", "الي", "ل"].contains(words[index - 1].text)
            let isJoined = words[index].text.hasPrefix("لل")
            guard isTo || isJoined else { continue }
            let start = words[index].range.lowerBound
            let rest = folded.words(start..<expression.range.upperBound)
            // "للجمعة" is "to Friday", الجمعة the day; both have as many bytes.
            let day = isJoined ? "ال" + String(rest.unicodeScalars.dropFirst(2)) : String(rest)
            guard var found = talk.times.expression(beginning: day, context), found.best.date != nil,
                !found.best.isDayImplied, !found.isVague
            else { continue }
            found.range = start..<min(start + found.range.upperBound, expression.range.upperBound)
            return found
        }
        return nil
    }

    /// Returns true if nothing but "and" is between two days.
    private func isAnd(_ bytes: Range<Int>) -> Bool {
        let between = turn.reading.words.filter {
            bytes.contains($0.range.lowerBound) && $0.range.upperBound <= bytes.upperBound
        }
        return between.count <= 1 && between.allSatisfy { ["and", "&", "n", "+", "و"].contains($0.text) }
    }
}
