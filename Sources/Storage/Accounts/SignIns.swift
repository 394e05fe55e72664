public import Postgres

/// One browser's wish to sign in.
public struct SignInFlow: Sendable, RowDecodable {
    public let id: FlowID
    public let customerID: CustomerID
    /// The address as it was typed in this browser, for its pages.
    public let typedEmail: String
    /// Two characters that the page and the mail both show.
    public let reference: String
    /// The browser that asked, in words.
    public let device: String
    /// Wrong codes typed so far, 0 to 5.
    public let codeFailures: Int
    /// The reason why the mail will not come, `refused` or `unreachable`; nil if none is known.
    public let mailProblem: String?
    public let isExpired: Bool

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        customerID = try row["customer_id"]
        typedEmail = try row["typed_email"]
        reference = try row["reference"]
        device = try row["device"]
        codeFailures = try row["code_failures"]
        mailProblem = try row["mail_problem"]
        isExpired = try row["is_expired"]
    }

    static let columns: SQL = """
        id, customer_id, typed_email, reference, device, code_failures, mail_problem, expires_at <= now() AS is_expired
        """
}

public struct NewSignInFlow: Sendable {
    /// SHA-256 of the cookie of the browser that asks.
    public let browserDigest: [UInt8]
    public let customerID: CustomerID
    public let typedEmail: String
    public let language: String
    public let reference: String
    public let device: String
    public let nextPath: String
    public let lifetimeMinutes: Int

    public init(
        browserDigest: [UInt8], customerID: CustomerID, typedEmail: String, language: String,
        reference: String, device: String, nextPath: String, lifetimeMinutes: Int
    ) {
        self.browserDigest = browserDigest
        self.customerID = customerID
        self.typedEmail = typedEmail
        self.language = language
        self.reference = reference
        self.device = device
        self.nextPath = nextPath
        self.lifetimeMinutes = lifetimeMinutes
    }
}

/// The state of a mailed link.
public enum LinkState: Sendable, Equatable {
    case live, used, revoked, expired
}

/// A mailed link, found by its token's digest.
public struct MagicLink: Sendable, RowDecodable {
    public let id: LinkID
    public let customerID: CustomerID
    public let email: String
    public let flowID: FlowID?
    /// The digest of the browser that asked, while its flow is still known.
    public let browserDigest: [UInt8]?
    public let nextPath: String?
    /// The browser that asked, in words, while its flow is still known.
    public let device: String?
    public let state: LinkState

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        customerID = try row["customer_id"]
        email = try row["email"]
        flowID = try row["flow_id"]
        browserDigest = try row["browser_sha256"]
        nextPath = try row["next_path"]
        device = try row["device"]
        let isUsed: Bool = try row["is_used"]
        let isRevoked: Bool = try row["is_revoked"]
        let isExpired: Bool = try row["is_expired"]
        state = isUsed ? .used : isRevoked ? .revoked : isExpired ? .expired : .live
    }

    static let columns: SQL = """
        l.id, l.customer_id, c.email, l.flow_id, f.browser_sha256, f.next_path, f.device,
        l.used_at IS NOT NULL AS is_used, l.revoked_at IS NOT NULL AS is_revoked,
        l.expires_at <= now() AS is_expired
        """
}

extension Store {
    /// Begins a browser's sign-in and ends an older one of the same browser. Another mail for the same address
    /// begins it again: with a new expiry, new tries and a new reference.
    @discardableResult
    public func insert(_ new: NewSignInFlow) throws(PostgresError) -> FlowID {
        let id: FlowID? = try connection.value("""
            INSERT INTO sign_in_flow
                   (browser_sha256, customer_id, typed_email, language, reference, device, next_path, expires_at)
            VALUES (\(new.browserDigest), \(new.customerID), \(new.typedEmail), \(new.language),
                    \(new.reference), \(new.device), \(new.nextPath), now() + \(new.lifetimeMinutes) * interval '1 minute')
            ON CONFLICT (browser_sha256) DO UPDATE
               SET customer_id = excluded.customer_id, typed_email = excluded.typed_email,
                   language = excluded.language,
                   reference = excluded.reference, device = excluded.device,
                   next_path = excluded.next_path, code_failures = 0, mail_problem = NULL,
                   created_at = now(), last_mail_at = now(), expires_at = excluded.expires_at
            RETURNING id
            """)
        guard let id else { throw PostgresError.decoding("INSERT INTO sign_in_flow returned no row") }
        try detachLinks(of: id)
        return id
    }

    /// Ends the codes of the mails sent so far for a flow; their links still work. So each mail's
    /// code has at most five tries, and belongs to the address that the page shows.
    private func detachLinks(of id: FlowID) throws(PostgresError) {
        try connection.execute("UPDATE magic_link SET flow_id = NULL WHERE flow_id = \(id)")
    }

