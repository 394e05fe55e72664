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
        let (clauses, questions) = clauses(words, timeOf)
        var reading = MessageReading(words: words, clauses: clauses, questions: questions)
        for clause in clauses.indices {
            reading.acts += acts(words, clauses, clause, timeOf)
            reading.activities += activities(words, clauses, clause, timeOf)
        }
        negate(&reading)
        var clauseOf = [Int?](repeating: nil, count: words.count)
        for (number, clause) in clauses.enumerated() {
            for index in clause.words { clauseOf[index] = number }
        }
        reading.times = expressions.compactMap { expression in
            guard let clause = words.indices(of: expression.range).lazy.compactMap({ clauseOf[$0] }).first
            else { return nil }
            return MessageReading.FoundTime(expression: expression, clause: clause)
        }
        judgeTimes(&reading)
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

    /// Splits a message at ends of sentences, commas, line breaks and "but".
    private func clauses(_ words: [ChatWord], _ timeOf: [Int?]) -> ([MessageReading.Clause], Set<Int>) {
        var clauses: [MessageReading.Clause] = [], questions: Set<Int> = []
        var start = 0, sentence = 0
        func close(_ end: Int, isQuestion: Bool) {
            guard start < end else { return }
            clauses.append(MessageReading.Clause(words: start..<end, sentence: sentence, isQuestion: isQuestion))
        }
        for (index, word) in words.enumerated() {
            if word.kind == .sign {
                let isInTime =
                    timeOf[index] != nil && index > 0 && index + 1 < words.count
                    && timeOf[index - 1] == timeOf[index] && timeOf[index + 1] == timeOf[index]
                let isInNumber =
                    word.isGlued && index > 0 && words[index - 1].kind == .number
                    && index + 1 < words.count && words[index + 1].isGlued && words[index + 1].kind == .number
                guard !isInTime, !isInNumber else { continue }
                switch word.text {
                case "?", "!", ".", "\n", "؟", ";":
                    close(index, isQuestion: word.text == "?")
                    if word.text == "?" { questions.insert(sentence) }
                    // "5 p.m. works": a dot glued to letters ends no sentence.
                    let isAbbreviation = word.text == "." && index + 1 < words.count && words[index + 1].isGlued
                    if !isAbbreviation { sentence += 1 }
                    start = index + 1
                case ",", "(", ")", "\"", "-", ":", "…":
                    if word.text == "-", word.isGlued { continue }
                    close(index, isQuestion: false)
                    start = index + 1
                default: continue
                }
            } else if word.kind == .emoji, index > start, index + 1 < words.count, words[index + 1].kind == .word,
                timeOf[index + 1] != nil
            {
                // "Lina keeps asking 😊 Saturday afternoon?": the face ends a sentence.
                close(index + 1, isQuestion: false)
                sentence += 1
                start = index + 1
            } else if index > start, timeOf[index] == nil, lexicon.isMarked(.but, words, at: index) {
                close(index, isQuestion: false)
                start = index
            }
        }
        close(words.count, isQuestion: false)
        return (clauses, questions)
    }

    /// Finds the acts of a clause. Phrases that must stand alone count only if everything in the clause is known.
    private func acts(
        _ words: [ChatWord], _ clauses: [MessageReading.Clause], _ clause: Int, _ timeOf: [Int?]
    ) -> [MessageReading.FoundAct] {
        let range = clauses[clause].words
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

    /// Returns true for لا before a verb of the second person: لا تسحب علينا asks, and refuses nothing.
    private func isProhibition(_ act: MessageReading.FoundAct, _ words: [ChatWord]) -> Bool {
        guard act.words.count == 1, let index = act.words.first, words[index].text == "لا", index + 1 < words.count
        else { return false }
        return words[index + 1].text.hasPrefix("ت") && words[index + 1].text.utf8.count >= 8
    }

    /// Returns the words in quotation marks behind "he goes" and the like.
    private func quotation(_ reading: MessageReading) -> Range<Int>? {
        guard let said = reading.first([.reported]),
            let start = reading.words[said.words.upperBound...].firstIndex(where: { $0.text == "\"" }),
            let end = reading.words[(start + 1)...].firstIndex(where: { $0.text == "\"" })
        else { return nil }
        return start..<end
    }

    /// Returns true for a sentence of hours on most days of the week: "Monday to Friday 9 to 5".
    private func isOfWeek(_ sentence: Int, _ reading: MessageReading) -> Bool {
        let readings = reading.times.filter { reading.clauses[$0.clause].sentence == sentence }.map(\.expression.best)
        let hasWeek = readings.contains { best in
            guard let start = best.date, let end = best.endDate else { return false }
            return (3...6).contains(end - start)
        }
        return hasWeek && readings.contains { $0.minute != nil && $0.endMinute != nil }
    }

    /// Returns true for "I have Tuesday at 5 or Wednesday at 6": hours to choose from.
    private func isOfferOfTime(_ act: MessageReading.FoundAct, _ reading: MessageReading) -> Bool {
        reading.acts.contains { $0.act == .or && $0.clause == act.clause && $0.words.lowerBound > act.words.lowerBound }
            && reading.activities.allSatisfy { $0.clause != act.clause }
    }

    /// Decides which times are refused, and which belong to something that is no plan.
    private func judgeTimes(_ reading: inout MessageReading) {
        let isConfirm = reading.has([.confirm, .reconfirm])
        let isInvitation = reading.has([.invite, .free])
        let quotation = quotation(reading)
        let bySentence = Dictionary(grouping: reading.acts) { reading.clauses[$0.clause].sentence }
        for index in reading.times.indices {
            let clause = reading.times[index].clause
            let words = reading.words.indices(of: reading.times[index].expression.range)
            guard let first = words.first, let last = words.last else { continue }
            let sentence = reading.clauses[clause].sentence
            let inSentence = bySentence[sentence] ?? []
            let inClause = inSentence.filter { $0.clause == clause }
            let isDirected =
                isConfirm || isInvitation
                || inSentence.contains { MessageReading.directed.contains($0.act) }
            // "Let us put it off until tomorrow" names the new day.
            let isMoved = inClause.contains { $0.act == .postpone }
            if let quotation, quotation.contains(first) { reading.times[index].frame = .reported }
            for act in inClause where reading.times[index].frame == nil {
                switch act.act {
                case .reported where isAsked(sentence, besides: clause, reading): break
                case .past where !isDirected || isPastFirst(inClause, act), .reported, .hours, .window,
                    .more:
                    reading.times[index].frame = act.act
                case .topic where !reading.has(.confirm): reading.times[index].frame = .topic
                case .own where act.words.upperBound == first && isOfferOfTime(act, reading): break
                case .third where !isDirected, .own where !isDirected: reading.times[index].frame = act.act
                case .until where !isMoved && (act.words.upperBound == first || act.words.upperBound + 1 == first):
                    reading.times[index].frame = .until
                default: break
                }
            }
            // "Did you see the match? It ended at twelve."
            let isTold = !reading.has(MessageReading.directed) && reading.activities.allSatisfy { $0.clause != clause }
            if reading.times[index].frame == nil, isTold, reading.times[index].expression.best.isDayImplied,
                reading.acts.contains(where: { $0.act == .past && reading.clauses[$0.clause].sentence < sentence })
            {
                reading.times[index].frame = .past
            }
            if !isMoved, lexicon.isMarked(.until, reading.words, at: first) { reading.times[index].frame = .until }
            // "Tuesday instead of Monday": the old day is named, and no longer means anything.
            if !reading.times[index].expression.best.isDayImplied || reading.times.count > 1,
                lexicon.isMarked(.replaced, reading.words, before: first)
            {
                reading.times[index].frame = .not
            }
            // "Answer me by Thursday"
            if reading.times[index].expression.best.isBound, isAnsweredBy(reading.clauses[clause], reading) {
                reading.times[index].frame = .defer
            }
            // "Can I tell you tonight?" says when the answer comes.
            if inClause.contains(where: { $0.act == .defer && isAnswer($0, reading) }) {
                reading.times[index].frame = .defer
            }
            for act in inSentence
            where [.topic, .hours, .window].contains(act.act)
                && reading.times[index].frame == nil && !(act.act == .topic ? reading.has(.confirm) : isConfirm)
            {
                reading.times[index].frame = act.act
            }
            if reading.times[index].frame == nil, isOfWeek(sentence, reading) { reading.times[index].frame = .hours }
            // "Thursday doesn't suit me", "not Monday": refused. "Can't do 5, make it 6": the 6 is not.
            for act in inClause {
                let isAfter = act.words.lowerBound > last
                let between =
                    isAfter
                    ? last..<act.words.lowerBound
                    : act.words
                        .upperBound..<max(
                            first,
                            act.words.upperBound)
                let isBroken = inClause.contains {
                    [.counter, .propose, .yes, .commit].contains($0.act) && between.contains($0.words.lowerBound)
                }
                guard !isBroken else { continue }
                // "Not today" and "forget Monday" have the day in themselves.
                let holdsIt = act.words.overlaps(words) && Self.refusals.contains(act.act)
                if holdsIt { reading.times[index].isRefused = true }
                switch act.act {
                case .refuseValue, .refusePlan: reading.times[index].isRefused = true
                case .not where !isAfter && first - act.words.upperBound <= 1: reading.times[index].isRefused = true
                default: break
                }
            }
            reading.times[index].isOption = inClause.contains {
                $0.act == .or && $0.words.upperBound <= first
                    && first - $0.words.upperBound <= 1
            }
        }
    }

    /// The acts that refuse a time among their words.
    private static let refusals: CaseSet<Act> = [.no, .refusePlan, .refuseValue, .withdraw]

    /// Returns true if another clause of a sentence asks whether what was reported suits: "he can come at 5, ok for you?"
    private func isAsked(_ sentence: Int, besides clause: Int, _ reading: MessageReading) -> Bool {
        reading.questions.contains(sentence)
            && reading.acts.contains {
                $0.clause != clause && reading.clauses[$0.clause].sentence == sentence
                    && MessageReading.directed.contains($0.act)
            }
    }

    /// Returns true for a clause that asks for an answer, or promises one.
    private func isAnsweredBy(_ clause: MessageReading.Clause, _ reading: MessageReading) -> Bool {
        clause.words.contains { lexicon.isMarked(.answer, reading.words, at: $0) }
    }

    /// Returns true for words that promise an answer: "let you know", أرد عليك.
    private func isAnswer(_ act: MessageReading.FoundAct, _ reading: MessageReading) -> Bool {
        act.words.contains { lexicon.isMarked(.answer, reading.words, at: $0) }
    }

    /// Returns true if the past comes before all that proposes, as in "did you book".
    private func isPastFirst(_ acts: [MessageReading.FoundAct], _ past: MessageReading.FoundAct) -> Bool {
        let directed = acts.filter { MessageReading.directed.contains($0.act) }
        return !directed.isEmpty && directed.allSatisfy { $0.words.lowerBound > past.words.lowerBound }
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
