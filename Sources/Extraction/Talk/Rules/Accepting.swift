import CivilTime

extension RuleFamily {
    /// A yes.
    static let accepting = RuleFamily(
        "accepting",
        if: { turn, talk in
            guard let plan = talk.plan, plan.isActive, let yes = talk.acceptance(turn) else { return false }
            return !talk.answersInquiry(yes, turn)
        }, weakYeses + ownYeses + yeses)

    private static let weakYeses = [
        Rule(
            "a yes to urging leaves the answer put off",
            "A: Lunch tomorrow at 1? / B: let me check / A: don't be long / B: ok → OPEN 2025-04-16 13:00"
        ) { turn, talk in talk.answersUrging(turn) ? [.nothing] : nil },
        Rule(
            "a yes to a promised or wanted answer is no yes to the plan",
            "A: Lunch tomorrow at 1? / B: hmm / A: I'll let you know later / B: ok → OPEN 2025-04-16 13:00"
        ) { turn, talk in talk.answersDelay(turn) ? [.nothing] : nil },
        Rule(
            "praise with a but is no yes",
            "A: Lunch tomorrow at 1? / B: sounds lovely, but the kids have school → OPEN 2025-04-16 13:00"
        ) { turn, talk in
            guard let yes = talk.acceptance(turn) else { return nil }
            return talk.isRegret(yes, turn) ? [.nothing] : nil
        },
        Rule(
            "praise long after the proposal is no yes",
            """
            A: Lunch tomorrow at 1? / B: let me ask him / A: my sister got the job / B: amazing thank you so much \
            → OPEN 2025-04-16 13:00
            """
        ) { turn, talk in
            guard let yes = talk.acceptance(turn), let plan = talk.plan else { return nil }
            return talk.isWeak(yes, turn, plan) ? [.nothing] : nil
        },
        Rule(
            "yes and another activity is a plan of its own",
            "A: Coffee tomorrow at 5pm? / B: ok, and dinner on Saturday 8pm? → OPEN 2025-04-19 20:00"
        ) { turn, talk in talk.addsPlan(turn) ? [.goOn(RuleFamily.changing.name)] : nil },
        Rule(
            "a yes after the agreement adds at most a place",
            "A: Lunch tomorrow at 1? / B: sure / A: great → AGREED 2025-04-16 13:00"
        ) { turn, talk in
            talk.plan?.state == .agreed && turn.values.isEmpty && !talk.isConfirming(turn) ? [.place] : nil
        },
    ]

    /// Nobody accepts their own proposal.
    private static let ownYeses = [
        Rule(
            "a glad word after a voice note takes it as the yes",
            "A: Dinner on Friday at 7pm? / B: (voice) / A: brilliant, see you then → AGREED 2025-04-18 19:00"
        ) { turn, talk in
            guard let plan = talk.ownProposal(turn), plan.hasDay, let reply = talk.unheardReply(turn),
                turn.reading.has(MessageReading.yeses.union([.farewell])), turn.values.isEmpty, !turn.isQuestion,
                !turn.reading.has([.no, .not, .refusePlan, .refuseValue, .defer, .apology, .postpone, .withdraw])
            else { return nil }
            return [.place, .agree(reply, .yes)]
        },
        Rule(
            "a booking takes the answer before it as the yes",
            """
            A: Shall I book padel for tomorrow at 8pm? / B: with my cousins / A: it is booked \
            → AGREED 2025-04-16 20:00
            """
        ) { turn, talk in
            guard let plan = talk.ownProposal(turn), plan.hasValue, talk.acceptance(turn)?.act == .done,
                let reply = talk.memory.neutralReply, reply.side == turn.side.other,
                reply.message > plan.proposal.message
            else { return nil }
            return [.agree(reply, .done)]
        },
        Rule(
            "going on after the other is free makes it a plan",
            "A: Are you free tomorrow at 8pm? / B: yes / A: great, see you → AGREED 2025-04-16 20:00"
        ) { turn, talk in
            guard let plan = talk.ownProposal(turn), let free = plan.isFree, plan.isAvailability, turn.asks.isEmpty,
                !turn.isQuestion, turn.values.isEmpty
            else { return nil }
            return [.place, .agree(free, .yes)]
        },
        Rule(
            "a yes to one's own proposal adds at most a place",
            "A: Lunch tomorrow at 1? / A: yes at the mall → OPEN 2025-04-16 13:00"
        ) { turn, talk in
            talk.ownProposal(turn) != nil && turn.values.isEmpty && !talk.isIdea(turn) ? [.place] : nil
        },
    ]

