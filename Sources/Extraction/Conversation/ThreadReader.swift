import CivilTime
import PrayerTimes

/// Finds what two people agreed on in a chat.
///
/// Pure and deterministic: the same messages give the same answer on every host.
public struct ThreadReader: Sendable {
    let lexicon: ConversationLexicon
    let times: ExpressionReader

    /// Makes a reader of the words of conversations and a reader of times.
    public init(lexicon: ConversationLexicon, times: ExpressionReader) {
        self.lexicon = lexicon
        self.times = times
    }

    /// Analyses a chat.
    public func read(_ thread: ChatThread) -> ThreadAnalysis { explain(thread).analysis }

    /// Analyses a chat, and tells the rules that answered its messages.
    public func explain(_ thread: ChatThread) -> (analysis: ThreadAnalysis, rules: [FiredRule]) {
        let messages = standingMessages(thread.messages)
        var talk = Talk(
            messages: messages.map(\.beginning), reader: MessageReader(lexicon: lexicon), times: times,
            context: thread.context, known: thread.known)
        talk.run()
        let doubts = Doubts(
            plans: talk.plans, messages: messages, foundBefore: thread.foundBefore, mistrusted: thread.mistrusted)
        let maker = AgreementMaker(
            messages: messages, thread: thread, plans: talk.plans, tones: talk.memory.tones)
        var findings: [PlanFinding] = [], last: PlanFinding?, agreed: PlanFinding?
        for (index, plan) in talk.plans.enumerated() where !plan.isDropped {
            guard var finding = finding(plan, maker) else { continue }
            if finding.status == .agreed { finding.event.doubts = doubts.about(index, finding.event) }
            var shown = standing(plan, maker) ?? finding
            if shown.status == .agreed { shown.event.doubts = doubts.about(index, shown.event) }
            findings.append(shown)
            last = finding
            if finding.status == .agreed { agreed = finding }
        }
        guard let main = agreed ?? last else {
            return (ThreadAnalysis(status: .noEvent, event: nil, plans: []), talk.trace)
        }
        return (ThreadAnalysis(status: main.status, event: main.event, plans: findings), talk.trace)
    }

    /// Returns the finding of a plan; nil for one that says nothing new, has no value, or was merely thought of.
    private func finding(_ found: Plan, _ maker: AgreementMaker) -> PlanFinding? {
        var plan = found
        // An event made before is no news unless the chat changes it, or tells its place or its end.
        if let known = plan.existing, plan.state == .agreed, plan.acceptance == nil {
            guard let filled = filled(plan, known, maker.messages) else { return nil }
            plan = filled
        }
        guard plan.hasValue || plan.refusedDay != nil || plan.existing != nil, let event = maker.event(of: plan),
            plan.state != .idea || plan.wasAgreed
        else { return nil }
        let status: AgreementStatus =
            switch plan.state {
            case .agreed: maker.isBelievable(event) ? .agreed : .notConfirmed
            case .open, .idea: .notConfirmed
            case .denied: .denied
            }
        return PlanFinding(status: status, event: event)
    }

    /// Returns the agreement that stands while a move of it is only proposed; nil if nothing was agreed, or if the
    /// other already gives way.
    private func standing(_ plan: Plan, _ maker: AgreementMaker) -> PlanFinding? {
        guard plan.state == .open, plan.isFree == nil, plan.existing == nil, let settled = plan.settled.first,
            let event = maker.event(of: settled), maker.isBelievable(event)
        else { return nil }
        return PlanFinding(status: .agreed, event: event)
    }

    /// Returns an event made before with the place and the end that it lacked; nil if the chat tells neither.
    private func filled(_ plan: Plan, _ known: KnownEvent, _ messages: [StandingMessage]) -> Plan? {
        var filled = Plan(known: known, lexicon: lexicon)
        if known.place == nil, let place = plan.place, isPlace(place.message, of: plan, messages) {
            filled.place = place
        }
        if known.minute != nil, known.endMinute == nil { filled.end = plan.end }
        return filled.place == nil && filled.end == nil ? nil : filled
    }

    /// Returns true if a message tells where two people meet: it answers "where?", invites there, or names what is
    /// planned. Days after the agreement, "I'm at the mall" tells something else.
    private func isPlace(_ index: Int, of plan: Plan, _ messages: [StandingMessage]) -> Bool {
        let reader = MessageReader(lexicon: lexicon)
        func read(_ index: Int) -> MessageReading { reader.read(lexicon.words(messages[index].text), []) }
        func names(_ reading: MessageReading) -> Bool {
            reading.activities.contains { $0.sense.key == plan.activity?.key }
        }
        guard messages.indices.contains(index) else { return false }
        if index > 0, messages[index - 1].side != messages[index].side {
            let question = read(index - 1)
            let asking = question.acts.filter { $0.act == .askPlace }.map(\.words)
            // "Where did you buy it?" and وينك؟ ask for another place.
            let isBare = question.words.indices.allSatisfy { word in
                question.words[word].kind != .word || asking.contains { $0.contains(word) }
            }
            let isOfPerson = question.words.contains { $0.text == "وينك" || $0.text == "وينه" }
            if !asking.isEmpty, isBare && !isOfPerson || names(question) { return true }
        }
        let reading = read(index)
        let isElsewhere = reading.has([.past, .reported, .third, .hours, .topic, .defer])
        let meets = reading.has(.propose) && reading.activities.contains { $0.sense.isGeneral }
        return reading.questions.isEmpty && !isElsewhere
            && (reading.has([.invite, .farewell]) || meets || names(reading))
    }
}
