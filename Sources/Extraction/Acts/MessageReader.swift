import CivilTime

/// Reads single messages: times, acts, activities, places.
struct MessageReader {
    let lexicon: ConversationLexicon

    /// Reads the words of a message whose times were found.
    func read(_ words: [ChatWord], _ expressions: [TimeExpression]) -> MessageReading {
        var timeOf = [Int?](repeating: nil, count: words.count)
        for (number, expression) in expressions.enumerated() where !expression.isVague {
            for index in words.indices(of: expression.range) { timeOf[index] = number }
        }
        let split = ClauseSplitter(lexicon: lexicon, words: words, timeOf: timeOf), clauses = split.clauses
        var reading = MessageReading(words: words, clauses: clauses, questions: split.questions)
        for clause in clauses.indices {
            reading.acts += acts(words, clauses, clause, timeOf)
            reading.activities += activities(words, clauses, clause, timeOf)
        }
        negate(&reading)
        dropReasons(&reading)
        var clauseOf = [Int?](repeating: nil, count: words.count)
        for (number, clause) in clauses.enumerated() {
            for index in clause.words { clauseOf[index] = number }
        }
        reading.times = expressions.compactMap { expression in
            guard let clause = words.indices(of: expression.range).lazy.compactMap({ clauseOf[$0] }).first
            else { return nil }
            return MessageReading.FoundTime(expression: expression, clause: clause)
        }
        reading.times = TimeJudge(lexicon: lexicon, reading: reading).judged()
        reading.place = PlaceReader(lexicon: lexicon).place(reading, timeOf)
        reading.isBare = isBare(reading, timeOf)
        return reading
    }

    /// Returns the usual hours of the first activity that a message names.
    func hours(_ words: [ChatWord]) -> Activity? { activity(words)?.hours }

    /// Returns the first activity that a message names.
    func activity(_ words: [ChatWord]) -> ActivitySense? {
        for index in words.indices {
            if let match = lexicon.activities.matches(words, at: index).first { return match.value }
        }
        return nil
    }

    /// Finds the acts of a clause. Phrases that must stand alone count only if everything in the clause is known.
    private func acts(
        _ words: [ChatWord], _ clauses: [MessageReading.Clause], _ clause: Int, _ timeOf: [Int?]
    ) -> [MessageReading.FoundAct] {
        segments(words, clauses[clause].words, timeOf).flatMap { acts(words, $0, clause, timeOf) }
    }

    /// Returns the parts of a clause before and behind the name of whom it calls: كويس يا بنتي واسوي لك معصوب.
    private func segments(_ words: [ChatWord], _ range: Range<Int>, _ timeOf: [Int?]) -> [Range<Int>] {
        let call = range.dropFirst().dropLast().first { index in
            words[index].text == "يا" && words[index + 1].kind == .word && timeOf[index + 1] == nil
                && !(range.lowerBound...index).contains { start in
                    lexicon.acts.matches(words, at: start).contains {
                        $0.end > index && (start < index || $0.value.act != .filler)
                    }
                }
        }
        guard let call else { return [range] }
        return [range.lowerBound..<call, call..<call + 2, (call + 2)..<range.upperBound].filter { !$0.isEmpty }
    }

    /// Finds the acts of a part of a clause.
    private func acts(
        _ words: [ChatWord], _ range: Range<Int>, _ clause: Int, _ timeOf: [Int?]
    ) -> [MessageReading.FoundAct] {
        let found = scan(words, range, clause, timeOf, allowsAlone: true)
        let isKnown = range.allSatisfy { index in
            timeOf[index] != nil || words[index].kind != .word || found.acts.contains { $0.words.contains(index) }
        }
        // "See you" is a farewell, "see you at 8" is not.
        let isFarewell = found.alone.contains(.commit) && range.contains { timeOf[$0] != nil }
        if isKnown && !isFarewell || found.alone.isEmpty { return found.acts }
        return scan(words, range, clause, timeOf, allowsAlone: false).acts
    }

