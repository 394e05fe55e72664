import CivilTime
import Text

/// A step that settles what a message says by what was said before it, ahead of its answer.
struct Preparation: Sendable {
    let name: String
    /// Returns the message as it is meant, and moves that its answer does not depend on.
    let apply: @Sendable (Turn, Talk) -> (turn: Turn, moves: [Move])

    init(_ name: String, _ apply: @escaping @Sendable (Turn, Talk) -> (turn: Turn, moves: [Move])) {
        (self.name, self.apply) = (name, apply)
    }

    /// All preparations, in their order.
    static let all = [
        quotation, forwarded, media, subject, ownDay, booked, offer, welcome, thanks, quotedMessage, pastPlan,
        namedPlan, call,
    ]

    /// Takes nothing from a message in quotation marks, right after "you know what my boss said".
    private static let quotation = Preparation("a quotation is another's") { turn, talk in
        let text = turn.text.trimmed()
        guard let last = talk.memory.last, last.side == turn.side, last.reading.has(.reported), text.count > 2,
            let first = text.first, let end = text.last, quotationMarks.contains(first), quotationMarks.contains(end)
        else { return (turn, []) }
        var turn = turn.framed(.reported, all: true)
        turn.reading.acts = []
        return (turn, [])
    }

    private static let quotationMarks: Set<Character> = ["\"", "“", "”", "«", "»"]

    /// Takes nothing from a notice that was forwarded: neither of the two wrote it, so nobody proposes it.
    /// Whoever wants to go says so in words of their own.
    private static let forwarded = Preparation("a forwarded notice is another's") { turn, talk in
        let words = turn.reading.words
        guard let first = words.firstIndex(where: { $0.kind == .word }),
            talk.lexicon.isMarked(.forwarded, words, at: first)
        else { return (turn, []) }
        var turn = turn.framed(.reported, all: true)
        (turn.reading.acts, turn.reading.activities, turn.reading.place, turn.activity) = ([], [], nil, nil)
        return (turn, [])
    }

    /// Drops what a business was asked to play: "a drama for tonight" is no plan once it asks about subtitles.
    private static let media = Preparation("a film to be played is no plan") { turn, talk in
        guard turn.marks.contains(.media), talk.memory.service != nil else { return (turn, []) }
        var moves = [Move.forget]
        if let plan = talk.plan, plan.state == .open || plan.state == .idea, plan.existing == nil,
            plan.activity?.is(.played) ?? true
        {
            moves.append(.drop)
        }
        return (turn.framed(.topic), moves)
    }

    /// Marks the times of a message that goes on about the weather, opening hours and the like: "and on Sunday?" asks
    /// for them, and "on the 3rd it will be 59 degrees" tells them. Words of a plan end it.
    private static let subject = Preparation("a subject goes on") { turn, talk in
        let isNew = turn.reading.has([.topic, .hours])
        let isOn = Memory.isWithin(.subject, talk.memory.lastTopic, before: turn)
        if turn.speaksOfPlan(besidesSubject: isNew, isOn) { return (turn, [.subject(nil)]) }
        let isFree = talk.plan.map { $0.state != .open } ?? true
        guard isFree, isNew || isOn else { return (turn, []) }
        let moves = isNew || !turn.reading.times.isEmpty ? [Move.subject(turn.index)] : []
        return (turn.framed(.topic), moves)
    }

    /// Takes the day of "I'll be in town on the 1st. Lunch at one?" for the hour that is proposed beside it.
    private static let ownDay = Preparation("an hour takes the day beside it") { turn, _ in
        let values = turn.values
        let isHourOnly = values.allSatisfy { $0.expression.best.isDayImplied && $0.expression.best.minute != nil }
        guard !values.isEmpty, isHourOnly, turn.isDirected || turn.isQuestion || turn.activity != nil
        else { return (turn, []) }
        let own = turn.reading.times.indices.filter { index in
            let time = turn.reading.times[index], best = time.expression.best
            return time.frame == .own && best.minute == nil && best.date != nil && !best.isDayImplied
        }
        guard own.count == 1 else { return (turn, []) }
        var turn = turn
        turn.reading.times[own[0]].frame = nil
        return (turn, [])
    }

    /// Takes the hour of "they only had 8:15, booked it".
    private static let booked = Preparation("an hour that was left is booked") { turn, talk in
        guard turn.reading.has(.done) || turn.marks.contains(.booked), turn.values.isEmpty, !turn.isQuestion,
            talk.plan?.isActive ?? false,
            turn.reading.times.count == 1,
            turn.reading.times[0].frame.map({ [.past, .third].contains($0) }) ?? false,
            turn.reading.times[0].expression.best.minute != nil
        else { return (turn, []) }
        var turn = turn
        turn.reading.times[0].frame = nil
        return (turn, [])
    }

    /// Makes a yes or a proposal of "I'll pick you up", by what it answers.
    private static let offer = Preparation("an offer to come answers or proposes") { turn, talk in
        guard turn.reading.has(.come) else { return (turn, []) }
        let answersPlan = talk.plan.map { $0.state == .open && $0.proposer == turn.side.other } ?? false
        let answersTold = talk.standingTold(turn)?.side == turn.side.other
        let isYes =
            (answersPlan || answersTold) && turn.values.isEmpty && !turn.isQuestion
            && !turn.reading.has([.condition, .refusePlan, .refuseValue, .counter])
        var turn = turn
        turn.reading.acts = turn.reading.acts.map { act in
            guard act.act == .come else { return act }
            return MessageReading.FoundAct(act: isYes ? .commit : .propose, words: act.words, clause: act.clause)
        }
        turn.offersToCome = !isYes
        return (turn, [])
    }

