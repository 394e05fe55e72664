public import CivilTime
public import Postgres

/// The door through which the messages of a chat came.
public enum ChatSource: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    case bridge
    /// A file that the customer exported and uploaded.
    case upload
}

/// The reason why a chat was given up after the last try.
public enum ChatProblem: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    /// The language model did not answer, or not as agreed.
    case model
    /// A key that its words are encrypted with is missing.
    case key
    /// The calendar took no event.
    case calendar
    case fault
}

/// A chat of a customer.
public struct ChatRow: Sendable, RowDecodable {
    public let customer: CustomerID
    public let id: ChatID
    public let key: [UInt8]
    public let source: ChatSource
    public let sealedContact: [UInt8]
    public let isOff: Bool
    /// True if `10/11` is 11 October in its messages.
    public let isMonthFirst: Bool
    /// Grows with each message.
    public let revision: Int64
    /// The number of the last worker's turn.
    public let claim: Int64
    public let tries: Int
    public let problem: ChatProblem?
    public let lastMessageAt: Instant
    /// True if it waits for its analysis.
    public let isDue: Bool

    public init(_ row: Row) throws(PostgresError) {
        customer = try row["customer_id"]
        id = try row["id"]
        key = try row["chat_key"]
        source = try row["source"]
        sealedContact = try row["sealed_contact"]
        isOff = try row["is_off"]
        isMonthFirst = try row["is_month_first"]
        revision = try row["revision"]
        claim = try row["claim"]
        tries = try row["tries"]
        problem = try row["problem"]
        lastMessageAt = try row["last_message_at"]
        isDue = try row["is_due"]
    }

    static let columns: SQL = """
        c.customer_id, c.id, c.chat_key, c.source, c.sealed_contact, c.is_off, c.is_month_first, c.revision, c.claim,
        c.tries, c.problem, c.last_message_at, c.analyse_after IS NOT NULL AS is_due
        """
}

/// The times of an analysis after a chat's last message, in seconds.
public struct AnalysisDelay: Sendable, Hashable {
    /// The quiet that is waited for.
    public let quietSeconds: Int
    /// The longest time after the first message that was not analysed yet.
    public let mostSeconds: Int

    public init(quietSeconds: Int, mostSeconds: Int) {
        self.quietSeconds = quietSeconds
        self.mostSeconds = mostSeconds
    }
}

/// The numbers of chats and messages, for an operator.
public struct ChatCounts: Sendable, RowDecodable {
    /// Chats that wait for their analysis.
    public let waiting: Int
    /// The age of the oldest of them beyond its due time, in seconds.
    public let oldestSeconds: Double
    public let givenUp: Int
    public let chats: Int
    /// Messages whose words are kept.
    public let messages: Int
    public let refused: Int
    /// The chats that were read, and the tries that failed, since the installation began.
    public let read: Int
    public let failed: Int

    public init(_ row: Row) throws(PostgresError) {
        read = try row["read"]
        failed = try row["failed"]
        waiting = try row["waiting"]
        oldestSeconds = try row["oldest"]
        givenUp = try row["given_up"]
        chats = try row["chats"]
        messages = try row["messages"]
        refused = try row["refused"]
    }
}

extension Store {
    /// The channel on which a chat that is due is announced.
    public static let chatChannel = "jadwal_chat"

    /// Returns a chat, and makes it if there is none. The row is locked until the transaction ends.
    public func chat(
        of customer: CustomerID, key: [UInt8], source: ChatSource, sealedContact: [UInt8]?, sentAt: Instant
    ) throws(PostgresError) -> ChatRow {
        let row: ChatRow? = try connection.row("""
            INSERT INTO chat AS c (customer_id, chat_key, source, sealed_contact, last_message_at)
            VALUES (\(customer), \(key), \(source), coalesce(\(sealedContact), ''), \(sentAt))
            ON CONFLICT (customer_id, chat_key) DO UPDATE
               SET sealed_contact = coalesce(\(sealedContact), c.sealed_contact),
                   last_message_at = greatest(c.last_message_at, excluded.last_message_at)
            RETURNING \(ChatRow.columns)
            """)
        guard let row else { throw .decoding("the chat has no row") }
        return row
    }

    /// Returns true if the customer switched a chat off.
    public func isChatOff(of customer: CustomerID, key: [UInt8]) throws(PostgresError) -> Bool {
        try connection.value(
            "SELECT is_off FROM chat WHERE customer_id = \(customer) AND chat_key = \(key)") ?? false
    }

