import CivilTime

/// Follows a chat message by message: who proposes what, who accepts, what is refused and changed.
///
/// The rules it keeps: nobody accepts their own proposal. An acceptance that names another value is a new proposal; one
/// that fills an empty slot agrees. A refused day is not a refused plan. Whatever is not clearly agreed stays open.
struct Negotiation {
    typealias Side = ChatSide

    let messages: [StandingMessage]
    let reader: MessageReader
    let times: ExpressionReader
    let context: ReadingContext

    var plans: [Plan] = []
    /// The plan that the conversation is about.
    var current: Int?
    /// The questions of each side in its last message.
    var asked: [Side: CaseSet<Act>] = [:]
    /// True if the last message of a side was about the current plan.
    var touched: [Side: Bool] = [:]
    /// The last message that answered a proposal with neither yes nor no.
    var neutralReply: Plan.Mark?
    /// True if the last message of a side asked to confirm.
    var asksFormally: [Side: Bool] = [:]
    /// True if the last message of a side asked something that was no proposal.
    var inquired: [Side: Bool] = [:]
    /// The last hour that was named, also if it was refused, for "same time".
    var lastTime: Plan.Slot<Plan.Time>?
    /// The last day that was named, for "that day".
    var lastDay: Plan.Slot<Plan.Day>?
    /// The side that looks things up and books them for the other; nil between friends.
    var service: Side?
    /// The meanings of the short answers that each side asked for in its last message: "reply 1 to confirm".
    private var codes: [Side: [String: Act]] = [:]
    /// The last message that spoke of money.
    private var lastPrice: Int?
    /// The last message about weather, opening hours and the like.
    private var lastTopic: Int?
    /// The message before.
    var last: Step?
    /// The last message that told a day, and asked nothing.
    var told: Step?
    /// The last message that named a day, while no plan was talked about.
    var mentioned: Step?
    /// The last message of each side that invited or proposed.
    var invited: [Side: Int] = [:]
    /// The last message that mentioned an appointment of its writer.
    var ownAppointment: Step?
    /// The number of people or things that was named last.
    var headCount: HeadCount?
    /// The text of the message that is read.
    var textOfStep: String?
    /// The current plan after each message, to accept a quoted one.
    private var snapshots: [(plan: Int, state: Plan)?] = []

    init(
        messages: [StandingMessage], reader: MessageReader, times: ExpressionReader, context: ReadingContext,
        known: [KnownEvent]
    ) {
        (self.messages, self.reader, self.times, self.context) = (messages, reader, times, context)
        for event in known { plans.append(Plan(known: event, lexicon: reader.lexicon)) }
        current = plans.isEmpty ? nil : plans.count - 1
    }

    /// Follows all messages.
    mutating func run() {
        for index in messages.indices {
            take(index)
            snapshots.append(current.map { ($0, plans[$0]) })
        }
    }

