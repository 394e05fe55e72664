import CivilTime
import Glibc
import Logging
import Mail
import Postgres
import Runtime
import Storage
import System
import Templates
import TestSupport
import Testing

/// Mails a text to a fixed address; says so when it ended otherwise.
private struct Note: Job {
    static let kind = "test.note"
    static func usefulSeconds(_ config: Config) -> Int { 60 }
    let text: String
    var failsToEnd = false

    func run(_ context: JobContext, _ app: App) throws {
        if text == "fault" { throw Broken() }
        guard let from = Mailbox("no-reply@example.org"), let to = EmailAddress("zaid@example.org") else { throw Broken() }
        try context.send(
            MailMessage(
                from: from, to: to, subject: text, language: context.language.tag,
                messageID: "\(context.row.messageID)@example.org", date: app.now(), text: text, html: text),
            app)
    }

    func ended(_ outcome: JobOutcome, _ app: App) throws {
        app.log.info("ended", metadata: ["outcome": "\(outcome.rawValue)"])
        // The first time only: the note is taken back with the rest of the transaction.
        if failsToEnd, app.mail.repeatsHarmlessly { throw Broken() }
    }

    struct Broken: Error {}
}

/// Work that takes long.
private struct Slow: Job {
    static let kind = "test.slow"
    static func usefulSeconds(_ config: Config) -> Int { 60 }
    let number: Int

    func run(_ context: JobContext, _ app: App) throws {
        app.log.info("slow", metadata: ["number": "\(number)"])
    }
}

private struct Unlisted: Job {
    static let kind = "test.of-another-release"
    static func usefulSeconds(_ config: Config) -> Int { 60 }
    func run(_ context: JobContext, _ app: App) throws {}
}

private struct Row: RowDecodable, Equatable {
    let outcome: String?, parameters: String, lastError: String?, attempts: Int, waitSeconds: Double
    init(_ row: Postgres.Row) throws(PostgresError) {
        outcome = try row["outcome"]
        parameters = try row["parameters"]
        lastError = try row["last_error"]
        attempts = try row["attempts"]
        waitSeconds = try row["wait_seconds"]
    }
}

@Suite("The worker")
struct JobRunnerTests {
    let test: TestApp
    let runner: JobRunner

    init() throws {
        test = try TestApp()
        runner = JobRunner([JobKind(Note.self, .ordinary)], test.app)
    }

    private func enqueue(_ text: String = "hello") throws {
        try test.app.enqueue(Note(text: text), .arabic)
    }

