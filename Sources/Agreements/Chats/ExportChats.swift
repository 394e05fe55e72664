import CivilTime
import Runtime
import Storage

/// A chat in the export.
package struct ExportedChat: Encodable, Sendable {
    let name: String?, number: String?, source: String, isOff: Bool, lastMessage: String
    let messages: [Message]

    struct Message: Encodable, Sendable {
        let from: String, sent: String, kind: String, text: String
    }
}

/// The consent and the link in the export.
package struct ExportedChatAccount: Encodable, Sendable {
    let consented: String?, allowsModel: Bool, mailsFindings: Bool, state: String, number: String?, name: String?
    let connected: String?
    let chats: [ExportedChat]
}

/// A finding in the export.
package struct ExportedAgreement: Encodable, Sendable {
    let title: String, date: String, minuteOfDay: Int?, lastDate: String, place: String?, state: String
    let found: String, decided: String?
    let sentences: [Sentence]

    struct Sentence: Encodable, Sendable {
        let from: String, sent: String, text: String
    }
}

extension AgreementHome {
    /// Returns the consent, the link, and all messages whose words are kept, opened.
    package func exportedChats() throws -> ExportedChatAccount? {
        let store = try app.store
        let row = try store.chatAccount(of: owner), vault = try app.vault(of: owner)
        // Who only uploaded chats has agreed to nothing else, and has no account row.
        guard row != nil || vault != nil else { return nil }
        func opened(_ sealed: [UInt8]?, _ purpose: Vault.Purpose) throws -> String? {
            guard let sealed, let vault else { return nil }
            return try vault.open(String.self, sealed, purpose)
        }
        let chats = try vault.map { vault in
            try store.chats(of: owner, limit: .max).map { try exported($0, vault) }
        }
        return ExportedChatAccount(
            consented: row?.consentedAt?.iso8601, allowsModel: row?.allowsModel ?? false,
            mailsFindings: row?.mailsFindings ?? true, state: (row?.state ?? .off).rawValue,
            number: try opened(row?.sealedNumber, .number), name: try opened(row?.sealedName, .name),
            connected: row?.connectedAt?.iso8601, chats: chats ?? [])
    }

    private func exported(_ row: ChatRow, _ vault: Vault) throws -> ExportedChat {
        let contact = row.sealedContact.isEmpty
            ? ContactWords() : try vault.open(ContactWords.self, row.sealedContact, .contact(chat: row.key))
        let messages = try app.store.messages(of: row, limit: .max).map { message in
            let words = try vault.open(
                MessageWords.self, message.sealed, .message(chat: row.key, message: message.key))
            return ExportedChat.Message(
                from: message.isMine ? "you" : "them", sent: message.sentAt.iso8601, kind: message.kind, text: words.b)
        }
        return ExportedChat(
            name: contact.name, number: contact.number, source: row.source.rawValue, isOff: row.isOff,
            lastMessage: row.lastMessageAt.iso8601, messages: messages)
    }

    /// Returns everything that was found, opened.
    package func exportedAgreements() throws -> [ExportedAgreement] {
        let rows = try app.store.allAgreements(of: owner)
        guard !rows.isEmpty, let vault = try app.vault(of: owner) else { return [] }
        return try rows.map { row in
            let values = try vault.open(FoundValues.self, row.sealedValues, .values)
            let proof = try row.sealedProof.map { try vault.open([FoundSentence].self, $0, .proof) } ?? []
            return ExportedAgreement(
                title: values.title, date: values.date.iso8601, minuteOfDay: values.minute,
                lastDate: values.endDate.iso8601, place: values.place, state: row.state.rawValue,
                found: row.foundAt.iso8601, decided: row.decidedAt?.iso8601,
                sentences: proof.map { sentence in
                    ExportedAgreement.Sentence(
                        from: sentence.isMine ? "you" : "them", sent: sentence.sentAt.iso8601,
                        text: sentence.pieces.map(\.text).joined())
                })
        }
    }
}
