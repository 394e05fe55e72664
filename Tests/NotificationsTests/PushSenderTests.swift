import CivilTime
import Crypto
import Notifications
import Postgres
import Runtime
import Storage
import TestSupport
import Testing
import WebClient

@Suite("Sending pushes")
struct PushSenderTests {
    @Test("a browser that is gone is deleted", arguments: [404, 410])
    func gone(status: Int) throws {
        let world = try NoticeWorld()
        try world.browser()
        world.services.script = [.status(status)]
        try world.found()
        try world.work()
        #expect(try world.home.devices().isEmpty)
        #expect(world.services.requests.count == 1)
    }

    @Test("a service that is away is asked again until the notice is of no use")
    func away() throws {
        let world = try NoticeWorld()
        try world.browser()
        world.services.script = Array(repeating: .failure(.timedOut), count: 500)
        try world.found("clash 1", .conflict, startsIn: 3_600)
        for _ in 0..<400 {
            try world.work()
            world.test.advance(seconds: 10)
        }
        #expect((5...70).contains(world.services.requests.count))
        #expect(try world.deliveries().contains("push failed") || world.deliveries().contains("push dropped"))
        #expect(try world.home.devices().count == 1)
    }

    @Test("a service that is away holds up no other service")
    func breaker() throws {
        let world = try NoticeWorld()
        try world.browser("1", host: "fcm.googleapis.com")
        for number in 2...6 { try world.browser("\(number)", host: "web.push.apple.com") }
        world.services.script = Array(repeating: .status(503), count: 3)
        try world.found()
        try world.work()
        let asked = world.services.requests.map(\.url)
        #expect(asked.contains("https://fcm.googleapis.com/1"))
        // After three failures the service has a minute of peace.
        #expect(asked.count { $0.hasPrefix("https://web.push.apple.com") } <= 5)
        world.test.advance(seconds: 90)
        try world.work()
        #expect(try world.deliveries().count { $0 == "push sent" } == 6)
    }

    @Test("a pause that a service asks for is kept")
    func pause() throws {
        let world = try NoticeWorld()
        try world.browser()
        world.services.script = [.status(429, ["Retry-After": "100"])]
        try world.found()
        try world.work()
        world.test.advance(seconds: 99)
        try world.work()
        #expect(world.services.requests.count == 1)
        world.test.advance(seconds: 1)
        try world.work()
        #expect(try world.deliveries() == ["push sent"])
    }

    @Test("a notice that is too long is sent with its title only")
    func tooLong() throws {
        let world = try NoticeWorld()
        try world.browser()
        world.services.script = [.status(413)]
        try world.found()
        try world.work()
        #expect(world.services.requests.count == 2)
        #expect(try world.deliveries() == ["push sent"])
    }

    @Test("a browser that is refused three times is deleted")
    func refused() throws {
        let world = try NoticeWorld()
        try world.browser()
        world.services.script = Array(repeating: .status(403), count: 3)
        try world.found()
        for _ in 0..<4 {
            try world.work()
            world.test.advance(seconds: 16 * 60)
        }
        #expect(world.services.requests.count == 3)
        #expect(try world.home.devices().isEmpty)
    }

    @Test("a service that refuses every browser is left in peace, and no browser is deleted")
    func refusesUs() throws {
        let world = try NoticeWorld()
        for number in 1...4 { try world.browser("\(number)") }
        world.services.script = Array(repeating: .status(401), count: 3)
        try world.found()
        try world.work()
        #expect(world.services.requests.count == 3)
        #expect(try world.home.devices().count == 4)
        world.test.advance(seconds: 601)
        try world.work()
        #expect(try world.deliveries().count { $0 == "push sent" } == 4)
    }

    @Test("a worker that dies while sending leaves its push to another, with the same topic")
    func killed() throws {
        let world = try NoticeWorld()
        try world.browser()
        try world.found()
        while try world.test.app.decideNextNotice() {}
        let now = world.test.app.now()
        let claimed = try #require(try world.test.store.claimDelivery(at: now, seconds: 60))
        #expect(try world.test.store.claimDelivery(at: now, seconds: 60) == nil)
        world.test.advance(seconds: 61)
        try world.work()
        #expect(world.services.requests.count == 1)
        #expect(try world.deliveries() == ["push sent"])
        #expect(claimed.attempts == 1)
    }

    @Test("the address of a browser is nowhere in the database in clear")
    func sealed() throws {
        let world = try NoticeWorld()
        try world.browser("very-secret-address")
        let found: Int? = try world.test.store.connection.value("""
            SELECT count(*) FROM notification_device
             WHERE position('secret'::bytea IN sealed_address) > 0 OR notification_device::text LIKE '%secret%'
            """)
        #expect(found == 0)
    }

    // MARK: Apple

    private func apple(_ settings: [String: String] = [:]) throws -> NoticeWorld {
        let all = [
            "JADWAL_APNS_KEY_FILE": "key.p8", "JADWAL_APNS_KEY_ID": "ABCDEFGHIJ", "JADWAL_APNS_TEAM_ID": "TEAMTEAM12",
            "JADWAL_APNS_TOPIC": "app.jadwal.test",
        ].merging(settings) { $1 }
        let config = try TestApp.withoutDatabase(settings: all).config
        let apple = try AppleSettings(config) { _ in Array(testKey.utf8) }
        let world = try NoticeWorld(apple: apple, settings: all)
        _ = try world.home.register(appleToken: token, label: "iPhone", language: "ar")
        return world
    }

