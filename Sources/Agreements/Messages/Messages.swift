package import CivilTime
import FoundationEssentials
import Runtime
package import Storage

// Messages that come in.
//
// - Messages.swift: `IncomingMessage`, and its reading from the contract's JSON. MessageText.swift: limits of texts.
// - ReceiveMessages.swift: storing them, each once.

/// A message of a chat of two people, as a bridge delivers it.
///
/// The keys are those of the original bridge's queue. `kind` and `target` are additions that an older reader ignores.
package struct IncomingMessage: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case message, edited, deleted, reaction
    }

    package struct Quoted: Sendable, Hashable {
        /// Empty if the bridge does not tell it.
        package var id: String
        package var body: String

        package init(id: String, body: String) {
            self.id = id
            self.body = body
        }
    }

    package var customer: CustomerID
    package var id: String
    package var chat: String
    /// The name and number of the other person, of messages that they sent.
    package var contactName: String?
    package var contactNumber: String?
    package var isMine: Bool
    package var body: String
    package var quoted: Quoted?
    package var sentAt: Instant
    package var kind: Kind
    /// The message that an edit, a deletion or a reaction means.
    package var target: String?

    /// Makes a message. Texts are cut to their limits, and cleaned of marks that turn their direction.
    package init(
        customer: CustomerID, id: String, chat: String, contactName: String? = nil, contactNumber: String? = nil,
        isMine: Bool, body: String, quoted: Quoted? = nil, sentAt: Instant, kind: Kind = .message,
        target: String? = nil
    ) {
        self.customer = customer
        self.id = id
        self.chat = chat
        self.contactName = contactName.flatMap(MessageText.name)
        self.contactNumber = contactNumber.flatMap(MessageText.name)
        self.isMine = isMine
        self.body = MessageText.body(body)
        self.quoted = quoted.map { Quoted(id: $0.id, body: MessageText.body($0.body)) }
        self.sentAt = sentAt
        self.kind = kind
        self.target = target
    }
}

/// The reason why a delivery is no message. Its text holds nothing of the delivery.
package enum MessageDefect: String, Error, Sendable, Hashable, CaseIterable {
    case notUTF8 = "not UTF-8"
    case notJSON = "not a JSON object"
    case wrongKeys = "a key is missing or has another type"
    case wrongCustomer = "customer_id is no UUID"
    case wrongKind = "kind is unknown, or has no target"
    case tooLarge = "larger than 64 KiB"
    case outOfTime = "its time is more than 30 days ago, or more than 10 minutes ahead"
}

extension IncomingMessage {
    /// The most bytes of a delivery.
    package static let mostBytes = 64 << 10

    /// Reads a delivery of the queue.
    ///
    /// - Parameter now: the present moment, by which its time is checked.
    package init(_ bytes: [UInt8], now: Instant) throws(MessageDefect) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        try self.init(Self.wires(bytes, Wire.self), now: now)
    }

    /// Reads a delivery over HTTP: a message, or a list of messages.
    ///
    /// - Returns: a message, or a reason, for each element of the list.
    /// - Throws: the reason why the whole delivery is refused.
    package static func list(
        _ bytes: [UInt8], now: Instant
    ) throws(MessageDefect) -> [Result<IncomingMessage, MessageDefect>] {
        let isList = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) } == UInt8(ascii: "[")
        let wires = isList ? try wires(bytes, [Element].self) : [Element(wire: try wires(bytes, Wire.self))]
        return wires.map { element in
            Result { () throws(MessageDefect) in
                guard let wire = element.wire else { throw .wrongKeys }
                guard wire.body.utf8.count <= mostBytes else { throw .tooLarge }
                return try IncomingMessage(wire, now: now)
            }
        }
    }

    private static func wires<Value: Decodable>(
        _ bytes: [UInt8], _ type: Value.Type
    ) throws(MessageDefect) -> Value {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        // The first sign tells an object or a list from other JSON, so that the reason is the right one.
        guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }),
            "[{".contains(Character(first))
        else { throw .notJSON }
        do {
            return try JSON.value(type, from: text)
        } catch DecodingError.dataCorrupted {
            throw .notJSON
        } catch {
            throw .wrongKeys
        }
    }

    /// An element of a list. One that is no message does not spoil the others.
    private struct Element: Decodable {
        let wire: Wire?

        init(wire: Wire) { self.wire = wire }

        init(from decoder: any Decoder) throws {
            do {
                wire = try Wire(from: decoder)
            } catch is DecodingError {
                wire = nil
            }
        }
    }

    private init(_ wire: Wire, now: Instant) throws(MessageDefect) {
        guard let customer = CustomerID(text: wire.customer_id) else { throw .wrongCustomer }
        let id = wire.id.utf8, chat = wire.chat_id.utf8
        guard (1...300).contains(id.count), (1...200).contains(chat.count) else { throw .wrongKeys }
        guard let kind = Kind(rawValue: wire.kind ?? Kind.message.rawValue) else { throw .wrongKind }
        if kind != .message, wire.target?.isEmpty ?? true { throw .wrongKind }
        guard wire.timestamp.isFinite, abs(wire.timestamp) < 1e11 else { throw .outOfTime }
        let sentAt = Instant(secondsSince1970: Int64(wire.timestamp))
        guard sentAt > now - .seconds(30 * 86_400), sentAt < now + .seconds(600) else { throw .outOfTime }
        self.init(
            customer: customer, id: wire.id, chat: wire.chat_id,
            contactName: wire.is_sender_me ? nil : wire.sender_name,
            contactNumber: wire.is_sender_me ? nil : wire.sender_number,
            isMine: wire.is_sender_me, body: wire.body,
            quoted: wire.quoted_message.map { Quoted(id: $0.id ?? "", body: $0.body ?? "") },
            sentAt: sentAt, kind: kind, target: kind == .message ? nil : wire.target)
    }

    /// The contract's JSON. Unknown keys are ignored.
    private struct Wire: Decodable {
        struct Quoted: Decodable {
            let id: String?
            let body: String?
        }

        let customer_id: String
        let id: String
        let chat_id: String
        let sender_name: String?
        let sender_number: String?
        let is_sender_me: Bool
        let body: String
        let quoted_message: Quoted?
        let timestamp: Double
        let kind: String?
        let target: String?
    }
}

/// The reason why a message is not kept. It is acknowledged all the same.
package enum MessageDropped: String, Sendable, Hashable, CaseIterable {
    /// No chat of two people: a group, a status, a channel.
    case notBetweenTwo = "not_between_two"
    /// A picture without words, a voice note, a contact card.
    case noWords = "no_words"
    /// The customer is unknown, or has not agreed to the reading.
    case noConsent = "no_consent"
    /// The customer has no link, and none is under way.
    case notLinked = "not_linked"
    /// The customer switched the chat off.
    case chatOff = "chat_off"
}

extension IncomingMessage {
    /// The reason for which nobody's message of this kind is kept; nil for one that is.
    var droppedAlways: MessageDropped? {
        guard ["@c.us", "@s.whatsapp.net", "@lid"].contains(where: { chat.hasSuffix($0) })
        else { return .notBetweenTwo }
        switch kind {
        case .deleted, .reaction: return nil
        case .message, .edited: return body.isEmpty || body.hasPrefix("BEGIN:VCARD") ? .noWords : nil
        }
    }
}
