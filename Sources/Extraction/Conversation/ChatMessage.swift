public import CivilTime

/// The two sides of a chat: the customer, and the one they write with, or all others of a group.
public enum ChatSide: String, Hashable, Sendable, CaseIterable {
    case customer, contact

    /// The other of the two.
    public var other: ChatSide { self == .customer ? .contact : .customer }
}

/// A message of a chat, as it came in.
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
        /// A voice note, of which nobody knows the words.
        case voice
        /// A sticker. Its text is the sign that it stands for, or empty.
        case sticker
    }

    public var id: String
    public var side: ChatSide
    /// The writer, in a group of three and more; nil in a chat of two people.
    public var speaker: String?
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
        quoted: String? = nil, quotedText: String? = nil, speaker: String? = nil
    ) {
        self.id = id
        self.side = side
        self.speaker = speaker
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
    /// The side of the writer. In a talk of a group it is that of the role: who proposed, or the others.
    var side: ChatSide
    var speaker: String?
    let at: LocalDateTime
    var text: String
    var quoted: String?
    /// The message that this reaction was given to.
    var reactedTo: String?
    /// True for a voice note or a sticker without a meaning: an answer of which nobody knows the words.
    var isUnheard = false

    init(_ message: ChatMessage) {
        (id, side, speaker, at) = (message.id, message.side, message.speaker, message.at)
        let isSign = message.kind == .voice || message.kind == .sticker && message.text.isEmpty
        (text, isUnheard) = (isSign ? Self.unheard : message.text, isSign)
    }

    /// The sign that stands for words that nobody heard.
    private static let unheard = "🎤"

    /// The writer: their name in a group, else their side.
    var writer: String { speaker ?? side.rawValue }
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
func standingMessages(_ messages: [ChatMessage]) -> [StandingMessage] {
    var standing = Standing()
    for message in messages { standing.add(message) }
    return standing.messages
}

/// The messages that stand so far.
///
/// Only a person's own messages can be edited and deleted by them; an edit of an unknown message is dropped.
private struct Standing {
    private(set) var messages: [StandingMessage] = []
    private var deleted: Set<String> = []

    mutating func add(_ message: ChatMessage) {
        switch message.kind {
        case .message, .voice, .sticker: append(message)
        case .edited: edit(message)
        case .deleted: delete(message)
        case .reaction: react(message)
        }
    }

    /// Returns the position of a message by its id, and perhaps its writer's side.
    private func position(_ id: String?, _ side: ChatSide? = nil) -> Int? {
        guard let id else { return nil }
        return messages.lastIndex { $0.id == id && $0.reactedTo == nil && (side == nil || $0.side == side) }
    }

    private mutating func append(_ message: ChatMessage) {
        guard position(message.id) == nil else { return }
        var added = StandingMessage(message)
        added.quoted =
            message.quoted
            ?? message.quotedText.flatMap { words in messages.last { $0.text == words && $0.reactedTo == nil }?.id }
        messages.append(added)
    }

    private mutating func edit(_ message: ChatMessage) {
        if let index = position(message.target, message.side) {
            messages[index].text = message.text
        } else if let target = message.target, !deleted.contains(target), position(target) == nil {
            // The message itself was forgotten after an agreement. What it says now is new.
            var added = StandingMessage(message)
            added.quoted = message.quoted
            messages.append(added)
        }
    }

    private mutating func delete(_ message: ChatMessage) {
        if let target = message.target { deleted.insert(target) }
        guard let index = position(message.target, message.side) else { return }
        let id = messages[index].id
        messages.removeAll { $0.id == id || $0.reactedTo == id }
    }

    private mutating func react(_ message: ChatMessage) {
        messages.removeAll { $0.reactedTo == message.target && $0.writer == message.writer }
        guard !message.text.isEmpty, let target = message.target, position(target) != nil else { return }
        var added = StandingMessage(message)
        (added.quoted, added.reactedTo) = (target, target)
        messages.append(added)
    }
}

extension ChatMessage {
    /// The writer: their name in a group, else their side.
    fileprivate var writer: String { speaker ?? side.rawValue }
}
