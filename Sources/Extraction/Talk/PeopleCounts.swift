/// Tells the number of people or things from hours: "a table for 4", then "make it 5, my brother is coming".
extension Talk {
    /// Returns the number of people or things that a message names; nil if it names none.
    func headCount(_ turn: Turn) -> Memory.HeadCount? {
        let before = turn.countsAgain ? Memory.HeadCount(message: turn.index, count: memory.headCount?.count ?? 0) : nil
        // "9 late" says an hour. Where another hour is said, or a table, a number is one of people or things.
        let hasHour = turn.reading.times.contains { $0.expression.best.minute != nil }
        guard turn.marks.contains(.table) || hasHour else { return before }
        let words = turn.reading.words
        let index = words.indices.last { index in
            guard words[index].kind == .number, let number = Int(words[index].text), (1...60).contains(number) else {
                return false
            }
            let isTime = turn.reading.times.contains { $0.expression.range.overlaps(words[index].range) }
            return !isTime && (isLedByCount(words, index) || isOfThings(words, index, turn.reading))
        }
        guard let index, let number = Int(words[index].text) else { return before }
        return Memory.HeadCount(message: turn.index, count: number)
    }

    /// Returns true for "for 4" and ل ٤ where no time is meant.
    private func isLedByCount(_ words: [ChatWord], _ index: Int) -> Bool {
        guard index > 0 else { return false }
        return ["for", "ل"].contains(words[index - 1].text)
            || lexicon.isMarked(.countBefore, words, before: index)
    }

    /// Returns true for a number with the name of something behind it: ٥ بيتزا, "3 seats".
    private func isOfThings(_ words: [ChatWord], _ index: Int, _ reading: MessageReading) -> Bool {
        let next = index + 1
        guard next < words.count, words[next].kind == .word, !lexicon.isMarked(.afterHour, words, at: next),
            !lexicon.isMarked(.unit, words, at: next), !lexicon.isMarked(.clock, words, at: next)
        else { return false }
        return !reading.times.contains { $0.expression.range.overlaps(words[next].range) }
            && !reading.acts.contains { $0.words.contains(next) }
    }

    /// Returns true if the bare number of a message counts what was counted before: it lies nearer to that number
    /// than to the hour that was named.
    func countsAgain(_ hours: [TimeExpression], _ turn: Turn) -> Bool {
        guard let headCount = memory.headCount, Memory.isWithin(.exchange, headCount.message, before: turn),
            hours.count == 1, let hour = hours[0].best.minute,
            hour % 60 == 0, !turn.marks.contains(.clock)
        else { return false }
        let words = turn.reading.words.indices(of: hours[0].range)
        guard let number = words.lazy.compactMap({ Int(turn.reading.words[$0].text) }).first else { return false }
        let named =
            plan?.time?.value.minute
            ?? memory.last?.reading.times.lazy.compactMap(\.expression.best.minute).first
        guard let named else { return true }
        let clock = named % 720 == 0 ? 12 : Double(named % 720) / 60
        return Double(abs(number - headCount.count)) <= abs(Double(number) - clock)
    }

    /// Makes a yes of "make it 5", where the number of people is put for another: day and hour stand.
    func acceptCount(_ turn: inout Turn) {
        for index in turn.reading.acts.indices where turn.reading.acts[index].act == .counter {
            let act = turn.reading.acts[index]
            turn.reading.acts[index] = MessageReading.FoundAct(act: .commit, words: act.words, clause: act.clause)
        }
        turn.countsAgain = true
    }
}