    private func row() throws -> Row {
        try #require(try test.store.connection.row("""
            SELECT outcome, parameters, last_error, attempts::bigint AS attempts,
                   extract(epoch FROM run_at - clock_timestamp())::double precision AS wait_seconds
              FROM job
            """))
    }

    private func makeDue() throws {
        try test.store.connection.execute("UPDATE job SET run_at = now() - interval '1 second'")
    }

    @Test("a job is done once, in its language, and its row forgets what it was about")
    func done() throws {
        try enqueue()
        #expect(try runner.runNext())
        #expect(try !runner.runNext())
        #expect(test.mail.messages.map(\.subject) == ["hello"])
        #expect(test.mail.messages.map(\.language) == ["ar"])
        let row = try row()
        #expect(row.outcome == "done")
        #expect(row.parameters == "")
        #expect(test.log.lines.contains { $0.contains("job") && $0.contains("outcome=done") })
    }

    @Test("a mail that a person waits for goes before 50 slow jobs that have waited longer")
    func lanes() throws {
        let runner = JobRunner([JobKind(Slow.self, .slow), JobKind(Note.self, .urgent)], test.app)
        for number in 1...50 { try test.app.enqueue(Slow(number: number), .english) }
        try makeDue()
        try enqueue()
        #expect(try runner.runNext())
        #expect(test.mail.messages.map(\.subject) == ["hello"])
        #expect(!test.log.lines.contains { $0.contains("slow") && $0.contains("number") })
        #expect(try runner.runNext())
        #expect(test.log.lines.contains { $0.contains("slow") && $0.contains("number=1") }, "then the oldest slow one")
    }

    @Test("a runner of some lanes leaves the jobs of the others")
    func someLanes() throws {
        let kinds = [JobKind(Slow.self, .slow), JobKind(Note.self, .ordinary)]
        let mails = JobRunner(kinds, lanes: [.urgent, .ordinary], test.app)
        try test.app.enqueue(Slow(number: 1), .english)
        try enqueue()
        #expect(try mails.runNext())
        #expect(try !mails.runNext())
        #expect(test.mail.messages.count == 1)
        #expect(try JobRunner(kinds, test.app).runNext())
    }

    @Test("a failure that may pass is tried again, later and later, at most five minutes later", arguments: [
        // attempts before, seconds to wait, give or take a third
        (0, 1.0), (1, 2.0), (2, 4.0), (5, 32.0), (8, 256.0), (9, 300.0), (30, 300.0),
    ])
    func backoff(before: Int, seconds: Double) throws {
        try enqueue()
        try test.store.connection.execute("UPDATE job SET attempts = \(before)::smallint")
        test.mail.failures = [.temporary("451 later")]
        #expect(try runner.runNext())
        let row = try row()
        #expect(row.outcome == nil)
        #expect(row.lastError == "451 later")
        #expect(row.attempts == before + 1)
        // Some of it may be over already.
        #expect((seconds * 0.67 - 0.7...seconds * 1.33 + 0.1).contains(row.waitSeconds), "\(row.waitSeconds)")
        #expect(try !runner.runNext(), "not before its time")
        try makeDue()
        #expect(try runner.runNext())
        #expect(test.mail.messages.count == 1)
    }

    @Test("a mail keeps its Message-ID at every attempt")
    func messageID() throws {
        try enqueue()
        test.mail.repeatsHarmlessly = true
        let id: String? = try test.store.connection.value("SELECT message_id::text FROM job")
        test.mail.failures = [.temporary("451"), .unknown("lost")]
        for _ in 1...3 {
            #expect(try runner.runNext())
            try makeDue()
        }
        #expect(test.mail.attempts == 3)
        #expect(test.mail.messages.map(\.messageID) == ["\(try #require(id))@example.org"])
    }

    @Test("a mail that is refused for good is not tried again, and the person who waits learns of it")
    func refused() throws {
        try enqueue()
        test.mail.failures = [.refused("550 no such user")]
        #expect(try runner.runNext())
        try makeDue()
        #expect(try !runner.runNext())
        let row = try row()
        #expect(row.outcome == "refused")
        #expect(row.lastError == "550 no such user")
        #expect(test.log.lines.contains("info ended outcome=refused"))
    }

    @Test("a job that came too late is not run")
    func expired() throws {
        try enqueue()
        try test.store.connection.execute("UPDATE job SET give_up_at = now()")
        #expect(try runner.runNext())
        #expect(test.mail.attempts == 0)
        #expect(try row().outcome == "expired")
        #expect(test.log.lines.contains("info ended outcome=expired"))
    }

    @Test("a mail whose end nobody saw is handed over once more and never a third time")
    func unknownTwice() throws {
        try enqueue()
        test.mail.failures = [.unknown("lost"), .unknown("lost")]
        #expect(try runner.runNext())
        #expect(try row().outcome == nil)
        try makeDue()
        #expect(try runner.runNext())
        #expect(try row().outcome == "unknown")
        try makeDue()
        #expect(try !runner.runNext())
        #expect(test.mail.attempts == 2)
    }

    @Test("failures that certainly left nothing do not count towards those two")
    func certainFailures() throws {
        try enqueue()
        test.mail.failures = [.temporary("451"), .unknown("lost"), .temporary("451"), .temporary("451")]
        for _ in 1...5 {
            #expect(try runner.runNext())
            try makeDue()
        }
        #expect(test.mail.messages.count == 1)
        #expect(try row().outcome == "done")
    }

    @Test("a worker that was killed twice in the act does not send the mail a third time")
    func killedTwice() throws {
        try enqueue()
        // As two attempts left it that were killed between handing over and noting the end.
        try test.store.connection.execute("UPDATE job SET uncertain = 2, attempts = 2")
        #expect(try runner.runNext())
        #expect(test.mail.attempts == 0)
        #expect(try row().outcome == "unknown")
    }

    @Test("a killed worker's job is done by the next one")
    func killedOnce() throws {
        try enqueue()
        do {
            let dying = Store(connection: try test.database.connect())
            let job = try #require(try dying.claimJob(worker: dying.registerWorker()))
            try dying.markHandedOver(job.id)
        }
        try makeDue()
        var isDone = false
        for _ in 1...1_000 where !isDone { isDone = try runner.runNext() }
        #expect(test.mail.messages.count == 1)
        #expect(try row().outcome == "done")
    }

    @Test("a job is set aside after ten claims without an end; the page that waits and the log say so")
    func setAside() throws {
        try enqueue()
        try test.store.connection.execute("UPDATE job SET claims = 10, attempts = 12")
        #expect(try runner.runNext())
        #expect(test.mail.attempts == 0)
        let row = try row()
        #expect(row.outcome == "unknown")
        #expect(row.lastError == "set aside: 10 attempts came to no end")
        #expect(row.parameters == "")
        #expect(test.log.lines.contains("info ended outcome=unknown"))
        #expect(test.log.lines.contains { $0.hasPrefix("error job set aside attempts=13 claims=11 job=") && $0.hasSuffix("kind=test.note") })
    }

    @Test("the tenth claim is still carried out")
    func tenthClaim() throws {
        try enqueue()
        try test.store.connection.execute("UPDATE job SET claims = 9")
        #expect(try runner.runNext())
        #expect(try row().outcome == "done")
    }

    @Test("a job whose own end fails is closed without calling it", arguments: [
        (11, "{\"text\":\"hello\",\"failsToEnd\":true}"), (10, "unreadable"),
    ])
    func setAsideSilently(claims: Int, parameters: String) throws {
        try enqueue()
        try test.store.connection.execute("UPDATE job SET claims = \(claims)::smallint, parameters = \(parameters)")
        #expect(try runner.runNext())
        #expect(try row().outcome == "unknown")
        #expect(!test.log.lines.contains("info ended outcome=unknown"))
        #expect(test.log.lines.contains { $0.hasPrefix("error job set aside") })
    }

    @Test("a job that ends its worker's process holds up no other, and is set aside after ten claims")
    func crashing() throws {
        try enqueue("crash")
        for number in 1...10 {
            try claimAndDie()
            if number == 1 {
                try enqueue("hello")
                #expect(try runner.runNext())
                #expect(test.mail.messages.map(\.subject) == ["hello"], "the older one waits")
            }
            try makeDue()
        }
        for _ in 1...5_000 where !test.log.text.contains("job set aside") {
            _ = try runner.runNext()
            usleep(1_000)
        }
        #expect(test.log.lines.contains("info ended outcome=unknown"))
        let outcomes: String? = try test.store.connection.value("SELECT string_agg(outcome, ' ' ORDER BY id) FROM job")
        #expect(outcomes == "unknown done")
        #expect(test.mail.messages.count == 1)
    }

    /// Claims a job as a worker whose process ends before the job does. The lock of the one before
    /// is gone a moment after its connection.
    private func claimAndDie() throws {
        let dying = Store(connection: try test.database.connect())
        let worker = try dying.registerWorker()
        for _ in 1...5_000 {
            if try dying.claimJob(worker: worker) != nil { return }
            usleep(1_000)
        }
        Issue.record("the job could not be claimed")
    }

    @Test("work of a kind that this release does not know waits for a newer worker")
    func unknownKind() throws {
        try test.app.enqueue(Unlisted(), .english)
        #expect(try !runner.runNext())
        #expect(try row().outcome == nil)
    }

    @Test("work whose parameters cannot be read is tried again until it is too late, and holds nothing up")
    func unreadable() throws {
        try test.store.enqueue(
            NewJob(kind: Note.kind, customerID: nil, language: "en", parameters: "{\"txt\":1}", usefulSeconds: 60))
        #expect(try runner.runNext())
        #expect(try row().outcome == nil)
        try test.store.connection.execute("UPDATE job SET run_at = now(), give_up_at = now() - interval '1 second'")
        #expect(try runner.runNext())
        #expect(try row().outcome == "expired")
        try enqueue()
        #expect(try runner.runNext(), "the next one is not held up")
        #expect(test.mail.messages.count == 1)
    }

    @Test("a fault is logged and the job tried again")
    func fault() throws {
        try enqueue("fault")
        #expect(try runner.runNext())
        let row = try row()
        #expect(row.outcome == nil)
        #expect(row.waitSeconds > 0)
        #expect(test.log.lines.contains { $0.hasPrefix("error job fault") })
    }

    @Test("a job whose end could not be written down is taken up again by the same worker")
    func endFails() throws {
        try test.app.enqueue(Note(text: "hello", failsToEnd: true), .english)
        test.mail.repeatsHarmlessly = true
        test.mail.failures = [.refused("550"), .refused("550")]
        var rounds = 0
        runner.run {
            rounds += 1
            // From now on the end can be written down.
            if rounds > 2 { test.mail.repeatsHarmlessly = false }
            return rounds > 1_000 || (try? row().outcome) == "refused"
        }
        #expect(try row().outcome == "refused")
    }

    @Test("the worker is woken when work is written down")
    func woken() throws {
        let settings = test.database.settings
        let hasBegun = Flag()
        let other = try Background {
            hasBegun.wait()
            let job = NewJob(kind: "test.note", customerID: nil, language: "en", parameters: "{\"text\":\"woken\",\"failsToEnd\":false}", usefulSeconds: 60)
            try Store(connection: Connection(settings)).enqueue(job)
        }
        var rounds = 0
        runner.run {
            hasBegun.raise()
            rounds += 1
            return rounds > 1_000 || !test.mail.messages.isEmpty
        }
        try other.value()
        #expect(test.mail.messages.map(\.subject) == ["woken"])
    }
}
