public import CivilTime
public import Postgres

/// The kind of a device that takes notices.
public enum NotificationDeviceKind: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    case webPush = "web-push", apns
}

/// An environment of Apple's push service.
public enum PushEnvironment: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    case production, sandbox
}

/// A browser or a phone that takes notices.
public struct NotificationDeviceRow: Sendable, RowDecodable {
    public let id: NotificationDeviceID
    public let owner: CustomerID
    public let kind: NotificationDeviceKind
    /// The digest of the address.
    public let digest: [UInt8]
    /// The subscription of a browser, or the token of a phone, encrypted.
    public let sealedAddress: [UInt8]
    /// The host that the notices go to.
    public let service: String
    public let label: String
    public let language: String
    /// The session of a browser.
    public let session: SessionID?
    /// The fingerprint of the key that a browser subscribed with.
    public let serverKey: String?
    public let environment: PushEnvironment?
    public let createdAt: Instant
    public let registeredAt: Instant
    public let lastOKAt: Instant?
    public let failures: Int
    public let lastReason: String?

    public init(_ row: Row) throws(PostgresError) {
        id = try row["device_id"]
        owner = try row["device_owner"]
        kind = try row["device_kind"]
        digest = try row["address_sha256"]
        sealedAddress = try row["sealed_address"]
        service = try row["service"]
        label = try row["label"]
        language = try row["language"]
        session = try row["session_id"]
        serverKey = try row["server_key"]
        environment = try row["environment"]
        createdAt = try row["device_created_at"]
        registeredAt = try row["registered_at"]
        lastOKAt = try row["last_ok_at"]
        failures = try row["failures"]
        lastReason = try row["device_reason"]
    }

    /// The columns of `notification_device` AS v.
    static let columns: SQL = """
        v.id AS device_id, v.customer_id AS device_owner, v.kind AS device_kind, v.address_sha256, v.sealed_address,
        v.service, v.label, v.language, v.session_id, v.server_key, v.environment,
        v.created_at AS device_created_at, v.registered_at,
        v.last_ok_at, v.failures, v.last_reason AS device_reason
        """
}

/// A device that is to be registered.
public struct NewNotificationDevice: Sendable {
    public let customer: CustomerID
    public let kind: NotificationDeviceKind
    public let digest: [UInt8]
    public let sealedAddress: [UInt8]
    public let service: String
    public let label: String
    public let language: String
    public let session: SessionID?
    public let serverKey: String?

    public init(
        customer: CustomerID, kind: NotificationDeviceKind, digest: [UInt8], sealedAddress: [UInt8], service: String,
        label: String, language: String, session: SessionID?, serverKey: String?
    ) {
        self.customer = customer
        self.kind = kind
        self.digest = digest
        self.sealedAddress = sealedAddress
        self.service = service
        self.label = label
        self.language = language
        self.session = session
        self.serverKey = serverKey
    }
}

extension Store {
    /// Registers a device, or records that it registered again. A device of another customer becomes this one's.
    ///
    /// - Returns: nil if the customer has as many devices as are allowed.
    public func register(
        _ new: NewNotificationDevice, most: Int, at now: Instant
    ) throws -> NotificationDeviceID? {
        try transaction {
            // Of two requests at once, the second one counts the first one's device.
            try connection.execute("SELECT 1 FROM customer WHERE id = \(new.customer) FOR NO KEY UPDATE")
            try connection.execute("""
                DELETE FROM notification_device
                 WHERE address_sha256 = \(new.digest) AND customer_id <> \(new.customer)
                """)
            let known: NotificationDeviceID? = try connection.value("""
                UPDATE notification_device
                   SET sealed_address = \(new.sealedAddress), service = \(new.service), label = \(new.label),
                       language = \(new.language), session_id = \(new.session), server_key = \(new.serverKey),
                       registered_at = \(now), failures = 0, first_failed_at = NULL, last_reason = NULL
                 WHERE customer_id = \(new.customer) AND address_sha256 = \(new.digest)
                RETURNING id
                """)
            if let known { return known }
            let count: Int? = try connection.value(
                "SELECT count(*) FROM notification_device WHERE customer_id = \(new.customer)")
            guard (count ?? 0) < most else { return nil }
            return try connection.value("""
                INSERT INTO notification_device (customer_id, kind, address_sha256, sealed_address, service, label,
                                                 language, session_id, server_key, created_at, registered_at)
                VALUES (\(new.customer), \(new.kind), \(new.digest), \(new.sealedAddress), \(new.service), \(new.label),
                        \(new.language), \(new.session), \(new.serverKey), \(now), \(now))
                RETURNING id
                """)
        }
    }

    /// Returns the devices of a customer, the newest first.
    public func notificationDevices(of customer: CustomerID) throws(PostgresError) -> [NotificationDeviceRow] {
        try connection.rows("""
            SELECT \(NotificationDeviceRow.columns) FROM notification_device v
             WHERE v.customer_id = \(customer) ORDER BY v.id DESC
            """)
    }

    /// Deletes a device of a customer.
    ///
    /// - Parameter since: a device that registered at this moment or later stays; nil to delete it in any case.
    /// - Returns: its label; nil if nothing was deleted.
    public func deleteNotificationDevice(
        _ id: NotificationDeviceID, of customer: CustomerID, unlessRegisteredSince since: Instant? = nil
    ) throws(PostgresError) -> String? {
        try connection.value("""
            DELETE FROM notification_device
             WHERE customer_id = \(customer) AND id = \(id)
               AND (\(since)::timestamptz IS NULL OR registered_at < \(since))
            RETURNING label
            """)
    }

    /// Records that a device took a notice, and by which of Apple's environments.
    public func recordSuccess(
        of device: NotificationDeviceRow, environment: PushEnvironment?, at now: Instant
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE notification_device
               SET last_ok_at = \(now), failures = 0, first_failed_at = NULL, last_reason = NULL,
                   environment = coalesce(\(environment), environment)
             WHERE customer_id = \(device.owner) AND id = \(device.id)
            """)
    }

    /// Records that a device did not take a notice.
    ///
    /// - Returns: the failures since its last success.
    @discardableResult
    public func recordFailure(
        of device: NotificationDeviceRow, reason: String, at now: Instant
    ) throws(PostgresError) -> Int {
        try connection.value("""
            UPDATE notification_device
               SET failures = least(32767, failures + 1), first_failed_at = coalesce(first_failed_at, \(now)),
                   last_reason = \(reason)
             WHERE customer_id = \(device.owner) AND id = \(device.id)
            RETURNING failures
            """) ?? 0
    }
}
