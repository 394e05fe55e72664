import Calendars
import Postgres
import Runtime
package import Storage

/// The reason why an answer changed nothing.
package enum AnswerRefusal: Error, Sendable, Hashable {
    /// There is no such finding, or its state allows no such answer any more.
    case gone
    /// The event was deleted or moved elsewhere meanwhile.
    case eventGone
}

extension AgreementHome {
    /// Keeps an event that is in the calendar. Its sentences are deleted.
    package func keep(_ id: AgreementID) throws {
        try answer(id) { row, _ in
            guard row.state == .added || row.state == .cancelled || row.pending != nil else { throw AnswerRefusal.gone }
            row.state = .kept
            row.pending = nil
            row.sealedPending = nil
            row.sealedProof = nil
        }
    }

    /// Puts a proposal into the calendar that the two have not agreed on.
    package func add(_ id: AgreementID) throws {
        guard let found = try finding(id), found.state == .proposed else { throw AnswerRefusal.gone }
        let row = found.row
        let written = try EventWriter(app, customer).add(found.values, uid: eventUID(row))
        try answer(id) { row, _ in
            guard row.state == .proposed else { throw AnswerRefusal.gone }
            row.state = .kept
            row.note(written)
            row.sealedProof = nil
        }
    }

    /// Takes an event out of the calendar, or a proposal out of the inbox. It does not come again.
    package func dismiss(_ id: AgreementID) throws {
        guard let found = try finding(id), found.state != .dismissed else { throw AnswerRefusal.gone }
        if found.pending == nil, let place = found.row.eventPlace, found.event != nil {
            try app.calendars(of: customer).deleteObject(at: place)
        }
        try answer(id) { row, _ in
            // Only the change is dismissed; the event stays as the customer edited it.
            row.state = row.pending == nil ? .dismissed : .kept
            row.pending = nil
            row.sealedPending = nil
            row.sealedProof = nil
        }
    }

    /// Does what the chat says to an event that the customer had edited.
    package func apply(_ id: AgreementID) throws {
        guard let found = try finding(id), let pending = found.pending, let place = found.row.eventPlace
        else { throw AnswerRefusal.gone }
        let writer = EventWriter(app, customer)
        let written: WrittenEvent?
        switch pending {
        case .change(let values): written = try writer.change(place, to: values, ifTag: nil)
        case .cancellation: written = try writer.cancel(place, ifTag: nil)
        }
        guard let written else { throw AnswerRefusal.eventGone }
        try answer(id) { row, vault in
            if case .change(let values) = pending { try row.write(values, vault) }
            row.state = .kept
            row.note(written)
            row.pending = nil
            row.sealedPending = nil
            row.sealedProof = nil
        }
    }

    /// Takes the last answer back. The sentences stay deleted.
    ///
    /// - Parameter isAddition: true to take the event of a proposal out of the calendar again.
    package func undo(_ id: AgreementID, isAddition: Bool = false) throws {
        guard let found = try finding(id), found.state == .kept || found.state == .dismissed else {
            throw AnswerRefusal.gone
        }
        if isAddition, found.state == .kept { return try undoAddition(found) }
        var written: WrittenEvent?
        if found.state == .dismissed, found.row.uid != nil {
            written = try EventWriter(app, customer).add(found.values, uid: eventUID(found.row))
        }
        try answer(id) { row, _ in
            row.state = row.uid == nil ? .proposed : .added
            if let written { row.note(written) }
        }
    }

    private func undoAddition(_ found: FoundAgreement) throws {
        guard let place = found.row.eventPlace, found.event != nil else { throw AnswerRefusal.eventGone }
        try app.calendars(of: customer).deleteObject(at: place)
        try answer(found.id) { row, _ in
            row.state = .proposed
            row.uid = nil
            row.calendar = nil
            row.segment = nil
            row.writtenTag = nil
        }
    }

    /// Returns the UID of the event of a finding.
    private func eventUID(_ row: AgreementRow) -> String {
        row.uid ?? EventWriter.uid(row.planKey)
    }

    /// Changes a row in a transaction of its own.
    private func answer(_ id: AgreementID, _ change: (inout AgreementRow, Vault) throws -> Void) throws {
        let store = try app.store
        try store.transaction {
            guard var row = try store.lockAgreement(of: owner, id), let vault = try app.vault(of: owner)
            else { throw AnswerRefusal.gone }
            try change(&row, vault)
            try store.replace(row, of: owner)
        }
    }
}

extension AgreementRow {
    /// Notes the event that stands in the calendar.
    mutating func note(_ written: WrittenEvent) {
        uid = written.uid
        calendar = written.place.calendar
        segment = written.place.segment
        writtenTag = written.tag
    }

    /// Writes new values.
    mutating func write(_ values: FoundValues, _ vault: Vault) throws {
        sealedValues = try vault.seal(values, .values)
        valuesKey = vault.digest("values", values.identity)
        lastDay = values.endDate
    }
}