    /// Makes a yes of "you're welcome here" after the other's offer to come.
    private static let welcome = Preparation("a welcome answers an offer to come") { turn, talk in
        guard let plan = talk.plan, plan.state == .open, plan.proposer == turn.side.other, plan.hasDay,
            turn.reading.has(.invite), turn.values.isEmpty, !turn.isQuestion, turn.asks.isEmpty,
            !turn.reading.has([.condition, .refusePlan, .refuseValue, .counter, .defer, .no, .maybe])
        else { return (turn, []) }
        var turn = turn
        turn.reading.acts = turn.reading.acts.map { act in
            act.act == .invite ? MessageReading.FoundAct(act: .commit, words: act.words, clause: act.clause) : act
        }
        return (turn, [])
    }

    /// Makes a yes of thanks right after the other's offer to come.
    private static let thanks = Preparation("thanks take an offer to come") { turn, talk in
        guard turn.marks.contains(.thanks), let plan = talk.plan, plan.state == .open, plan.hasDay,
            plan.proposer == turn.side.other, let last = talk.memory.last, last.side != turn.side, last.offersToCome,
            turn.values.isEmpty, !turn.isQuestion, turn.asks.isEmpty,
            !turn.reading.has([.no, .not, .refusePlan, .refuseValue, .defer, .maybe, .condition, .counter]),
            let word = turn.reading.words.indices.first(where: { index in
                talk.lexicon.isMarked(.thanks, turn.reading.words, at: index)
            }), let clause = turn.reading.clauses.firstIndex(where: { $0.words.contains(word) })
        else { return (turn, []) }
        var turn = turn
        turn.reading.acts.append(MessageReading.FoundAct(act: .commit, words: word..<word + 1, clause: clause))
        return (turn, [])
    }

    /// Makes a yes of "me!" after "who's in?".
    private static let call = Preparation("me answers who comes") { turn, talk in
        guard Memory.isWithin(.appointment, talk.memory.lastCall, before: turn), !turn.isQuestion,
            let first = turn.reading.words.firstIndex(where: { $0.kind == .word }),
            let me = talk.lexicon.marks.matches(turn.reading.words, at: first).first(where: { $0.value == .me }),
            !turn.reading.has([.no, .not, .refusePlan, .refuseValue, .defer, .maybe, .condition, .own])
        else { return (turn, []) }
        var turn = turn
        turn.reading.acts.append(MessageReading.FoundAct(act: .commit, words: first..<me.end, clause: 0))
        return (turn, [])
    }

    /// Goes back to the values of a quoted message.
    private static let quotedMessage = Preparation("a yes to a quoted message means that one") { turn, talk in
        guard let id = talk.messages[turn.index].quoted, turn.reading.has(MessageReading.yeses),
            let index = talk.messages.firstIndex(where: { $0.id == id }), index < talk.memory.snapshots.count,
            let snapshot = talk.memory.snapshots[index], snapshot.state.proposal.message == index,
            talk.plans[snapshot.plan].state != .agreed, !talk.plans[snapshot.plan].isDropped
        else { return (turn, []) }
        var plan = snapshot.state
        plan.wasAgreed = talk.plans[snapshot.plan].wasAgreed
        if plan.options.count == plan.lastProposed.count + 1 { plan.options = [] }
        return (turn, [.restore(plan, at: snapshot.plan)])
    }

    /// A plan whose time is over is no longer talked about.
    private static let pastPlan = Preparation("a plan of the past is over") { turn, talk in
        guard let day = talk.plan?.day?.value, (day.end ?? day.date) < turn.at.date else { return (turn, []) }
        return (turn, [.turn(to: nil)])
    }

    /// Goes back to an earlier plan that a message names by its activity: "about the dinner, can we make it 9?".
    /// Another day is another plan.
    private static let namedPlan = Preparation("the name of an earlier plan turns to it") { turn, talk in
        guard let activity = turn.activity, !activity.is(.general), let now = talk.plan,
            now.activity?.key != activity.key, !turn.reading.has(.another),
            let named = talk.plans.lastIndex(where: { plan in
                plan.activity?.key == activity.key && plan.isActive && !plan.isDropped && plan.hasValue
            })
        else { return (turn, []) }
        let days = turn.values.filter { !$0.expression.best.isDayImplied }.compactMap(\.expression.best.date)
        let isThat = days.allSatisfy { $0 == talk.plans[named].day?.value.date }
        return (turn, isThat ? [.turn(to: named)] : [])
    }
}

extension Turn {
    /// Returns this message with its times about something that is no plan.
    ///
    /// - Parameter all: false to leave the times that have such a frame already.
    fileprivate func framed(_ frame: Act, all: Bool = false) -> Turn {
        var turn = self
        for index in reading.times.indices where all || reading.times[index].frame == nil {
            turn.reading.times[index].frame = frame
        }
        return turn
    }

    /// Returns true for words of a plan, which end a subject.
    ///
    /// - Parameters:
    ///   - isNew: true if the message names a subject itself.
    ///   - isOn: true if a subject was talked about before.
    fileprivate func speaksOfPlan(besidesSubject isNew: Bool, _ isOn: Bool) -> Bool {
        // "What about Tuesday?" asks about whatever the talk is of.
        let isElliptic = isOn && marks.contains(.elliptic)
        var acts = MessageReading.directed.subtracting(isElliptic ? [.counter, .propose] : [.counter])
        if !isNew { acts.formUnion([.done, .booking, .commit]) }
        let hasHour = values.contains { $0.expression.best.minute != nil }
        // "4:30 on the 11th?"
        if isQuestion, reading.isBare, namesDayAndHour, !reading.has([.topic, .hours]) { return true }
        return activity != nil && !reading.has(.hours) || reading.place != nil && hasHour || reading.has(acts)
    }
}