    private mutating func take(_ index: Int) {
        let message = messages[index]
        var context = context
        context.reference = message.at
        var step = Step(index: index, side: message.side, at: message.at, asked: asked[message.side.other] ?? [])
        let words = reader.lexicon.words(message.text)
        context.activity =
            reader.hours(words)
            ?? current.flatMap { plans[$0].isActive ? plans[$0].activity?.hours : nil }
        textOfStep = message.text
        let usual = DrawnOutLetters(times: times.lexicon).usual(message.text, words)
        let text = FoldedText(usual, times.lexicon)
        var expressions = TimeFilter(lexicon: reader.lexicon).filtered(expressions(in: text, words, context), words)
        expressions = ShortDays(times: times, lexicon: reader.lexicon, text: text)
            .found(beside: expressions, words, context)
        expressions = ReplacedTimes(lexicon: reader.lexicon).settled(expressions, words)
        step.reading = reader.read(words, expressions)
        step.marks = reader.lexicon.marks(in: words)
        let isPrice = speaksOfMoney(step)
        if isPrice {
            let kept = expressions.filter { !$0.best.isDayImplied || $0.best.minute == nil }
            if kept.count < expressions.count { step.reading = reader.read(words, kept) }
            expressions = kept
        }
        let isTimeExpected =
            step.asked.contains(.askTime) || step.asked.contains(.askWhen)
            || step.reading.has([.counter, .postpone]) && !step.asked.contains(.askCount) || isShortAnswer(step)
            || offersNumber(step)
        let proposesPart = step.reading.times.isEmpty && step.reading.has([.propose, .invite]) && words.count <= 6
        let hasHour = step.reading.times.contains { $0.expression.best.minute != nil }
        if isTimeExpected || proposesPart, !isPrice, !hasHour {
            var bare = BareHour(times: times, lexicon: reader.lexicon, text: text)
            bare.isAsked =
                !step.asked.isDisjoint(with: [.askTime, .askWhen]) || step.reading.has([.counter, .postpone])
            var hours = isTimeExpected ? bare.find(step.reading, context) : []
            if countsAgain(hours, step) {
                hours = []
                acceptCount(&step)
            }
            if hours.isEmpty, let part = bare.part(step.reading, context) { hours = [part] }
            if !hours.isEmpty {
                expressions += hours
                expressions.sort { $0.range.lowerBound < $1.range.lowerBound }
                step.reading = reader.read(words, expressions)
            }
        }
        // "At the mall" is a place, "see you" says little: another word says better what is planned.
        let activities = step.reading.activities
        step.activity =
            (activities.first { !$0.sense.isGeneral && !step.isPlace($0) }
            ?? activities.first { !$0.sense.isGeneral } ?? activities.first)?.sense
        if let word = step.reading.words.first, step.reading.words.count == 1,
            let act = codes[message.side.other]?[word.text]
        {
            step.reading.times = []
            step.reading.acts = [MessageReading.FoundAct(act: act, words: 0..<1, clause: 0)]
        }
        frameQuotation(&step)
        codes[message.side] = wantedReplies(step.reading)
        if step.marks.contains(.service) { service = message.side }
        leaveMedia(&step)
        carryTopic(&step)
        takeOwnDay(&step)
        settleOffer(&step)
        quote(message, &step)
        leavePast(step)
        turnToNamed(step)
        answer(step)
        leaveTold(step)
        noteReply(step)
        noteDay(step)
        noteCount(step)
        last = step
        if step.reading.has([.invite, .propose]) { invited[message.side] = index }
        asked[message.side] = step.asks
        touched[message.side] = step.isAboutPlan
        asksFormally[message.side] = step.reading.has([.confirm, .reconfirm]) || asksByRestating(step)
        let asksSomething = !step.reading.questions.isEmpty || !step.asks.isEmpty
        let isPast = step.reading.has([.past, .hours])
        let asksTime = !step.asks.isDisjoint(with: [.askWhen, .askDay, .askTime])
        inquired[message.side] =
            asksSomething && (step.values.isEmpty || asksTime) && (isPast || step.activity == nil)
            && !step.reading.acts.contains { MessageReading.directed.contains($0.act) && !isFramed($0, step.reading) }
    }

    /// Returns the answers that a message asks for, each with its meaning: yes, unless it is beside "cancel".
    private func wantedReplies(_ reading: MessageReading) -> [String: Act] {
        var replies: [String: Act] = [:]
        for clause in reading.clauses {
            let inClause = reading.acts.filter { clause.words.overlaps($0.words) }
            let meaning = inClause.first { [.withdraw, .postpone].contains($0.act) }?.act ?? .yes
            for index in clause.words {
                let marks = reader.lexicon.marks.matches(reading.words, at: index)
                guard let match = marks.first(where: { $0.value == .replyWith }), clause.words.contains(match.end)
                else { continue }
                replies[reading.words[match.end].text] = meaning
            }
        }
        return replies
    }