    private static let yeses = [
        Rule(
            "praise of an announcement joins nothing",
            "A: My brother's birthday party is tomorrow at 9pm / B: nice → OPEN 2025-04-16 21:00"
        ) { turn, talk in
            guard let plan = talk.othersProposal(turn), plan.isAnnouncement, talk.acceptance(turn)?.act == .like,
                !turn.asked.contains(.propose)
            else { return nil }
            return [.nothing]
        },
        Rule(
            "yes with a question keeps the yes for the answer",
            "A: Dinner tomorrow? / B: sure, what time? / A: at 8 / B: ok → AGREED 2025-04-16 20:00"
        ) { turn, talk in
            guard let plan = talk.othersProposal(turn), let yes = talk.acceptance(turn), let taking = talk.taking(turn),
                turn.asksTime || turn.reading.has(.askPlace) && turn.asks.contains(.askPlace)
            else { return nil }
            // "I'm in, Thursday at nine, but where?"
            if !turn.asksTime, plan.time != nil, !turn.values.isEmpty, taking.change == .none, !plan.isBooked {
                return nil
            }
            return taking.asAnswer + (taking.change == .none ? [] : [.open(turn.mark())])
                + [.free(turn.mark([yes.act]))]
        },
        Rule(
            "the first or the last option is chosen",
            "A: Coffee tomorrow at 5pm or Friday at 6pm? / B: ok the first one → AGREED 2025-04-16 17:00"
        ) { turn, talk in
            guard let plan = talk.othersProposal(turn), plan.options.count > 1, turn.values.isEmpty,
                let yes = talk.acceptance(turn), let taking = talk.taking(turn),
                var option = turn.chosenOption(taking.plan.options)
            else { return nil }
            option.range = turn.reading.bytes(yes.words)
            return taking.asAnswer + [.choose(option), .agree(turn.mark([yes.act]), yes.act)]
        },
        Rule(
            "a bare yes to several options chooses none",
            "A: Coffee tomorrow at 5pm or Friday at 6pm? / B: ok → OPEN 2025-04-18 18:00"
        ) { turn, talk in
            guard let plan = talk.othersProposal(turn), plan.options.count > 1, turn.values.isEmpty else { return nil }
            return talk.taking(turn)?.asAnswer
        },
        Rule(
            "yes with another value proposes it", "A: Lunch tomorrow at 1? / B: ok, at 2 → OPEN 2025-04-16 14:00"
        ) { turn, talk in
            guard let plan = talk.othersProposal(turn), plan.options.count <= 1, let taking = talk.taking(turn),
                taking.change == .changed
            else { return nil }
            return taking.asAnswer + [.open(turn.mark())]
        },
        Rule(
            "yes to a plan that lacks a day is kept",
            "A: Shall we have dinner? / B: sure / A: tomorrow at 8 → OPEN 2025-04-16 20:00"
        ) { turn, talk in
            guard talk.othersProposal(turn) != nil, let yes = talk.acceptance(turn), let taking = talk.taking(turn)
            else { return nil }
            let isOffer = turn.asksForValues && taking.change == .filled, plan = taking.plan
            guard isOffer || plan.isConditional || !plan.hasDay else { return nil }
            return taking.asAnswer + (plan.hasValue && isOffer ? [.request(turn.mark())] : [])
                + [.free(turn.mark([yes.act]))]
        },
        Rule(
            "yes to being free is kept", "A: Are you free tomorrow? / B: yes → OPEN 2025-04-16 –"
        ) { turn, talk in
            guard let plan = talk.othersProposal(turn), plan.isAvailability, let yes = talk.acceptance(turn),
                let taking = talk.taking(turn), taking.change == .none
            else { return nil }
            return taking.asAnswer + [.free(turn.mark([yes.act]))]
        },
        Rule("a yes to a plain proposal agrees", "A: Lunch tomorrow at 1? / B: sure → AGREED 2025-04-16 13:00") {
            turn, talk in
            guard talk.othersProposal(turn) != nil, let yes = talk.acceptance(turn), let taking = talk.taking(turn)
            else { return nil }
            return taking.asAnswer + [.agree(turn.mark([yes.act]), yes.act)]
        },
    ]
}

