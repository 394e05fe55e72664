extension Talk {
    /// Returns the place that a message names for the current plan; nil if it names none, or none that is better.
    func place(_ turn: Turn) -> Plan.Slot<Range<Int>>? {
        guard let plan, plan.isActive else { return nil }
        let isAnswer = turn.asked.contains(.askPlace)
        guard let place = (isAnswer ? answeredPlace(turn) : nil) ?? turn.reading.place,
            plan.place == nil || isAnswer || turn.reading.has([.counter, .correct, .no])
        else { return nil }
        return Plan.Slot(value: place, side: turn.side, message: turn.index, bytes: place)
    }

    /// Returns the whole answer to "where?".
    private func answeredPlace(_ turn: Turn) -> Range<Int>? {
        let reading = turn.reading
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
            && lexicon.places.matches(reading.words, at: clause.words.lowerBound)
                .contains { $0.value == .before || $0.value == .maybe }
        return isLed ? turn.reading.place : reading.bytes(clause.words)
    }
}
