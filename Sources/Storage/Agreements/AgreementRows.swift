public import CivilTime
public import Postgres

/// The customer's answer to what was found.
public enum AgreementState: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    /// Not in the calendar; waits for the customer.
    case proposed
    /// In the calendar; waits for the customer.
    case added
    /// Called off in the chat, and marked as cancelled in the calendar; waits for the customer.
    case cancelled
    case kept
    case dismissed
}

/// A later change in the chat that waits, because the customer had edited the event.
public enum PendingChange: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    case change, cancellation
}

/// A finding of a chat: a plan, its event, and the answer to it.
public struct AgreementRow: Sendable, RowDecodable {
    public let id: AgreementID
    /// The chat; nil if it is deleted.
    public var chat: ChatID?
    public var planKey: [UInt8]
    /// The digest of the message with which the plan began; nil in rows of older releases.
    public let originKey: [UInt8]?
    public var valuesKey: [UInt8]
    public var state: AgreementState
    /// The state before the customer's answer; nil without one.
    public var stateBefore: AgreementState?
    public var pending: PendingChange?
    public var uid: String?
    /// The last part of the address of the calendar, and of the event in it.
    public var calendar: String?
    public var segment: String?
    /// The entity tag of the event as Jadwal wrote it.
    public var writtenTag: String?
    public var sealedValues: [UInt8]
    public var sealedPending: [UInt8]?
    public var sealedProof: [UInt8]?
    /// True if the words of its messages are deleted.
    public var isForgotten: Bool
    public var lastDay: LocalDate
    public let foundAt: Instant
    public let decidedAt: Instant?

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        chat = try row["chat_id"]
        planKey = try row["plan_key"]
        originKey = try row["origin_key"]
        valuesKey = try row["values_key"]
        state = try row["state"]
        stateBefore = try row["state_before"]
        pending = try row["pending"]
        uid = try row["uid"]
        calendar = try row["calendar"]
        segment = try row["segment"]
        writtenTag = try row["written_tag"]
        sealedValues = try row["sealed_values"]
        sealedPending = try row["sealed_pending"]
        sealedProof = try row["sealed_proof"]
        isForgotten = try row["is_forgotten"]
        lastDay = LocalDate(daysSince1970: try row["last_day"])
        foundAt = try row["found_at"]
        decidedAt = try row["decided_at"]
    }

    static let columns: SQL = """
        id, chat_id, plan_key, origin_key, values_key, state, state_before, pending, uid, calendar, segment,
        written_tag, sealed_values, sealed_pending, sealed_proof, is_forgotten,
        last_day - date '1970-01-01' AS last_day, found_at, decided_at
        """

    /// The condition of rows that wait for the customer, also of those that are over.
    static let isOpen: SQL = "(state IN ('proposed', 'added', 'cancelled') OR pending IS NOT NULL)"
}

/// The values of a finding that is written down.
public struct NewAgreement: Sendable {
    public var chat: ChatID?
    public var planKey: [UInt8]
    public var originKey: [UInt8]?
    public var valuesKey: [UInt8]
    public var state: AgreementState
    public var uid: String?
    public var calendar: String?
    public var segment: String?
    public var writtenTag: String?
    public var sealedValues: [UInt8]
    public var sealedProof: [UInt8]?
    public var lastDay: LocalDate

    public init(
        chat: ChatID?, planKey: [UInt8], originKey: [UInt8]?, valuesKey: [UInt8], state: AgreementState,
        uid: String? = nil, calendar: String? = nil, segment: String? = nil, writtenTag: String? = nil,
        sealedValues: [UInt8], sealedProof: [UInt8]?, lastDay: LocalDate
    ) {
        self.chat = chat
        self.planKey = planKey
        self.originKey = originKey
        self.valuesKey = valuesKey
        self.state = state
        self.uid = uid
        self.calendar = calendar
        self.segment = segment
        self.writtenTag = writtenTag
        self.sealedValues = sealedValues
        self.sealedProof = sealedProof
        self.lastDay = lastDay
    }
}