extension Talk {
    /// Returns true for "yes, please confirm that", which says yes to who asked, and asks.
    fileprivate func isConfirming(_ turn: Turn) -> Bool {
        turn.reading.has(.confirm) && (!turn.values.isEmpty || turn.isQuestion)
            || !turn.values.isEmpty && asksByRestating(turn)
    }

    /// Returns true for a yes after "did you get my letter?", which answers that.
    fileprivate func answersInquiry(_ yes: MessageReading.FoundAct, _ turn: Turn) -> Bool {
        memory[turn.side.other].inquired && turn.values.isEmpty && yes.act != .done
            && plan?.proposal.message != turn.index - 1
    }

    /// Returns true for another activity behind a yes: "Ok. And lunch on Sunday?"
    fileprivate func addsPlan(_ turn: Turn) -> Bool {
        guard let plan else { return false }
        return isOther(turn, than: plan) && !turn.values.isEmpty && !plan.repeats(turn)
    }

    /// Returns the plan that one proposed oneself and that is not agreed; nil if the other did.
    fileprivate func ownProposal(_ turn: Turn) -> Plan? {
        plan.flatMap { $0.state != .agreed && $0.proposer == turn.side ? $0 : nil }
    }

    /// Returns the other's proposal, if a yes can accept it.
    fileprivate func othersProposal(_ turn: Turn) -> Plan? {
        guard let plan, plan.state != .agreed, plan.proposer == turn.side.other, !isConfirming(turn),
            // "Sure. March 14th at City Walk?" of a business still asks.
            !(memory.service == turn.side && turn.asksForValues),
            !plan.isInquiry, !plan.isFarewell || !turn.values.isEmpty
        else { return nil }
        return plan
    }

    /// Returns true for a bare yes to "don't be long" after "let me check": the plan is not what it answers.
    fileprivate func answersUrging(_ turn: Turn) -> Bool {
        guard let plan, plan.state != .agreed, plan.deferredBy == turn.side, let last = memory.last,
            last.side != turn.side, last.values.isEmpty, turn.values.isEmpty, !turn.reading.has(.commit),
            turn.reading.words.count <= 3
        else { return false }
        let isEcho = last.reading.words.indices.allSatisfy { index in
            last.reading.words[index].kind != .word
                || last.reading.acts.contains {
                    $0.words.contains(index) && MessageReading.yeses.union([.filler]).contains($0.act)
                }
        }
        return !isEcho && !last.isDirected
    }

    /// Returns true for a bare yes to "let me know tonight" or "I'll tell you tomorrow" of the one who proposed.
    fileprivate func answersDelay(_ turn: Turn) -> Bool {
        guard let plan, plan.state != .agreed, let last = memory.last, last.side != turn.side, last.reading.has(.defer),
            plan.proposal.message < last.index, turn.values.isEmpty, turn.reading.words.count <= 3
        else { return false }
        let isOfAnswer = last.reading.acts.contains { act in
            act.act == .defer && act.words.contains { lexicon.isMarked(.answer, last.reading.words, at: $0) }
        }
        return isOfAnswer && !turn.reading.has(.commit)
    }

