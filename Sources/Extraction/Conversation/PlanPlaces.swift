extension Negotiation {
    /// Takes the place that a message names.
    mutating func place(_ step: Step) {
        guard let current, plans[current].isActive else { return }
        let isAnswer = step.asked.contains(.askPlace)
        if let place = (isAnswer ? answeredPlace(step) : nil) ?? step.reading.place {
            let isMore = plans[current].place == nil || isAnswer || step.reading.has([.counter, .correct, .no])
            if isMore {
                plans[current].place = Plan.Slot(value: place, side: step.side, message: step.index, bytes: place)
            }
        }
    }

    /// Returns the whole answer to "where?".
    func answeredPlace(_ step: Step) -> Range<Int>? {
        let reading = step.reading
        guard
            let clause = reading.clauses.first(where: { clause in
                !clause.isQuestion
                    && !reading.acts.contains {
                        $0.words.overlaps(clause.words) && $0.act != .nothing
                            && $0.act != .filler
                    }
            }), clause.words.count <= 6,
            clause.words.contains(where: { index in
                reading.words[index].kind == .word && !reading.acts.contains { $0.words.contains(index) }
            }),
            !clause.words.contains(where: { index in
                ["is", "its", "was", "are", "هو", "هي"].contains(reading.words[index].text)
                    || reading.times.contains { $0.expression.range.overlaps(reading.words[index].range) }
            })
        else { return nil }
        // "At the mall" and "في المول" answer with the mall.
        let isLed =
            clause.words.count > 1
            && reader.lexicon.places.matches(reading.words, at: clause.words.lowerBound)
                .contains { $0.value == .before || $0.value == .maybe }
        return isLed ? step.reading.place : reading.bytes(clause.words)
    }
}
