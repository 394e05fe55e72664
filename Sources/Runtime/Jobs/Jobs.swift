public import Mail
public import Storage
public import Templates

/// Work that is written down in the transaction that made it necessary and carried out by
/// `jadwal work`. It may run twice; each says in a comment why that is harmless.
public protocol Job: Codable, Sendable {
    /// The name of the kind, as in `login.mail-magic-link`. It is stored, so it is never changed.
    static var kind: String { get }
    /// Returns the seconds for which it is worth trying.
    static func usefulSeconds(_ config: Config) -> Int

    /// The customer whose job it is. A customer's jobs are deleted with the account.
    var customerID: CustomerID? { get }

    func run(_ context: JobContext, _ app: App) throws
    /// Called when a job ends without being done, so that it can inform a person who waits.
    func ended(_ outcome: JobOutcome, _ app: App) throws
}

extension Job {
    public var customerID: CustomerID? { nil }
    public func ended(_ outcome: JobOutcome, _ app: App) throws {}
}

/// One attempt at a job.
public struct JobContext {
    public let row: JobRow
    public let language: Language

    /// Hands one mail over.
    ///
    /// A transport that repeats mails without harm needs nothing else. For another transport, the row notes
    /// beforehand that a mail may leave, and takes the note back if it certainly did not. So a worker that
    /// is killed in between repeats a mail at most once.
    public func send(_ message: MailMessage, _ app: App) throws {
        if app.mail.repeatsHarmlessly {
            try app.mail.deliver(message)
            return
        }
        guard row.uncertain < 2 else { throw DeliveryError.unknown("two attempts ended out of sight") }
        try app.store.markHandedOver(row.id)
        do {
            try app.mail.deliver(message)
        } catch {
            if !error.mayHaveLeft { try app.store.unmarkHandedOver(row.id) }
            throw error
        }
    }
}

extension App {
    /// Writes a job down, in the transaction that is open.
    ///
    /// - Parameter delaySeconds: the seconds until it is carried out.
    public func enqueue<J: Job>(_ job: J, _ language: Language, delaySeconds: Int = 0) throws {
        try store.enqueue(
            NewJob(
                kind: J.kind, customerID: job.customerID, language: language.tag,
                parameters: try JSON.text(job), usefulSeconds: J.usefulSeconds(config),
                delaySeconds: delaySeconds))
    }
}

/// The order in which a worker takes jobs. Within a lane, the job that waits longest comes first.
public enum Lane: Sendable, CaseIterable {
    /// A person waits for it, as for a sign-in mail.
    case urgent
    /// Nobody waits for it, but it takes no longer than a mail.
    case ordinary
    /// It may take long.
    case slow
}

/// A kind of job, for the table in `Jobs.swift`.
public struct JobKind: Sendable {
    let kind: String
    let lane: Lane
    let read: @Sendable (_ parameters: String) throws -> any Job

    public init<J: Job>(_ type: J.Type, _ lane: Lane) {
        kind = J.kind
        self.lane = lane
        read = { try JSON.value(J.self, from: $0) }
    }
}
