import CivilTime

/// The checks that every agreement must pass before it is believed, whoever found it: rules or a language model.
///
/// A wrong event is worse than a missing one.
public struct AgreementChecks: Sendable {
    /// A reason not to believe an agreement.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// The proposal or the acceptance quotes no message of the chat, or words that are not in it.
        case wordsNotFound
        /// No words gave the day.
        case noDay
        /// There is no proposal, or no acceptance.
        case incomplete
        /// One person proposed and accepted.
        case sameSide
        /// The acceptance comes before the proposal.
        case order
        /// The day is more than one day before the message that names it, or more than two years after it.
        case outOfRange
        /// The event ends before it starts, or more than 12 hours after midnight of the next day.
        case endBeforeStart
    }

    private let messages: [StandingMessage]

    public init(thread: ChatThread) { messages = standingMessages(thread.messages) }

    /// Returns what speaks against an event as a proposal, which nobody has accepted yet.
    func problems(ofProposal event: FoundPlan) -> [Problem] {
        problems(of: event).filter { [.wordsNotFound, .noDay, .outOfRange, .endBeforeStart].contains($0) }
    }

    /// Returns what speaks against an agreement; empty if it can be believed.
    public func problems(of event: FoundPlan) -> [Problem] {
        var problems: [Problem] = []
        let proof = event.proof
        for quote in [proof.date, proof.time, proof.place, proof.proposal, proof.acceptance] {
            if let quote, !holds(quote) { problems.append(.wordsNotFound); break }
        }
        if proof.date == nil, event.changeOf == nil { problems.append(.noDay) }
        if let proposal = proof.proposal ?? proof.date, let acceptance = proof.acceptance {
            if writer(proposal) == writer(acceptance) { problems.append(.sameSide) }
            if let first = position(proposal), let second = position(acceptance), second < first,
                proof.time == nil
                    || proof.time != proof.proposal
            {
                problems.append(.order)
            }
        } else {
            problems.append(.incomplete)
        }
        if let quote = proof.date, let index = position(quote) {
            let said = messages[index].at.date
            if event.date < said - 1 || event.date > said + 731 { problems.append(.outOfRange) }
        }
        if event.endDate < event.date
            || event.endDate == event.date && (event.endMinute ?? .max) < (event.minute ?? 0)
            || isTooLong(event)
        {
            problems.append(.endBeforeStart)
        }
        return problems
    }

    /// Returns the event as it may be written: texts without control characters, in one line, not too long.
    ///
    /// - Parameter event: an event from anywhere.
    public static func cleaned(_ event: FoundPlan) -> FoundPlan {
        var event = event
        event.title = String(cleanLine(event.title).prefix(100))
        event.place = event.place.map { String(cleanLine($0).prefix(200)) }
        if event.place?.isEmpty ?? false { event.place = nil }
        return event
    }

    /// An end on the next day is believed up to 12 hours after the start.
    private func isTooLong(_ event: FoundPlan) -> Bool {
        guard let start = event.minute, let end = event.endMinute, event.endDate == event.date + 1 else { return false }
        return end + 1_440 - start > 720
    }

    /// Returns the writer of quoted words: in a group their name, else their side.
    private func writer(_ quote: Proof.Quote) -> String {
        position(quote).flatMap { messages[$0].speaker } ?? quote.side.rawValue
    }

    private func position(_ quote: Proof.Quote) -> Int? {
        messages.lastIndex { $0.id == quote.message }
    }

    private func holds(_ quote: Proof.Quote) -> Bool {
        guard let index = position(quote), messages[index].side == quote.side else { return false }
        let utf8 = messages[index].text.utf8
        guard quote.range.lowerBound >= 0, quote.range.upperBound <= utf8.count, !quote.words.isEmpty
        else { return false }
        let start = utf8.index(utf8.startIndex, offsetBy: quote.range.lowerBound)
        let end = utf8.index(utf8.startIndex, offsetBy: quote.range.upperBound)
        return messages[index].text[start..<end] == quote.words
    }
}

/// Returns a text in one line, without control characters and marks that change the direction of what follows.
func cleanLine(_ text: String) -> String {
    var clean = String.UnicodeScalarView(), isBlank = true
    for scalar in text.unicodeScalars {
        switch visibility(of: scalar) {
        case .blank:
            if !isBlank { clean.append(" ") }
            isBlank = true
        case .none: continue
        case .visible:
            clean.append(scalar)
            isBlank = false
        }
    }
    if isBlank, !clean.isEmpty { clean.removeLast() }
    return String(clean)
}

/// The appearance of a character in one line.
enum Visibility {
    case visible, blank, none
}

/// Returns `none` for marks of direction and other characters that nobody sees. Joiners of letters and emoji stay.
func visibility(of scalar: Unicode.Scalar) -> Visibility {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: .blank
    case .format: scalar == "\u{200D}" || scalar == "\u{200C}" ? .visible : .none
    case .surrogate, .privateUse, .unassigned: .none
    default: .visible
    }
}
