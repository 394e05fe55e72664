import Calendars
import CivilTime
import Crypto
import Extraction
import Logging
import Notifications
import Runtime
import Storage
import Templates

/// Writes down what was found in a chat.
///
/// One transaction writes the events and the findings, deletes the words that are no longer needed, and ends the
/// worker's turn. So after a fault everything is as before, and nothing is half done.
struct FindingWriter {
    private let reading: ChatReading
    private let vault: Vault
    private let customer: Customer
    private let app: App
    private let events: EventWriter
    /// The findings of the chat before this analysis, and those of them that a plan of it has.
    private var rows: [AgreementRow] = []
    private var taken: Set<AgreementID> = []
    private var hasNews = false

    init(_ reading: ChatReading, _ vault: Vault, _ customer: Customer, _ app: App) {
        self.reading = reading
        self.vault = vault
        self.customer = customer
        self.app = app
        events = EventWriter(app, customer)
    }

    /// - Throws: `TurnLost` if another worker took the chat over, `CalendarRefusal` if the calendar takes no event, and
    ///   errors of the database.
    func write(_ analysis: ThreadAnalysis) throws {
        try app.store.transaction {
            // The transaction may run twice, each time with what it finds then.
            var turn = self
            try turn.run(analysis)
        }
    }

    private mutating func run(_ analysis: ThreadAnalysis) throws {
        let store = try app.store, chat = reading.chat
        // The words of a move, too, are needed until it is agreed: meanwhile the plan itself counts as agreed.
        let isMoving = analysis.status == .notConfirmed && analysis.event.map { !isOver(values($0)) } ?? false
        let hasProposal = isMoving || analysis.plans.contains { plan in
            let waits = plan.status == .notConfirmed || plan.status == .agreed && !plan.event.doubts.isEmpty
            return waits && !isOver(values(plan.event))
        }
        // This locks the chat, before anything of it, as every delivery does.
        guard try store.finishAnalysis(of: chat, hasProposal: hasProposal) else { throw TurnLost() }
        rows = try store.lockAgreements(of: customer.id, chat: chat.id)
        for plan in analysis.plans {
            switch plan.status {
            case .agreed: try agreed(plan.event)
            case .notConfirmed: try proposed(plan.event)
            case .denied: try denied(plan.event)
            case .noEvent: continue
            }
        }
        // Proposals that the chat no longer has, as after another day was named.
        for row in rows where row.state == .proposed && !taken.contains(row.id) && !row.isForgotten {
            try store.deleteAgreement(of: customer.id, row.id)
        }
        let isClosed = !hasProposal && analysis.plans.contains { $0.status != .noEvent }
        // After an edit or a deletion meanwhile, what was read has changed. The next turn forgets.
        let isCurrent = try store.chat(of: customer.id, chat.id)?.revision == chat.revision
        if isCurrent, isClosed || chat.source == .upload { try forgetWords() }
        if hasNews { try app.announceFindings(to: customer) }
    }

    private func forgetWords() throws {
        let store = try app.store
        guard let last = reading.messages.map(\.arrival).max() else { return }
        try store.forgetWords(of: reading.chat, upTo: last)
        for var row in try store.agreements(of: customer.id, chat: reading.chat.id) where !row.isForgotten {
            row.isForgotten = true
            try store.replace(row, of: customer.id)
        }
    }

    // MARK: plans

    private mutating func agreed(_ event: FoundPlan) throws {
        if let uid = event.changeOf {
            guard let row = rows.first(where: { $0.uid == uid }), row.state != .dismissed else { return }
            guard event.doubts.isEmpty else { return try proposedChange(event, uid) }
            // Place or end alone bring no event back that was called off, and answer no open question.
            if event.proof.acceptance == nil, row.isCancelled || row.pending != nil { return }
            return try rewrite(row, values(event), event)
        }
        guard event.doubts.isEmpty else { return try doubted(event) }
        let values = values(event), row = take(event)
        switch row?.state {
        case .added?, .kept?: return try row.map { try rewrite($0, values, event) } ?? ()
        case .dismissed?, .cancelled?: return
        case .proposed?, nil: break
        }
        guard !isOver(values), try row != nil || !isKnown(values), let key = agreementKey(event)
        else { return giveUp(row) }
        let written = try events.add(values, uid: row?.uid ?? EventWriter.uid(key))
        guard var row else {
            return try insert(event, key, .added, values, written)
        }
        row.planKey = key
        row.state = .added
        row.note(written)
        try replace(&row, values, event)
        // The customer knew it as a proposal. That it is an event now is news.
        try recordNews(row)
        try app.notify(.eventFound, row.id, values, written, to: customer)
    }

