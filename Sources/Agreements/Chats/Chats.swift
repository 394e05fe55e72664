package import CivilTime
import Crypto
import Runtime
package import Storage

// The chats of a customer, as Settings shows them.
//
// - Chats.swift: the list, the switch of a chat, and forgetting everything. UploadChat.swift: an exported chat.
//   ExportChats.swift: everything that is kept, for the customer's export.

/// A chat, as Settings shows it.
package struct KnownChat: Sendable, Hashable {
    package let id: ChatID
    /// The name of the other person; nil if it was never told.
    package let name: String?
    /// The number, mostly hidden; nil if it was never told.
    package let maskedNumber: String?
    package let source: ChatSource
    package let isOff: Bool
    /// True if it was given up after the last try.
    package let isNotUnderstood: Bool
    /// True if it waits to be read.
    package let isDue: Bool
    package let lastMessageAt: Instant
}

extension AgreementHome {
    /// The most chats that are listed.
    package static let mostChats = 200

    /// Returns the customer's chats, the one with the last message first.
    package func chats() throws -> [KnownChat] {
        let rows = try app.store.chats(of: owner, limit: Self.mostChats)
        guard !rows.isEmpty, let vault = try app.vault(of: owner) else { return [] }
        return try rows.map { row in
            let contact = row.sealedContact.isEmpty
                ? ContactWords() : try vault.open(ContactWords.self, row.sealedContact, .contact(chat: row.key))
            return KnownChat(
                id: row.id, name: contact.name,
                maskedNumber: contact.number.flatMap { try? PhoneNumber(text: $0).masked },
                source: row.source, isOff: row.isOff, isNotUnderstood: row.problem != nil,
                isDue: row.isDue, lastMessageAt: row.lastMessageAt)
        }
    }

    /// Switches a chat off or on. The words of a chat that is switched off are deleted.
    ///
    /// - Returns: false if the customer has no such chat.
    package func setChat(_ id: ChatID, isOff: Bool) throws -> Bool {
        let store = try app.store
        return try store.transaction {
            guard try store.setChat(of: owner, id, isOff: isOff) else { return false }
            if isOff { try store.forgetWords(of: owner, id) }
            return true
        }
    }

    /// Deletes everything about the customer's chats: messages, what was found, consent, link and keys. Events that are
    /// in the calendar stay.
    package func forgetEverything() throws {
        let store = try app.store
        try store.transaction {
            // Account and keys first: a delivery that has them in its hands is waited for, and a later one finds none.
            try endLink()
            try store.endConsent(of: owner)
            try store.deleteKeys(of: owner)
            try store.deleteChats(of: owner)
        }
    }
}
