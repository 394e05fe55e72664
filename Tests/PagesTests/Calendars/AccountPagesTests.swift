@testable import Calendars
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Pages of accounts at other services")
struct AccountPagesTests {
    let world: CalendarWorld
    var test: TestApp { world.test }
    var browser: Browser { world.browser }

    init() throws { world = try CalendarWorld() }

    /// Fills in the form, and returns the path of the account.
    private func ask() throws -> String {
        try browser.get("/calendars/join")
        let answer = try browser.post("/calendars/join", [
            "provider": "icloud", "address": "", "user": "sara@icloud.com", "password": "abcd-efgh-ijkl-mnop",
        ])
        return try #require(answer.location)
    }

    /// Writes what a worker finds.
    private func find() throws {
        try test.run("""
            INSERT INTO remote_calendar (customer_id, account_id, href, name, components)
            SELECT customer_id, id, 'https://p1-caldav.icloud.com/1/' || n || '/', n, ARRAY['VEVENT']
              FROM outside_account, unnest(ARRAY['Home', 'Football']) n
            """)
        try test.run("UPDATE outside_account SET state = 'found', sealed_homes = 'x', good_at = now()")
    }

    /// Joins, and chooses one calendar.
    private func join() throws -> (path: String, calendar: CalendarRow) {
        let path = try ask()
        try find()
        try browser.get(path)
        let id = try #require(
            try test.store.connection.value("SELECT id FROM remote_calendar WHERE name = 'Home'", as: Int64.self))
        #expect(try browser.post(path, ["calendar": "\(id)"]).location == "/calendars?done=joined")
        return (path, try #require(try world.home.calendars().first { $0.displayName == "Home" }))
    }

    @Test("the page waits for the proof of the password, and never shows it")
    func asking() throws {
        let path = try ask(), page = try browser.get(path)
        #expect(page.shows("account.asking.title", test))
        #expect(page.contains("caldav.icloud.com") && !page.contains("abcd-efgh"))
        #expect(try !browser.get("/calendars").contains("sara@icloud.com"))
    }

    @Test("what was refused is explained, and the form is there again", arguments: [
        ("forbidden", "refused this password"), ("not-a-calendar", "No calendars were found"),
        ("elsewhere", "leads to another host"), ("certificate", "is not valid"),
        ("unreachable", "could not be reached"),
    ])
    func refused(problem: String, words: String) throws {
        let path = try ask()
        try test.run("""
            UPDATE outside_account
               SET state = 'refused', sealed_password = NULL, problem = \(problem), failures = 1, failing_since = now()
            """)
        let page = try browser.get(path)
        #expect(page.contains(words) && page.contains("action=\"/calendars/join\""))
    }

    @Test("a calendar that is chosen is listed with its account, and can be read only")
    func choosing() throws {
        let (path, calendar) = try join()
        #expect(calendar.isReadOnly)
        let page = try browser.get("/calendars")
        for text in ["iCloud · sara@…", "caldav.icloud.com", "Home", "fetching for the first time"] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(!page.contains("Football"))
        // One calendar ends where the calendars are chosen.
        #expect(try browser.get("/calendars/\(calendar.id)/leave").location == path)
    }

    @Test("states are said in words", arguments: [
        ("good_at = now()", "began_at = now()", "up to date"),
        ("failures = 1, failing_since = now(), problem = 'forbidden'", "began_at = now()",
         "Enter the password again"),
        ("failures = 1, failing_since = now(), problem = 'server'", "began_at = now()", "not reachable since"),
        ("failures = 1, failing_since = now(), problem = 'locked'", "began_at = now()", "bring its key back"),
        ("good_at = now()", "began_at = now(), gone_since = now()", "gone there"),
        ("good_at = now()", "began_at = now(), held_digest = sha256('x'), held_since = now(), held_count = 25",
         "25 entries vanished"),
    ] as [(SQL, SQL, String)])
    func states(account: SQL, calendar: SQL, words: String) throws {
        _ = try join()
        try test.run("UPDATE outside_account SET \(account)")
        try test.run("UPDATE remote_calendar SET \(calendar)")
        #expect(try browser.get("/calendars").contains(words))
    }

    @Test("wrong fields are explained beside them", arguments: [
        ("other", "", "sara", "x", "outside.subscribe.problem.address"),
        ("other", "http://cloud.example", "sara", "x", "outside.subscribe.problem.plain"),
        ("nextcloud", "https://jadwal.example.org/", "sara", "x", "outside.subscribe.problem.own"),
        ("icloud", "", "", "x", "account.problem.user"), ("icloud", "", "sara", "", "account.problem.no-password"),
    ])
    func wrong(provider: String, address: String, user: String, password: String, problem: String) throws {
        try browser.get("/calendars/join")
        let answer = try browser.post("/calendars/join", [
            "provider": provider, "address": address, "user": user, "password": password,
        ])
        #expect(answer.status == 422 && answer.shows(problem, test))
        #expect(try test.count("outside_account") == 0)
    }

    @Test("many passwords within an hour are refused, in the form and at an account")
    func manyPasswords() throws {
        let path = try join().path
        try browser.get(path + "/password")
        for _ in 1..<20 {
            #expect(try browser.post(path + "/password", ["password": "x"]).location == "/calendars?done=looking")
        }
        let form: KeyValuePairs = ["provider": "icloud", "address": "", "user": "sara@icloud.com", "password": "x"]
        for answer in [
            try browser.post(path + "/password", ["password": "x"]), try browser.post("/calendars/join", form),
        ] {
            #expect(answer.status == 429 && answer.contains("You entered many passwords"))
        }
        #expect(try test.count("outside_account") == 1)
    }

    @Test("leaving removes the copies, or keeps them as own calendars", arguments: ["remove", "keep"])
    func leaving(events: String) throws {
        let (path, calendar) = try join()
        #expect(try browser.get(path + "/leave").contains("account.apple.com"))
        #expect(try browser.post(path + "/leave", ["events": events]).location == "/calendars?done=left")
        #expect(try test.count("outside_account") == 0 && test.count("outside_key") == 0)
        #expect(try world.home.calendar(calendar.segment)?.isReadOnly == (events == "keep" ? false : nil))
    }

    @Test("nobody sees, chooses from, or leaves an account of somebody else")
    func strangers() throws {
        let (path, _) = try join(), other = Browser(test)
        try other.signIn("omar@example.org")
        try other.get("/calendars")
        for part in ["", "/password", "/leave"] { #expect(try other.get(path + part).status == 404) }
        for part in ["", "/look", "/password", "/leave"] {
            #expect(try other.post(path + part, ["events": "remove", "password": "x", "calendar": "1"]).status == 404)
        }
        #expect(try test.count("outside_account") == 1)
    }
}
