import Calendars
import Postgres
import Runtime
package import Storage

/// The reason why an answer changed nothing.
package enum AnswerRefusal: Error, Sendable, Hashable {
    /// There is no such finding, or its state no longer allows such an answer.
    case gone
    /// The event was deleted or moved elsewhere meanwhile.
    case eventGone
}

/// Every answer changes the event and the finding in one transaction.
extension AgreementHome {
    /// Keeps an event that is in the calendar. Its sentences are deleted.
    package func keep(_ id: AgreementID) throws {
        try answer(id) { row, _ in
            guard row.state == .added || row.state == .cancelled || row.pending != nil else { throw AnswerRefusal.gone }
            row.answer(.kept)
        }
    }

    /// Puts a proposal into the calendar that the two have not agreed on.
    package func add(_ id: AgreementID) throws {
        try answer(id) { row, vault in
            guard row.state == .proposed else { throw AnswerRefusal.gone }
            let values = try vault.open(FoundValues.self, row.sealedValues, .values)
            row.note(try events.add(values, uid: row.uid ?? EventWriter.uid(row.planKey)))
            row.answer(.kept)
        }
    }

    /// Takes an event out of the calendar, or a proposal out of the inbox. It does not come again.
    package func dismiss(_ id: AgreementID) throws {
        try answer(id) { row, vault in
            guard row.state != .dismissed else { throw AnswerRefusal.gone }
            // Only the change is dismissed; the event stays as the customer edited it. The same change is not asked
            // about again.
            if row.pending != nil {
                if let sealed = row.sealedPending {
                    try row.write(vault.open(FoundValues.self, sealed, .values), vault)
                }
                return row.answer(.kept)
            }
            if let place = try events.place(of: row) { try app.calendars(of: customer).deleteObject(at: place) }
            row.answer(.dismissed)
        }
    }

    /// Does what the chat says to an event that the customer had edited.
    package func apply(_ id: AgreementID) throws {
        try answer(id) { row, vault in
            guard let pending = row.pending else { throw AnswerRefusal.gone }
            guard let place = try events.place(of: row) else { throw AnswerRefusal.eventGone }
            let written: WrittenEvent?, isCancelled = pending == .cancellation
            if let sealed = row.sealedPending, !isCancelled {
                let values = try vault.open(FoundValues.self, sealed, .values)
                written = try events.change(place, to: values)
                try row.write(values, vault)
            } else {
                written = try events.cancel(place)
            }
            guard let written else { throw AnswerRefusal.eventGone }
            row.note(written)
            row.answer(.kept, after: isCancelled ? .cancelled : .added)
        }
    }

    /// Takes the last answer back. The sentences stay deleted.
    ///
    /// - Parameter isAddition: true to take the event of a proposal out of the calendar again.
    package func undo(_ id: AgreementID, isAddition: Bool = false) throws {
        try answer(id) { row, vault in
            guard row.state == .kept || row.state == .dismissed else { throw AnswerRefusal.gone }
            if row.state == .kept, isAddition || row.stateBefore == .proposed {
                guard let place = try events.place(of: row) else { throw AnswerRefusal.eventGone }
                try app.calendars(of: customer).deleteObject(at: place)
                row.noteNoEvent()
            } else if row.state == .dismissed, row.uid != nil {
                row.note(try events.restore(row, vault.open(FoundValues.self, row.sealedValues, .values)))
            }
            row.state = row.uid == nil ? .proposed : row.stateBefore == .cancelled ? .cancelled : .added
            row.stateBefore = nil
        }
    }

    private var events: EventWriter { EventWriter(app, customer) }

    /// Changes a row and its event.
    private func answer(_ id: AgreementID, _ change: (inout AgreementRow, Vault) throws -> Void) throws {
        let store = try app.store
        try store.transaction {
            guard var row = try store.lockAgreement(of: owner, id), let vault = try app.vault(of: owner)
            else { throw AnswerRefusal.gone }
            let before = row
            try change(&row, vault)
            try store.replace(row, of: owner)
            try count(before, row, vault)
            try app.withdrawNotices(row.id, of: owner)
        }
    }
}

extension AgreementHome {
    /// Counts an answer for the rule that made the finding, or takes one out of the counts again.
    private func count(_ before: AgreementRow, _ after: AgreementRow, _ vault: Vault) throws {
        let values = try vault.open(FoundValues.self, after.sealedValues, .values)
        guard let rule = values.rule, before.pending == nil else { return }
        let act = values.act ?? "", store = try app.store
        if let outcome = try outcome(before, after) {
            try store.count(outcome, of: owner, rule: rule, act: act)
        } else if let outcome = try outcome(after, before) {
            try store.takeBack(outcome, of: owner, rule: rule, act: act)
        }
    }

    /// Returns the answer that led from one state of a finding to another; nil if none did.
    private func outcome(_ before: AgreementRow, _ after: AgreementRow) throws -> FindingOutcome? {
        switch (before.state, after.state) {
        case (.added, .dismissed), (.proposed, .dismissed): return .dismissed
        case (.proposed, .kept): return .added
        case (.added, .kept):
            guard let event = try EventWriter(app, customer).event(of: after) else { return .kept }
            return event.tag == after.writtenTag ? .kept : .corrected
        default: return nil
        }
    }
}

extension AgreementRow {
    /// True if the event was called off in the chat, and nothing was agreed since.
    var isCancelled: Bool { state == .cancelled || state == .kept && stateBefore == .cancelled }

    /// Notes the event that the calendar has.
    mutating func note(_ written: WrittenEvent) {
        uid = written.uid
        calendar = written.place.calendar
        segment = written.place.segment
        writtenTag = written.tag
    }

    /// Notes that the calendar no longer has an event.
    mutating func noteNoEvent() {
        (uid, calendar, segment, writtenTag) = (nil, nil, nil, nil)
    }

    /// Notes the customer's answer. What was kept for it alone is deleted.
    ///
    /// - Parameter before: the state that taking it back leads to; nil for the present one.
    fileprivate mutating func answer(_ answer: AgreementState, after before: AgreementState? = nil) {
        let isAnswered = state == .kept || state == .dismissed
        stateBefore = before ?? (isAnswered ? stateBefore : state)
        state = answer
        pending = nil
        sealedPending = nil
        sealedProof = nil
    }

    /// Writes new values.
    mutating func write(_ values: FoundValues, _ vault: Vault) throws {
        sealedValues = try vault.seal(values, .values)
        valuesKey = vault.digest("values", values.identity)
        lastDay = values.countsUntil
    }
}
