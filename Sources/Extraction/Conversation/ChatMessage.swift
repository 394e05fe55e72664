public import CivilTime

/// The two people of a chat: the customer, and the one they write with.
public enum ChatSide: String, Hashable, Sendable, CaseIterable {
    case customer, contact

    /// The other of the two.
    public var other: ChatSide { self == .customer ? .contact : .customer }
}

/// A message of a chat of two people, as it came in.
public struct ChatMessage: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Words, or a picture's caption.
        case message
        /// New words for an earlier message.
        case edited
        /// An earlier message was taken back.
        case deleted
        /// A sign given to an earlier message; an empty text takes it back.
        case reaction
    }

    public var id: String
    public var side: ChatSide
    /// The time on the customer's clock.
    public var at: LocalDateTime
    public var text: String
    public var kind: Kind
    /// The message that an edit, a deletion or a reaction means.
    public var target: String?
    /// The message that was quoted in the answer.
    public var quoted: String?
    /// The words that were quoted, for bridges that do not tell which message they are from.
    public var quotedText: String?

    public init(
        id: String, side: ChatSide, at: LocalDateTime, text: String, kind: Kind = .message, target: String? = nil,
        quoted: String? = nil, quotedText: String? = nil
    ) {
        self.id = id
        self.side = side
        self.at = at
        self.text = text
        self.kind = kind
        self.target = target
        self.quoted = quoted
        self.quotedText = quotedText
    }
}

/// A message as it is after edits and deletions, ready to be read.
struct StandingMessage {
    let id: String
    let side: ChatSide
    let at: LocalDateTime
    var text: String
    var quoted: String?
    /// The message that this reaction was given to.
    var reactedTo: String?
}

extension StandingMessage {
    /// The most bytes of a message that are read. A plan is made in a few words; of a long text its beginning counts,
    /// so that it costs no more than a short one.
    static let mostBytes = 4 << 10

    /// The message with the beginning of a long text.
    var beginning: StandingMessage {
        let utf8 = text.utf8
        guard utf8.count > Self.mostBytes else { return self }
        var short = self, end = utf8.index(utf8.startIndex, offsetBy: Self.mostBytes)
        while end.samePosition(in: text.unicodeScalars) == nil { end = utf8.index(before: end) }
        short.text = String(text[..<end])
        return short
    }
}

/// Returns the messages that stand: edited ones with their last words, deleted ones gone, reactions as answers.
///
/// Only a person's own messages can be edited and deleted by them; an edit of an unknown message is dropped.
func standingMessages(_ messages: [ChatMessage]) -> [StandingMessage] {
    var standing: [StandingMessage] = [], deleted: Set<String> = []
    // The position of each message by its id and writer.
    func position(_ id: String?, _ side: ChatSide? = nil) -> Int? {
        guard let id else { return nil }
        return standing.lastIndex { $0.id == id && $0.reactedTo == nil && (side == nil || $0.side == side) }
    }
    for message in messages {
        switch message.kind {
        case .message:
            if standing.contains(where: { $0.id == message.id && $0.reactedTo == nil }) { continue }
            let quoted =
                message.quoted
                ?? message.quotedText.flatMap { words in
                    standing.last { $0.text == words && $0.reactedTo == nil }?.id
                }
            standing.append(
                StandingMessage(
                    id: message.id, side: message.side, at: message.at, text: message.text, quoted: quoted))
        case .edited:
            if let index = position(message.target, message.side) {
                standing[index].text = message.text
            } else if let target = message.target, !deleted.contains(target), position(target) == nil {
                // The message itself was forgotten after an agreement. What it says now is new.
                standing.append(
                    StandingMessage(
                        id: message.id, side: message.side, at: message.at, text: message.text, quoted: message.quoted))
            }
        case .deleted:
            if let target = message.target { deleted.insert(target) }
            if let index = position(message.target, message.side) {
                let id = standing[index].id
                standing.removeAll { $0.id == id || $0.reactedTo == id }
            }
        case .reaction:
            standing.removeAll { $0.reactedTo == message.target && $0.side == message.side }
            guard !message.text.isEmpty, let target = message.target, position(target) != nil else { continue }
            standing.append(
                StandingMessage(
                    id: message.id, side: message.side, at: message.at, text: message.text, quoted: target,
                    reactedTo: target))
        }
    }
    return standing
}
