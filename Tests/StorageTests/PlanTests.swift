import CivilTime
import Jadwal
import Postgres
import Storage
import TestSupport
import Testing

/// Sequential scans are forbidden to the planner, so that a table's few rows do not hide that an
/// index is missing; the plans are those of statements as the store itself prepared them.
@Suite("Plans of hot queries")
struct PlanTests {
    let database: TestDatabase
    let store: Store

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        try store.connection.script("""
            SET enable_seqscan = off;
            SET plan_cache_mode = force_generic_plan;
            CREATE FUNCTION plan(name text, parameters integer) RETURNS SETOF text LANGUAGE plpgsql AS $$
            BEGIN
                RETURN QUERY EXECUTE format('EXPLAIN EXECUTE %I%s', name, CASE WHEN parameters > 0
                    THEN '(' || array_to_string(array_fill('NULL'::text, ARRAY[parameters]), ', ') || ')' END);
            END $$;
            """)
    }

    /// The plans of the statements that a query runs.
    private func plan(of query: () throws -> Void) throws -> String {
        let before = try prepared()
        try query()
        return try prepared().filter { !before.contains($0) }.map { name in
            try store.connection.rows("""
                SELECT line AS v
                  FROM pg_prepared_statements,
                       plan(name, coalesce(array_length(parameter_types, 1), 0)) AS line
                 WHERE name = \(name)
                """, as: V<String>.self).map(\.value).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private func prepared() throws -> [String] {
        try store.connection.rows("""
            SELECT name AS v FROM pg_prepared_statements WHERE statement NOT LIKE '%pg_prepared_statements%'
            """, as: V<String>.self).map(\.value)
    }

    /// Returns true if a plan finds its rows through an index, and does not read the whole index.
    private func finds(_ plan: String, _ index: String) -> Bool {
        let lines = plan.split(separator: "\n")
        return lines.indices.contains { number in
            lines[number].contains(index)
                && lines[number...].prefix(3).contains { $0.contains("Index Cond") }
        }
    }

    @Test("every personal page: the session of a cookie")
    func signedIn() throws {
        let plan = try plan { _ = try store.signedIn(tokenDigest: digest(1)) }
        #expect(finds(plan, "session_token_sha256_key"), "\(plan)")
        #expect(finds(plan, "customer_pkey"), "\(plan)")
    }

    @Test("every request of a device that is not remembered: user name and password")
    func device() throws {
        let zaid = try store.aCustomer()
        let password = try plan { _ = try store.deviceSignIn(of: zaid, digests: [digest(1)]) }
        #expect(finds(password, "device_password_customer_id_password_hmac_key"), "\(password)")
        let login = try plan { _ = try store.customerID(withLogin: "zaid") }
        #expect(finds(login, "customer_login_key"), "\(login)")
        let byAddress = try plan { _ = try store.customerID(withAddress: address("zaid@example.org")) }
        #expect(finds(byAddress, "customer_email_key_key"), "\(byAddress)")
        let earlier = try plan { _ = try store.customers(withEarlierAddress: [digest(1)]) }
        #expect(earlier.contains("device_password_earlier_address_idx"), "\(earlier)")
    }

    @Test("the link of a token")
    func link() throws {
        let plan = try plan { _ = try store.link(tokenDigest: digest(1)) }
        #expect(finds(plan, "magic_link_token_sha256_key"), "\(plan)")
    }

    @Test("the link of a code")
    func code() throws {
        let plan = try plan { _ = try store.link(of: FlowID(1), codeHMAC: digest(1)) }
        #expect(finds(plan, "magic_link_flow_idx"), "\(plan)")
    }

    @Test("the flow of a browser")
    func flow() throws {
        let plan = try plan { _ = try store.flow(ofBrowser: digest(1)) }
        #expect(finds(plan, "sign_in_flow_browser_sha256_key"), "\(plan)")
    }

    @Test("a customer's sessions")
    func sessions() throws {
        let zaid = try store.aCustomer()
        let plan = try plan { _ = try store.sessions(of: zaid) }
        #expect(finds(plan, "session_customer_idx"), "\(plan)")
    }

    @Test("what the settings page shows")
    func settings() throws {
        let zaid = try store.aCustomer()
        let plan = try plan { _ = try store.settingsSummary(of: zaid) }
        #expect(finds(plan, "session_customer_idx") && finds(plan, "device_password_customer_id"), "\(plan)")
    }

    @Test("a customer's mails")
    func mails() throws {
        let zaid = try store.aCustomer()
        let plan = try plan { _ = try store.everything(of: zaid) }
        #expect(finds(plan, "job_customer_idx"), "\(plan)")
    }

    @Test("a worker's next job")
    func claim() throws {
        let plan = try plan { _ = try store.claimJob(worker: 1) }
        #expect(finds(plan, "job_waiting_idx"), "\(plan)")
    }

    @Test("a throttle's count")
    func throttle() throws {
        let throttle = Throttle(kind: "mail.address", subject: digest(1), limit: 5, windowSeconds: 3_600)
        let plan = try plan { _ = try store.secondsUntilFree(throttle) }
        #expect(finds(plan, "throttle_event_idx"), "\(plan)")
    }

    @Test("cities as their names are typed: one letter, two letters, more", arguments: [
        ("r", ["city_name_one_idx", "city_name_one_country_idx"]),
        ("ri", ["city_name_two_idx", "city_name_two_country_idx"]),
        ("riy", ["city_name_key_idx", "city_name_prefix_idx"]),
        ("الرياض", ["city_name_key_idx", "city_name_prefix_idx"]),
        ("ryadh saudi", ["city_name_key_idx"]),
    ])
    func citySearch(query: String, indexes: [String]) throws {
        let plan = try plan { _ = try store.cities(matching: query, preferring: "SA", limit: 10) }
        for index in indexes + ["city_pkey"] { #expect(finds(plan, index), "\(index) in \(plan)") }
    }

    @Test("a city by its address, a country's largest, the nearest")
    func cities() throws {
        let address = try plan { _ = try store.city(country: "SA", slug: "riyadh") }
        #expect(finds(address, "city_country_slug_key"), "\(address)")
        let largest = try plan { _ = try store.cities(of: "SA", limit: 10) }
        #expect(finds(largest, "city_country_whole_idx") && !largest.contains("Sort"), "\(largest)")
        let world = try plan { _ = try store.largestCities(limit: 10) }
        #expect(world.contains("city_population_idx") && !world.contains("Sort"), "\(world)")
        let each = try plan { _ = try store.largestCity(ofEach: ["SA", "EG"]) }
        #expect(finds(each, "city_country_idx"), "\(each)")
        let near = try plan { _ = try store.cities(near: 24.7, longitude: 46.7, limit: 1) }
        #expect(finds(near, "city_latitude_idx"), "\(near)")
    }

    @Test("a city's feed, and a customer's: each one query through indexes alone")
    func feeds() throws {
        let now = Instant(secondsSince1970: 1_795_219_200)
        for wantsGzip in [false, true] {
            var condition = FeedCondition()
            condition.wantsGzip = wantsGzip
            condition.tags = ["\"x\""]
            let city = try plan { _ = try store.cityFeed(country: "SA", slug: "riyadh", options: "", at: now, condition) }
            for index in ["city_country_slug_key", "prayer_edition_city_id_options_key", "prayer_feed_body_pkey"] {
                #expect(finds(city, index), "\(index) in \(city)")
            }
            let customer = try plan { _ = try store.customerFeed(tokenDigest: digest(1), at: now, condition) }
            for index in ["prayer_feed_token_sha256_key", "prayer_feed_body_pkey"] {
                #expect(finds(customer, index), "\(index) in \(customer)")
            }
            for plan in [city, customer] { #expect(!plan.contains("Seq Scan"), "\(plan)") }
        }
    }

    @Test("the feed of a customer's calendars: one query through indexes alone")
    func prayerCalendar() throws {
        let zaid = try store.aCustomer()
        let plan = try plan { _ = try store.prayerCalendarSource(of: zaid) }
        #expect(finds(plan, "prayer_feed_customer_id_key"), "\(plan)")
        #expect(!plan.contains("Seq Scan"), "\(plan)")
    }

    @Test("the worker's next feeds, and timetables of other inputs")
    func feedChores() throws {
        let now = Instant(secondsSince1970: 1_795_219_200)
        let due = try plan { _ = try store.dueEditions(before: now, limit: 16) }
        #expect(finds(due, "prayer_edition_fresh_idx"), "\(due)")
        let stale = try plan { _ = try store.stalePrayerTimetables(unless: [("Asia/Riyadh", "x")], limit: 50) }
        #expect(finds(stale, "prayer_timetable_basis_idx"), "\(stale)")
    }

    @Test("the days of a timetable")
    func prayerDays() throws {
        let day = LocalDate(daysSince1970: 20_778)
        let plan = try plan { _ = try store.prayerDays(of: PrayerTimetableID(1), in: day...(day + 186)) }
        #expect(finds(plan, "prayer_day_pkey"), "\(plan)")
        #expect(finds(plan, "prayer_change_pkey"), "\(plan)")
    }

    @Test("a profile's grant, and a customer's newest ones")
    func profileGrants() throws {
        let used = try plan { _ = try store.useProfileGrant(tokenDigest: digest(1)) }
        #expect(finds(used, "profile_grant_pkey"), "\(used)")
        let zaid = try store.aCustomer()
        let inserted = try plan {
            try store.insert(NewProfileGrant(
                tokenDigest: digest(1), customerID: zaid, feedGeneration: 1, language: "en", lifetimeMinutes: 10))
        }
        #expect(finds(inserted, "profile_grant_customer_idx"), "\(inserted)")
    }

    @Test("a device's set-up, and a customer's newest ones")
    func deviceSetups() throws {
        let used = try plan { _ = try store.useDeviceSetup(tokenDigest: digest(1)) }
        #expect(finds(used, "device_setup_pkey"), "\(used)")
        let seen = try plan { _ = try store.deviceSetup(tokenDigest: digest(1)) }
        #expect(finds(seen, "device_setup_pkey") && finds(seen, "device_password_pkey"), "\(seen)")
        let zaid = try store.aCustomer()
        let inserted = try plan {
            try store.insert(NewDeviceSetup(
                tokenDigest: digest(1), customerID: zaid, nonce: Array(repeating: 1, count: 16), system: .ios,
                hasPrayerTimes: false, language: "en", lifetimeMinutes: 15))
        }
        let indexes = ["device_setup_customer_idx", "device_setup_password_idx"]
        #expect(indexes.contains { finds(inserted, $0) }, "\(inserted)")
    }

    @Test("the list of a customer's trash, its versions and its oldest: through indexes alone")
    func trash() throws {
        let zaid = try store.aCustomer()
        let position = try #require(TrashPosition(text: "1-2-3"))
        let list = try plan { _ = try store.trash(of: zaid, after: position, limit: 51) }
        #expect(finds(list, "calendar_trash_list_idx") && !list.contains("Sort"), "\(list)")
        let one = try plan { _ = try store.trashedObject(of: zaid, TrashID(calendar: CalendarID(1), counter: 1)) }
        #expect(finds(one, "calendar_trash_") && !one.contains("Seq Scan"), "\(one)")
        let left = try plan { _ = try store.leftPlace(of: zaid, CalendarID(1), counter: 1) }
        #expect(finds(left, "calendar_removal_counter_idx"), "\(left)")
        let changed = try plan { _ = try store.changedObject(of: zaid, CalendarID(1), counter: 1) }
        #expect(finds(changed, "calendar_object_counter_idx"), "\(changed)")
        _ = try store.insert(
            NewCalendar(segment: "a", displayName: "a", components: ["VEVENT"], epoch: 1), of: zaid)
        let kept = try plan {
            for _ in 0..<2 {
                let new = NewObject(
                    uid: "a", kind: "VEVENT", tag: digest(1).suffix(16), octets: Array(repeating: 1, count: 40_000))
                _ = try store.change(
                    of: zaid, trash: TrashRule(author: .page, mostOctets: 1 << 20), "a", "a", uid: "a"
                ) { _ in .store(new) }
            }
        }
        #expect(finds(kept, "calendar_trash_segment_idx"), "\(kept)")
        #expect(finds(kept, "calendar_trash_list_idx"), "\(kept)")
        #expect(!kept.contains("Seq Scan on calendar_trash"), "\(kept)")
    }

    @Test("every purge")
    func purge() throws {
        let plan = try plan { _ = try store.purge() }
        for index in [
            "customer_unverified_idx", "magic_link_expires_idx", "sign_in_flow_expires_idx", "session_expires_idx",
            "throttle_event_happened_idx", "job_finished_idx", "profile_grant_expires_idx", "device_setup_expires_idx",
            "prayer_feed_body_expires_idx", "prayer_edition_fetched_idx", "prayer_edition_unwanted_idx",
            "prayer_feed_gone_idx", "calendar_trash_removed_idx",
        ] {
            #expect(finds(plan, index), "\(index) in \(plan)")
        }
    }
}
