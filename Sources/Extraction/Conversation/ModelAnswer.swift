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
    /// The words of the day or the time are in no message, or are none of a day or time.
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
        let messages = standingMessages(thread.messages)
        func quote(_ number: Int?) throws(ModelAnswerError) -> Proof.Quote? {
            guard let number else { return nil }
            guard thread.messages.indices.contains(number - 1),
                let message = messages.last(where: { $0.id == thread.messages[number - 1].id })
            else { throw .noSuchMessage }
            return Proof.Quote(
                message: message.id, side: message.side, range: 0..<message.text.utf8.count, words: message.text)
        }
        let proposal = try quote(answer.proposal), acceptance = try quote(answer.acceptance)
        if status == .agreed, proposal == nil || acceptance == nil { throw .unbelievable([.incomplete]) }
        let day = answer.dayWords.flatMap { time($0, messages, thread) }
        let hour = answer.timeWords.flatMap { time($0, messages, thread) }
        guard answer.dayWords == nil || day?.reading.date != nil,
            answer.timeWords == nil
                || hour?.reading.minute != nil,
            let source = day ?? hour, let date = source.reading.date
        else { throw .wordsNotFound }
        let timed = hour ?? day
        let place = answer.placeWords.flatMap { find($0, in: messages) }
        var event = Agreement(
            title: answer.title ?? "", activity: nil, date: date, minute: timed?.reading.minute,
            endDate: day?.reading.minute == nil ? day?.reading.endDate ?? date : date,
            endMinute: timed?.reading.endMinute, place: place?.words, anchor: timed?.reading.anchor,
            repetition: day?.reading.repetition, hijri: day?.reading.hijri, zone: timed?.reading.zone, confidence: 0.7,
            isAmbiguous: source.isAmbiguous,
            proof: Proof(
                date: source.quote, time: timed?.reading.minute == nil ? nil : timed?.quote, place: place,
                proposal: proposal, acceptance: acceptance),
            changeOf: nil)
        if let start = event.minute, let end = event.endMinute, end <= start { event.endDate = event.date + 1 }
        event = AgreementChecks.cleaned(event)
        if status == .agreed {
            let problems = AgreementChecks(thread: thread).problems(of: event)
            guard problems.isEmpty else { throw .unbelievable(problems) }
        }
        return ThreadAnalysis(status: status, event: event, plans: [PlanFinding(status: status, event: event)])
    }

    private typealias Source = (reading: Reading, quote: Proof.Quote, isAmbiguous: Bool)

    /// Reads quoted words where they stand, with the time of their message.
    private func time(_ words: String, _ messages: [StandingMessage], _ thread: ChatThread) -> Source? {
        guard let quote = find(words, in: messages),
            let message = messages.last(where: { $0.id == quote.message })
        else {
            return nil
        }
        var context = thread.context
        context.reference = message.at
        context.activity = MessageReader(lexicon: lexicon).hours(message.text)
        let expression = find(message.text, context).first { $0.range.overlaps(quote.range) && !$0.isVague }
        guard let expression else { return nil }
        return (expression.best, quote, (expression.readings.dropFirst().first?.weight ?? 0) > 0.15)
    }

    /// Finds words in the last message that has them.
    private func find(_ words: String, in messages: [StandingMessage]) -> Proof.Quote? {
        let wanted = Array(words.utf8)
        guard !wanted.isEmpty else { return nil }
        for message in messages.reversed() where message.reactedTo == nil {
            let bytes = Array(message.text.utf8)
            guard wanted.count <= bytes.count else { continue }
            for start in 0...(bytes.count - wanted.count) where bytes[start] == wanted[0] {
                if bytes[start..<start + wanted.count].elementsEqual(wanted) {
                    return Proof.Quote(
                        message: message.id, side: message.side, range: start..<start + wanted.count, words: words)
                }
            }
        }
        return nil
    }
}
