/// A chat as a language model gets it: one JSON array of lines, as in `["1 person1: Dinner tomorrow?"]`.
///
/// The lines are the newest messages as they are now, whole, and at most 60 or about 4,000 tokens. Their texts are
/// values of JSON only: no text of a chat can end the list or look like a part of the request.
public struct ThreadPrompt: Sendable {
    /// The limits of a prompt.
    public struct Limits: Hashable, Sendable {
        public var messages: Int
        /// The most tokens, about: a letter of ASCII counts a quarter, every other one counts whole.
        public var tokens: Int

        public init(messages: Int = 60, tokens: Int = 4_000) {
            self.messages = messages
            self.tokens = tokens
        }
    }

    private struct Line {
        let number: Int
        let message: StandingMessage
        let masked: MaskedText
    }

    /// The JSON array.
    public let text: String
    private let lines: [Line]
    private let contactName: String?
    /// The number of each message of the thread, from 1, by the number of its line.
    private let numbers: [Int: Int]

    /// Makes the prompt of a chat; nil if the kept messages are not of both people, so that nothing can be agreed.
    public init?(_ thread: ChatThread, masking: Masking, limits: Limits = Limits()) {
        var kept: [(message: StandingMessage, masked: MaskedText)] = [], tokens = 0
        for message in standingMessages(thread.messages).suffix(limits.messages).reversed() {
            let masked = masking.masked(message.text)
            tokens += tokenCount(masked.text)
            if tokens > limits.tokens { break }
            kept.append((message, masked))
        }
        kept.reverse()
        guard Set(kept.map(\.message.side)).count == 2 else { return nil }
        lines = kept.enumerated().map { Line(number: $0 + 1, message: $1.message, masked: $1.masked) }
        contactName = thread.contactName
        var numberOf: [String: Int] = [:]
        for line in lines where line.message.reactedTo == nil { numberOf[line.message.id] = line.number }
        text = JSONValue.list(lines.map { .text(Self.text($0, numberOf)) }).json
        var places: [String: Int] = [:]
        for (index, message) in thread.messages.enumerated() where places[message.id] == nil {
            places[message.id] = index + 1
        }
        numbers = Dictionary(
            lines.compactMap { line in places[line.message.id].map { (line.number, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    private static func text(_ line: Line, _ numberOf: [String: Int]) -> String {
        let act: String
        if let target = line.message.reactedTo.flatMap({ numberOf[$0] }) {
            act = " (reaction to \(target))"
        } else if let quoted = line.message.quoted.flatMap({ numberOf[$0] }) {
            act = " (answers \(quoted))"
        } else {
            act = ""
        }
        return "\(line.number) \(Masking.label(line.message.side))\(act): \(line.masked.text)"
    }

    /// Returns an answer about the lines as one about the thread: its own numbers, and words as they were written.
    ///
    /// - Throws: when a line or its words do not exist.
    public func original(_ answer: ModelAnswer) throws(ModelAnswerError) -> ModelAnswer {
        func number(_ line: Int?) throws(ModelAnswerError) -> Int? {
            guard let line else { return nil }
            guard let number = numbers[line] else { throw .noSuchMessage }
            return number
        }
        func words(_ masked: String?) throws(ModelAnswerError) -> String? {
            guard let masked else { return nil }
            guard let words = originalWords(masked, answer) else { throw .wordsNotFound }
            return words
        }
        return ModelAnswer(
            status: answer.status, proposal: try number(answer.proposal), acceptance: try number(answer.acceptance),
            dayWords: try words(answer.dayWords), timeWords: try words(answer.timeWords),
            placeWords: try words(answer.placeWords), title: answer.title.flatMap(title))
    }

    /// Returns words as a message has them: in the quoted ones first, then in the newest.
    private func originalWords(_ masked: String, _ answer: ModelAnswer) -> String? {
        let quoted = [answer.acceptance, answer.proposal].compactMap { number in lines.first { $0.number == number } }
        for line in quoted + lines.reversed() where line.message.reactedTo == nil {
            guard let range = line.masked.original(of: masked) else { continue }
            return FoldedText.words(range, of: line.message.text)
        }
        return nil
    }

    /// Returns a title with the contact's name in it; nil if the title holds something that was masked.
    private func title(_ masked: String) -> String? {
        let person = Masking.label(.contact)
        guard !masked.contains("["), !masked.contains(Masking.label(.customer)) else { return nil }
        guard masked.contains(person) else { return masked }
        guard let contactName else { return nil }
        return masked.split(separator: person, omittingEmptySubsequences: false).joined(separator: contactName)
    }
}

extension ThreadReader {
    /// Makes the prompt of a chat, without the names of the two people.
    ///
    /// - Parameter customerNames: the customer's names, as a contact may write them.
    public func prompt(
        _ thread: ChatThread, customerNames: [String], limits: ThreadPrompt.Limits = .init()
    ) -> ThreadPrompt? {
        let masking = Masking(
            customerNames: customerNames, contactNames: [thread.contactName].compactMap { $0 },
            isTime: { !times.expressions(in: $0, thread.context).isEmpty })
        return ThreadPrompt(thread, masking: masking, limits: limits)
    }
}

/// Returns about the number of tokens of a line, with its number and its writer.
private func tokenCount(_ text: String) -> Int {
    let ascii = text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 0) }
    return 6 + (ascii + 3) / 4 + text.unicodeScalars.count - ascii
}