extension Store {
    /// Writes down what was found.
    ///
    /// - Returns: nil if there is a row of the same plan.
    public func insert(_ new: NewAgreement, of customer: CustomerID) throws(PostgresError) -> AgreementID? {
        try announceInbox(of: customer)
        return try connection.value("""
            INSERT INTO agreement
                   (customer_id, chat_id, plan_key, origin_key, values_key, state, uid, calendar, segment, written_tag,
                    sealed_values, sealed_proof, last_day)
            VALUES (\(customer), \(new.chat), \(new.planKey), \(new.originKey), \(new.valuesKey), \(new.state),
                    \(new.uid), \(new.calendar), \(new.segment), \(new.writtenTag), \(new.sealedValues),
                    \(new.sealedProof), date '1970-01-01' + \(new.lastDay.daysSince1970)::integer)
            ON CONFLICT (customer_id, plan_key) DO NOTHING
            RETURNING id
            """)
    }

    /// Writes the values of a row that can change.
    public func replace(_ row: AgreementRow, of customer: CustomerID) throws(PostgresError) {
        let isAnswered = row.state == .kept || row.state == .dismissed
        try announceInbox(of: customer)
        try connection.execute("""
            UPDATE agreement
               SET plan_key = \(row.planKey), values_key = \(row.valuesKey), state = \(row.state),
                   state_before = \(row.stateBefore), pending = \(row.pending), uid = \(row.uid),
                   calendar = \(row.calendar), segment = \(row.segment),
                   written_tag = \(row.writtenTag), sealed_values = \(row.sealedValues),
                   sealed_pending = \(row.sealedPending), sealed_proof = \(row.sealedProof),
                   is_forgotten = \(row.isForgotten),
                   last_day = date '1970-01-01' + \(row.lastDay.daysSince1970)::integer,
                   decided_at = CASE WHEN \(isAnswered) THEN coalesce(decided_at, now()) END
             WHERE customer_id = \(customer) AND id = \(row.id)
            """)
    }

