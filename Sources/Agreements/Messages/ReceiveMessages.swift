import CivilTime
import Crypto
import Logging
package import Runtime
import Storage

/// The words of a message as they are encrypted.
struct MessageWords: Codable, Sendable, Hashable {
    /// The words.
    var b: String
    /// The digest of the quoted message, in hexadecimal digits, and its words.
    var q: String?
    var t: String?
}

/// The other person of a chat as they are encrypted.
struct ContactWords: Codable, Sendable, Hashable {
    var name: String?
    var number: String?
    /// The customer's own name in an uploaded chat.
    var own: String?
}

/// The outcome of a delivery.
package enum Received: Sendable, Hashable {
    case stored
    /// It came before.
    case known
    case dropped(MessageDropped)
    /// The customer's key does not open at the moment. It is not stored, and must come again.
    case again
}

extension App {
    /// Stores messages in one transaction, each once. The chats are analysed some time later.
    ///
    /// When this returns, nothing can be lost, except messages that must be sent `again`: the caller acknowledges the
    /// rest. A customer whose key is missing does not hold up others.
    ///
    /// - Throws: an error of the database; then nothing is stored, and the same messages may come again.
    package func receive(_ messages: [IncomingMessage]) throws -> [Received] {
        let store = try store
        return try store.transaction {
            var receivers: [CustomerID: Result<Receiver, Refused>] = [:]
            return try messages.map { message in
                if let reason = message.droppedAlways { return .dropped(reason) }
                let receiver = try receivers[message.customer] ?? receiver(message.customer)
                receivers[message.customer] = receiver
                switch receiver {
                case .success(let receiver):
                    guard receiver.account.wasLinked(at: message.sentAt) else { return .dropped(.notLinked) }
                    return try keep(message, receiver.vault, .bridge, delay: config.analysisDelay)
                case .failure(let refused): return refused.received
                }
            }
        }
    }

    /// The reason why nothing of a customer is stored.
    private struct Refused: Error {
        let received: Received
    }

    /// A customer whose messages are stored.
    private struct Receiver {
        let account: ChatAccountRow
        let vault: Vault
    }

    /// Returns the account and the keys of a customer whose messages are stored.
    private func receiver(_ customer: CustomerID) throws -> Result<Receiver, Refused> {
        let account = try store.lockChatAccount(of: customer)
        guard let account, account.consentedAt != nil, account.consentVersion == ChatLink.consentVersion
        else { return .failure(Refused(received: .dropped(.noConsent))) }
        guard account.state.mayHaveStood else { return .failure(Refused(received: .dropped(.notLinked))) }
        do {
            return .success(Receiver(account: account, vault: try vault(making: customer)))
        } catch let error as VaultError {
            log.error("messages not stored", metadata: ["customer_id": "\(customer)", "reason": "\(error)"])
            return .failure(Refused(received: .again))
        }
    }

    /// Stores a message, in the transaction that is open.
    ///
    /// - Parameters:
    ///   - ownName: the customer's name in the chat; nil if it is not told.
    ///   - delay: the time until the chat is analysed; nil if the caller sets it.
    func keep(
        _ message: IncomingMessage, _ vault: Vault, _ source: ChatSource, ownName: String? = nil, delay: AnalysisDelay?
    ) throws -> Received {
        let key = vault.digest("chat", Array(message.chat.utf8)), store = try store
        if try store.isChatOff(of: message.customer, key: key) { return .dropped(.chatOff) }
        let contact = ContactWords(name: message.contactName, number: message.contactNumber, own: ownName)
        let isTold = contact.name != nil || contact.number != nil
        let chat = try store.chat(
            of: message.customer, key: key, source: source,
            sealedContact: isTold ? try vault.seal(contact, .contact(chat: key)) : nil, sentAt: message.sentAt)
        guard try keep(message, in: chat, vault) else { return .known }
        if let delay { try store.armAnalysis(of: message.customer, chat.id, delay) }
        return .stored
    }

