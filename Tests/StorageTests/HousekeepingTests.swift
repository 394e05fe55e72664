import Jadwal
import Postgres
import Storage
import TestSupport
import Testing

@Suite("Housekeeping")
struct HousekeepingTests {
    let database: TestDatabase
    let store: Store

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
    }

    /// Returns the number of rows left after a purge, if each is that many hours old.
    private func left(_ table: SQL, _ column: SQL, hours: Int) throws -> Int {
        try store.connection.execute("UPDATE \(table) SET \(column) = now() - \(hours) * interval '1 hour'")
        _ = try store.purge()
        return try store.count(table)
    }

    @Test("addresses nobody proved go after seven days, with all that hangs on them, unless a sign-in is under way")
    func unverified() throws {
        let id = try store.aCustomer()
        _ = try store.aFlow(of: id)
        #expect(try left("customer", "created_at", hours: 7 * 24 + 1) == 1, "under way")
        try store.connection.execute("UPDATE sign_in_flow SET expires_at = now()")
        #expect(try left("customer", "created_at", hours: 7 * 24 - 1) == 1)
        #expect(try left("customer", "created_at", hours: 7 * 24 + 1) == 0)
        #expect(try store.count("sign_in_flow") == 0)
    }

    @Test("a proved account stays, however old")
    func verified() throws {
        _ = try store.verify(store.aCustomer())
        #expect(try left("customer", "created_at", hours: 24 * 365 * 10) == 1)
    }

    @Test("links, flows, changes of address and wishes to delete the account go a day after they ended")
    func signIns() throws {
        let id = try store.aCustomer()
        let flow = try store.aFlow(of: id)
        try store.aLink(of: id, flow: flow, 7)
        try store.insertAddressChange(of: id, to: address("new@example.org"), lifetimeMinutes: 15)
        try store.insertAccountDeletion(of: id, lifetimeMinutes: 15)
        for table: SQL in ["magic_link", "address_change", "account_deletion", "sign_in_flow"] {
            #expect(try left(table, "expires_at", hours: 23) == 1)
            #expect(try left(table, "expires_at", hours: 25) == 0)
        }
    }

    @Test("a profile's password that no device used goes a day after it ended; others never")
    func devices() throws {
        let id = try store.aCustomer()
        _ = try store.insert(
            NewDevicePassword(customerID: id, label: "iPhone", digest: digest(1), origin: .profile, unusedMinutes: 15))
        #expect(try left("device_password", "expires_unused_at", hours: 23) == 1)
        #expect(try left("device_password", "expires_unused_at", hours: 25) == 0)
        _ = try store.insert(
            NewDevicePassword(customerID: id, label: "iPhone", digest: digest(1), origin: .byHand, unusedMinutes: nil))
        #expect(try left("device_password", "created_at", hours: 24 * 365 * 10) == 1)
    }

    @Test("sessions go when they end")
    func sessions() throws {
        try store.insertSession(of: store.aCustomer(), tokenDigest: digest(1), device: "", network: "")
        #expect(try left("session", "expires_at", hours: -1) == 1)
        #expect(try left("session", "expires_at", hours: 1) == 0)
    }

    @Test("what was deleted in calendars goes for good after 30 days")
    func trash() throws {
        let id = try store.aCustomer()
        let calendar = NewCalendar(segment: "a", displayName: "a", components: ["VEVENT"], epoch: 1)
        _ = try store.insert(calendar, of: id)
        let new = NewObject(
            uid: "a", kind: "VEVENT", tag: Array(repeating: 1, count: 16), octets: [1])
        for change in [ObjectChange.store(new), .remove] {
            _ = try store.change(
                of: id, trash: TrashRule(author: .page, mostOctets: 1 << 20), "a", "a", uid: "a"
            ) { _ in change }
        }
        #expect(try left("calendar_trash", "removed_at", hours: 30 * 24 - 1) == 1)
        #expect(try left("calendar_trash", "removed_at", hours: 30 * 24 + 1) == 0)
    }

    @Test("counters go after a day")
    func throttleEvents() throws {
        try store.record(Throttle(kind: "mail.address", subject: digest(1), limit: 1, windowSeconds: 1))
        #expect(try left("throttle_event", "happened_at", hours: 23) == 1)
        #expect(try left("throttle_event", "happened_at", hours: 25) == 0)
    }

    @Test("finished work goes after thirty days; work that waits never")
    func jobs() throws {
        try store.aJob()
        #expect(try left("job", "created_at", hours: 24 * 365) == 1)
        let id = try #require(try store.claimJob(worker: store.registerWorker())?.id)
        try store.finish(id, .done)
        #expect(try left("job", "finished_at", hours: 30 * 24 - 1) == 1)
        #expect(try left("job", "finished_at", hours: 30 * 24 + 1) == 0)
    }

    @Test("says how much went, and nothing the second time")
    func counts() throws {
        let id = try store.aCustomer()
        try store.aLink(of: id, flow: store.aFlow(of: id), 7)
        try store.connection.execute("UPDATE magic_link SET expires_at = now() - interval '2 days'")
        try store.connection.execute("UPDATE sign_in_flow SET expires_at = now() - interval '2 days'")
        #expect(try store.purge().rows == ["magic_link": 1, "sign_in_flow": 1])
        #expect(try store.purge() == PurgeReport())
    }

    @Test("a hundred thousand rows go in batches; a piece of the work says that there is more")
    func many() throws {
        try store.connection.execute("""
            INSERT INTO throttle_event (kind, subject, happened_at)
            SELECT 'mail.address', decode(repeat('00', 32), 'hex'), now() - interval '2 days' FROM generate_series(1, 100000)
            """)
        let piece = try store.purge(mostBatches: 20)
        #expect(piece.hasMore)
        #expect((1_000...20_000).contains(piece["throttle_event"]))
        let rest = try store.purge()
        #expect(!rest.hasMore)
        #expect(rest["throttle_event"] == 100_000 - piece["throttle_event"])
        #expect(try store.count("throttle_event") == 0)
    }

    @Test("a row that somebody holds is left for the next time, and the others go")
    func held() throws {
        for number: UInt8 in 1...3 {
            try store.record(Throttle(kind: "k", subject: digest(number), limit: 1, windowSeconds: 1))
        }
        try store.connection.execute("UPDATE throttle_event SET happened_at = now() - interval '2 days'")
        let other = Store(connection: try Connection(database.settings))
        try other.transaction {
            try other.connection.execute("SELECT 1 FROM throttle_event WHERE subject = \(digest(2)) FOR UPDATE")
            #expect(try store.purge()["throttle_event"] == 2)
        }
        #expect(try store.purge()["throttle_event"] == 1)
    }

    @Test("an edition is deleted after three days if nobody asks again, else after a year; so are its days")
    func editions() throws {
        for (number, isWanted, days) in [(1, false, 2), (2, false, 4), (3, true, 200), (4, true, 400)] {
            try store.connection.execute("""
                WITH t AS (
                    INSERT INTO prayer_timetable (latitude_deg, longitude_deg, time_zone, rules, basis, published_at, first_day, last_day)
                    VALUES (\(number), 0, 'UTC', '', '', now(), current_date, current_date + 90) RETURNING id)
                INSERT INTO prayer_edition (timetable_id, options, is_wanted, created_at, last_fetched_at)
                SELECT id, '', \(isWanted), now() - \(days) * interval '1 day', now() - \(days) * interval '1 day' FROM t
                """)
        }
        #expect(try store.purge().rows == ["prayer_edition": 2, "prayer_timetable": 2])
        #expect(try store.count("prayer_timetable WHERE latitude_deg IN (1, 3)") == 2)
    }

    @Test("days whose minutes were moved are kept for their history until they are over")
    func history() throws {
        try store.connection.execute("""
            WITH t AS (
                INSERT INTO prayer_timetable (latitude_deg, longitude_deg, time_zone, rules, basis, published_at, first_day, last_day)
                VALUES (1, 0, 'UTC', '', '', now(), current_date, current_date + 90) RETURNING id)
            INSERT INTO prayer_change (timetable_id, day, entry, sequence, changed_at)
            SELECT id, current_date, 'isha', 1, now() FROM t
            """)
        #expect(try store.purge() == PurgeReport())
        try store.connection.execute("UPDATE prayer_timetable SET first_day = current_date - 9, last_day = current_date - 3")
        #expect(try store.purge().rows == ["prayer_timetable": 1])
    }
}
