/// Reads hours without a word that marks them, as in "7" after "what time?" and in نخليها أربع ونص.
struct BareHour {
    let times: ExpressionReader
    let lexicon: ConversationLexicon
    /// The folded message.
    let text: FoldedText
    /// True if an hour was asked for, or another one is put for it.
    var isAsked = false

    /// Returns the bare hours of the message, at most one a clause.
    func find(_ reading: MessageReading, _ context: ReadingContext) -> [TimeExpression] {
        reading.clauses.compactMap { clause in
            clause.words.lazy.filter { isCandidate(reading, $0, clause) }
                .compactMap { hour(reading, $0, clause, context) }.first
        }
    }

    private func isCandidate(_ reading: MessageReading, _ index: Int, _ clause: MessageReading.Clause) -> Bool {
        let word = reading.words[index]
        if reading.times.contains(where: { $0.expression.range.overlaps(word.range) }) { return false }
        if reading.acts.contains(where: { $0.words.contains(index) }) { return false }
        if isCounted(reading, index) || lexicon.isMarked(.countBefore, reading.words, at: index) { return false }
        // "The big one" is no hour, "make it one" is.
        if word.text == "one", index > clause.words.lowerBound,
            !reading.acts.contains(where: { $0.words.upperBound == index })
        {
            return false
        }
        // "<3" and "flat 3"
        if index > 0, word.isGlued, ["<", "#", "$", "€", "£"].contains(reading.words[index - 1].text) { return false }
        if index > 0, lexicon.isMarked(.numbered, reading.words, at: index - 1) { return false }
        if word.kind == .number {
            return Int(word.text).map { number in
                // "930" is half past nine, where an hour was asked for.
                (1...23).contains(number)
                    || isAsked && (100..<1_200).contains(number) && [15, 30, 45].contains(number % 100)
            } ?? false
        }
        return word.kind == .word && clause.words.count <= 7 && text.canBeginTime(atByte: word.range.lowerBound)
    }

    /// Reads a prayer or a part of the day that is alone: "العصر" after "when?".
    func part(_ reading: MessageReading, _ context: ReadingContext) -> TimeExpression? {
        guard reading.times.isEmpty, reading.words.count <= 12 else { return nil }
        for index in reading.words.indices where reading.words[index].kind == .word {
            let word = reading.words[index]
            guard
                !reading.acts.contains(where: {
                    $0.words.contains(index)
                        && ![.nothing, .filler, .morning, .evening].contains($0.act)
                })
            else { continue }
            let isArabic = word.text.utf8.first.map { $0 > 0x7F } ?? false
            let isArabizi = index > 0 && ["el", "al", "3al", "ba3d", "2abl"].contains(reading.words[index - 1].text)
            let start = isArabizi ? reading.words[index - 1].range.lowerBound : word.range.lowerBound
            guard text.canBeginTime(atByte: start) else { continue }
            let end = text.text.utf8.count
            let lead = isArabic ? "اليوم " : isArabizi ? "elyom " : "today "
            guard let found = times.expression(beginning: lead + text.words(start..<end), context),
                found.range.upperBound > lead.utf8.count, !found.isVague,
                found.best.anchor != nil || found.best.part != nil
            else { continue }
            var expression = found
            expression.range = start..<min(start + found.range.upperBound - lead.utf8.count, end)
            expression.readings = expression.readings.map { reading in
                var reading = reading
                reading.isDayImplied = true
                return reading
            }
            return expression
        }
        return nil
    }

    private func hour(
        _ reading: MessageReading, _ index: Int, _ clause: MessageReading.Clause, _ context: ReadingContext
    ) -> TimeExpression? {
        let start = reading.words[index].range.lowerBound,
            end = reading.words[clause.words.upperBound - 1].range.upperBound
        let isArabic = reading.words.contains { $0.text.utf8.first.map { $0 > 0x7F } ?? false }
        let lead = isArabic ? "الساعة " : "at "
        guard let found = times.expression(beginning: lead + text.words(start..<end), context),
            found.range.upperBound > lead.utf8.count, found.best.minute != nil, found.best.isDayImplied,
            !found.isVague
        else { return nil }
        var expression = found
        let shift = start - lead.utf8.count
        expression.range = start..<min(found.range.upperBound + shift, end)
        return isCount(reading, expression.range, clause) ? nil : expression
    }

    /// Returns true for "just 1", "I need four": a number of things, not an hour.
    private func isCounted(_ reading: MessageReading, _ index: Int) -> Bool {
        index > 0 && lexicon.isMarked(.countBefore, reading.words, at: index - 1)
    }

    /// Returns true for a number of things: "2 tickets", "four people".
    private func isCount(_ reading: MessageReading, _ bytes: Range<Int>, _ clause: MessageReading.Clause) -> Bool {
        guard let index = clause.words.first(where: { reading.words[$0].range.lowerBound >= bytes.upperBound }) else {
            return false
        }
        let next = reading.words[index]
        // After "make it" a number is an hour, whatever follows: خليها ٧ بتأخر.
        let first = reading.words.indices(of: bytes).first
        if reading.acts.contains(where: { $0.act == .counter && $0.words.upperBound == first }) { return false }
        return next.kind == .word && !reading.acts.contains { $0.words.contains(index) }
            && !lexicon.isMarked(.afterHour, reading.words, at: index)
            && !reading.times.contains { $0.expression.range.overlaps(next.range) }
            && !reading.acts.contains { $0.words.contains(index) }
    }
}
