/// Tells the number of people or things from hours: "a table for 4", then "make it 5, my brother is coming".
extension Negotiation {
    /// A number of people or things that a message named.
    struct HeadCount {
        let message: Int
        let count: Int
    }

    /// Remembers the number of people or things that a message names.
    mutating func noteCount(_ step: Step) {
        let words = step.reading.words
        let count = words.indices.last { index in
            guard words[index].kind == .number, let number = Int(words[index].text), (1...60).contains(number) else {
                return false
            }
            let isTime = step.reading.times.contains { $0.expression.range.overlaps(words[index].range) }
            return !isTime && (isLedByCount(words, index) || isOfThings(words, index, step.reading))
        }
        // "9 late" says an hour. Where another hour is said, or a table, a number is one of people or things.
        guard step.marks.contains(.table) || step.reading.times.contains(where: { $0.expression.best.minute != nil })
        else { return }
        guard let count, let number = Int(words[count].text) else { return }
        headCount = HeadCount(message: step.index, count: number)
    }

    /// Returns true for "for 4" and ل ٤ where no time is meant.
    private func isLedByCount(_ words: [ChatWord], _ index: Int) -> Bool {
        guard index > 0 else { return false }
        return ["for", "ل"].contains(words[index - 1].text)
            || reader.lexicon.isMarked(.countBefore, words, before: index)
    }

    /// Returns true for a number with the name of something behind it: ٥ بيتزا, "3 seats".
    private func isOfThings(_ words: [ChatWord], _ index: Int, _ reading: MessageReading) -> Bool {
        let next = index + 1
        guard next < words.count, words[next].kind == .word, !reader.lexicon.isMarked(.afterHour, words, at: next),
            !reader.lexicon.isMarked(.unit, words, at: next), !reader.lexicon.isMarked(.clock, words, at: next)
        else { return false }
        return !reading.times.contains { $0.expression.range.overlaps(words[next].range) }
            && !reading.acts.contains { $0.words.contains(next) }
    }

    /// Returns true if the bare number of a message counts what was counted before: it lies nearer to that number
    /// than to the hour that was named.
    func countsAgain(_ hours: [TimeExpression], _ step: Step) -> Bool {
        guard let headCount, step.index - headCount.message <= 4, hours.count == 1, let hour = hours[0].best.minute,
            hour % 60 == 0, !step.marks.contains(.clock)
        else { return false }
        let words = step.reading.words.indices(of: hours[0].range)
        guard let number = words.lazy.compactMap({ Int(step.reading.words[$0].text) }).first else { return false }
        let named = current.flatMap { plans[$0].time?.value.minute }
            ?? last?.reading.times.lazy.compactMap(\.expression.best.minute).first
        guard let named else { return true }
        let clock = named % 720 == 0 ? 12 : Double(named % 720) / 60
        return Double(abs(number - headCount.count)) <= abs(Double(number) - clock)
    }

    /// Makes a yes of "make it 5", where the number of people is put for another: day and hour stand.
    mutating func acceptCount(_ step: inout Step) {
        for index in step.reading.acts.indices where step.reading.acts[index].act == .counter {
            let act = step.reading.acts[index]
            step.reading.acts[index] = MessageReading.FoundAct(act: .commit, words: act.words, clause: act.clause)
        }
        headCount = HeadCount(message: step.index, count: headCount?.count ?? 0)
    }
}