    /// Stores a message of a chat.
    ///
    /// - Returns: false if it came before.
    private func keep(_ message: IncomingMessage, in chat: ChatRow, _ vault: Vault) throws -> Bool {
        let store = try store, key = vault.messageKey(chat, message.id)
        let target = message.target.map { vault.messageKey(chat, $0) }
        var sealed: [UInt8]? = try vault.seal(words(message, chat, vault), .message(chat: chat.key, message: key))
        if message.kind == .deleted { sealed = nil }
        let new = NewMessage(
            key: key, sentAt: message.sentAt, isMine: message.isMine, kind: message.kind.rawValue, target: target,
            sealed: sealed)
        guard try store.insert(new, of: message.customer, chat.id) else { return false }
        guard let target else { return true }
        switch message.kind {
        case .message, .reaction: break
        case .deleted:
            try store.deleteWords(of: message.customer, message: target, isMine: message.isMine)
            try forgetQuotes(of: target, in: chat, vault)
            try forgetSentences(of: target, isMine: message.isMine, in: chat, vault)
        case .edited:
            let edited = try vault.seal(words(message, chat, vault), .message(chat: chat.key, message: target))
            let isThere = try store.replaceWords(
                of: message.customer, message: target, isMine: message.isMine, editedAt: message.sentAt, sealed: edited)
            // The message has the new words; the edit itself is no message of its own.
            if isThere { try store.forgetWords(of: message.customer, message: key) }
        }
        return true
    }

    /// Deletes the words of a deleted message from the messages that quote it.
    private func forgetQuotes(of target: [UInt8], in chat: ChatRow, _ vault: Vault) throws {
        for row in try store.messages(of: chat, limit: .max) {
            let purpose = Vault.Purpose.message(chat: chat.key, message: row.key)
            var words: MessageWords
            do {
                words = try vault.open(MessageWords.self, row.sealed, purpose)
            } catch is VaultError {
                // The reading of the chat reports it. Here it must not hold up the deletion.
                continue
            }
            guard words.q == hex(target), words.t != nil else { continue }
            words.t = nil
            try store.replaceQuote(of: chat.customer, message: row.key, sealed: vault.seal(words, purpose))
        }
    }

    /// Deletes the sentences of a deleted message from what was found in the chat.
    private func forgetSentences(of target: [UInt8], isMine: Bool, in chat: ChatRow, _ vault: Vault) throws {
        let store = try store
        let times = try store.timesSent(of: chat.customer, message: target, isMine: isMine).map(\.sentAt)
        guard !times.isEmpty else { return }
        for var row in try store.lockAgreements(of: chat.customer, chat: chat.id) {
            guard let sealed = row.sealedProof else { continue }
            let proof: [FoundSentence]
            do {
                proof = try vault.open([FoundSentence].self, sealed, .proof)
            } catch is VaultError {
                continue
            }
            let kept = proof.filter { $0.isMine != isMine || !times.contains($0.sentAt) }
            guard kept.count < proof.count else { continue }
            row.sealedProof = kept.isEmpty ? nil : try vault.seal(kept, .proof)
            try store.replace(row, of: chat.customer)
        }
    }

    private func words(_ message: IncomingMessage, _ chat: ChatRow, _ vault: Vault) -> MessageWords {
        let quoted = message.quoted
        return MessageWords(
            b: message.body, q: quoted.flatMap { $0.id.isEmpty ? nil : hex(vault.messageKey(chat, $0.id)) },
            t: quoted?.body)
    }
}

extension ChatLinkState {
    /// True if messages of the link can come. A bridge can hold a link that the customer has ended, as after a time
    /// without a connection.
    fileprivate var mayHaveStood: Bool {
        switch self {
        case .waiting, .linked, .ready, .lost: true
        case .off, .asked, .failed: false
        }
    }
}

extension ChatAccountRow {
    /// Returns true if the link existed when a message was sent. A queue can have messages of a link that has ended.
    fileprivate func wasLinked(at sentAt: Instant) -> Bool {
        switch state {
        // Clocks of phones go wrong by minutes.
        case .linked, .ready: askedAt.map { $0 - .seconds(600) <= sentAt } ?? true
        // The phone may have taken the code since the last look at the link.
        case .waiting: codeAt.map { $0 <= sentAt } ?? false
        case .lost: lostAt.map { sentAt <= $0 } ?? false
        case .off, .asked, .failed: false
        }
    }
}

extension Vault {
    /// Returns the digest of a message's id. Two chats may have messages of the same id.
    func messageKey(_ chat: ChatRow, _ id: String) -> [UInt8] {
        digest("message", chat.key, Array(id.utf8))
    }
}

extension Config {
    /// The time until a chat is analysed.
    var analysisDelay: AnalysisDelay {
        AnalysisDelay(quietSeconds: analysisQuietSeconds, mostSeconds: max(analysisQuietSeconds, analysisMostSeconds))
    }
}