    /// Sets the time at which a chat is analysed, after a new message.
    ///
    /// - Parameter isAtOnce: true for an uploaded chat, whose last message has come.
    public func armAnalysis(
        of customer: CustomerID, _ chat: ChatID, _ delay: AnalysisDelay, isAtOnce: Bool = false
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat
               SET revision = revision + 1, tries = 0, problem = NULL,
                   first_unseen_at = coalesce(first_unseen_at, now()),
                   analyse_after = CASE WHEN \(isAtOnce) THEN now() ELSE least(
                       now() + \(delay.quietSeconds) * interval '1 second',
                       coalesce(first_unseen_at, now()) + \(delay.mostSeconds) * interval '1 second') END
             WHERE customer_id = \(customer) AND id = \(chat)
            """)
        if isAtOnce || delay.quietSeconds == 0 { try connection.execute("SELECT pg_notify(\(Self.chatChannel), '')") }
    }

    /// Claims the chat that has been due the longest, for some minutes. A claim that nobody ended, as of a worker that
    /// died, counts as a try.
    ///
    /// - Parameter withModel: false to leave out the chats that a language model reads, too.
    public func claimChat(seconds: Int, withModel: Bool = true) throws(PostgresError) -> ChatRow? {
        try connection.row("""
            UPDATE chat AS c
               SET claim = claim + 1, claimed_until = now() + \(seconds) * interval '1 second',
                   tries = tries + CASE WHEN claimed_until IS NULL THEN 0 ELSE 1 END
             WHERE (customer_id, id) = (
                   SELECT customer_id, id FROM chat d
                    WHERE analyse_after <= now() AND (claimed_until IS NULL OR claimed_until < now())
                      AND \(Self.isReader(withModel))
                    ORDER BY analyse_after LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING \(ChatRow.columns)
            """)
    }

    /// Returns the seconds until the next chat is due; nil if none waits.
    ///
    /// - Parameter withModel: as `claimChat` takes it.
    public func secondsUntilNextChat(withModel: Bool = true) throws(PostgresError) -> Double? {
        try connection.value("""
            SELECT greatest(0, extract(epoch FROM min(greatest(analyse_after, coalesce(claimed_until, analyse_after)))
                                                  - now()))::double precision
              FROM chat d WHERE analyse_after IS NOT NULL AND \(Self.isReader(withModel))
            HAVING min(analyse_after) IS NOT NULL
            """)
    }

    /// Returns the condition of the chats that a reader takes.
    private static func isReader(_ withModel: Bool) -> SQL {
        """
        (\(withModel) OR NOT EXISTS (
            SELECT 1 FROM chat_account a WHERE a.customer_id = d.customer_id AND a.allows_model))
        """
    }

    /// Counts a chat that was read.
    public func countChatRead() throws(PostgresError) { try connection.execute("SELECT nextval('chats_read')") }

    /// Counts a try to read a chat that failed.
    public func countChatFailed() throws(PostgresError) { try connection.execute("SELECT nextval('chats_failed')") }

    /// Ends the turn of a worker. A chat that got messages meanwhile stays due.
    ///
    /// - Parameter nextAfterSeconds: the time until the chat is to be looked at again without a new message; nil if it
    ///   need not be.
    /// - Returns: false if another worker took the chat over.
    public func finishAnalysis(
        of chat: ChatRow, hasProposal: Bool, nextAfterSeconds: Int? = nil
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE chat
               SET analyse_after = CASE WHEN revision > \(chat.revision) THEN analyse_after
                                        ELSE now() + \(nextAfterSeconds)::integer * interval '1 second' END,
                   first_unseen_at = CASE WHEN revision > \(chat.revision) THEN now() END,
                   claimed_until = NULL, tries = 0, problem = NULL, has_proposal = \(hasProposal)
             WHERE customer_id = \(chat.customer) AND id = \(chat.id) AND claim = \(chat.claim)
            """) == 1
    }

