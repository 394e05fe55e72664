public import Postgres

/// A customer's choices about all notices. The quiet hours are a habit of the day.
public struct NotificationPreferences: Sendable, Hashable, RowDecodable {
    /// True if prayers are quiet times, too.
    public var keepsPrayers: Bool
    /// True if a push names its kind only.
    public var hidesContent: Bool
    /// False if no notice is mailed, but those that everybody gets, as one of a new sign-in.
    public var takesMail: Bool

    public init(keepsPrayers: Bool, hidesContent: Bool, takesMail: Bool) {
        self.keepsPrayers = keepsPrayers
        self.hidesContent = hidesContent
        self.takesMail = takesMail
    }

    public init(_ row: Row) throws(PostgresError) {
        keepsPrayers = try row["keeps_prayers"]
        hidesContent = try row["hides_content"]
        takesMail = try row["takes_mail"]
    }
}

/// A customer's choice for one kind of notice and one channel.
public struct NotificationChoice: Sendable, Hashable, RowDecodable {
    public let kind: String, channel: NoticeChannel, isOn: Bool

    public init(kind: String, channel: NoticeChannel, isOn: Bool) {
        self.kind = kind
        self.channel = channel
        self.isOn = isOn
    }

    public init(_ row: Row) throws(PostgresError) {
        kind = try row["kind"]
        channel = try row["channel"]
        isOn = try row["is_on"]
    }
}

extension Store {
    /// Returns a customer's choices about all notices; nil without a choice.
    public func notificationPreferences(of customer: CustomerID) throws(PostgresError) -> NotificationPreferences? {
        try connection.row("""
            SELECT keeps_prayers, hides_content, takes_mail FROM notification_preference
             WHERE customer_id = \(customer)
            """)
    }

    /// Returns a customer's choices that differ from the usual ones.
    public func notificationChoices(of customer: CustomerID) throws(PostgresError) -> [NotificationChoice] {
        try connection.rows("""
            SELECT kind, channel, is_on FROM notification_choice WHERE customer_id = \(customer) ORDER BY kind, channel
            """)
    }

    /// Replaces a customer's choices. Call it in a transaction.
    public func replaceNotificationChoices(
        of customer: CustomerID, _ preferences: NotificationPreferences, _ choices: [NotificationChoice]
    ) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO notification_preference (customer_id, keeps_prayers, hides_content, takes_mail)
            VALUES (\(customer), \(preferences.keepsPrayers), \(preferences.hidesContent), \(preferences.takesMail))
            ON CONFLICT (customer_id) DO UPDATE
               SET keeps_prayers = excluded.keeps_prayers, hides_content = excluded.hides_content,
                   takes_mail = excluded.takes_mail
            """)
        try connection.execute("DELETE FROM notification_choice WHERE customer_id = \(customer)")
        for choice in choices { try replace(choice, of: customer) }
    }

    /// Replaces one choice of a customer.
    public func replace(_ choice: NotificationChoice, of customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO notification_choice (customer_id, kind, channel, is_on)
            VALUES (\(customer), \(choice.kind), \(choice.channel), \(choice.isOn))
            ON CONFLICT (customer_id, kind, channel) DO UPDATE SET is_on = excluded.is_on
            """)
    }
}
