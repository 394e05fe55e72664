import CivilTime

/// Decides which times of a message are refused, and which belong to something that is no plan.
struct TimeJudge {
    let lexicon: ConversationLexicon
    let reading: MessageReading

    private let isConfirm: Bool
    private let quotation: Range<Int>?
    private let bySentence: [Int: [MessageReading.FoundAct]]

    init(lexicon: ConversationLexicon, reading: MessageReading) {
        (self.lexicon, self.reading) = (lexicon, reading)
        isConfirm = reading.has([.confirm, .reconfirm])
        quotation = Self.quotation(reading)
        bySentence = Dictionary(grouping: reading.acts) { reading.clauses[$0.clause].sentence }
    }

    /// Returns the times with what their words say about them.
    func judged() -> [MessageReading.FoundTime] {
        reading.times.map { time in
            let words = reading.words.indices(of: time.expression.range)
            guard let first = words.first, let last = words.last else { return time }
            let acts = bySentence[reading.clauses[time.clause].sentence] ?? []
            let place = Place(words: words, first: first, last: last, inSentence: acts, time: time)
            var time = time
            time.frame = frame(place)
            time.isRefused = place.inClause.contains { refuses($0, place) }
            time.isOption = place.inClause.contains {
                $0.act == .or && $0.words.upperBound <= first && first - $0.words.upperBound <= 1
            }
            return time
        }
    }

    /// A time, with its words and the acts beside it.
    private struct Place {
        let words: Range<Int>
        let first: Int
        let last: Int
        let inSentence: [MessageReading.FoundAct]
        let time: MessageReading.FoundTime

        var clause: Int { time.clause }
        var inClause: [MessageReading.FoundAct] { inSentence.filter { $0.clause == time.clause } }
        /// "Let us put it off until tomorrow" names the new day.
        var isMoved: Bool { inSentence.contains { $0.clause == time.clause && $0.act == .postpone } }
    }

    /// Returns what a time is about, if it is no plan.
    private func frame(_ place: Place) -> Act? {
        if isAnswerTime(place) { return .defer }
        if isReplaced(place) { return .not }
        if !place.isMoved, lexicon.isMarked(.until, reading.words, at: place.first) { return .until }
        if let quotation, quotation.contains(place.first) { return .reported }
        if let frame = place.inClause.lazy.compactMap({ frame(of: $0, place) }).first { return frame }
        if isTold(place) { return .past }
        return sentenceFrame(place)
    }

    /// Returns the frame that an act in the clause of a time gives it.
    private func frame(of act: MessageReading.FoundAct, _ place: Place) -> Act? {
        let isDirected =
            isConfirm || reading.has([.invite, .free])
            || place.inSentence.contains { MessageReading.directed.contains($0.act) }
        let isBefore = act.words.upperBound == place.first
        switch act.act {
        case .reported:
            return isAsked(reading.clauses[place.clause].sentence, besides: place.clause) ? nil : .reported
        case .past: return !isDirected || isPastFirst(place.inClause, act) ? .past : nil
        case .hours, .window, .more: return act.act
        case .topic: return reading.has(.confirm) ? nil : .topic
        case .own: return isBefore && isOfferOfTime(act) || isDirected || isTaken(before: act, place) ? nil : .own
        case .third: return isDirected ? nil : .third
        case .until: return !place.isMoved && (isBefore || act.words.upperBound + 1 == place.first) ? .until : nil
        default: return nil
        }
    }

    /// Returns true for "Did you see the match? It ended at twelve."
    private func isTold(_ place: Place) -> Bool {
        let sentence = reading.clauses[place.clause].sentence
        return !reading.has(MessageReading.directed) && place.time.expression.best.isDayImplied
            && reading.activities.allSatisfy { $0.clause != place.clause }
            && reading.acts.contains { $0.act == .past && reading.clauses[$0.clause].sentence < sentence }
    }

    /// Returns true for "Tuesday instead of Monday": the old day is named, and no longer means anything.
    private func isReplaced(_ place: Place) -> Bool {
        (!place.time.expression.best.isDayImplied || reading.times.count > 1)
            && lexicon.isMarked(.replaced, reading.words, before: place.first)
    }

    /// Returns true for "Answer me by Thursday", and "Can I tell you tonight?", which says when the answer comes.
    private func isAnswerTime(_ place: Place) -> Bool {
        func promises(_ words: Range<Int>) -> Bool {
            words.contains { lexicon.isMarked(.answer, reading.words, at: $0) }
        }
        return place.time.expression.best.isBound && promises(reading.clauses[place.clause].words)
            || place.inClause.contains { $0.act == .defer && promises($0.words) }
    }