    /// Finds times. "Tonight" makes it an hour of the night, even for a breakfast.
    private func expressions(
        in text: FoldedText, _ words: [ChatWord], _ context: ReadingContext
    ) -> [TimeExpression] {
        let found = times.expressions(in: text, context)
        guard context.activity == .meeting || context.activity == .breakfast,
            found.contains(where: { $0.best.isHalfImplied }),
            reader.lexicon.hasMark(.evening, words)
        else { return found }
        var free = context
        free.activity = .evening
        return times.expressions(in: text, free)
    }

    /// Returns true soon after talk of money, where a bare number is a price: "7,000" – "would 6 and a half do?".
    private mutating func speaksOfMoney(_ step: Step) -> Bool {
        if step.marks.contains(.price) { lastPrice = step.index }
        guard let lastPrice, step.index - lastPrice <= 3, current.map({ !plans[$0].hasValue }) ?? true else {
            return false
        }
        return !step.marks.contains(.clock) && !step.reading.words.contains { $0.text == ":" }
    }

    /// Marks the times of a message that goes on about the weather, opening hours and the like: "and on Sunday?" asks
    /// for them, and "on the 3rd it will be 59 degrees" tells them. Words of a plan end it.
    private mutating func carryTopic(_ step: inout Step) {
        let reading = step.reading
        let isNew = reading.has([.topic, .hours]), isOn = lastTopic.map { step.index - $0 <= 2 } ?? false
        // "What about Tuesday?" asks about whatever the talk is of.
        let isElliptic = isOn && step.marks.contains(.elliptic)
        var planActs = MessageReading.directed.subtracting(isElliptic ? [.counter, .propose] : [.counter])
        if !isNew { planActs.formUnion([.done, .booking, .commit]) }
        let hasHour = step.values.contains { $0.expression.best.minute != nil }
        let isPlan = step.activity != nil && !reading.has(.hours) || reading.place != nil && hasHour
            || reading.has(planActs)
        if isPlan { return lastTopic = nil }
        let isFree = current.map { plans[$0].state != .open } ?? true
        guard isFree, isNew || isOn else { return }
        if isNew || !reading.times.isEmpty { lastTopic = step.index }
        for index in step.reading.times.indices where step.reading.times[index].frame == nil {
            step.reading.times[index].frame = .topic
        }
    }

    private mutating func noteReply(_ step: Step) {
        guard let current, plans[current].state == .open, plans[current].proposer == step.side.other,
            step.reading.questions.isEmpty, step.asks.isEmpty, step.values.isEmpty, !step.reading.words.isEmpty,
            !step.reading.has([
                .no, .not, .refuseValue, .refusePlan, .defer, .maybe, .condition, .withdraw,
                .postpone,
            ])
        else { return }
        neutralReply = Plan.Mark(
            side: step.side, message: step.index, bytes: step.reading.bytes(0..<step.reading.words.count))
    }

    /// Returns true for a short message about a plan, where a number can be an hour.
    private func isShortAnswer(_ step: Step) -> Bool {
        guard let current, plans[current].isActive, plans[current].hasValue else { return false }
        let limit = step.reading.words.first?.kind == .number ? 12 : 7
        return step.reading.words.count { $0.kind == .word || $0.kind == .number } <= limit
            && !step.asked.contains(.askCount)
    }

    /// Returns true for a number right after "can do", "let's do" and the like, about a plan whose hour is open.
    private func offersNumber(_ step: Step) -> Bool {
        guard let current, plans[current].isActive, plans[current].hasValue, !step.asked.contains(.askCount) else {
            return false
        }
        return step.reading.acts.contains { act in
            [.yes, .propose].contains(act.act) && step.reading.words.indices.contains(act.words.upperBound)
                && step.reading.words[act.words.upperBound].kind == .number
        }
    }

    /// Goes back to the values of a quoted message.
    private mutating func quote(_ message: StandingMessage, _ step: inout Step) {
        guard let id = message.quoted, let index = messages.firstIndex(where: { $0.id == id }), index < snapshots.count,
            let snapshot = snapshots[index], snapshot.state.proposal.message == index,
            step.reading.has(MessageReading.yeses), plans[snapshot.plan].state != .agreed,
            !plans[snapshot.plan].isDropped
        else { return }
        current = snapshot.plan
        var plan = snapshot.state
        plan.wasAgreed = plans[snapshot.plan].wasAgreed
        if plan.options.count == plan.lastProposed.count + 1 { plan.options = [] }
        plans[snapshot.plan] = plan
    }

