import Calendars
import CivilTime
import Crypto
import Extraction
import Logging
import Runtime
import Storage
import Templates

/// Writes down what was found in a chat.
///
/// Agreed plans become events first, each under the UID of its plan. Then one transaction writes the findings, deletes
/// the words that are not needed any more, and ends the worker's turn.
struct FindingWriter {
    private let reading: ChatReading
    private let vault: Vault
    private let customer: Customer
    private let app: App
    private let events: EventWriter
    private let rows: [AgreementRow]

    init(_ reading: ChatReading, _ vault: Vault, _ customer: Customer, _ app: App) throws {
        self.reading = reading
        self.vault = vault
        self.customer = customer
        self.app = app
        events = EventWriter(app, customer)
        rows = try app.store.agreements(of: customer.id, chat: reading.chat.id)
    }

    /// A step of the last transaction.
    private typealias Step = (Store) throws -> Void

    /// - Throws: `CalendarRefusal` if the calendar takes no event, and errors of the database.
    func write(_ analysis: ThreadAnalysis) throws {
        var steps: [Step] = [], open: Set<[UInt8]> = [], hasNews = false
        for plan in analysis.plans {
            let found: (step: Step?, isNews: Bool)
            switch plan.status {
            case .agreed: found = try agreed(plan.event)
            case .notConfirmed:
                if plan.event.changeOf == nil { open.insert(proposalKey(plan.event)) }
                found = try proposed(plan.event)
            case .denied: found = try denied(plan.event)
            case .noEvent: continue
            }
            if let step = found.step { steps.append(step) }
            hasNews = hasNews || found.isNews
        }
        let hasProposal = analysis.plans.contains { $0.status == .notConfirmed }
        let isClosed = !hasProposal && analysis.plans.contains { $0.status != .noEvent }
        // Proposals that the chat no longer has, as after another day was named.
        for row in rows where row.state == .proposed && !open.contains(row.planKey) {
            steps.append { store in
                guard let now = try store.lockAgreement(of: customer.id, row.id), now.state == .proposed,
                    now.planKey == row.planKey
                else { return }
                try store.deleteAgreement(of: customer.id, row.id)
            }
        }
        try finish(steps, hasProposal: hasProposal, forgets: isClosed || reading.chat.source == .upload, hasNews)
    }

    private func finish(_ steps: [Step], hasProposal: Bool, forgets: Bool, _ hasNews: Bool) throws {
        let store = try app.store, chat = reading.chat
        try store.transaction {
            for step in steps { try step(store) }
            if forgets, let last = reading.messages.last?.sentAt {
                try store.forgetWords(of: chat, upTo: last)
                for var row in try store.agreements(of: customer.id, chat: chat.id) where !row.isForgotten {
                    row.isForgotten = true
                    try store.replace(row, of: customer.id)
                }
            }
            if hasNews { try app.announceFindings(to: customer) }
            // A worker that took the chat over meanwhile does all this itself.
            guard try store.finishAnalysis(of: chat, hasProposal: hasProposal) else { throw TurnLost() }
        }
    }

    // MARK: plans

    private func agreed(_ event: Agreement) throws -> (step: Step?, isNews: Bool) {
        if let uid = event.changeOf { return try changed(event, uid) }
        let key = agreementKey(event), values = values(event)
        let row = rows.first { $0.planKey == key } ?? rows.first { $0.planKey == proposalKey(event) }
        if let row {
            switch row.state {
            case .proposed: break
            case .added:
                let before = try vault.open(FoundValues.self, row.sealedValues, .values)
                return before == values ? (nil, false) : try rewritten(row, values, event)
            case .kept, .dismissed, .cancelled: return (nil, false)
            }
        }
        guard !isOver(values), try row != nil || !isKnown(values) else { return (nil, false) }
        let uid = row?.uid ?? EventWriter.uid(key)
        let written = try events.add(values, uid: uid)
        let proof = try vault.seal(sentences(event), .proof), sealed = try vault.seal(values, .values)
        if let row {
            return (
                update(row) { now in
                    now.planKey = key
                    now.state = .added
                    now.note(written)
                    try now.write(values, vault)
                    now.sealedProof = proof
                }, true
            )
        }
        let new = NewAgreement(
            chat: reading.chat.id, planKey: key, valuesKey: vault.digest("values", values.identity), state: .added,
            uid: written.uid, calendar: written.place.calendar, segment: written.place.segment,
            writtenTag: written.tag, sealedValues: sealed, sealedProof: proof, lastDay: values.endDate)
        return ({ store in _ = try store.insert(new, of: customer.id) }, true)
    }

    private func proposed(_ event: Agreement) throws -> (step: Step?, isNews: Bool) {
        // The event stays as it is until the change is agreed.
        guard event.changeOf == nil else { return (nil, false) }
        let key = proposalKey(event), values = values(event)
        guard !isOver(values) else { return (nil, false) }
        let proof = try vault.seal(sentences(event), .proof)
        if let row = rows.first(where: { $0.planKey == key }) {
            guard row.state == .proposed else { return (nil, false) }
            return (
                update(row) { now in
                    guard now.state == .proposed else { return }
                    try now.write(values, vault)
                    now.sealedProof = proof
                }, false
            )
        }
        guard try !isKnown(values) else { return (nil, false) }
        let new = NewAgreement(
            chat: reading.chat.id, planKey: key, valuesKey: vault.digest("values", values.identity), state: .proposed,
            sealedValues: try vault.seal(values, .values), sealedProof: proof, lastDay: values.endDate)
        return ({ store in _ = try store.insert(new, of: customer.id) }, true)
    }

