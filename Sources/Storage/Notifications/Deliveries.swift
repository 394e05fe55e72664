public import CivilTime
public import Postgres

/// The channel of a delivery.
public enum NoticeChannel: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    case push, mail
}

/// The end of a delivery.
public enum DeliveryEnd: String, Sendable, Hashable, SQLConvertible {
    /// A service or a mail server took it.
    case sent
    /// It can never be sent.
    case failed
    /// It is no longer wanted: read, withdrawn, or its use is over.
    case dropped
}

/// A push that a worker has claimed, with its notice and its device.
public struct ClaimedDelivery: Sendable, RowDecodable {
    /// Also the number by which a push service knows it.
    public let id: UUIDValue
    public let isSilent: Bool
    /// The number of attempts, including the one that begins now.
    public let attempts: Int
    public let notice: NoticeRow
    public let device: NotificationDeviceRow

    public init(_ row: Row) throws(PostgresError) {
        id = try row["delivery_id"]
        isSilent = try row["is_silent"]
        attempts = try row["attempts"]
        notice = try NoticeRow(row)
        device = try NotificationDeviceRow(row)
    }
}

/// A mail about a notice that waits.
public struct WaitingMail: Sendable, RowDecodable {
    public let id: UUIDValue
    public let notice: NoticeRow

    public init(_ row: Row) throws(PostgresError) {
        id = try row["delivery_id"]
        notice = try NoticeRow(row)
    }
}

/// A delivery, for the export.
public struct DeliveryRecord: Sendable, RowDecodable {
    public let notice: NoticeID, channel: NoticeChannel, device: NotificationDeviceID?, state: String
    public let attempts: Int, endedAt: Instant?

    public init(_ row: Row) throws(PostgresError) {
        notice = try row["notification_id"]
        channel = try row["channel"]
        device = try row["device_id"]
        state = try row["state"]
        attempts = try row["attempts"]
        endedAt = try row["ended_at"]
    }
}

extension Store {
    /// Inserts a push of a notice to each device of its customer, to be sent at once.
    ///
    /// - Returns: the number of devices.
    @discardableResult
    public func insertPushes(
        of notice: NoticeRow, isSilent: Bool, to device: NotificationDeviceID? = nil, at now: Instant
    ) throws(PostgresError) -> Int {
        try connection.execute("""
            INSERT INTO delivery (customer_id, notification_id, channel, device_id, is_silent, next_at)
            SELECT customer_id, \(notice.id), 'push', id, \(isSilent), \(now)
              FROM notification_device
             WHERE customer_id = \(notice.customer) AND (\(device)::bigint IS NULL OR id = \(device))
            ON CONFLICT DO NOTHING
            """)
    }

    /// Inserts the mail of a notice.
    ///
    /// - Parameter isFallback: true if it is sent only where no device took the notice.
    public func insertMail(of notice: NoticeRow, isFallback: Bool, at moment: Instant) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO delivery (customer_id, notification_id, channel, is_fallback, next_at)
            VALUES (\(notice.customer), \(notice.id), 'mail', \(isFallback), \(moment))
            ON CONFLICT DO NOTHING
            """)
    }

    /// Claims the push that has been due the longest. A worker that dies leaves it to others after some time.
    public func claimDelivery(at now: Instant, seconds: Int) throws(PostgresError) -> ClaimedDelivery? {
        try connection.row("""
            WITH next AS (
                SELECT id FROM delivery WHERE state = 'queued' AND channel = 'push' AND next_at <= \(now)
                 ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED),
            claimed AS (
                UPDATE delivery d SET attempts = least(32767, d.attempts + 1), next_at = \(now + .seconds(seconds))
                  FROM next WHERE d.id = next.id
                RETURNING d.id, d.customer_id, d.notification_id, d.device_id, d.is_silent, d.attempts)
            SELECT c.id AS delivery_id, c.is_silent, c.attempts, \(NoticeRow.columns), \(NotificationDeviceRow.columns)
              FROM claimed c
              JOIN notification n ON n.customer_id = c.customer_id AND n.id = c.notification_id
              JOIN notification_device v ON v.customer_id = c.customer_id AND v.id = c.device_id
            """)
    }

    /// Gives a delivery back, to be tried again later.
    public func postpone(_ delivery: UUIDValue, until moment: Instant, reason: String) throws(PostgresError) {
        try connection.execute("""
            UPDATE delivery SET next_at = \(moment), last_reason = \(reason) WHERE id = \(delivery) AND state = 'queued'
            """)
    }

    /// Makes the pushes to a service wait, since it cannot be reached or refuses them all.
    public func postponeAll(to service: String, until moment: Instant) throws(PostgresError) {
        try connection.execute("""
            UPDATE delivery d SET next_at = \(moment)
              FROM notification_device v
             WHERE v.customer_id = d.customer_id AND v.id = d.device_id AND v.service = \(service)
               AND d.state = 'queued' AND d.channel = 'push' AND d.next_at < \(moment)
            """)
    }

    /// Ends a delivery.
    public func end(
        _ delivery: UUIDValue, _ end: DeliveryEnd, reason: String? = nil, at now: Instant
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE delivery SET state = \(end), ended_at = \(now), last_reason = coalesce(\(reason), last_reason)
             WHERE id = \(delivery) AND state = 'queued'
            """)
    }

    /// Returns the number of notices of a customer that devices took since a moment.
    public func pushesSince(_ moment: Instant, of customer: CustomerID) throws(PostgresError) -> Int {
        try connection.value("""
            SELECT count(DISTINCT notification_id) FROM delivery
             WHERE customer_id = \(customer) AND channel = 'push' AND state = 'sent' AND ended_at >= \(moment)
            """) ?? 0
    }

    /// Returns the mails of a customer that are due. Of a notice that a device took, the fallback is dropped.
    public func waitingMails(of customer: CustomerID, at now: Instant) throws(PostgresError) -> [WaitingMail] {
        try connection.execute("""
            UPDATE delivery d SET state = 'dropped', ended_at = \(now), last_reason = 'pushed'
             WHERE d.customer_id = \(customer) AND d.channel = 'mail' AND d.state = 'queued' AND d.is_fallback
               AND EXISTS (SELECT 1 FROM delivery p
                            WHERE p.customer_id = d.customer_id AND p.notification_id = d.notification_id
                              AND p.channel = 'push' AND p.state = 'sent')
            """)
        return try connection.rows("""
            SELECT d.id AS delivery_id, \(NoticeRow.columns)
              FROM delivery d JOIN notification n ON n.customer_id = d.customer_id AND n.id = d.notification_id
             WHERE d.customer_id = \(customer) AND d.channel = 'mail' AND d.state = 'queued' AND d.next_at <= \(now)
             ORDER BY n.due_at, n.id
            """)
    }

    /// Returns the moment of a customer's next mail; nil if none waits.
    public func nextMail(of customer: CustomerID) throws(PostgresError) -> Instant? {
        try connection.value("""
            SELECT min(next_at) FROM delivery WHERE customer_id = \(customer) AND channel = 'mail' AND state = 'queued'
            """)
    }

    /// Returns every delivery of a customer; for the export.
    public func deliveries(of customer: CustomerID) throws(PostgresError) -> [DeliveryRecord] {
        try connection.rows("""
            SELECT notification_id, channel, device_id, state, attempts, ended_at FROM delivery
             WHERE customer_id = \(customer) ORDER BY notification_id, channel, device_id
            """)
    }
}
