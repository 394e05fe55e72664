public import CivilTime
public import Postgres

/// A message that is stored.
public struct NewMessage: Sendable {
    public let key: [UInt8]
    public let sentAt: Instant
    public let isMine: Bool
    /// message, edited, deleted or reaction.
    public let kind: String
    /// The digest of the message that an edit, a deletion or a reaction means.
    public let target: [UInt8]?
    public let sealed: [UInt8]?

    public init(
        key: [UInt8], sentAt: Instant, isMine: Bool, kind: String, target: [UInt8]?, sealed: [UInt8]?
    ) {
        self.key = key
        self.sentAt = sentAt
        self.isMine = isMine
        self.kind = kind
        self.target = target
        self.sealed = sealed
    }
}

/// A message whose words are kept.
public struct MessageRow: Sendable, RowDecodable {
    public let key: [UInt8]
    public let sentAt: Instant
    public let isMine: Bool
    public let kind: String
    public let target: [UInt8]?
    public let sealed: [UInt8]
    /// The number of its arrival: a message that comes later has a higher one.
    public let arrival: Int64

    public init(_ row: Row) throws(PostgresError) {
        key = try row["message_key"]
        sentAt = try row["sent_at"]
        isMine = try row["is_mine"]
        kind = try row["kind"]
        target = try row["target_key"]
        sealed = try row["sealed"]
        arrival = try row["arrival"]
    }
}

/// The time of a message.
public struct MessageTime: Sendable, RowDecodable {
    public let sentAt: Instant

    public init(_ row: Row) throws(PostgresError) { sentAt = try row["sent_at"] }
}

extension Store {
    /// Inserts a message. One that was deleted before it came is stored without its words.
    ///
    /// - Returns: false if it is there already.
    public func insert(_ message: NewMessage, of customer: CustomerID, _ chat: ChatID) throws(PostgresError) -> Bool {
        try connection.execute("""
            INSERT INTO chat_message (customer_id, message_key, chat_id, sent_at, is_mine, kind, target_key, sealed)
            SELECT \(customer), \(message.key), \(chat), \(message.sentAt), \(message.isMine), \(message.kind),
                   \(message.target),
                   CASE WHEN EXISTS (SELECT 1 FROM chat_message d
                                      WHERE d.customer_id = \(customer) AND d.target_key = \(message.key)
                                        AND d.kind = 'deleted' AND d.is_mine = \(message.isMine))
                        THEN NULL ELSE \(message.sealed)::bytea END
            ON CONFLICT DO NOTHING
            """) == 1
    }

    /// Deletes the words of a message that its writer deleted, with those of its edits and of the reactions to it.
    public func deleteWords(of customer: CustomerID, message key: [UInt8], isMine: Bool) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat_message SET sealed = NULL
             WHERE customer_id = \(customer)
               AND (message_key = \(key) AND is_mine = \(isMine)
                    OR target_key = \(key) AND kind <> 'deleted'
                       AND EXISTS (SELECT 1 FROM chat_message m
                                    WHERE m.customer_id = \(customer) AND m.message_key = \(key)
                                      AND m.is_mine = \(isMine)))
            """)
    }

    /// Returns the times of a message of one side, and of its edits.
    public func timesSent(
        of customer: CustomerID, message key: [UInt8], isMine: Bool
    ) throws(PostgresError) -> [MessageTime] {
        try connection.rows("""
            SELECT sent_at FROM chat_message
             WHERE customer_id = \(customer) AND is_mine = \(isMine)
               AND (message_key = \(key) OR target_key = \(key) AND kind = 'edited')
            """)
    }

    /// Replaces the words of a message by those of an edit of its writer, unless they are from a later edit.
    ///
    /// - Returns: false if the message is not there, or its words were forgotten after an agreement. Then the edit is
    ///   a message of its own.
    public func replaceWords(
        of customer: CustomerID, message key: [UInt8], isMine: Bool, editedAt: Instant, sealed: [UInt8]
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE chat_message
               SET sealed = CASE WHEN sealed IS NULL OR edited_at > \(editedAt) THEN sealed ELSE \(sealed) END,
                   edited_at = greatest(edited_at, \(editedAt))
             WHERE customer_id = \(customer) AND message_key = \(key) AND is_mine = \(isMine) AND kind = 'message'
               AND (sealed IS NOT NULL
                    OR EXISTS (SELECT 1 FROM chat_message d
                                WHERE d.customer_id = \(customer) AND d.target_key = \(key) AND d.kind = 'deleted'
                                  AND d.is_mine = \(isMine)))
            """) == 1
    }

    /// Replaces the words of a message by the same without those that it quotes.
    public func replaceQuote(of customer: CustomerID, message key: [UInt8], sealed: [UInt8]) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat_message SET sealed = \(sealed)
             WHERE customer_id = \(customer) AND message_key = \(key) AND sealed IS NOT NULL
            """)
    }

    /// Returns the newest messages of a chat whose words are kept, in the order of their times. Those of one second come
    /// in the order of their arrival, since WhatsApp tells seconds only.
    public func messages(of chat: ChatRow, limit: Int) throws(PostgresError) -> [MessageRow] {
        try connection.rows("""
            SELECT message_key, sent_at, is_mine, kind, target_key, sealed, arrival FROM (
                SELECT message_key, sent_at, is_mine, kind, target_key, sealed, arrival FROM chat_message
                 WHERE customer_id = \(chat.customer) AND chat_id = \(chat.id) AND sealed IS NOT NULL
                 ORDER BY sent_at DESC, arrival DESC LIMIT \(limit)) AS newest
             ORDER BY sent_at, arrival
            """)
    }

    /// Deletes the words of the messages that had come to a chat up to an arrival. The rows stay, so that a second
    /// delivery is known. What came since stays, however old it is.
    public func forgetWords(of chat: ChatRow, upTo arrival: Int64) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat_message SET sealed = NULL
             WHERE customer_id = \(chat.customer) AND chat_id = \(chat.id) AND arrival <= \(arrival)
               AND sealed IS NOT NULL
            """)
    }

    /// Deletes the words of all messages of a chat.
    public func forgetWords(of customer: CustomerID, _ chat: ChatID) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat_message SET sealed = NULL
             WHERE customer_id = \(customer) AND chat_id = \(chat) AND sealed IS NOT NULL
            """)
    }

    /// Deletes the words of all messages of a customer.
    public func forgetAllWords(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat_message SET sealed = NULL WHERE customer_id = \(customer) AND sealed IS NOT NULL
            """)
    }

    /// Deletes the words of one message.
    public func forgetWords(of customer: CustomerID, message key: [UInt8]) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat_message SET sealed = NULL WHERE customer_id = \(customer) AND message_key = \(key)
            """)
    }
}
