extension Negotiation {
    /// Takes "your table is booked", with whatever else is said beside it. Returns true if that makes the agreement.
    ///
    /// A booking says yes to the one who asked for it, or who was asked whether to book.
    mutating func books(_ step: Step) -> Bool {
        let reading = step.reading
        guard let current, plans[current].state == .open || plans[current].state == .idea,
            !reading.has([.confirm, .condition, .defer]), !reading.has(.fail) || isBookedBesideFailure(step),
            plans[current].hasDay, !plans[current].isConditional
        else { return false }
        let yes = plans[current].isFree.flatMap { $0.side == step.side.other ? $0 : nil }
        if let done = reading.first([.done]) {
            let isOther = reading.acts.contains {
                $0.clause == done.clause && [.past, .reported, .third].contains($0.act)
            }
            if reading.isQuestion(done.clause) || isOther { return false }
        } else {
            // After a confirmed "is that correct?", whatever else the business says, it has booked.
            let isConfirmed = asksFormally[step.side] ?? false
            let isToldByService =
                service == step.side && yes?.message == step.index - 1 && reading.questions.isEmpty
                && !reading.has(isConfirmed ? Self.failing : [.not, .refuseValue, .refusePlan])
                && (isConfirmed || reader.lexicon.hasMark(.booked, reading.words))
            if !isToldByService { return false }
        }
        let request = plans[current].requests[step.side.other]
        guard plans[current].proposer != step.side || yes != nil || request != nil else { return false }
        var copy = self
        if copy.merge(step, into: current) == .changed { return false }
        self = copy
        if plans[current].proposer == step.side, yes == nil, let request {
            plans[current].proposal = request
        }
        agree(step, current, yes ?? mark(step, [.done]), .done)
        return true
    }

    /// Returns true for "your tour is scheduled. No laundry is available": what failed is another thing.
    func isBookedBesideFailure(_ step: Step) -> Bool {
        let reading = step.reading
        guard let done = reading.first([.done]), reading.has(.fail) else { return false }
        let sentence = reading.clauses[done.clause].sentence
        return !reading.isQuestion(done.clause)
            && reading.acts.allSatisfy { $0.act != .fail || reading.clauses[$0.clause].sentence > sentence }
    }

    /// Returns true for a message that tells a booking's values again, for the other to confirm.
    ///
    /// "Booking a table for two at 7 on Friday" books nothing yet; "table for two on Friday, right?" asks.
    func asksByRestating(_ step: Step) -> Bool {
        let reading = step.reading
        guard isBooking(step), !reading.has([.done, .past, .askCount]),
            !step.values.isEmpty || !reading.questions.isEmpty
        else { return false }
        if reading.has(.booking) || reading.clauses.contains(where: { isTag($0, reading) }) { return true }
        // A bare restatement has the words of the booking, but none of the speaker's own mind.
        return acceptance(step) == nil && !reading.has(MessageReading.directed.union([.no, .refuseValue, .own]))
            && reading.words.count { $0.kind == .word } >= 6
    }

    /// Returns true for "correct?" and "right?" at the end of a sentence.
    func isTag(_ clause: MessageReading.Clause, _ reading: MessageReading) -> Bool {
        guard clause.isQuestion else { return false }
        let words = reading.words[clause.words].filter { $0.kind == .word }
        return words.count <= 2
            && reading.acts.contains { [.yes, .confirm].contains($0.act) && clause.words.overlaps($0.words) }
    }

    /// Returns true for words about something that is booked: a table, tickets, an appointment.
    func isBooking(_ step: Step) -> Bool {
        step.reading.activities.contains { $0.sense.isFormal || Self.booked.contains($0.sense.key) }
    }

    /// Returns true for a plan that a business books.
    func isBooked(_ plan: Plan) -> Bool {
        plan.activity.map { $0.isFormal || Self.booked.contains($0.key) } ?? true
    }

    /// Acts with which a business tells that it could not book.
    private static let failing: CaseSet<Act> = [.refuseValue, .refusePlan, .fail, .withdraw, .counter, .apology, .no]

    static let booked: Set<String> = ["table", "event", "concert", "match", "show", "movie"]

    /// Returns true for "any others?": what the other offered is not taken, however good it sounds.
    func asksForOthers(_ step: Step) -> Bool {
        guard let others = step.reading.first([.others]), let current, plans[current].isActive,
            !step.reading.has(.done)
        else { return false }
        if plans[current].state != .agreed { return true }
        let isOnlyLiked = plans[current].acceptedBy == .like && plans[current].acceptance?.side == step.side
        return isOnlyLiked && step.values.allSatisfy { $0.clause != others.clause }
    }

    /// Drops what the other side offered, but not what one asked for oneself.
    mutating func forgetOffers(_ index: Int, of side: ChatSide) {
        if plans[index].day?.side == side { plans[index].day = nil }
        if plans[index].time?.side == side { plans[index].time = nil }
        if plans[index].place?.side == side { plans[index].place = nil }
        plans[index].state = .idea
        plans[index].acceptance = nil
    }
}