    /// Goes back to an earlier plan that a message names by its activity: "about the dinner, can we make it 9?". Another
    /// day is another plan.
    private mutating func turnToNamed(_ step: Step) {
        guard let key = step.activity?.key, !Self.general.contains(key), let now = current,
            plans[now].activity?.key != key, !step.reading.has(.another),
            let named = plans.lastIndex(where: { plan in
                plan.activity?.key == key && plan.isActive && !plan.isDropped && plan.hasValue
            })
        else { return }
        let days = step.values.filter { !$0.expression.best.isDayImplied }.compactMap(\.expression.best.date)
        if days.allSatisfy({ $0 == plans[named].day?.value.date }) { current = named }
    }

    /// A plan whose time is over is no longer talked about.
    private mutating func leavePast(_ step: Step) {
        guard let index = current, let day = plans[index].day, (day.value.end ?? day.value.date) < step.at.date
        else { return }
        current = nil
    }
}

/// A message on its way through the negotiation.
struct Step {
    let index: Int
    let side: ChatSide
    let at: LocalDateTime
    /// The questions that the other side asked just before.
    let asked: CaseSet<Act>
    var reading = MessageReading(words: [], clauses: [], questions: [])
    /// The marks of all its words.
    var marks: CaseSet<Mark> = []
    var activity: ActivitySense?

    init(index: Int, side: ChatSide, at: LocalDateTime, asked: CaseSet<Act>) {
        (self.index, self.side, self.at, self.asked) = (index, side, at, asked)
    }

    /// The times that say something about a plan.
    var values: [MessageReading.FoundTime] {
        let isAnswer = !asked.isDisjoint(with: [.askWhen, .askDay, .askTime, .askHalf])
        return reading.times.filter { time in
            guard !time.expression.isVague, !time.isRefused else { return false }
            return time.frame == nil || time.frame == .own && isAnswer
        }
    }

    var refused: [MessageReading.FoundTime] {
        reading.times.filter { $0.isRefused && !$0.expression.isVague && ($0.frame == nil || $0.frame == .own) }
    }

    /// The questions of this message about the plan.
    var asks: CaseSet<Act> {
        var asks: CaseSet<Act> = []
        for act in reading.acts
        where MessageReading.asks.contains(act.act)
            || [.more, .askOther, .askCount, .askEarlier].contains(act.act)
        {
            let clause = reading.clauses[act.clause]
            let isInFrame = reading.acts.contains {
                $0.clause == act.clause && [.past, .reported, .hours, .topic, .window].contains($0.act)
            }
            let stands =
                act.words.lowerBound - clause.words.lowerBound <= 1
                || act.words.upperBound == clause.words.upperBound
            if !isInFrame, stands || reading.isQuestion(act.clause) { asks.insert(act.act) }
        }
        if reading.acts.contains(where: { [.propose, .invite, .free, .confirm].contains($0.act) }), !asks.isEmpty {
            asks.insert(.propose)
        }
        return asks
    }

    /// Returns true if an activity is the place of the plan: "at the mall".
    func isPlace(_ activity: MessageReading.FoundActivity) -> Bool {
        reading.place.map { $0.overlaps(reading.bytes(activity.words)) } ?? false
    }

    var isAboutPlan: Bool {
        !values.isEmpty || reading.has(MessageReading.directed) || activity != nil
    }

    /// The bytes of the first of some acts, or of the whole message.
    func bytes(_ acts: CaseSet<Act>) -> Range<Int> {
        if let act = reading.first(acts) { return reading.bytes(act.words) }
        if let time = values.first { return time.expression.range }
        return reading.words.isEmpty ? 0..<0 : reading.bytes(0..<reading.words.count)
    }
}