    /// Returns true for a yes that answers something else: "amazing, thanks" or "inshallah" after "let me ask him",
    /// "understood" and "lovely" after talk beside the plan.
    fileprivate func isWeak(_ yes: MessageReading.FoundAct, _ turn: Turn, _ plan: Plan) -> Bool {
        guard plan.state == .open, plan.proposer == turn.side.other, turn.values.isEmpty, !turn.reading.has(.commit)
        else { return false }
        let other = memory.last.flatMap { $0.side == turn.side.other ? $0 : nil }
        let isAsked = other.map { $0.isQuestion || $0.isAboutPlan } ?? false
        if plan.deferredBy == turn.side, !isAsked {
            let isSoon = other.map { turn.at.date == $0.at.date && turn.at.minuteOfDay - $0.at.minuteOfDay < 5 } ?? true
            let isBare = standing(MessageReading.yeses, turn).count < 2
            return [.like, .inshallah].contains(yes.act) || isSoon && isBare
        }
        let isDirect = Memory.isWithin(.subject, plan.proposal.message, before: turn) || isAsked
        let acknowledges = lexicon.isMarked(.acknowledge, turn.reading.words, at: yes.words.lowerBound)
        return !isDirect && (yes.act == .like || acknowledges)
    }

    /// Returns true for "sounds lovely, but the children have school": what is only liked is not taken.
    fileprivate func isRegret(_ yes: MessageReading.FoundAct, _ turn: Turn) -> Bool {
        guard yes.act == .like, turn.values.isEmpty else { return false }
        let words = turn.reading.words
        return turn.reading.clauses.contains { clause in
            clause.words.lowerBound >= yes.words.upperBound
                && lexicon.isMarked(.but, words, at: clause.words.lowerBound)
                && clause.words.count { words[$0].kind == .word } > 1
        }
    }

    /// Returns the act of acceptance that stands: not asked, not about the past, not of others.
    func acceptance(_ turn: Turn) -> MessageReading.FoundAct? {
        let found = standing(MessageReading.yeses, turn)
        return found.first { $0.act != .inshallah && $0.act != .like } ?? found.first { $0.act == .like } ?? found.first
    }

    /// Returns the acts of acceptance that stand, of some sorts.
    func standing(_ sorts: CaseSet<Act>, _ turn: Turn) -> [MessageReading.FoundAct] {
        let reading = turn.reading
        return reading.acts.filter { act in
            guard sorts.contains(act.act) else { return false }
            if act.act == .done { return true }
            let isOfOthers = reading.acts.contains { other in
                other.clause == act.clause
                    && ([.past, .reported, .hours].contains(other.act)
                        || other.act == .third && other.words.lowerBound < act.words.lowerBound)
            }
            return !isOfOthers && (!reading.clauses[act.clause].isQuestion || gives(act, reading))
        }
    }

    /// Returns true for a yes in a question. "ok?" and "8 works?" ask for a yes; "sure, why not?" gives one.
    private func gives(_ act: MessageReading.FoundAct, _ reading: MessageReading) -> Bool {
        let clause = reading.clauses[act.clause].words
        let rest = reading.words[act.words.upperBound..<clause.upperBound].contains { $0.kind == .word }
        let isOpening = act.words.lowerBound == clause.lowerBound && rest
        return isOpening || reading.words[act.words].contains { ["not", "لا"].contains($0.text) }
    }
}

extension Taking {
    /// The moves of an answer that has these values: a plan that was only told or mentioned becomes one.
    fileprivate var asAnswer: [Move] {
        guard change != .none else { return [.take] }
        let opening: [Move] = [.take, .put(.farewell, false), .put(.announcement, false), .open(nil)]
        return opening + (change == .changed ? [.unsettle] : [])
    }
}

extension Turn {
    /// True if it asks for a day, an hour or a half of the day.
    fileprivate var asksTime: Bool { asksWhen || asks.contains(.askHalf) }

    /// Returns "the first one" or "the last one" of several options; nil for words that choose none.
    fileprivate func chosenOption(_ options: [TimeExpression]) -> TimeExpression? {
        let isFirst = marks.contains(.firstOption), isLast = marks.contains(.lastOption)
        guard isFirst != isLast else { return nil }
        return isFirst ? options.first : options.last
    }
}