    /// Returns the frame that another clause of the sentence gives a time.
    private func sentenceFrame(_ place: Place) -> Act? {
        let act = place.inSentence.first { act in
            [.topic, .hours, .window].contains(act.act)
                && !(act.act == .topic ? reading.has(.confirm) : isConfirm)
        }
        return act?.act ?? (isOfWeek(reading.clauses[place.clause].sentence) ? .hours : nil)
    }

    /// Returns true for "Thursday doesn't suit me", "not Monday". "Can't do 5, make it 6": the 6 is not refused.
    private func refuses(_ act: MessageReading.FoundAct, _ place: Place) -> Bool {
        let isAfter = act.words.lowerBound > place.last
        let between =
            isAfter
            ? place.last..<act.words.lowerBound
            : act.words.upperBound..<max(place.first, act.words.upperBound)
        let isBroken = place.inClause.contains {
            [.counter, .propose, .yes, .commit].contains($0.act) && between.contains($0.words.lowerBound)
        }
        if isBroken { return false }
        // "Not today" and "forget Monday" have the day in themselves.
        if act.words.overlaps(place.words), Self.refusals.contains(act.act) { return true }
        switch act.act {
        // "I have an appointment on Thursday, will you come along?"
        case .refusePlan where place.inClause.contains { $0.act == .invite }: return false
        case .refuseValue, .refusePlan: return isAfter || !refusesBefore(act, place.clause)
        // "6 no, 7 better"
        case .no: return isAfter && act.words.lowerBound == place.last + 1 && isMereHour(place.time)
        case .not: return !isAfter && place.first - act.words.upperBound <= 1
        default: return false
        }
    }

    /// Returns true for a refusal that stands behind another hour of its clause: ٥ مابقدر ٥ ونص؟
    private func refusesBefore(_ act: MessageReading.FoundAct, _ clause: Int) -> Bool {
        reading.times.contains { time in
            time.clause == clause && isMereHour(time)
                && reading.words.indices(of: time.expression.range).last == act.words.lowerBound - 1
        }
    }

    private func isMereHour(_ time: MessageReading.FoundTime) -> Bool {
        time.expression.best.minute != nil && time.expression.best.isDayImplied
    }

    /// The acts that refuse a time among their words.
    private static let refusals: CaseSet<Act> = [.no, .refusePlan, .refuseValue, .withdraw]

    /// Returns the words in quotation marks behind "he goes" and the like.
    private static func quotation(_ reading: MessageReading) -> Range<Int>? {
        guard let said = reading.first([.reported]),
            let start = reading.words[said.words.upperBound...].firstIndex(where: { $0.text == "\"" }),
            let end = reading.words[(start + 1)...].firstIndex(where: { $0.text == "\"" })
        else { return nil }
        return start..<end
    }

    /// Returns true for a sentence of hours on most days of the week: "Monday to Friday 9 to 5".
    private func isOfWeek(_ sentence: Int) -> Bool {
        let readings = reading.times.filter { reading.clauses[$0.clause].sentence == sentence }.map(\.expression.best)
        let hasWeek = readings.contains { best in
            guard let start = best.date, let end = best.endDate else { return false }
            return (3...6).contains(end - start)
        }
        return hasWeek && readings.contains { $0.minute != nil && $0.endMinute != nil }
    }

    /// Returns true for a time with a yes behind it, ahead of one's own plans: الجمعة ٩ ونص حلو حتى انا اجازة.
    private func isTaken(before own: MessageReading.FoundAct, _ place: Place) -> Bool {
        place.inClause.contains {
            MessageReading.yeses.contains($0.act) && $0.words.lowerBound > place.last
                && $0.words.upperBound <= own.words.lowerBound
        }
    }

    /// Returns true for "I have Tuesday at 5 or Wednesday at 6": hours to choose from.
    private func isOfferOfTime(_ act: MessageReading.FoundAct) -> Bool {
        reading.acts.contains { $0.act == .or && $0.clause == act.clause && $0.words.lowerBound > act.words.lowerBound }
            && reading.activities.allSatisfy { $0.clause != act.clause }
    }

    /// Returns true if another clause of a sentence asks whether what was reported suits: "he can come at 5, ok for
    /// you?"
    private func isAsked(_ sentence: Int, besides clause: Int) -> Bool {
        reading.questions.contains(sentence)
            && reading.acts.contains {
                $0.clause != clause && reading.clauses[$0.clause].sentence == sentence
                    && MessageReading.directed.contains($0.act)
            }
    }

    /// Returns true if the past comes before all that proposes, as in "did you book".
    private func isPastFirst(_ acts: [MessageReading.FoundAct], _ past: MessageReading.FoundAct) -> Bool {
        let directed = acts.filter { MessageReading.directed.contains($0.act) }
        return !directed.isEmpty && directed.allSatisfy { $0.words.lowerBound > past.words.lowerBound }
    }
}
