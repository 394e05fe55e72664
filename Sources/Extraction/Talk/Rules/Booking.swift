extension RuleFamily {
    /// A business, or one of the two, reports that it is booked.
    static let booking = RuleFamily(
        "booking",
        [
            Rule(
                "what was asked for and is booked is agreed",
                "A: Can you book padel for tomorrow at 8pm? / B: done, it's booked → AGREED 2025-04-16 20:00"
            ) { turn, talk in talk.booking(turn) }
        ])
}

extension Talk {
    /// Returns the moves of "your table is booked", with whatever else is said beside it; nil if that makes no
    /// agreement.
    ///
    /// A booking says yes to the one who asked for it, or who was asked whether to book.
    func booking(_ turn: Turn) -> [Move]? {
        guard let plan, plan.state == .open || plan.state == .idea, plan.hasDay, !plan.isConditional,
            !turn.reading.has([.confirm, .condition, .defer]), !turn.reading.has(.fail) || isBookedBesideFailure(turn)
        else { return nil }
        let yes = plan.isFree.flatMap { $0.side == turn.side.other ? $0 : nil }
        guard reportsBooking(turn) || tellsBooking(turn, yes) else { return nil }
        let request = plan.requests[turn.side.other]
        guard plan.proposer != turn.side || yes != nil || request != nil, taking(turn)?.change != .changed
        else { return nil }
        let isOwn = plan.proposer == turn.side && yes == nil
        return [.take] + (isOwn ? request.map { [.request($0)] } ?? [] : [])
            + [.agree(yes ?? turn.mark([.done]), .done)]
    }

    /// Returns true for "it is booked" that is neither asked nor about others.
    private func reportsBooking(_ turn: Turn) -> Bool {
        guard let done = turn.reading.first([.done]) else { return false }
        let isOther = turn.reading.acts.contains {
            $0.clause == done.clause && [.past, .reported, .third].contains($0.act)
        }
        return !turn.reading.isQuestion(done.clause) && !isOther
    }

    /// Returns true for a business that answers a yes without a word of booking: after a confirmed "is that correct?",
    /// whatever else it says, it has booked.
    private func tellsBooking(_ turn: Turn, _ yes: Plan.Mark?) -> Bool {
        guard !turn.reading.has(.done), memory.service == turn.side, yes?.message == turn.index - 1, !turn.isQuestion
        else { return false }
        let isConfirmed = memory[turn.side].asksFormally
        return !turn.reading.has(isConfirmed ? Self.failing : [.not, .refuseValue, .refusePlan])
            && (isConfirmed || lexicon.hasMark(.booked, turn.reading.words))
    }

    /// Returns true for "your tour is scheduled. No laundry is available": what failed is another thing.
    func isBookedBesideFailure(_ turn: Turn) -> Bool {
        let reading = turn.reading
        guard let done = reading.first([.done]), reading.has(.fail) else { return false }
        let sentence = reading.clauses[done.clause].sentence
        return !reading.isQuestion(done.clause)
            && reading.acts.allSatisfy { $0.act != .fail || reading.clauses[$0.clause].sentence > sentence }
    }

    /// Returns true for a message that tells a booking's values again, for the other to confirm.
    ///
    /// "Booking a table for two at 7 on Friday" books nothing yet; "table for two on Friday, right?" asks.
    func asksByRestating(_ turn: Turn) -> Bool {
        let reading = turn.reading
        guard isBooking(turn), !reading.has([.done, .past, .askCount]), !turn.values.isEmpty || turn.isQuestion
        else { return false }
        if reading.has(.booking) || reading.clauses.contains(where: { isTag($0, reading) }) { return true }
        // A bare restatement has the words of the booking, but none of the speaker's own mind.
        return acceptance(turn) == nil && !reading.has(MessageReading.directed.union([.no, .refuseValue, .own]))
            && reading.words.count { $0.kind == .word } >= 6
    }

    /// Returns true for "correct?" and "right?" at the end of a sentence.
    private func isTag(_ clause: MessageReading.Clause, _ reading: MessageReading) -> Bool {
        guard clause.isQuestion else { return false }
        let words = reading.words[clause.words].filter { $0.kind == .word }
        return words.count <= 2
            && reading.acts.contains { [.yes, .confirm].contains($0.act) && clause.words.overlaps($0.words) }
    }

    /// Returns true for words about something that is booked: a table, tickets, an appointment.
    func isBooking(_ turn: Turn) -> Bool {
        turn.reading.activities.contains { $0.sense.isFormal || $0.sense.is(.booked) }
    }

    /// Acts with which a business tells that it could not book.
    private static let failing: CaseSet<Act> = [.refuseValue, .refusePlan, .fail, .withdraw, .counter, .apology, .no]
}
