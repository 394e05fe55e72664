public import CivilTime
public import Postgres

/// The state of a link to WhatsApp.
public enum ChatLinkState: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    case off
    /// A code was asked for.
    case asked
    /// The code is to be typed on the phone.
    case waiting
    /// The phone took the code; messages do not come yet.
    case linked
    /// Messages come.
    case ready
    /// No link was made; `ChatLinkProblem` says why.
    case failed
    /// WhatsApp or the phone ended the link.
    case lost
}

/// The reason why there is no link.
public enum ChatLinkProblem: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    /// The bridge did not answer.
    case unreachable
    /// WhatsApp gave no code for the number.
    case refused
    /// Nobody typed the code in time.
    case expired
    /// The link was ended on the phone, or by WhatsApp.
    case ended
}

/// A customer's consent to the reading of chats, and the link to WhatsApp.
public struct ChatAccountRow: Sendable, RowDecodable {
    public let customer: CustomerID
    /// The version of the text that the customer agreed to; nil without consent.
    public let consentVersion: Int?
    public let consentLanguage: String?
    public let consentedAt: Instant?
    public let allowsModel: Bool
    /// The host of the model that is allowed; nil if none was.
    public let modelHost: String?
    public let mailsFindings: Bool
    public let state: ChatLinkState
    public let problem: ChatLinkProblem?
    /// The number of the attempt to link.
    public let attempt: Int64
    public let sealedNumber: [UInt8]?
    public let sealedName: [UInt8]?
    public let sealedCode: [UInt8]?
    public let askedAt: Instant?
    public let codeAt: Instant?
    public let checkedAt: Instant?
    public let connectedAt: Instant?
    /// The moment at which a lost link was found to have ended; nil in other states.
    public let lostAt: Instant?

    public init(_ row: Row) throws(PostgresError) {
        customer = try row["customer_id"]
        consentVersion = try row["consent_version"]
        consentLanguage = try row["consent_language"]
        consentedAt = try row["consented_at"]
        allowsModel = try row["allows_model"]
        modelHost = try row["model_host"]
        mailsFindings = try row["mails_findings"]
        state = try row["state"]
        problem = try row["problem"]
        attempt = try row["attempt"]
        sealedNumber = try row["sealed_number"]
        sealedName = try row["sealed_name"]
        sealedCode = try row["sealed_code"]
        askedAt = try row["asked_at"]
        codeAt = try row["code_at"]
        checkedAt = try row["checked_at"]
        connectedAt = try row["connected_at"]
        lostAt = try row["lost_at"]
    }

    static let columns: SQL = """
        customer_id, consent_version, consent_language, consented_at, allows_model, model_host, mails_findings, state,
        problem, attempt, sealed_number, sealed_name, sealed_code, asked_at, code_at, checked_at, connected_at, lost_at
        """
}

extension Store {
    /// Returns a customer's consent and link; nil if there never was any.
    public func chatAccount(of customer: CustomerID) throws(PostgresError) -> ChatAccountRow? {
        try connection.row("SELECT \(ChatAccountRow.columns) FROM chat_account WHERE customer_id = \(customer)")
    }

    /// Returns a customer's consent and link; nil if there is neither. Neither can change until the transaction ends.
    public func lockChatAccount(of customer: CustomerID) throws(PostgresError) -> ChatAccountRow? {
        try connection.row("""
            SELECT \(ChatAccountRow.columns) FROM chat_account WHERE customer_id = \(customer) FOR SHARE
            """)
    }

    /// Records a customer's consent, beside an earlier one.
    ///
    /// - Parameter modelHost: the host of the language model that may read, too; nil for none.
    public func recordConsent(
        of customer: CustomerID, version: Int, language: String, modelHost: String?
    ) throws(PostgresError) {
        let allowsModel = modelHost != nil
        try connection.execute("""
            INSERT INTO chat_account
                   (customer_id, consent_version, consent_language, consented_at, allows_model, model_host)
            VALUES (\(customer), \(version), \(language), now(), \(allowsModel), \(modelHost))
            ON CONFLICT (customer_id) DO UPDATE
               SET consent_version = excluded.consent_version, consent_language = excluded.consent_language,
                   consented_at = excluded.consented_at, allows_model = excluded.allows_model,
                   model_host = excluded.model_host
            """)
    }

