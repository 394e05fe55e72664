import Postgres
import Storage
import TestSupport
import Testing

@Suite("Jobs")
struct JobTests {
    let database: TestDatabase
    let store: Store

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
    }

    private func makeDue() throws {
        try store.connection.execute("UPDATE job SET run_at = now() - interval '1 second'")
    }

    @Test("a job is stored with all its fields, and wakes listening workers once committed")
    func enqueue() throws {
        let zaid = try store.aCustomer()
        let listener = try database.connect()
        try listener.listen(Store.jobChannel)
        let own = try #require(try store.connection.value("SELECT pg_backend_pid()", as: Int.self))
        // The channel is the whole database's, so the jobs of other tests are heard here, too.
        func heard(milliseconds: Int) throws -> Postgres.Notification? {
            while let notification = try listener.waitForNotification(milliseconds: milliseconds) {
                if notification.sender == own { return notification }
            }
            return nil
        }
        try store.transaction {
            try store.aJob("login.mail", of: zaid)
            #expect(try heard(milliseconds: 0) == nil)
        }
        #expect(try heard(milliseconds: 5_000)?.channel == "jadwal_job")
        let worker = try store.registerWorker()
        let job = try #require(try store.claimJob(worker: worker))
        #expect(job.kind == "login.mail")
        #expect(job.customerID == zaid)
        #expect(job.language == "en")
        #expect(job.parameters == "{}")
        #expect(UUIDValue(job.messageID) != nil)
        #expect(job.attempts == 1)
        #expect(job.uncertain == 0)
        #expect(!job.isTooLate)
    }

    @Test("two workers never get the same job")
    func twoWorkers() throws {
        for _ in 1...40 { try store.aJob() }
        let settings = database.settings
        let claimed = try inParallel(count: 8) {
            let store = Store(connection: try Connection(settings))
            let worker = try store.registerWorker()
            var ids: [JobID] = []
            while let job = try store.claimJob(worker: worker) {
                ids.append(job.id)
                try store.finish(job.id, .done)
            }
            return ids
        }.flatMap(\.self)
        #expect(claimed.count == 40)
        #expect(Set(claimed).count == 40)
    }

    @Test("a living worker's job is nobody else's; a dead one's is free a second after it was taken")
    func deadWorker() throws {
        try store.aJob()
        let other = try store.registerWorker()
        let claimedID: JobID
        do {
            let dying = try database.store()
            let job = try #require(try dying.claimJob(worker: dying.registerWorker()))
            claimedID = job.id
            let wait = try #require(try store.secondsUntilNextJob())
            #expect(wait <= 1)
            try makeDue()
            #expect(try store.claimJob(worker: other) == nil)
            // The connection ends here, as it does with a killed process.
        }
        try store.connection.waitUntilAlone(in: database.schema)
        let again = try #require(try store.claimJob(worker: other))
        #expect(again.id == claimedID)
        #expect(again.attempts == 2)
    }

    @Test("a worker of another database of the same server is not taken for ours")
    func workerOfAnotherDatabase() throws {
        try store.aJob()
        let worker = try store.registerWorker()
        let number: Int
        do {
            let dying = try database.store()
            number = try dying.registerWorker()
            _ = try dying.claimJob(worker: number)
        }
        try store.connection.waitUntilAlone(in: database.schema)
        try makeDue()
        let elsewhere = try Connection(
            DatabaseSettings(conninfo: database.settings.conninfo + " dbname=postgres"))
        try elsewhere.execute("SELECT pg_advisory_lock(4207, \(number)::integer)")
        #expect(try store.claimJob(worker: worker) != nil)
    }

    @Test("what a worker left behind itself is its own to take up again")
    func ownLeftover() throws {
        try store.aJob()
        let worker = try store.registerWorker()
        let first = try #require(try store.claimJob(worker: worker))
        try makeDue()
        #expect(try store.claimJob(worker: worker)?.id == first.id)
    }

    @Test("a job that comes to no end waits longer after each claim, and others go first")
    func withoutEnd() throws {
        try store.aJob("without end")
        let worker = try store.registerWorker()
        for (claims, seconds) in [1.0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].enumerated() {
            try makeDue()
            let job = try #require(try store.claimJob(worker: worker))
            #expect(job.claims == claims + 1)
            let wait = try #require(try store.connection.value(
                "SELECT extract(epoch FROM run_at - clock_timestamp())::double precision FROM job") as Double?)
            #expect((seconds - 0.9...seconds).contains(wait))
        }
        try store.aJob("other")
        #expect(try store.claimJob(worker: worker)?.kind == "other")
        #expect(try store.claimJob(worker: worker) == nil)
    }

    @Test("claims are counted from zero after an attempt that ended")
    func claimsAfterEnd() throws {
        try store.aJob()
        let worker = try store.registerWorker()
        for _ in 1...3 {
            try makeDue()
            _ = try store.claimJob(worker: worker)
        }
        try makeDue()
        let job = try #require(try store.claimJob(worker: worker))
        #expect(job.claims == 4)
        try store.retry(job.id, afterSeconds: 0, reason: "451 later")
        let again = try #require(try store.claimJob(worker: worker))
        #expect(again.claims == 1)
        #expect(again.attempts == 5)
    }

    @Test("attempts stop being counted at the largest number, and every job can still be claimed")
    func manyAttempts() throws {
        try store.aJob("old")
        try store.connection.execute("UPDATE job SET attempts = 32767, claims = 32767, run_at = now() - interval '1 hour'")
        try store.aJob("new")
        let worker = try store.registerWorker()
        let old = try #require(try store.claimJob(worker: worker))
        #expect([old.kind, "\(old.attempts)", "\(old.claims)"] == ["old", "32767", "32767"])
        #expect(try store.claimJob(worker: worker)?.kind == "new")
    }

    @Test("jobs are taken in the order they fall due, and not before")
    func order() throws {
        for kind in ["late", "early", "later on"] { try store.aJob(kind) }
        try store.connection.execute("""
            UPDATE job SET run_at = now() + CASE kind WHEN 'early' THEN interval '-2 hours'
                                                      WHEN 'late' THEN interval '-1 hour'
                                                      ELSE interval '1 hour' END
            """)
        let worker = try store.registerWorker()
        var kinds: [String] = []
        while let job = try store.claimJob(worker: worker) {
            kinds.append(job.kind)
            try store.finish(job.id, .done)
        }
        #expect(kinds == ["early", "late"])
        let wait = try #require(try store.secondsUntilNextJob())
        #expect((3_500...3_600).contains(wait))
        #expect(try store.waitingJobs() == 1)
    }

    @Test("no job, no wait")
    func nothing() throws {
        #expect(try store.secondsUntilNextJob() == nil)
        #expect(try store.waitingJobs() == 0)
        #expect(try store.claimJob(worker: store.registerWorker()) == nil)
        try store.aJob()
        try makeDue()
        #expect(try store.secondsUntilNextJob() == 0)
    }

    @Test("a job that is given back waits, keeps its Message-ID and says why")
    func retry() throws {
        try store.aJob()
        let worker = try store.registerWorker()
        let first = try #require(try store.claimJob(worker: worker))
        try store.retry(first.id, afterSeconds: 90.5, reason: "451 later")
        #expect(try store.claimJob(worker: worker) == nil)
        let wait = try #require(try store.secondsUntilNextJob())
        #expect((85...90.5).contains(wait))
        try makeDue()
        let second = try #require(try store.claimJob(worker: worker))
        #expect(second.messageID == first.messageID)
        #expect(second.attempts == 2)
        let reason: String? = try store.connection.value("SELECT last_error FROM job")
        #expect(reason == "451 later")
    }

    @Test("a job is too late when its time of use is over")
    func tooLate() throws {
        try store.aJob(usefulSeconds: 60)
        try store.connection.execute("UPDATE job SET give_up_at = now()")
        #expect(try store.claimJob(worker: store.registerWorker())?.isTooLate == true)
    }

    @Test("hand-overs of unknown end are counted to two and not below nothing")
    func uncertain() throws {
        try store.aJob()
        let id = try #require(try store.claimJob(worker: store.registerWorker())?.id)
        func counted() throws -> Int? { try store.connection.value("SELECT uncertain::bigint FROM job") }
        try store.unmarkHandedOver(id)
        #expect(try counted() == 0)
        for expected in [1, 2, 2] {
            try store.markHandedOver(id)
            #expect(try counted() == expected)
        }
        for expected in [1, 0, 0] {
            try store.unmarkHandedOver(id)
            #expect(try counted() == expected)
        }
    }

    @Test("a finished job forgets its parameters and is not taken again", arguments: [
        JobOutcome.done, .refused, .expired, .unknown,
    ])
    func finish(outcome: JobOutcome) throws {
        let zaid = try store.aCustomer()
        try store.aJob(of: zaid)
        let worker = try store.registerWorker()
        let id = try #require(try store.claimJob(worker: worker)?.id)
        try store.finish(id, outcome, reason: outcome == .done ? nil : "550 no such user")
        try makeDue()
        #expect(try store.claimJob(worker: worker) == nil)
        let parameters: String? = try store.connection.value("SELECT parameters FROM job")
        #expect(parameters == "")
        let mail = try #require(try store.everything(of: zaid).mails.first)
        #expect(mail.outcome == outcome.rawValue)
        #expect(mail.finishedAt != nil)
    }

    @Test("a customer's mails are listed oldest first, without those of other customers")
    func mails() throws {
        let zaid = try store.aCustomer()
        try store.aJob("first", of: zaid)
        try store.aJob("second", of: zaid)
        try store.aJob("third", of: store.aCustomer("sara@example.org"))
        try store.aJob("fourth")
        #expect(try store.everything(of: zaid).mails.map(\.kind) == ["first", "second"])
        #expect(try store.everything(of: zaid).mails.map(\.outcome) == [nil, nil])
    }
}
