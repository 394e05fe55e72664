public import CivilTime
public import Postgres

/// Work that is written down and not yet done.
public struct JobRow: Sendable, RowDecodable {
    public let id: JobID
    public let kind: String
    public let customerID: CustomerID?
    public let language: String
    /// JSON, read by the job's own type.
    public let parameters: String
    /// The same at every attempt; the left part of a mail's Message-ID.
    public let messageID: String
    public let createdAt: Instant
    /// The number of attempts, including the one that begins now.
    public let attempts: Int
    /// The number of earlier attempts that handed the mail over and whose end nobody saw.
    public let uncertain: Int
    /// The number of claims since an attempt last came to an end, including the one that begins now.
    public let claims: Int
    public let isTooLate: Bool

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        kind = try row["kind"]
        customerID = try row["customer_id"]
        language = try row["language"]
        parameters = try row["parameters"]
        messageID = try row["message_id"]
        createdAt = try row["created_at"]
        attempts = try row["attempts"]
        uncertain = try row["uncertain"]
        claims = try row["claims"]
        isTooLate = try row["is_too_late"]
    }
}

public struct NewJob: Sendable {
    public let kind: String
    public let customerID: CustomerID?
    public let language: String
    public let parameters: String
    /// The seconds for which it is worth trying.
    public let usefulSeconds: Int
    /// The seconds until it is carried out.
    public let delaySeconds: Int

    public init(
        kind: String, customerID: CustomerID?, language: String, parameters: String, usefulSeconds: Int,
        delaySeconds: Int = 0
    ) {
        self.delaySeconds = delaySeconds
        self.kind = kind
        self.customerID = customerID
        self.language = language
        self.parameters = parameters
        self.usefulSeconds = usefulSeconds
    }
}

/// The end of a job.
public enum JobOutcome: String, Sendable {
    /// It was carried out.
    case done
    /// It can never be carried out; the row says why.
    case refused
    /// It could not be carried out while it was still useful.
    case expired
    /// Two attempts handed the mail over and nobody saw them end; a third could repeat the mail once too often.
    /// Also the outcome of a job that was set aside because its attempts came to no end.
    case unknown
}

/// A mail that was sent or tried, for the customer's export.
public struct MailRecord: Sendable, RowDecodable {
    public let kind: String, language: String, createdAt: Instant, finishedAt: Instant?, outcome: String?

    public init(_ row: Row) throws(PostgresError) {
        kind = try row["kind"]
        language = try row["language"]
        createdAt = try row["created_at"]
        finishedAt = try row["finished_at"]
        outcome = try row["outcome"]
    }
}

extension Store {
    /// The first part of the advisory lock that a running worker holds; the second is the worker's number.
    static let workerLock = 4207
    /// The channel that wakes workers.
    public static let jobChannel = "jadwal_job"

