public import CivilTime
public import Mail
public import Postgres

/// A person with an account, as the settings page shows them.
public struct Customer: Sendable, RowDecodable {
    public let id: CustomerID
    /// The address as first typed. Mail goes here and to no other spelling.
    public let email: String
    public var name: String
    /// `en` or `ar`.
    public var language: String
    /// IANA name, as in Asia/Riyadh.
    public var timeZone: String
    /// ISO 8601: 1 is Monday, 7 is Sunday.
    public var firstDay: Int
    /// The hours that pages and mails show, 12 or 24; nil without a choice.
    public var clock: Int?
    /// The digits of pages and mails, `latin` or `arabic`; nil without a choice.
    public var digits: String?
    /// The user name that an operator gave; nil if none was given.
    public let login: String?
    public let createdAt: Instant

    public init(_ row: Row) throws(PostgresError) {
        id = try row["customer_id"]
        email = try row["email"]
        name = try row["name"]
        language = try row["language"]
        timeZone = try row["time_zone"]
        firstDay = try row["first_day"]
        clock = try row["clock"]
        digits = try row["digits"]
        login = try row["login"]
        createdAt = try row["customer_created_at"]
    }

    /// The columns `init(_:)` reads, of table `customer` AS c.
    static let columns: SQL = """
        c.id AS customer_id, c.email, c.name, c.language, c.time_zone, c.first_day, c.clock, c.digits, c.login,
        c.created_at AS customer_created_at
        """
}

/// The facts about a person before they have an account.
public struct NewCustomer: Sendable {
    public let address: EmailAddress
    public let language: String
    public let timeZone: String
    public let firstDay: Int

    public init(address: EmailAddress, language: String, timeZone: String, firstDay: Int) {
        self.address = address
        self.language = language
        self.timeZone = timeZone
        self.firstDay = firstDay
    }
}

extension PostgresError {
    /// True if a row was refused because its customer was deleted meanwhile.
    public var isCustomerGone: Bool {
        sqlState == SQLState.foreignKeyViolation && constraint?.hasSuffix("_customer_id_fkey") == true
    }
}

/// The owner of an address.
public struct FoundCustomer: Sendable, RowDecodable {
    public let id: CustomerID
    /// True if somebody proved the address by signing in, so that there is an account and not only a row.
    public let isVerified: Bool

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        isVerified = try row["is_verified"]
    }
}

extension Store {
    /// Returns the customer of an address, inserted if there is none.
    ///
    /// A row is written for known and unknown addresses alike, so the time it takes does not show which it was.
    public func customer(orInsert new: NewCustomer) throws(PostgresError) -> FoundCustomer {
        let found: FoundCustomer? = try connection.row("""
            INSERT INTO customer (email, email_key, language, time_zone, first_day)
            VALUES (\(new.address.text), \(new.address.key), \(new.language), \(new.timeZone), \(new.firstDay))
            ON CONFLICT (email_key) DO UPDATE SET email_key = excluded.email_key
            RETURNING id, verified_at IS NOT NULL AS is_verified
            """)
        guard let found else { throw PostgresError.decoding("INSERT INTO customer returned no row") }
        return found
    }

    public func customer(_ id: CustomerID) throws(PostgresError) -> Customer? {
        try connection.row("SELECT \(Customer.columns) FROM customer c WHERE c.id = \(id)")
    }

    /// Keeps others from changing a customer, or the customer's links, until the transaction ends.
    /// Taken before any of the links, so that two transactions never wait for each other.
    public func lock(_ id: CustomerID) throws(PostgresError) {
        try connection.execute("SELECT 1 FROM customer WHERE id = \(id) FOR NO KEY UPDATE")
    }

    /// Returns true if another account already has this address.
    public func isTaken(_ address: EmailAddress, byOtherThan id: CustomerID) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (
                SELECT 1 FROM customer
                 WHERE email_key = \(address.key) AND id <> \(id) AND verified_at IS NOT NULL)
            """) ?? false
    }

    /// Writes what the settings form changes. In another zone, the alarms of days and floating times have other due
    /// times, so the worker finds them again, and the morning is at another moment.
    public func replace(_ customer: Customer) throws(PostgresError) {
        try connection.execute("""
            WITH moved AS (
                UPDATE calendar_object o SET reminders_until = 'epoch'
                  FROM customer c
                 WHERE c.id = \(customer.id) AND c.time_zone <> \(customer.timeZone) AND o.customer_id = \(customer.id)
                   AND o.is_floating AND (o.reminders_until IS NOT NULL OR EXISTS (
                       SELECT 1 FROM reminder r
                        WHERE r.customer_id = \(customer.id) AND r.collection_id = o.collection_id
                          AND r.segment = o.segment))
                RETURNING o.collection_id, o.segment),
            gone AS (
                DELETE FROM reminder r USING moved
                 WHERE r.customer_id = \(customer.id) AND r.collection_id = moved.collection_id
                   AND r.segment = moved.segment),
            digest AS (
                UPDATE morning_digest d SET next_at = 'epoch'
                  FROM customer c
                 WHERE c.id = \(customer.id) AND c.time_zone <> \(customer.timeZone) AND d.customer_id = \(customer.id))
            UPDATE customer
               SET name = \(customer.name), language = \(customer.language),
                   time_zone = \(customer.timeZone), first_day = \(customer.firstDay),
                   clock = \(customer.clock), digits = \(customer.digits)
             WHERE id = \(customer.id)
            """)
    }

    /// Records that a customer proved the address.
    ///
    /// - Returns: true the first time only, when the welcome mail is due.
    public func verify(_ id: CustomerID) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE customer SET verified_at = now() WHERE id = \(id) AND verified_at IS NULL
            """) == 1
    }

    /// Deletes an account and, through foreign keys, everything that belongs to it. The address of its feed is
    /// remembered as gone, so that calendars stop asking. Call it in a transaction.
    ///
    /// - Returns: false if somebody else deleted it first.
    public func delete(_ id: CustomerID) throws(PostgresError) -> Bool {
        try rememberGonePrayerFeed(of: id)
        return try connection.execute("DELETE FROM customer WHERE id = \(id)") == 1
    }
}
