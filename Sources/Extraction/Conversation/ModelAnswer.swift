import CivilTime

/// The answer of a language model about a chat: a state, and the words that it quotes. It resolves no dates.
public struct ModelAnswer: Hashable, Sendable {
    /// One of the wire names of `AgreementStatus`.
    public var status: String
    /// The number of the message that proposed, from 1.
    public var proposal: Int?
    /// The number of the message that accepted, from 1.
    public var acceptance: Int?
    public var dayWords: String?
    public var timeWords: String?
    public var placeWords: String?
    public var title: String?

    public init(
        status: String, proposal: Int? = nil, acceptance: Int? = nil, dayWords: String? = nil, timeWords: String? = nil,
        placeWords: String? = nil, title: String? = nil
    ) {
        self.status = status
        self.proposal = proposal
        self.acceptance = acceptance
        self.dayWords = dayWords
        self.timeWords = timeWords
        self.placeWords = placeWords
        self.title = title
    }
}

/// Says why a model's answer is not believed.
public enum ModelAnswerError: Error, Hashable, Sendable {
    case unknownStatus
    /// A quoted message does not exist.
    case noSuchMessage
    /// The words of the day or the time are in no message, or name no day or time.
    case wordsNotFound
    /// The event fails the checks that every agreement must pass.
    case unbelievable([AgreementChecks.Problem])
}

extension ThreadReader {
    /// Makes an analysis of a model's answer. The values come from the quoted words by our own reading of them.
    ///
    /// - Throws: when the answer is not believed.
    public func analysis(of answer: ModelAnswer, in thread: ChatThread) throws(ModelAnswerError) -> ThreadAnalysis {
        guard let status = AgreementStatus(rawValue: answer.status) else { throw .unknownStatus }
        guard status == .agreed || status == .notConfirmed else {
            return ThreadAnalysis(status: status, event: nil, plans: [])
        }
        let messages = standingMessages(thread.messages), checks = AgreementChecks(thread: thread)
        let proposal = try quote(answer.proposal, messages, thread)
        let acceptance = try quote(answer.acceptance, messages, thread)
        if status == .agreed, proposal == nil || acceptance == nil { throw .unbelievable([.incomplete]) }
        let order = searchOrder(messages, proposal, acceptance)
        let day = answer.dayWords.flatMap { time($0, order, thread) }
        let hour = answer.timeWords.flatMap { time($0, order, thread) }
        let place = answer.placeWords.flatMap { find($0, in: searchOrder(messages, proposal, acceptance, later: true)) }
        guard answer.dayWords == nil || day?.reading.date != nil,
            answer.timeWords == nil || hour?.reading.minute != nil,
            answer.placeWords == nil || place != nil,
            let source = day ?? hour, let date = source.reading.date
        else { throw .wordsNotFound }
        let timed = hour ?? source, maker = AgreementMaker(messages: messages, thread: thread)
        var event = event(on: date, day?.reading, timed.reading, maker)
        (event.place, event.origin, event.isAmbiguous) = (place?.words, proposal?.message, source.isAmbiguous)
        event.proof = Proof(
            date: source.quote, time: timed.reading.minute == nil ? nil : timed.quote, place: place,
            proposal: proposal, acceptance: acceptance)
        (event.title, event.activity) = title(answer.title, messages, maker, proposal ?? source.quote)
        event = AgreementChecks.cleaned(event)
        let problems = status == .agreed ? checks.problems(of: event) : checks.problems(ofProposal: event)
        guard problems.isEmpty else { throw .unbelievable(problems) }
        return ThreadAnalysis(status: status, event: event, plans: [PlanFinding(status: status, event: event)])
    }

    /// Returns an event with the values of a day and an hour.
    private func event(on date: LocalDate, _ day: Reading?, _ timed: Reading, _ maker: AgreementMaker) -> FoundPlan {
        let minute = timed.minute.map { maker.moved($0, timed.anchor, from: timed.date, to: date) }
        var event = FoundPlan(
            title: "", activity: nil, date: date, minute: minute,
            endDate: day?.minute == nil ? day?.endDate ?? date : date, endMinute: timed.endMinute, place: nil,
            anchor: timed.anchor, repetition: day?.repetition, hijri: day?.hijri, zone: timed.zone, confidence: 0.7,
            isAmbiguous: false, proof: Proof(), origin: nil, changeOf: nil)
        if let minute, let end = timed.endMinute, end <= minute { event.endDate = date + 1 }
        return event
    }

    /// Returns a whole message as a quote, by its number from 1; nil without a number.
    private func quote(
        _ number: Int?, _ messages: [StandingMessage], _ thread: ChatThread
    ) throws(ModelAnswerError) -> Proof.Quote? {
        guard let number else { return nil }
        guard thread.messages.indices.contains(number - 1),
            let message = messages.last(where: { $0.id == thread.messages[number - 1].id })
        else { throw .noSuchMessage }
        return Proof.Quote(
            message: message.id, side: message.side, range: 0..<message.text.utf8.count, words: message.text)
    }

    /// Returns the messages in which quoted words are sought: the quoted ones first, then the newest.
    ///
    /// - Parameter later: true if messages after the acceptance count, which can add a place but no day.
    private func searchOrder(
        _ messages: [StandingMessage], _ proposal: Proof.Quote?, _ acceptance: Proof.Quote?, later: Bool = false
    ) -> [StandingMessage] {
        let quoted = [acceptance, proposal].compactMap { quote in messages.last { $0.id == quote?.message } }
        let last = later ? nil : acceptance.flatMap { quote in messages.lastIndex { $0.id == quote.message } }
        return quoted + messages[...(last ?? messages.count - 1)].reversed()
    }

    /// Returns the rules' title if a message names an activity, else the model's words, else the title for a meeting.
    private func title(
        _ words: String?, _ messages: [StandingMessage], _ maker: AgreementMaker, _ proposal: Proof.Quote
    ) -> (String, String?) {
        let index = messages.lastIndex { $0.id == proposal.message } ?? 0
        var plan = Plan(proposal: Plan.Mark(side: proposal.side, message: index, bytes: proposal.range))
        plan.activity = MessageReader(lexicon: lexicon).activity(lexicon.words(messages[index].text))
        if plan.activity == nil, let words, !cleanLine(words).isEmpty { return (words, nil) }
        return (maker.title(plan), plan.activity?.key)
    }

    private typealias Source = (reading: Reading, quote: Proof.Quote, isAmbiguous: Bool)

    /// Reads quoted words where they were written, with the time of their message.
    private func time(_ words: String, _ messages: [StandingMessage], _ thread: ChatThread) -> Source? {
        guard let quote = find(words, in: messages),
            let message = messages.last(where: { $0.id == quote.message })
        else { return nil }
        var context = thread.context
        context.reference = message.at
        context.activity = MessageReader(lexicon: lexicon).hours(lexicon.words(message.text))
        let expression = times.expressions(in: message.text, context).first {
            $0.range.overlaps(quote.range) && !$0.isVague && !$0.isPast
        }
        guard let expression else { return nil }
        return (expression.best, quote, (expression.readings.dropFirst().first?.weight ?? 0) > 0.15)
    }

    /// Finds words in the first of the messages that has them.
    private func find(_ words: String, in messages: [StandingMessage]) -> Proof.Quote? {
        for message in messages where message.reactedTo == nil {
            guard let range = firstRange(of: Array(words.utf8), in: Array(message.text.utf8)) else { continue }
            return Proof.Quote(message: message.id, side: message.side, range: range, words: words)
        }
        return nil
    }
}