    /// Writes work down and wakes a worker when the transaction is committed.
    public func enqueue(_ job: NewJob) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO job (kind, customer_id, language, parameters, run_at, give_up_at)
            VALUES (\(job.kind), \(job.customerID), \(job.language), \(job.parameters),
                    now() + \(job.delaySeconds) * interval '1 second',
                    now() + \(job.delaySeconds + job.usefulSeconds) * interval '1 second')
            """)
        try connection.execute("SELECT pg_notify(\(Self.jobChannel), '')")
    }

    /// Returns true if a customer has a job of a kind that no worker has begun yet.
    public func hasWaitingJob(_ kind: String, of customer: CustomerID) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (SELECT 1 FROM job
                            WHERE customer_id = \(customer) AND kind = \(kind) AND finished_at IS NULL AND attempts = 0)
            """) ?? false
    }

    /// Takes a number for a worker and holds its lock for as long as the connection lives.
    public func registerWorker() throws(PostgresError) -> Int {
        let number: Int? = try connection.value("SELECT nextval('worker_number')")
        guard let number else { throw PostgresError.decoding("nextval returned no row") }
        try connection.execute("SELECT pg_advisory_lock(\(Self.workerLock)::integer, \(number)::integer)")
        return number
    }

    /// Claims the job that has been due the longest. It may be a job that a dead worker held. It may also be one that
    /// this worker held when a fault interrupted it, since a worker runs one job at a time.
    ///
    /// The job's next turn is set 1, 2, 4, … seconds ahead, at most 5 minutes. So a job that ends its
    /// worker's process lets the others go first, and waits longer each time.
    ///
    /// - Parameter kinds: the kinds that the worker knows; other jobs wait for a newer worker. Nil for all kinds.
    public func claimJob(worker: Int, kinds: [String]? = nil) throws(PostgresError) -> JobRow? {
        try connection.row("""
            UPDATE job
               SET attempts = least(32767, attempts + 1), claims = least(32767, claims + 1),
                   run_at = now() + least(300, 2.0 ^ least(claims, 9)) * interval '1 second', locked_by = \(worker)
             WHERE id = (SELECT id FROM job
                          WHERE finished_at IS NULL AND run_at <= now()
                            AND (\(kinds)::text[] IS NULL OR kind = ANY (\(kinds)))
                            AND (locked_by IS NULL OR locked_by = \(worker) OR NOT EXISTS (
                                 -- pg_locks shows those of every database of the server.
                                 SELECT 1 FROM pg_locks
                                  WHERE locktype = 'advisory' AND classid = \(Self.workerLock)::oid
                                    AND objid = locked_by::oid AND objsubid = 2
                                    AND database = (SELECT oid FROM pg_database
                                                     WHERE datname = current_database())))
                          ORDER BY run_at, id
                            FOR UPDATE SKIP LOCKED LIMIT 1)
            RETURNING id, kind, customer_id, language, parameters, message_id::text AS message_id,
                      created_at, attempts, uncertain, claims, give_up_at <= now() AS is_too_late
            """)
    }

    /// Records that a mail is about to be handed over. If nobody sees the attempt's end, the mail may have left.
    public func markHandedOver(_ id: JobID) throws(PostgresError) {
        try connection.execute("UPDATE job SET uncertain = least(2, uncertain + 1) WHERE id = \(id)")
    }

    /// Records that a mail that was about to be handed over certainly did not leave.
    public func unmarkHandedOver(_ id: JobID) throws(PostgresError) {
        try connection.execute("UPDATE job SET uncertain = greatest(0, uncertain - 1) WHERE id = \(id)")
    }

    /// Gives a job back, to be tried again later.
    public func retry(_ id: JobID, afterSeconds seconds: Double, reason: String) throws(PostgresError) {
        try connection.execute("""
            UPDATE job
               SET locked_by = NULL, claims = 0, run_at = now() + \(seconds) * interval '1 second',
                   last_error = \(reason)
             WHERE id = \(id)
            """)
    }

    /// Closes a job and deletes its parameters.
    public func finish(_ id: JobID, _ outcome: JobOutcome, reason: String? = nil) throws(PostgresError) {
        try connection.execute("""
            UPDATE job
               SET finished_at = now(), outcome = \(outcome.rawValue), parameters = '', locked_by = NULL,
                   last_error = coalesce(\(reason), last_error)
             WHERE id = \(id)
            """)
    }

    /// Returns the seconds until the next job is due; nil if none waits.
    public func secondsUntilNextJob(kinds: [String]? = nil) throws(PostgresError) -> Double? {
        try connection.value("""
            SELECT greatest(0, extract(epoch FROM min(run_at) - now()))::double precision
              FROM job WHERE finished_at IS NULL AND (\(kinds)::text[] IS NULL OR kind = ANY (\(kinds)))
            HAVING min(run_at) IS NOT NULL
            """)
    }

    /// Returns the number of jobs that wait, for `/metrics`.
    public func waitingJobs() throws(PostgresError) -> Int {
        try connection.value("SELECT count(*) FROM job WHERE finished_at IS NULL") ?? 0
    }

    /// Returns the query for a customer's mails, oldest first; for the export. Comparisons of calendars send nothing.
    func mailsQuery(_ customer: CustomerID) -> SQL {
        """
        SELECT kind, language, created_at, finished_at, outcome
          FROM job WHERE customer_id = \(customer) AND kind NOT LIKE 'planning.%'
         ORDER BY id
        """
    }
}