    public func flow(_ id: FlowID) throws(PostgresError) -> SignInFlow? {
        try connection.row("SELECT \(SignInFlow.columns) FROM sign_in_flow WHERE id = \(id)")
    }

    /// Returns the flow of the browser that holds a cookie.
    ///
    /// - Parameter isLocked: keeps others from changing it until the transaction ends, so that
    ///   codes typed at the same moment are counted one after another.
    public func flow(
        ofBrowser digest: [UInt8], isLocked: Bool = false
    ) throws(PostgresError) -> SignInFlow? {
        let lock: SQL = isLocked ? "FOR NO KEY UPDATE" : ""
        return try connection.row(
            "SELECT \(SignInFlow.columns) FROM sign_in_flow WHERE browser_sha256 = \(digest) \(lock)")
    }

    public func countWrongCode(_ id: FlowID) throws(PostgresError) {
        try connection.execute("UPDATE sign_in_flow SET code_failures = code_failures + 1 WHERE id = \(id)")
    }

    /// Records for the waiting page why the mail will not come: `refused` or `unreachable`.
    ///
    /// - Parameter customer: the mail's addressee. A flow that now belongs to another customer stays as it is.
    public func setMailProblem(_ problem: String, of id: FlowID, customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE sign_in_flow SET mail_problem = \(problem) WHERE id = \(id) AND customer_id = \(customer)
            """)
    }

    /// Ends a flow, unless it now belongs to another customer.
    public func delete(_ id: FlowID, of customer: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM sign_in_flow WHERE id = \(id) AND customer_id = \(customer)")
    }

    /// Ends every sign-in that was begun for a customer, in whatever browser.
    public func deleteFlows(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM sign_in_flow WHERE customer_id = \(customer)")
    }

    /// Inserts a link just before it is mailed, and keeps at most `limit` of the customer's links valid.
    ///
    /// - Parameters:
    ///   - flow: the flow whose browser can type the code; nil if that browser went on to another address.
    ///   - email: the address that the mail goes to.
    /// - Returns: false if the customer has another address by now; then nothing is written.
    public func insertLink(
        of customer: CustomerID, flow: FlowID?, email: String, tokenDigest: [UInt8], codeHMAC: [UInt8],
        lifetimeMinutes: Int, keeping limit: Int
    ) throws -> Bool {
        try transaction {
            // Two mails sent at the same moment count each other, and a change of the address waits.
            try lock(customer)
            guard try self.customer(customer)?.email == email else { return false }
            try connection.execute("""
                INSERT INTO magic_link (customer_id, flow_id, token_sha256, code_hmac, expires_at)
                VALUES (\(customer), \(flow), \(tokenDigest), \(codeHMAC),
                        now() + \(lifetimeMinutes) * interval '1 minute')
                """)
            try connection.execute("""
                UPDATE magic_link SET revoked_at = now()
                 WHERE id IN (SELECT id FROM magic_link
                               WHERE customer_id = \(customer) AND used_at IS NULL
                                 AND revoked_at IS NULL AND expires_at > now()
                               ORDER BY id DESC OFFSET \(limit))
                """)
            return true
        }
    }

    /// Deletes a link whose mail certainly did not leave.
    public func deleteLink(tokenDigest: [UInt8]) throws(PostgresError) {
        try connection.execute("DELETE FROM magic_link WHERE token_sha256 = \(tokenDigest)")
    }

    public func link(tokenDigest: [UInt8]) throws(PostgresError) -> MagicLink? {
        try connection.row("""
            SELECT \(MagicLink.columns)
              FROM magic_link l
              JOIN customer c ON c.id = l.customer_id
              LEFT JOIN sign_in_flow f ON f.id = l.flow_id
             WHERE l.token_sha256 = \(tokenDigest)
            """)
    }

    /// Returns the live link of a flow whose mail contained this code.
    public func link(of flow: FlowID, codeHMAC: [UInt8]) throws(PostgresError) -> MagicLink? {
        try connection.row("""
            SELECT \(MagicLink.columns)
              FROM magic_link l
              JOIN customer c ON c.id = l.customer_id
              JOIN sign_in_flow f ON f.id = l.flow_id
             WHERE l.flow_id = \(flow) AND l.code_hmac = \(codeHMAC)
               AND l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > now()
            """)
    }

    /// Marks a link as used. If several callers do so at the same moment, exactly one of them gets true.
    public func use(_ id: LinkID) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE magic_link SET used_at = now()
             WHERE id = \(id) AND used_at IS NULL AND revoked_at IS NULL AND expires_at > now()
            """) == 1
    }

    /// Ends every link of a customer that could still be used.
    public func revokeLinks(of id: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE magic_link SET revoked_at = now()
             WHERE customer_id = \(id) AND used_at IS NULL AND revoked_at IS NULL
            """)
    }
}