    /// Leaves an agreement to the customer that Jadwal may have read wrongly. What is in the calendar stays as it is.
    private mutating func doubted(_ event: FoundPlan) throws {
        let values = values(event), row = take(event)
        switch row?.state {
        case .added?, .kept?:
            guard let row, !row.isCancelled, try !merged(values, with: row).isSameEvent(as: opened(row)) else { return }
            return try ask(row, .change, values, event)
        case .dismissed?, .cancelled?: return
        case .proposed?, nil: break
        }
        guard !isOver(values) else { return giveUp(row) }
        if var row { return try replace(&row, values, event) }
        guard let key = agreementKey(event), try !isKnown(values) else { return }
        try insert(event, key, .proposed, values, nil)
    }

    private mutating func proposed(_ event: FoundPlan) throws {
        if let uid = event.changeOf { return try proposedChange(event, uid) }
        let values = values(event), row = take(event)
        // It can no longer be answered.
        guard !isOver(values) else { return giveUp(row) }
        if var row {
            // The event stays as it is until the change is agreed.
            guard row.state == .proposed else { return }
            return try replace(&row, values, event)
        }
        guard let key = proposalKey(event), try !isKnown(values) else { return }
        try insert(event, key, .proposed, values, nil)
    }

    /// A change of an event that is not agreed on. If only the language model doubts it, the customer decides.
    private mutating func proposedChange(_ event: FoundPlan, _ uid: String) throws {
        guard event.proof.acceptance != nil, let row = rows.first(where: { $0.uid == uid }),
            row.state == .added || row.state == .kept
        else { return }
        let values = try merged(values(event), with: row)
        guard try !values.isSameEvent(as: opened(row)) else { return }
        try ask(row, .change, values, event)
    }

    private mutating func denied(_ event: FoundPlan) throws {
        let row = event.changeOf.map { uid in rows.first { $0.uid == uid } } ?? take(event)
        guard let row, [.added, .kept].contains(row.state), !row.isCancelled, let place = try events.place(of: row)
        else { return giveUp(row) }
        guard let written = try events.cancel(place, ifAsWritten: (row, opened(row))) else {
            return try ask(row, .cancellation, nil, event)
        }
        var now = row
        now.state = .cancelled
        now.note(written)
        now.sealedProof = try vault.seal(sentences(event), .proof)
        try app.store.replace(now, of: customer.id)
        try recordNews(now)
        try app.notify(.eventCancelled, now.id, opened(now), written, to: customer)
    }

    /// Writes new values into an event that the customer has not edited; else the customer is asked.
    private mutating func rewrite(_ row: AgreementRow, _ found: FoundValues, _ event: FoundPlan) throws {
        let values = try merged(found, with: row), before = try opened(row)
        // An event that was called off stands again, also at its old time.
        guard row.isCancelled || !values.isSameEvent(as: before) else { return try leave(row) }
        guard let place = try events.place(of: row) else { return }
        guard let written = try events.change(place, to: values, ifAsWritten: (row, before)) else {
            return try ask(row, .change, values, event)
        }
        var now = row
        now.note(written)
        if event.proof.acceptance == nil { return try complete(&now, values, event) }
        now.state = .added
        now.stateBefore = nil
        (now.pending, now.sealedPending) = (nil, nil)
        try replace(&now, values, event)
        try recordNews(now)
        try app.notify(.eventChanged, now.id, values, written, to: customer)
    }

    /// Keeps the place or the end that an event lacked. Its sentence joins the others; what the customer has
    /// kept stays kept, without sentences.
    private mutating func complete(_ row: inout AgreementRow, _ values: FoundValues, _ event: FoundPlan) throws {
        try row.write(values, vault)
        if row.state != .kept {
            let before = try row.sealedProof.map { try vault.open([FoundSentence].self, $0, .proof) } ?? []
            row.sealedProof = try vault.seal(before + sentences(event).filter { !before.contains($0) }, .proof)
        }
        try app.store.replace(row, of: customer.id)
        if row.state != .kept { try recordNews(row) }
    }

    /// Takes back a question to the customer about a change that the two have taken back.
    private func leave(_ row: AgreementRow) throws {
        guard row.pending != nil else { return }
        var now = row
        (now.pending, now.sealedPending) = (nil, nil)
        try app.store.replace(now, of: customer.id)
    }

