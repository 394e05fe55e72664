/// Reads hours without a word that marks them, as in "7" after "what time?" and in نخليها أربع ونص.
struct BareHour {
    let times: ExpressionReader
    let lexicon: ConversationLexicon
    /// The folded message.
    let text: FoldedText
    /// True if an hour was asked for, or another one is put for it.
    var isAsked = false

    /// Returns the bare hours of the message: one a clause, and two where one is put for the other, as in ما اقدر ٨
    /// خلها ٩.
    func find(_ reading: MessageReading, _ context: ReadingContext) -> [TimeExpression] {
        reading.clauses.indices.flatMap { number in
            let clause = reading.clauses[number]
            var found: [TimeExpression] = []
            for index in clause.words where isCandidate(reading, index, clause) {
                if let first = found.first, !isReplaced(first, before: index, reading) { continue }
                if let hour = hour(reading, index, clause, context) { found.append(hour) }
                if found.count == 2 { break }
            }
            return found
        }
    }

    /// Returns true if words that refuse or replace stand between an hour and a word.
    private func isReplaced(_ hour: TimeExpression, before index: Int, _ reading: MessageReading) -> Bool {
        reading.acts.contains { act in
            [.refuseValue, .refusePlan, .counter].contains(act.act) && act.words.upperBound <= index
                && reading.words[act.words.lowerBound].range.lowerBound >= hour.range.upperBound
        }
    }

    private func isCandidate(_ reading: MessageReading, _ index: Int, _ clause: MessageReading.Clause) -> Bool {
        let word = reading.words[index]
        if reading.times.contains(where: { $0.expression.range.overlaps(word.range) }) { return false }
        if reading.acts.contains(where: { $0.words.contains(index) }) { return false }
        if isCounted(reading, index) || lexicon.isMarked(.countBefore, reading.words, at: index) { return false }
        // "The big one" and بشوفلك واحد are no hours, "make it one" is.
        if ["one", "واحد", "وحده"].contains(word.text), index > clause.words.lowerBound,
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
        guard reading.words.count <= 12,
            reading.times.allSatisfy({ $0.expression.best.minute == nil && $0.expression.best.part == nil })
        else { return nil }
        for index in reading.words.indices where reading.words[index].kind == .word {
            // "Saturday if possible, morning": beside a day it stands alone.
            if !reading.times.isEmpty,
                !reading.clauses.contains(where: { $0.words.contains(index) && $0.words.count == 1 })
            {
                continue
            }
            let acts = reading.acts.filter { $0.words.contains(index) }.map(\.act)
            guard Set(acts).isSubset(of: [.nothing, .filler, .morning, .evening]) else { continue }
            if let part = part(reading, at: index, context) { return part }
        }
        return nil
    }

    /// Reads a word as if "today" stood before it.
    private func part(_ reading: MessageReading, at index: Int, _ context: ReadingContext) -> TimeExpression? {
        let word = reading.words[index]
        let isArabic = word.text.utf8.first.map { $0 > 0x7F } ?? false
        let isArabizi = index > 0 && ["el", "al", "3al", "ba3d", "2abl"].contains(reading.words[index - 1].text)
        let start = isArabizi ? reading.words[index - 1].range.lowerBound : word.range.lowerBound
        guard text.canBeginTime(atByte: start) else { return nil }
        let end = text.text.utf8.count
        let lead = isArabic ? "اليوم " : isArabizi ? "elyom " : "today "
        guard var found = times.expression(beginning: lead + text.words(start..<end), context),
            found.range.upperBound > lead.utf8.count, !found.isVague,
            found.best.anchor != nil || found.best.part != nil
        else { return nil }
        found.range = start..<min(start + found.range.upperBound - lead.utf8.count, end)
        for reading in found.readings.indices { found.readings[reading].isDayImplied = true }
        return found
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
        // "Four at ours" is an hour.
        let places = lexicon.places.matches(reading.words, at: index).map(\.value)
        if places.contains(where: { $0 != .noun && $0 != .stop }) { return false }
        return next.kind == .word && !reading.acts.contains { $0.words.contains(index) }
            && !lexicon.isMarked(.afterHour, reading.words, at: index)
            && !reading.times.contains { $0.expression.range.overlaps(next.range) }
            && !reading.acts.contains { $0.words.contains(index) }
    }
}