    private let token = String(repeating: "0f", count: 32)

    @Test("a phone gets an alert with Apple's headers")
    func phone() throws {
        let world = try apple()
        try world.found()
        try world.work()
        let request = try #require(world.services.requests.first)
        #expect(request.url == "https://api.push.apple.com/3/device/\(token)")
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        #expect(headers["apns-topic"] == "app.jadwal.test" && headers["apns-push-type"] == "alert")
        #expect(headers["apns-priority"] == "10" && headers["apns-collapse-id"] == pushTopic("event 1"))
        #expect(headers["authorization"]?.hasPrefix("bearer ey") == true)
        #expect(String(decoding: request.body, as: UTF8.self).contains("جديد من محادثة"))
        #expect(try world.deliveries() == ["push sent"])
    }

    @Test("one token serves for 40 minutes, for all threads, and then another")
    func providerToken() throws {
        let world = try apple()
        var tokens: [String?] = []
        for number in 1...3 {
            try world.found("event \(number)")
            try world.work()
            tokens.append(world.services.requests.last?.headers.first { $0.name == "authorization" }?.value)
            world.test.advance(seconds: number == 1 ? 600 : 1_800)
        }
        #expect(tokens[0] == tokens[1] && tokens[1] != tokens[2])
        #expect(try world.test.count("provider_token") == 1)
    }

    @Test("an expired token is replaced once, at once")
    func expired() throws {
        let world = try apple()
        world.services.script = [.status(403, [:], #"{"reason":"ExpiredProviderToken"}"#)]
        try world.found()
        try world.work()
        #expect(try world.deliveries() == ["push sent"])
        let tokens = world.services.requests.map { $0.headers.first { $0.name == "authorization" }?.value }
        #expect(tokens.count == 2 && tokens[0] != tokens[1])
    }

    @Test("the environment of a phone is found and remembered")
    func environment() throws {
        let world = try apple()
        world.services.script = [.status(400, [:], #"{"reason":"BadDeviceToken"}"#)]
        try world.found()
        try world.work()
        #expect(world.services.environments == [.production, .sandbox])
        try world.found("event 2")
        try world.work()
        #expect(world.services.environments == [.production, .sandbox, .sandbox])
        #expect(try world.home.devices().map(\.environment) == [.sandbox])
    }

    @Test("a phone that both environments refuse is deleted")
    func unknownPhone() throws {
        let world = try apple()
        world.services.script = Array(repeating: .status(400, [:], #"{"reason":"BadDeviceToken"}"#), count: 2)
        try world.found()
        try world.work()
        #expect(try world.home.devices().isEmpty)
    }

    @Test("a phone that registered after it was gone stays", arguments: [(-1_000, 0), (1_000, 1)])
    func goneBefore(registeredLater seconds: Int64, count: Int) throws {
        let world = try apple()
        let since = (world.test.app.now().secondsSince1970 - seconds) * 1_000
        world.services.script = [.status(410, [:], #"{"reason":"Unregistered","timestamp":\#(since)}"#)]
        try world.found()
        try world.work()
        #expect(try world.home.devices().count == count)
    }

    @Test("Apple's clock is read from its answer, also from a refusal", arguments: [
        ("Mon, 23 Nov 2026 14:30:00 GMT", 0), ("Mon, 23 Nov 2026 14:35:00 GMT", 300),
        ("Mon, 23 Nov 2026 14:29:00 GMT", -60), ("soon", nil), (nil, nil),
    ] as [(String?, Int64?)])
    func clock(date: String?, ahead: Int64?) throws {
        let config = try TestApp.withoutDatabase(settings: [
            "JADWAL_APNS_KEY_FILE": "key.p8", "JADWAL_APNS_KEY_ID": "ABCDEFGHIJ", "JADWAL_APNS_TEAM_ID": "TEAMTEAM12",
            "JADWAL_APNS_TOPIC": "app.jadwal.test", "JADWAL_APNS_ENVIRONMENT": "sandbox",
        ]).config
        let apple = try #require(try AppleSettings(config) { _ in Array(testKey.utf8) }), services = ScriptedServices()
        services.script = [.status(400, date.map { ["date": $0] } ?? [:], #"{"reason":"MissingDeviceToken"}"#)]
        // Monday 23 November 2026, 14:30 UTC.
        let now = Instant(secondsSince1970: 1_795_444_200)
        #expect(try apple.secondsAhead(of: now, services) == ahead)
        #expect(services.requests.map(\.url) == ["https://api.sandbox.push.apple.com/3/device/"])
    }

    @Test("a wrong key of the operator touches no phone, and waits")
    func wrongKey() throws {
        let world = try apple(["JADWAL_APNS_ENVIRONMENT": "production"])
        world.services.script = [.status(403, [:], #"{"reason":"InvalidProviderToken"}"#)]
        try world.found()
        try world.work()
        #expect(try world.home.devices().count == 1)
        #expect(world.services.requests.count == 1)
        world.test.advance(seconds: 601)
        try world.work()
        #expect(try world.deliveries() == ["push sent"])
    }
}

/// A key made for this test: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256.
private let testKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4ZnFL7zEhrsrVVVS
    aCHxoJPvoppqwdSxjWehPPFSknihRANCAATDbzaqlV82CzUwczsTzGkAkX7zkKGe
    lK5tuohUAAi7Yx4mfbFv5OtXoICe7yOdb6t+ZoxMjlxODbBvLFW3gWVs
    -----END PRIVATE KEY-----
    """