    private func denied(_ event: Agreement) throws -> (step: Step?, isNews: Bool) {
        let row: AgreementRow?
        if let uid = event.changeOf {
            row = rows.first { $0.uid == uid }
        } else {
            let keys = [agreementKey(event), proposalKey(event)]
            row = rows.first { keys.contains($0.planKey) && $0.uid != nil }
        }
        guard let row, let place = row.eventPlace, [.added, .kept].contains(row.state) else { return (nil, false) }
        let proof = try vault.seal(sentences(event), .proof)
        guard let written = try events.cancel(place, ifTag: row.writtenTag) else {
            return (pending(row, .cancellation, nil, proof), true)
        }
        return (
            update(row, isNews: true) { now in
                now.state = .cancelled
                now.note(written)
                now.sealedProof = proof
            }, true
        )
    }

    /// A change of an event that was agreed on later.
    private func changed(_ event: Agreement, _ uid: String) throws -> (step: Step?, isNews: Bool) {
        guard let row = rows.first(where: { $0.uid == uid }), row.state != .dismissed else { return (nil, false) }
        return try rewritten(row, values(event), event)
    }

    private func rewritten(
        _ row: AgreementRow, _ values: FoundValues, _ event: Agreement
    ) throws -> (step: Step?, isNews: Bool) {
        guard let place = row.eventPlace else { return (nil, false) }
        var values = values
        // Later messages seldom name the activity again.
        let before = try vault.open(FoundValues.self, row.sealedValues, .values)
        if values.activity == nil || values.activity == before.activity {
            values.title = before.title
            values.activity = before.activity
        }
        values.place = values.place ?? before.place
        let proof = try vault.seal(sentences(event), .proof)
        guard let written = try events.change(place, to: values, ifTag: row.writtenTag) else {
            return (pending(row, .change, try vault.seal(values, .values), proof), true)
        }
        return (
            update(row, isNews: true) { now in
                now.state = .added
                now.note(written)
                try now.write(values, vault)
                now.sealedProof = proof
            }, true
        )
    }

    // MARK: rows

    /// Returns a step that proposes a change of an event that the customer had edited. A deleted event needs none.
    private func pending(
        _ row: AgreementRow, _ pending: PendingChange, _ values: [UInt8]?, _ proof: [UInt8]
    ) -> Step {
        update(row, isNews: true) { now in
            guard let place = now.eventPlace, try app.calendars(of: customer).event(at: place) != nil else {
                now.state = .dismissed
                return
            }
            now.pending = pending
            now.sealedPending = values
            now.sealedProof = proof
        }
    }

    private func update(
        _ row: AgreementRow, isNews: Bool = false, _ change: @escaping (inout AgreementRow) throws -> Void
    ) -> Step {
        { store in
            guard var now = try store.lockAgreement(of: customer.id, row.id) else { return }
            try change(&now)
            try store.replace(now, of: customer.id)
            if isNews { try store.renew(row.id, of: customer.id) }
        }
    }

    // MARK: values

    private func values(_ event: Agreement) -> FoundValues {
        FoundValues(event, contact: reading.contactName, prayers: reading.prayers)
    }

    private func sentences(_ event: Agreement) -> [FoundSentence] { reading.sentences.sentences(event.proof) }

    /// The key of an agreed plan: the message that confirmed it.
    private func agreementKey(_ event: Agreement) -> [UInt8] {
        vault.digest("plan", reading.chat.key, Array((event.proof.acceptance?.message ?? "").utf8))
    }

    /// The key of an open plan: the message that proposed it.
    private func proposalKey(_ event: Agreement) -> [UInt8] {
        vault.digest("proposal", reading.chat.key, Array((event.proof.proposal?.message ?? "").utf8))
    }

    /// Returns true if the customer has the same plan from another door: one chat is linked, the other was uploaded.
    private func isKnown(_ values: FoundValues) throws -> Bool {
        let row = try app.store.agreement(of: customer.id, values: vault.digest("values", values.identity))
        guard let row, row.chat != reading.chat.id else { return false }
        if reading.chat.source == .upload { return true }
        return try row.chat.flatMap { try app.store.chat(of: customer.id, $0) }?.source != .bridge
    }

    /// Returns true for a plan whose time is over: nobody needs it in the calendar.
    private func isOver(_ values: FoundValues) -> Bool {
        if values.repeats != nil { return false }
        guard values.endDate <= reading.today else { return false }
        guard values.endDate == reading.today, let start = values.minute else { return values.endDate < reading.today }
        return start + values.length < reading.minute
    }
}

/// Another worker took a chat over.
struct TurnLost: Error {}