    /// Moves a row to the head of the list, as after a change in the chat.
    public func renew(_ agreement: AgreementID, of customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE agreement SET found_at = now(), announced_at = NULL
             WHERE customer_id = \(customer) AND id = \(agreement)
            """)
    }

    /// Deletes what was found.
    public func deleteAgreement(of customer: CustomerID, _ id: AgreementID) throws(PostgresError) {
        try announceInbox(of: customer)
        try connection.execute("DELETE FROM agreement WHERE customer_id = \(customer) AND id = \(id)")
    }

    /// Returns a row by its id, locked until the transaction ends; nil if there is none.
    public func lockAgreement(of customer: CustomerID, _ id: AgreementID) throws(PostgresError) -> AgreementRow? {
        try connection.row("""
            SELECT \(AgreementRow.columns) FROM agreement WHERE customer_id = \(customer) AND id = \(id) FOR UPDATE
            """)
    }

    /// Returns a row by its id; nil if there is none.
    public func agreement(of customer: CustomerID, _ id: AgreementID) throws(PostgresError) -> AgreementRow? {
        try connection.row("""
            SELECT \(AgreementRow.columns) FROM agreement WHERE customer_id = \(customer) AND id = \(id)
            """)
    }

    /// Returns the row of an event of the calendar; nil if there is none.
    public func agreement(of customer: CustomerID, uid: String) throws(PostgresError) -> AgreementRow? {
        try connection.row("""
            SELECT \(AgreementRow.columns) FROM agreement WHERE customer_id = \(customer) AND uid = \(uid)
            """)
    }

    /// Returns what was found in a chat, the oldest first.
    public func agreements(of customer: CustomerID, chat: ChatID) throws(PostgresError) -> [AgreementRow] {
        try connection.rows(agreementsQuery(customer, chat))
    }

    /// Returns what was found in a chat, the oldest first, locked until the transaction ends.
    public func lockAgreements(of customer: CustomerID, chat: ChatID) throws(PostgresError) -> [AgreementRow] {
        try connection.rows("\(agreementsQuery(customer, chat)) FOR UPDATE")
    }

    private func agreementsQuery(_ customer: CustomerID, _ chat: ChatID) -> SQL {
        """
        SELECT \(AgreementRow.columns) FROM agreement
         WHERE customer_id = \(customer) AND chat_id = \(chat) ORDER BY found_at, id
        """
    }

    /// Returns a row with the same day, hour and title; nil if there is none.
    public func agreement(of customer: CustomerID, values key: [UInt8]) throws(PostgresError) -> AgreementRow? {
        try connection.row("""
            SELECT \(AgreementRow.columns) FROM agreement
             WHERE customer_id = \(customer) AND values_key = \(key) ORDER BY found_at, id LIMIT 1
            """)
    }

    /// Returns the condition of rows that wait for the customer, and are not over.
    private static func isWaiting(_ today: LocalDate) -> SQL {
        """
        \(AgreementRow.isOpen) AND last_day >= date '1970-01-01' + \(today.daysSince1970)::integer
        """
    }

    /// Returns what was found, the newest first.
    ///
    /// - Parameters:
    ///   - isWaiting: true for what waits for the customer, false for what is answered or over.
    ///   - today: the customer's day; what was before it is over.
    ///   - before: the last row of the page before; nil for the first page.
    public func agreements(
        of customer: CustomerID, isWaiting: Bool, on today: LocalDate, before: AgreementRow? = nil, limit: Int
    ) throws(PostgresError) -> [AgreementRow] {
        try connection.rows("""
            SELECT \(AgreementRow.columns) FROM agreement
             WHERE customer_id = \(customer) AND (\(Self.isWaiting(today))) = \(isWaiting)
               AND (\(before?.foundAt)::timestamptz IS NULL
                    OR (found_at, id) < (\(before?.foundAt), \(before?.id)::bigint))
             ORDER BY found_at DESC, id DESC LIMIT \(limit)
            """)
    }

    /// Returns the number of rows that wait for the customer.
    ///
    /// - Parameter today: the customer's day; what was before it is over.
    public func waitingAgreements(of customer: CustomerID, on today: LocalDate) throws(PostgresError) -> Int {
        try connection.value("""
            SELECT count(*) FROM agreement WHERE customer_id = \(customer) AND \(Self.isWaiting(today))
            """) ?? 0
    }

    /// Returns the waiting rows that no mail has announced.
    public func unannouncedAgreements(
        of customer: CustomerID, on today: LocalDate
    ) throws(PostgresError) -> [UnannouncedAgreement] {
        try connection.rows("""
            SELECT id, found_at FROM agreement
             WHERE customer_id = \(customer) AND announced_at IS NULL AND \(Self.isWaiting(today)) ORDER BY id
            """)
    }

    /// Records that a mail told a customer of a row. One that became news again meanwhile still waits for a mail.
    public func announce(_ row: UnannouncedAgreement, of customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE agreement SET announced_at = now()
             WHERE customer_id = \(customer) AND id = \(row.id) AND found_at = \(row.foundAt)
            """)
    }

    /// Informs responders that the number in the navigation of a customer's pages changed. They remember it with the
    /// session.
    func announceInbox(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("SELECT pg_notify(\(Self.accountChannel), \(customer.description))")
    }
}

/// A finding that no mail has announced.
public struct UnannouncedAgreement: Sendable, RowDecodable {
    public let id: AgreementID
    /// The moment of its last news.
    public let foundAt: Timestamp

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        foundAt = try row["found_at"]
    }
}

/// The number of findings with one answer, for an operator.
public struct AgreementCount: Sendable, RowDecodable {
    public let state: AgreementState
    public let count: Int

    public init(_ row: Row) throws(PostgresError) {
        state = try row["state"]
        count = try row["count"]
    }
}

extension Store {
    /// Returns the numbers of findings by their answers.
    public func countAgreements() throws(PostgresError) -> [AgreementCount] {
        try connection.rows("SELECT state, count(*) AS count FROM agreement GROUP BY state ORDER BY state")
    }

    /// Returns everything that was found for a customer, the oldest first; for the export.
    public func allAgreements(of customer: CustomerID) throws(PostgresError) -> [AgreementRow] {
        try connection.rows("""
            SELECT \(AgreementRow.columns) FROM agreement WHERE customer_id = \(customer) ORDER BY found_at, id
            """)
    }
}
