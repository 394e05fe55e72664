import Calendars
package import CivilTime
import Crypto
import Extraction
import PrayerTimes
import Runtime
package import Storage

// What was found in a customer's chats, and the answers to it.
//
// - Inbox.swift: the list. FoundValues.swift: the values of what was found. FoundSentence.swift: the sentences.
// - AnswerAgreement.swift: keep, add, dismiss, and back.

/// A finding of a chat, as the inbox shows it.
package struct FoundAgreement: Sendable, Hashable {
    package let id: AgreementID
    package let state: AgreementState
    /// The values of the event.
    package let values: FoundValues
    /// A later change in the chat that waits for the customer; nil if there is none.
    package let pending: PendingFinding?
    /// The sentences, in their order; empty after the answer, and after seven days.
    package let proof: [FoundSentence]
    /// The event in the calendar: the number of the calendar, and the last part of its address. nil if it has none.
    package let event: (calendar: CalendarID, segment: String)?
    package let foundAt: Instant
    package let decidedAt: Instant?
    /// The day on which the sentences are deleted at the latest.
    package var forgottenAt: Instant { foundAt + .seconds(AgreementHome.proofDays * 86_400) }
    let row: AgreementRow

    /// The chat that it was found in; nil if the chat is forgotten.
    package var chat: ChatID? { row.chat }

    package static func == (one: FoundAgreement, other: FoundAgreement) -> Bool { one.id == other.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A change in the chat that waits, because the customer had edited the event.
package enum PendingFinding: Sendable, Hashable {
    case change(FoundValues)
    case cancellation
}

extension AgreementHome {
    /// The days for which the sentences are kept without an answer.
    package static let proofDays = 7

    /// Returns the number of findings that wait for the customer.
    package func waitingCount() throws -> Int {
        try app.store.waitingAgreements(of: owner, on: today)
    }

    /// Returns a page of what was found, the newest first.
    ///
    /// - Parameters:
    ///   - isWaiting: true for what waits for an answer; false for what was answered, or is over.
    ///   - before: the last finding of the page before; nil for the first page.
    package func inbox(
        isWaiting: Bool, before: AgreementID? = nil, limit: Int = 50
    ) throws -> [FoundAgreement] {
        let store = try app.store
        let last = try before.flatMap { try store.agreement(of: owner, $0) }
        let rows = try store.agreements(of: owner, isWaiting: isWaiting, on: today, before: last, limit: limit)
        guard !rows.isEmpty, let vault = try app.vault(of: owner) else { return [] }
        return try rows.map { try found($0, vault) }
    }

    /// The customer's day.
    private var today: LocalDate {
        get throws { try app.zone(of: customer).local(app.now()).date }
    }

    /// Returns one finding; nil if the customer has none of that id.
    package func finding(_ id: AgreementID) throws -> FoundAgreement? {
        guard let row = try app.store.agreement(of: owner, id), let vault = try app.vault(of: owner) else { return nil }
        return try found(row, vault)
    }

    /// Returns the finding that an event of the calendar came from; nil for any other event.
    package func finding(uid: String) throws -> FoundAgreement? {
        // The database is not asked about the events of other programs.
        guard EventWriter.isUID(uid), let row = try app.store.agreement(of: owner, uid: uid),
            let vault = try app.vault(of: owner)
        else { return nil }
        return try found(row, vault)
    }

    private func found(_ row: AgreementRow, _ vault: Vault) throws -> FoundAgreement {
        let pending: PendingFinding?
        switch row.pending {
        case .change: pending = try row.sealedPending.map { .change(try vault.open(FoundValues.self, $0, .values)) }
        case .cancellation: pending = .cancellation
        case nil: pending = nil
        }
        var event: (calendar: CalendarID, segment: String)?
        if let stored = try EventWriter(app, customer).event(of: row) {
            event = (stored.calendar.id, stored.place.segment)
        }
        return FoundAgreement(
            id: row.id, state: row.state, values: try vault.open(FoundValues.self, row.sealedValues, .values),
            pending: pending, proof: try row.sealedProof.map { try vault.open([FoundSentence].self, $0, .proof) } ?? [],
            event: event, foundAt: row.foundAt, decidedAt: row.decidedAt, row: row)
    }
}

extension AgreementRow {
    /// The address of its event; nil if it has none.
    var eventPlace: ObjectPlace? {
        guard let calendar, let segment else { return nil }
        return ObjectPlace(calendar, segment)
    }
}
