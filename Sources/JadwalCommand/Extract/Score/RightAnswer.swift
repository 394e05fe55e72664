extension ThreadLine.Gold {
    /// Returns true for an answer with the right state, and one of the events that are right.
    func isRight(_ answer: ThreadAnswer) -> Bool {
        answer.status == status && ([event] + (accept ?? [])).contains { $0.isRight(answer.event) }
    }
}

private extension ThreadLine.Event? {
    /// Returns true for an event with all values that this one names. A day without an hour is right only without an
    /// invented one.
    func isRight(_ event: ThreadAnswer.Event?) -> Bool {
        guard let self else { return event == nil }
        guard let event, event.start_time == self.time ?? self.start_time else { return false }
        let pairs: [(String?, String?)] = [
            (self.date ?? self.start_date, event.start_date), (self.end_date, event.end_date),
            (self.end_time, event.end_time), (self.basis?.prayer, event.anchor?.prayer),
            (self.basis?.relation, event.anchor?.relation),
        ]
        return pairs.allSatisfy { named, found in named == nil || named == found }
    }
}