    /// Writes the customer's choices about findings.
    ///
    /// - Parameter modelHost: as `recordConsent` takes it.
    public func setChatChoices(
        of customer: CustomerID, modelHost: String?, mailsFindings: Bool
    ) throws(PostgresError) {
        let allowsModel = modelHost != nil
        try connection.execute("""
            INSERT INTO chat_account (customer_id, allows_model, model_host, mails_findings)
            VALUES (\(customer), \(allowsModel), \(modelHost), \(mailsFindings))
            ON CONFLICT (customer_id) DO UPDATE
               SET allows_model = excluded.allows_model, model_host = excluded.model_host,
                   mails_findings = excluded.mails_findings
            """)
    }

    /// Begins an attempt to link, unless one is under way.
    ///
    /// - Returns: the number of the attempt; nil if there is no consent, or a code or a link is there.
    public func beginLink(of customer: CustomerID, sealedNumber: [UInt8]) throws(PostgresError) -> Int64? {
        try connection.value("""
            UPDATE chat_account
               SET state = 'asked', problem = NULL, attempt = attempt + 1, sealed_number = \(sealedNumber),
                   sealed_name = NULL, sealed_code = NULL, asked_at = now(), code_at = NULL, checked_at = NULL,
                   connected_at = NULL, lost_at = NULL
             WHERE customer_id = \(customer) AND consented_at IS NOT NULL AND state IN ('off', 'failed', 'lost')
            RETURNING attempt
            """)
    }

    /// Writes what was learned about an attempt, unless a newer one began.
    ///
    /// - Parameters:
    ///   - sealedCode: a new code; nil keeps the present one while the state is `waiting`.
    ///   - sealedName: the name of the phone's owner; nil keeps the present one.
    /// - Returns: false if the attempt is no longer the last one.
    public func recordLink(
        of customer: CustomerID, attempt: Int64, _ state: ChatLinkState, problem: ChatLinkProblem? = nil,
        sealedCode: [UInt8]? = nil, sealedName: [UInt8]? = nil
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE chat_account
               SET state = \(state), problem = \(problem), checked_at = now(),
                   sealed_code = CASE WHEN \(state) = 'waiting' THEN coalesce(\(sealedCode), sealed_code) END,
                   code_at = CASE WHEN \(state) <> 'waiting' THEN NULL
                                  WHEN \(sealedCode)::bytea IS NULL THEN code_at ELSE now() END,
                   sealed_name = coalesce(\(sealedName), sealed_name),
                   connected_at = CASE WHEN \(state) = 'ready' THEN coalesce(connected_at, now()) ELSE connected_at END,
                   lost_at = CASE WHEN \(state) = 'lost' THEN coalesce(lost_at, now()) END
             WHERE customer_id = \(customer) AND attempt = \(attempt) AND state <> 'off'
            """) == 1
    }

    /// Records that the bridge was asked about an attempt and told nothing new.
    public func recordLinkChecked(of customer: CustomerID, attempt: Int64) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat_account SET checked_at = now() WHERE customer_id = \(customer) AND attempt = \(attempt)
            """)
    }

    /// Ends the link of a customer, or the attempt to make one.
    ///
    /// - Returns: false if there was none.
    public func endLink(of customer: CustomerID) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE chat_account
               SET state = 'off', problem = NULL, attempt = attempt + 1, sealed_number = NULL, sealed_name = NULL,
                   sealed_code = NULL, asked_at = NULL, code_at = NULL, checked_at = NULL, connected_at = NULL,
                   lost_at = NULL
             WHERE customer_id = \(customer) AND state <> 'off'
            """) == 1
    }

    /// Takes back the consent of a customer.
    public func endConsent(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE chat_account
               SET consent_version = NULL, consent_language = NULL, consented_at = NULL, allows_model = false,
                   model_host = NULL
             WHERE customer_id = \(customer)
            """)
    }

    /// Returns links whose state is to be asked for: pairings every few seconds, links every few minutes. A lost one
    /// may be there again, as after a bridge was started without its data.
    public func linksToCheck(
        pairingSeconds: Int, readySeconds: Int, limit: Int
    ) throws(PostgresError) -> [ChatAccountRow] {
        try connection.rows("""
            SELECT \(ChatAccountRow.columns) FROM chat_account
             WHERE state IN ('asked', 'waiting', 'linked', 'ready', 'lost')
               AND (checked_at IS NULL OR checked_at < now() - CASE
                        WHEN state IN ('ready', 'lost') THEN \(readySeconds)
                        ELSE \(pairingSeconds) END * interval '1 second')
             ORDER BY checked_at NULLS FIRST LIMIT \(limit)
            """)
    }
}