    /// Gives a chat back after a failure, to be tried again; without seconds it is given up.
    public func postponeAnalysis(
        of chat: ChatRow, afterSeconds seconds: Int?, _ problem: ChatProblem
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat
               SET analyse_after = CASE WHEN revision > \(chat.revision) THEN analyse_after
                                        ELSE now() + \(seconds)::integer * interval '1 second' END,
                   claimed_until = NULL, tries = tries + 1,
                   problem = CASE WHEN \(seconds)::integer IS NULL THEN \(problem) END
             WHERE customer_id = \(chat.customer) AND id = \(chat.id) AND claim = \(chat.claim)
            """)
    }

    /// Returns the chats of a customer, the one with the last message first.
    public func chats(of customer: CustomerID, limit: Int) throws(PostgresError) -> [ChatRow] {
        try connection.rows("""
            SELECT \(ChatRow.columns) FROM chat c WHERE customer_id = \(customer)
             ORDER BY last_message_at DESC, id LIMIT \(limit)
            """)
    }

    /// Returns a chat of a customer; nil if there is none.
    public func chat(of customer: CustomerID, _ id: ChatID) throws(PostgresError) -> ChatRow? {
        try connection.row("SELECT \(ChatRow.columns) FROM chat c WHERE customer_id = \(customer) AND id = \(id)")
    }

    /// Returns a chat of a customer by the digest of its id; nil if there is none.
    public func chat(of customer: CustomerID, key: [UInt8]) throws(PostgresError) -> ChatRow? {
        try connection.row("""
            SELECT \(ChatRow.columns) FROM chat c WHERE customer_id = \(customer) AND chat_key = \(key)
            """)
    }

    /// Switches a chat off or on.
    ///
    /// - Returns: false if the customer has no such chat.
    public func setChat(of customer: CustomerID, _ chat: ChatID, isOff: Bool) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE chat SET is_off = \(isOff),
                   analyse_after = CASE WHEN \(isOff) THEN NULL ELSE analyse_after END
             WHERE customer_id = \(customer) AND id = \(chat)
            """) == 1
    }

    /// Records the order of days and months in a chat's messages.
    public func setMonthFirst(of customer: CustomerID, _ chat: ChatID, _ isMonthFirst: Bool) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat SET is_month_first = \(isMonthFirst) WHERE customer_id = \(customer) AND id = \(chat)
            """)
    }

    /// Deletes all chats of a customer with their messages, everything that was found in them, and the counts of it.
    public func deleteChats(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM chat WHERE customer_id = \(customer)")
        try connection.execute("DELETE FROM agreement WHERE customer_id = \(customer)")
        try connection.execute("DELETE FROM finding_outcome WHERE customer_id = \(customer)")
        try announceInbox(of: customer)
    }

    /// Returns the chats that were given up, the last ones first.
    public func givenUpChats(limit: Int) throws(PostgresError) -> [ChatRow] {
        try connection.rows("""
            SELECT \(ChatRow.columns) FROM chat c WHERE problem IS NOT NULL
             ORDER BY last_message_at DESC, id LIMIT \(limit)
            """)
    }

    /// Has every chat that was given up analysed again.
    ///
    /// - Returns: their number.
    public func retryGivenUpChats() throws(PostgresError) -> Int {
        let count = try connection.execute("""
            UPDATE chat SET problem = NULL, tries = 0, analyse_after = now(),
                   first_unseen_at = coalesce(first_unseen_at, now())
             WHERE problem IS NOT NULL
            """)
        try connection.execute("SELECT pg_notify(\(Self.chatChannel), '')")
        return count
    }

    /// Closes every chat that was given up. Its messages stay for as long as they may.
    ///
    /// - Returns: their number.
    public func dropGivenUpChats() throws(PostgresError) -> Int {
        try connection.execute("""
            UPDATE chat SET problem = NULL, tries = 0, analyse_after = NULL WHERE problem IS NOT NULL
            """)
    }

    /// Returns the numbers of chats and messages.
    public func chatCounts() throws(PostgresError) -> ChatCounts {
        let counts: ChatCounts? = try connection.row("""
            SELECT count(*) FILTER (WHERE analyse_after IS NOT NULL) AS waiting,
                   coalesce(greatest(0, extract(epoch FROM now() - min(analyse_after))), 0)::double precision AS oldest,
                   count(*) FILTER (WHERE problem IS NOT NULL) AS given_up, count(*) AS chats,
                   (SELECT count(*) FROM chat_message WHERE sealed IS NOT NULL) AS messages,
                   (SELECT count(*) FROM refused_message) AS refused,
                   (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM chats_read) AS read,
                   (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM chats_failed) AS failed
              FROM chat
            """)
        guard let counts else { throw .decoding("a count has no row") }
        return counts
    }
}