    /// Finds the acts from left to right, the longest first.
    private func scan(
        _ words: [ChatWord], _ range: Range<Int>, _ clause: Int, _ timeOf: [Int?], allowsAlone: Bool
    ) -> (acts: [MessageReading.FoundAct], alone: CaseSet<Act>) {
        var found: [MessageReading.FoundAct] = [], alone: CaseSet<Act> = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard timeOf[index] == nil else { index += 1; continue }
            let isFirst = (range.lowerBound..<index).allSatisfy { before in
                timeOf[before] != nil
                    || found.contains { Self.openers.contains($0.act) && $0.words.contains(before) }
            }
            let match = lexicon.acts.matches(words, at: index).first { match in
                guard match.end <= range.upperBound else { return false }
                switch match.value.position {
                case .any: return true
                case .alone: return allowsAlone
                case .start: return isFirst
                case .end: return isEnd(words, match.end, range.upperBound)
                }
            }
            guard let match else { index += 1; continue }
            if match.value.position == .alone { alone.insert(match.value.act) }
            found.append(MessageReading.FoundAct(act: match.value.act, words: index..<match.end, clause: clause))
            index = match.end
        }
        return (found, alone)
    }

    /// Acts after which a clause still begins.
    private static let openers: CaseSet<Act> = [
        .yes, .like, .no, .filler, .inshallah, .nothing, .counter, .apology,
    ]

    private func isEnd(_ words: [ChatWord], _ end: Int, _ limit: Int) -> Bool {
        var index = end
        while index < limit {
            if words[index].kind != .word, words[index].kind != .number { index += 1; continue }
            guard let filler = lexicon.acts.matches(words, at: index).first(where: { $0.value.act == .filler }) else {
                return false
            }
            index = filler.end
        }
        return true
    }

    private func activities(
        _ words: [ChatWord], _ clauses: [MessageReading.Clause], _ clause: Int, _ timeOf: [Int?]
    ) -> [MessageReading.FoundActivity] {
        let range = clauses[clause].words
        var found: [MessageReading.FoundActivity] = [], index = range.lowerBound
        while index < range.upperBound {
            if timeOf[index] == nil, let match = lexicon.activities.matches(words, at: index).first,
                match.end <= range.upperBound
            {
                found.append(MessageReading.FoundActivity(sense: match.value, words: index..<match.end, clause: clause))
                index = match.end
            } else {
                index += 1
            }
        }
        return found
    }

    /// Makes a refusal of a yes with "not" before it.
    private func negate(_ reading: inout MessageReading) {
        var kept: [MessageReading.FoundAct] = []
        for act in reading.acts {
            if act.act == .no, isProhibition(act, reading.words) { continue }
            if [.yes, .like].contains(act.act),
                let last = kept.lastIndex(where: { $0.act != .filler }), kept[last].act == .not,
                kept[last].clause == act.clause, act.words.lowerBound - kept[last].words.upperBound <= 1
            {
                kept[last] = MessageReading.FoundAct(
                    act: .refuseValue, words: kept[last].words.lowerBound..<act.words.upperBound, clause: act.clause)
            } else if act.act == .not, let last = kept.last, last.act == .yes, last.clause == act.clause,
                last.words.upperBound == act.words.lowerBound,
                isEnd(
                    reading.words, act.words.upperBound, reading.clauses[act.clause].words.upperBound)
            {
                // "Sure, not."
                kept[kept.count - 1] = MessageReading.FoundAct(
                    act: .no, words: last.words.lowerBound..<act.words.upperBound, clause: act.clause)
            } else {
                kept.append(act)
            }
        }
        reading.acts = kept
    }

    /// Drops a refusal that is the reason for what was said before it: هاجي ٤ بالظبط عشان مسافر.
    private func dropReasons(_ reading: inout MessageReading) {
        let words = reading.words
        reading.acts = reading.acts.filter { act in
            guard act.act == .refusePlan || act.act == .refuseValue, act.words.lowerBound > 0,
                lexicon.isMarked(.because, words, at: act.words.lowerBound - 1)
            else { return true }
            return !reading.acts.contains {
                [.yes, .commit, .come].contains($0.act) && $0.words.upperBound < act.words.lowerBound
            }
        }
    }

    /// Returns true for لا before a verb of the second person: لا تسحب علينا asks, and refuses nothing.
    private func isProhibition(_ act: MessageReading.FoundAct, _ words: [ChatWord]) -> Bool {
        guard act.words.count == 1, let index = act.words.first, words[index].text == "لا", index + 1 < words.count
        else { return false }
        return words[index + 1].text.hasPrefix("ت") && words[index + 1].text.utf8.count >= 8
    }

    /// Returns true if the words outside times, acts, activities and places are few.
    private func isBare(_ reading: MessageReading, _ timeOf: [Int?]) -> Bool {
        var isCovered = timeOf.map { $0 != nil }
        for act in reading.acts where act.act != .nothing {
            for index in act.words { isCovered[index] = true }
        }
        for activity in reading.activities {
            for index in activity.words { isCovered[index] = true }
        }
        if let place = reading.place {
            for index in reading.words.indices(of: place) { isCovered[index] = true }
        }
        // Only the sentences with times count.
        let sentences = Set(reading.times.map { reading.clauses[$0.clause].sentence })
        for clause in reading.clauses where !sentences.isEmpty && !sentences.contains(clause.sentence) {
            for index in clause.words { isCovered[index] = true }
        }
        func rest(_ words: some Collection<Int>) -> Int {
            words.count { reading.words[$0].kind == .word && !isCovered[$0] }
        }
        if rest(reading.words.indices) <= (reading.questions.isEmpty ? 0 : 2) { return true }
        // "Gouna on Wednesday? Come back Friday": the question is enough.
        return sentences.intersection(reading.questions).contains { sentence in
            rest(reading.clauses.filter { $0.sentence == sentence }.flatMap(\.words)) <= 2
        }
    }
}
