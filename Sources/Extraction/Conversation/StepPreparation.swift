import CivilTime
import Text

/// Settles what a message says by what was said before it, ahead of its answer.
extension Negotiation {
    /// Takes the day of "I'll be in town on the 1st. Lunch at one?" for the hour that is proposed beside it.
    func takeOwnDay(_ step: inout Step) {
        let values = step.values
        let isHourOnly = values.allSatisfy { $0.expression.best.isDayImplied && $0.expression.best.minute != nil }
        guard !values.isEmpty, isHourOnly,
            step.reading.has(MessageReading.directed) || !step.reading.questions.isEmpty || step.activity != nil
        else { return }
        let own = step.reading.times.indices.filter { index in
            let time = step.reading.times[index], best = time.expression.best
            return time.frame == .own && best.minute == nil && best.date != nil && !best.isDayImplied
        }
        if own.count == 1 { step.reading.times[own[0]].frame = nil }
    }

    /// Drops what a business was asked to play: "a drama for tonight" is no plan once it asks about subtitles.
    mutating func leaveMedia(_ step: inout Step) {
        guard step.marks.contains(.media), service != nil else { return }
        for index in step.reading.times.indices where step.reading.times[index].frame == nil {
            step.reading.times[index].frame = .topic
        }
        (told, mentioned, lastDay) = (nil, nil, nil)
        guard let index = current, plans[index].state == .open || plans[index].state == .idea,
            plans[index].existing == nil,
            plans[index].activity.map({ ["movie", "show", "concert", "event", "table"].contains($0.key) }) ?? true
        else { return }
        drop(index)
    }

    /// Makes a yes or a proposal of "I'll pick you up", by what it answers.
    func settleOffer(_ step: inout Step) {
        guard step.reading.has(.come) else { return }
        let answersPlan = current.map { plans[$0].state == .open && plans[$0].proposer == step.side.other } ?? false
        let answersTold = standingTold(step)?.side == step.side.other
        let isYes =
            (answersPlan || answersTold) && step.values.isEmpty && step.reading.questions.isEmpty
            && !step.reading.has([.condition, .refusePlan, .refuseValue, .counter])
        for index in step.reading.acts.indices where step.reading.acts[index].act == .come {
            let act = step.reading.acts[index]
            step.reading.acts[index] = MessageReading.FoundAct(
                act: isYes ? .commit : .propose, words: act.words, clause: act.clause)
        }
    }

    /// Marks the times of a message in quotation marks, right after "you know what my boss said": they are another's.
    func frameQuotation(_ step: inout Step) {
        guard let last, last.side == step.side, last.reading.has(.reported), let text = textOfStep?.trimmed(),
            text.count > 2, let first = text.first, let end = text.last, Self.quotationMarks.contains(first),
            Self.quotationMarks.contains(end)
        else { return }
        step.reading.acts = []
        for index in step.reading.times.indices { step.reading.times[index].frame = .reported }
    }

    private static let quotationMarks: Set<Character> = ["\"", "“", "”", "«", "»"]
}
