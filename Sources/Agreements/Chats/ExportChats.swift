import CivilTime
import Extraction
import PrayerTimes
import Runtime
import Storage

/// A chat in the export.
package struct ExportedChat: Encodable, Sendable {
    let name: String?, number: String?, ownName: String?, source: String, isOff: Bool, lastMessage: String
    let messages: [Message]

    struct Message: Encodable, Sendable {
        let from: String, sent: String, kind: String, text: String
    }
}

/// The consent and the link in the export.
package struct ExportedChatAccount: Encodable, Sendable {
    let consented: String?, consentVersion: Int?, consentLanguage: String?
    let allowsModel: Bool, modelHost: String?, mailsFindings: Bool
    let state: String, number: String?, name: String?, connected: String?
    let chats: [ExportedChat]
}

/// The answers to the findings of a rule, in the export.
package struct ExportedOutcome: Encodable, Sendable {
    let rule: String, act: String, kept: Int, added: Int, corrected: Int, dismissed: Int
}

/// A finding in the export.
package struct ExportedAgreement: Encodable, Sendable {
    let event: Event, state: String, found: String, decided: String?
    /// A later change in the chat that waits for the customer.
    let pending: Pending?
    let sentences: [Sentence]

    struct Event: Encodable, Sendable {
        let title: String, contact: String?, date: String, minuteOfDay: Int?, lastDate: String, endMinuteOfDay: Int?
        let place: String?, prayer: Prayer?, repeats: Repetition?
    }

    struct Prayer: Encodable, Sendable {
        let prayer: String, relation: String, minutesAfter: Int?
    }

    struct Repetition: Encodable, Sendable {
        let every: Int, unit: String, weekdays: [Int], onWorkingDays: Bool
    }

    struct Pending: Encodable, Sendable {
        let kind: String, event: Event?
    }

    struct Sentence: Encodable, Sendable {
        let from: String, sent: String, text: String
    }
}

extension ExportedAgreement.Event {
    fileprivate init(_ values: FoundValues) {
        self.init(
            title: values.title, contact: values.contact, date: values.date.iso8601, minuteOfDay: values.minute,
            lastDate: values.endDate.iso8601, endMinuteOfDay: values.endMinute, place: values.place,
            prayer: values.anchor.map {
                ExportedAgreement.Prayer(
                    prayer: $0.prayer.rawValue, relation: $0.relation.rawValue, minutesAfter: values.minutesAfterPrayer)
            },
            repeats: values.repeats.map {
                ExportedAgreement.Repetition(
                    every: $0.interval, unit: $0.unit.rawValue, weekdays: $0.weekdays.map(\.rawValue).sorted(),
                    onWorkingDays: $0.isWorkingDays)
            })
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
            consented: row?.consentedAt?.iso8601, consentVersion: row?.consentVersion,
            consentLanguage: row?.consentLanguage, allowsModel: row?.allowsModel ?? false, modelHost: row?.modelHost,
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
            name: contact.name, number: contact.number, ownName: contact.own, source: row.source.rawValue,
            isOff: row.isOff, lastMessage: row.lastMessageAt.iso8601, messages: messages)
    }

    /// Returns the numbers of answers by rule.
    package func exportedOutcomes() throws -> [ExportedOutcome] {
        try app.store.outcomes(of: owner).map {
            ExportedOutcome(
                rule: $0.rule, act: $0.act, kept: $0.kept, added: $0.added, corrected: $0.corrected,
                dismissed: $0.dismissed)
        }
    }

    /// Returns everything that was found, opened.
    package func exportedAgreements() throws -> [ExportedAgreement] {
        let rows = try app.store.allAgreements(of: owner)
        guard !rows.isEmpty, let vault = try app.vault(of: owner) else { return [] }
        return try rows.map { row in
            func event(_ sealed: [UInt8]) throws -> ExportedAgreement.Event {
                ExportedAgreement.Event(try vault.open(FoundValues.self, sealed, .values))
            }
            let proof = try row.sealedProof.map { try vault.open([FoundSentence].self, $0, .proof) } ?? []
            return ExportedAgreement(
                event: try event(row.sealedValues), state: row.state.rawValue, found: row.foundAt.iso8601,
                decided: row.decidedAt?.iso8601,
                pending: try row.pending.map {
                    ExportedAgreement.Pending(kind: $0.rawValue, event: try row.sealedPending.map(event))
                },
                sentences: proof.map { sentence in
                    ExportedAgreement.Sentence(
                        from: sentence.isMine ? "you" : "them", sent: sentence.sentAt.iso8601,
                        text: sentence.pieces.map(\.text).joined())
                })
        }
    }
}
