import CivilTime

/// Things said beside the plans, for the messages that come.
struct Memory: Sendable {
    /// The last message of a side, as far as it matters later.
    struct Said: Sendable {
        /// Its questions.
        var asks: CaseSet<Act> = []
        /// True if it was about the current plan.
        var isAboutPlan = false
        /// True if it asked to confirm.
        var asksFormally = false
        /// True if it asked something that was no proposal.
        var inquired = false
        /// The meanings of the short answers that it asked for: "reply 1 to confirm".
        var codes: [String: Act] = [:]
        /// The last message of this side that invited, proposed, or told what it comes to or has booked.
        var invited: Int?
    }

    /// A number of people or things that a message named.
    struct HeadCount: Sendable {
        let message: Int
        let count: Int
    }

    /// The number of messages for which something is remembered.
    enum Span: Int {
        /// A subject goes on: the next message, or the one behind it.
        case subject = 2
        /// One's own word is taken back, or answered after a word between.
        case answer = 3
        /// Two questions and two answers: an exchange.
        case exchange = 4
        /// News is answered after an exchange.
        case news = 5
        /// One's own appointment is cancelled after talking it over.
        case appointment = 6
    }

    private var sides: [ChatSide: Said] = [:]
    /// The side of each message that was read: in a group, that of its writer's role.
    var roles: [ChatSide] = []
    /// The last message that asked who comes.
    var lastCall: Int?
    /// The message before.
    var last: Turn?
    /// The last message that answered a proposal with neither yes nor no.
    var neutralReply: Plan.Mark?
    /// The last hour that was named, also if it was refused, for "same time".
    var lastTime: Plan.Slot<Plan.Time>?
    /// The last day that was named, for "that day".
    var lastDay: Plan.Slot<Plan.Day>?
    /// The side that looks things up and books them for the other; nil between friends.
    var service: ChatSide?
    /// The last message that spoke of money.
    var lastPrice: Int?
    /// The last message about weather, opening hours and the like.
    var lastTopic: Int?
    /// The last message that told a day, and asked nothing.
    var told: Turn?
    /// The last message that named a day, while no plan was talked about.
    var mentioned: Turn?
    /// The last message that mentioned an appointment of its writer.
    var ownAppointment: Turn?
    /// The number of people or things that was named last.
    var headCount: HeadCount?
    /// The sounds of each message that was read, for how sure an agreement is.
    var tones: [Tone] = []
    /// The current plan after each message, to accept a quoted one.
    var snapshots: [(plan: Int, state: Plan)?] = []

    subscript(side: ChatSide) -> Said {
        get { sides[side] ?? Said() }
        set { sides[side] = newValue }
    }

    /// Returns true if a message is at most a span of messages before another one.
    static func isWithin(_ span: Span, _ message: Int?, before turn: Turn) -> Bool {
        message.map { turn.index - $0 <= span.rawValue } ?? false
    }
}

extension Talk {
    /// Remembers what a message says of the answers that it wants, before it is answered itself.
    mutating func open(_ turn: Turn) {
        memory[turn.side].codes = wantedReplies(turn.reading)
        if turn.marks.contains(.service) { memory.service = turn.side }
    }

    /// Remembers an answered message.
    mutating func close(_ turn: Turn) {
        leaveTold(turn)
        if isNeutralReply(turn) {
            memory.neutralReply = Plan.Mark(
                side: turn.side, message: turn.index, bytes: turn.reading.bytes(0..<turn.reading.words.count))
        }
        if turn.marks.contains(.price) { memory.lastPrice = turn.index }
        memory.lastDay = namedDay(turn) ?? memory.lastDay
        memory.headCount = headCount(turn) ?? memory.headCount
        memory.tones.append(Tone(turn))
        memory.last = turn
        memory.roles.append(turn.side)
        if turn.marks.contains(.who) { memory.lastCall = turn.index }
        if turn.reading.has([.invite, .propose, .come, .commit]) { memory[turn.side].invited = turn.index }
        memory[turn.side].asks = turn.asks
        memory[turn.side].isAboutPlan = turn.isAboutPlan
        memory[turn.side].asksFormally = turn.reading.has([.confirm, .reconfirm]) || asksByRestating(turn)
        memory[turn.side].inquired = inquires(turn)
        memory.snapshots.append(current.map { ($0, plans[$0]) })
    }

    /// Forgets what was told once its teller asks something else: "where are you?" has another answer.
    private mutating func leaveTold(_ turn: Turn) {
        guard let told = memory.told, told.side == turn.side, turn.index > told.index, !turn.reading.has(.invite),
            !turn.asks.isEmpty || turn.isQuestion
        else { return }
        memory.told = nil
    }

    /// Returns true for a question that proposes nothing, and is about no plan: "did you get my letter?".
    private func inquires(_ turn: Turn) -> Bool {
        guard turn.isQuestion || !turn.asks.isEmpty, turn.values.isEmpty || turn.asksWhen,
            turn.reading.has([.past, .hours]) || turn.activity == nil
        else { return false }
        return !turn.reading.acts.contains {
            MessageReading.directed.contains($0.act) && !isFramed($0, turn.reading)
        }
    }

    /// Returns true for words that are neither yes nor no to the other's proposal.
    private func isNeutralReply(_ turn: Turn) -> Bool {
        guard let plan, plan.state == .open, plan.proposer == turn.side.other else { return false }
        return !turn.isQuestion && turn.asks.isEmpty && turn.values.isEmpty && !turn.reading.words.isEmpty
            && !turn.reading.has([
                .no, .not, .refuseValue, .refusePlan, .defer, .maybe, .condition, .withdraw, .postpone,
            ])
    }

    /// Returns the day that a message names last, whatever it is about, for "that day".
    private func namedDay(_ turn: Turn) -> Plan.Slot<Plan.Day>? {
        let named = turn.reading.times.last { time in
            !time.expression.isVague && time.expression.best.date != nil && !time.expression.best.isDayImplied
        }
        guard let named, let date = named.expression.best.date else { return nil }
        return turn.slot(Plan.Day(date: date), named.expression)
    }

    /// Returns the answers that a message asks for, each with its meaning: yes, unless it is beside "cancel".
    private func wantedReplies(_ reading: MessageReading) -> [String: Act] {
        var replies: [String: Act] = [:]
        for clause in reading.clauses {
            let inClause = reading.acts.filter { clause.words.overlaps($0.words) }
            let meaning = inClause.first { [.withdraw, .postpone].contains($0.act) }?.act ?? .yes
            for index in clause.words {
                let match = lexicon.marks.matches(reading.words, at: index).first { $0.value == .replyWith }
                guard let match, clause.words.contains(match.end) else { continue }
                replies[reading.words[match.end].text] = meaning
            }
        }
        return replies
    }
}