    // MARK: rows

    /// Returns the row of a plan, which no other plan then gets; nil if there is none.
    private mutating func take(_ event: FoundPlan) -> AgreementRow? {
        let keys = [agreementKey(event), proposalKey(event)].compactMap(\.self), origin = originKey(event)
        let free = rows.filter { !taken.contains($0.id) }
        let row = free.first { keys.contains($0.planKey) } ?? free.first { origin != nil && $0.originKey == origin }
        if let row { taken.insert(row.id) }
        return row
    }

    /// Marks the row of a withdrawn proposal for deletion.
    private mutating func giveUp(_ row: AgreementRow?) {
        if let row, row.state == .proposed { taken.remove(row.id) }
    }

    private mutating func insert(
        _ event: FoundPlan, _ key: [UInt8], _ state: AgreementState, _ values: FoundValues, _ written: WrittenEvent?
    ) throws {
        let new = NewAgreement(
            chat: reading.chat.id, planKey: key, originKey: originKey(event),
            valuesKey: vault.digest("values", values.identity), state: state, uid: written?.uid,
            calendar: written?.place.calendar, segment: written?.place.segment, writtenTag: written?.tag,
            sealedValues: try vault.seal(values, .values), sealedProof: try vault.seal(sentences(event), .proof),
            lastDay: values.countsUntil)
        guard let id = try app.store.insert(new, of: customer.id) else { return }
        hasNews = true
        if let written { try app.notify(.eventFound, id, values, written, to: customer) }
    }

    private func replace(_ row: inout AgreementRow, _ values: FoundValues, _ event: FoundPlan) throws {
        try row.write(values, vault)
        row.sealedProof = try vault.seal(sentences(event), .proof)
        try app.store.replace(row, of: customer.id)
    }

    private mutating func recordNews(_ row: AgreementRow) throws {
        try app.store.renew(row.id, of: customer.id)
        hasNews = true
    }

    /// Asks the customer about a change of an event that they had edited. A deleted event needs none.
    private mutating func ask(
        _ row: AgreementRow, _ pending: PendingChange, _ values: FoundValues?, _ event: FoundPlan
    ) throws {
        var now = row
        guard try events.place(of: row) != nil else {
            now.state = .dismissed
            return try app.store.replace(now, of: customer.id)
        }
        // The same question is asked once.
        let asked = try row.sealedPending.map { try vault.open(FoundValues.self, $0, .values) }
        let isSame = values.map { asked?.isSameEvent(as: $0) ?? false } ?? (asked == nil)
        if row.pending == pending, isSame { return }
        now.pending = pending
        now.sealedPending = try values.map { try vault.seal($0, .values) }
        now.sealedProof = try vault.seal(sentences(event), .proof)
        try app.store.replace(now, of: customer.id)
        try recordNews(now)
    }

    // MARK: values

    private func opened(_ row: AgreementRow) throws -> FoundValues {
        try vault.open(FoundValues.self, row.sealedValues, .values)
    }

    private func values(_ event: FoundPlan) -> FoundValues {
        FoundValues(AgreementChecks.cleaned(event), contact: reading.contactName, prayers: reading.prayers)
    }

    /// Returns the values of a change. Later messages seldom name activity, place and repetition again.
    private func merged(_ values: FoundValues, with row: AgreementRow) throws -> FoundValues {
        var values = values
        let before = try opened(row)
        if values.activity == nil || values.activity == before.activity {
            values.title = before.title
            values.activity = before.activity
        }
        values.place = values.place ?? before.place
        values.keepRepetition(of: before)
        return values
    }

    private func sentences(_ event: FoundPlan) -> [FoundSentence] { reading.sentences.sentences(event.proof) }

    /// The key of an agreed plan: the message that confirmed it.
    private func agreementKey(_ event: FoundPlan) -> [UInt8]? { key("plan", event.proof.acceptance?.message) }

    /// The key of an open plan: the message that proposed it.
    private func proposalKey(_ event: FoundPlan) -> [UInt8]? { key("proposal", event.proof.proposal?.message) }

    /// The key of a plan for as long as it may change: the message with which it began.
    private func originKey(_ event: FoundPlan) -> [UInt8]? { key("origin", event.origin) }

    private func key(_ kind: String, _ message: String?) -> [UInt8]? {
        message.map { vault.digest(kind, reading.chat.key, Array($0.utf8)) }
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
