import CivilTime

/// A message in the light of the talk before it: what it says, asks and refuses.
struct Turn: Sendable {
    let index: Int
    let side: ChatSide
    /// The person who wrote it: in a group their name, else their side.
    let writer: String
    let at: LocalDateTime
    let text: String
    /// The questions that the other side asked just before.
    let asked: CaseSet<Act>
    var reading = MessageReading(words: [], clauses: [], questions: []) {
        didSet { (values, asks) = (standingValues, standingQuestions) }
    }
    /// The times that say something about a plan.
    private(set) var values: [MessageReading.FoundTime] = []
    /// The questions of this message about the plan.
    private(set) var asks: CaseSet<Act> = []
    /// The marks of all its words.
    var marks: CaseSet<Mark> = []
    var activity: ActivitySense?
    /// True if it offers to come, as a proposal.
    var offersToCome = false
    /// True if it puts another number of people or things for an earlier one.
    var countsAgain = false

    init(_ message: StandingMessage, index: Int, asked: CaseSet<Act>) {
        (self.index, self.asked, writer) = (index, asked, message.writer)
        (side, at, text) = (message.side, message.at, message.text)
    }

    private var standingValues: [MessageReading.FoundTime] {
        guard !reading.times.isEmpty else { return [] }
        let isAnswer = asks(.askWhen, .askDay, .askTime, .askHalf)
        return reading.times.filter { time in
            guard !time.expression.isVague, !time.isRefused else { return false }
            return time.frame == nil || time.frame == .own && isAnswer
        }
    }

    /// The times that are refused.
    var refused: [MessageReading.FoundTime] {
        reading.times.filter { $0.isRefused && !$0.expression.isVague && ($0.frame == nil || $0.frame == .own) }
    }

    /// Returns true if the other side asked one of some questions just before.
    private func asks(_ questions: Act...) -> Bool { questions.contains { asked.contains($0) } }

    /// True after a question for a day or an hour.
    var answersWhen: Bool { asks(.askWhen, .askDay, .askTime) }
    /// True after a question for a day, an hour or a half of the day.
    var answersTime: Bool { answersWhen || asks(.askHalf) }
    /// True if it asks for a day or an hour itself.
    var asksWhen: Bool { !asks.isDisjoint(with: [.askWhen, .askDay, .askTime]) }
    var isQuestion: Bool { !reading.questions.isEmpty }
    var isDirected: Bool { reading.has(MessageReading.directed) }

    private var standingQuestions: CaseSet<Act> {
        var asks: CaseSet<Act> = []
        for act in reading.acts where Self.questions.contains(act.act) && stands(act) { asks.insert(act.act) }
        if reading.has([.propose, .invite, .come, .free, .confirm, .farewell]), !asks.isEmpty { asks.insert(.propose) }
        return asks
    }

    private static let questions = MessageReading.asks.union([.more, .askOther, .askCount, .askEarlier])

    /// Returns true for a question at the beginning or the end of its clause, or before a question mark, that is not
    /// about the past, others, opening hours or other subjects.
    private func stands(_ act: MessageReading.FoundAct) -> Bool {
        let clause = reading.clauses[act.clause]
        let isInFrame = reading.acts.contains {
            $0.clause == act.clause && [.past, .reported, .hours, .topic, .window].contains($0.act)
        }
        let isAtEdge =
            act.words.lowerBound - clause.words.lowerBound <= 1 || act.words.upperBound == clause.words.upperBound
        return !isInFrame && (isAtEdge || reading.isQuestion(act.clause))
    }

    /// Returns true if an activity is the place of the plan: "at the mall".
    func isPlace(_ activity: MessageReading.FoundActivity) -> Bool {
        reading.place.map { $0.overlaps(reading.bytes(activity.words)) } ?? false
    }

    var isAboutPlan: Bool { !values.isEmpty || isDirected || activity != nil }

    /// True if a value is in a clause that asks.
    var asksForValues: Bool { values.contains { reading.isQuestion($0.clause) } }

    /// The bytes of the first of some acts, or of the whole message.
    func bytes(_ acts: CaseSet<Act>) -> Range<Int> {
        if let act = reading.first(acts) { return reading.bytes(act.words) }
        if let time = values.first { return time.expression.range }
        return reading.words.isEmpty ? 0..<0 : reading.bytes(0..<reading.words.count)
    }

    /// Returns the words with which this message does something.
    func mark(_ acts: CaseSet<Act> = MessageReading.directed) -> Plan.Mark {
        Plan.Mark(side: side, message: index, bytes: bytes(acts))
    }

    /// Returns true if an act is in a clause about the plan: not the past, not other people.
    func means(_ act: Act) -> Bool {
        reading.acts.contains { found in
            found.act == act
                && !reading.acts.contains {
                    $0.clause == found.clause && [.reported, .third, .hours].contains($0.act)
                }
        }
    }

    /// Returns true if all values are in the clause of an act: "tomorrow's meeting is cancelled".
    func isAllOf(_ act: Act) -> Bool {
        values.allSatisfy { value in reading.acts.contains { $0.act == act && $0.clause == value.clause } }
    }

    /// True for a value with an hour or a part of the day.
    var hasHour: Bool { values.contains { $0.expression.best.minute != nil || $0.expression.best.part != nil } }

    /// True for a message with a day and an hour.
    var namesDayAndHour: Bool {
        let readings = values.map(\.expression.best)
        return readings.contains { $0.date != nil && !$0.isDayImplied }
            && readings.contains { $0.minute != nil || $0.anchor != nil }
    }

    /// Returns true if some bytes hold a digit.
    func hasDigit(_ bytes: Range<Int>) -> Bool {
        let utf8 = text.utf8
        guard bytes.upperBound <= utf8.count else { return false }
        let start = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
        let end = utf8.index(utf8.startIndex, offsetBy: bytes.upperBound)
        return text[start..<end].unicodeScalars.contains { digit($0) != nil }
    }

    /// Returns true for a stretch of days of which none was named: "next week".
    func isVague(_ expression: TimeExpression) -> Bool {
        let best = expression.best
        guard let start = best.date, let end = best.endDate, best.minute == nil, end - start >= 3 else { return false }
        return !hasDigit(expression.range)
    }

    /// Returns this message with the frames of its times taken away: "I'm at the stadium on Friday at 8" before "will
    /// you come?".
    var unframed: Turn {
        var turn = self
        for index in reading.times.indices where [.own, .third].contains(reading.times[index].frame) {
            turn.reading.times[index].frame = nil
        }
        return turn
    }
}
