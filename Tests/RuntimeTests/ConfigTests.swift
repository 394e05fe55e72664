import Glibc
import Places
import Runtime
import Storage
import Templates
import TestSupport
import Testing

@Suite("Settings")
struct ConfigTests {
    private func config(_ environment: [String: String], file: String = "") throws -> Config {
        try Config(environment: environment) { path in
            #expect(path == "/etc/jadwal.conf")
            return file
        }
    }

    private func refused(_ environment: [String: String], file: String = "") -> ConfigError? {
        var environment = environment
        if !file.isEmpty { environment["JADWAL_SETTINGS_FILE"] = "/etc/jadwal.conf" }
        return #expect(throws: ConfigError.self) { try config(environment, file: file) }
    }

    @Test("without anything set every default is good, and safe")
    func defaults() throws {
        let config = try config([:])
        #expect(config.environment == .production)
        #expect(config.origin == "https://localhost:8443")
        #expect(config.linkMinutes == 15)
        #expect(config.resendSeconds == 30)
        #expect(config.mailsPerAddress == 3)
        #expect(config.mailsPerNetwork == 20)
        #expect(config.smtpSecurity == .starttls)
        #expect(config.threads >= 2)
        #expect(Setting.all.allSatisfy { config.sources[$0.key] == "default" })
    }

    @Test("an unknown key stops the start and is named", arguments: ["JADWAL_ORIGINE", "JADWAL_", "JADWAL_origin"])
    func unknown(key: String) {
        #expect(refused([key: "x"])?.key == key)
        #expect(refused([:], file: "\(key)=x")?.key == key)
    }

    @Test("other programs' variables and the test scripts' own are not ours")
    func foreign() throws {
        _ = try config(["PATH": "/bin", "HTTP_PROXY": "x", "JADWAL_TEST_DATABASE": "dbname=x"])
    }

    @Test("a bad value stops the start and names its key", arguments: [
        ("JADWAL_ENVIRONMENT", ["prod", "", "Production"]),
        ("JADWAL_ORIGIN", [
            "", "http://jadwal.example.org", "https://", "https://a/", "https://a/b", "https://a:b", "https://a:1:2",
            "https://a:65536", "https://a b", "https://ä", "https://a@b", "https://a?b",
        ]),
        ("JADWAL_THREADS", ["0", "257", "-1", "four", "", "1.5", " 4"]),
        ("JADWAL_LINK_MINUTES", ["0", "61"]),
        ("JADWAL_MAIL_TRANSPORT", ["pigeon", "SMTP"]),
        ("JADWAL_MAIL_FROM", ["", "Jadwal", "Jadwal <nobody>", "a@example.org, b@example.org"]),
        ("JADWAL_MAIL_REPLY_TO", ["nobody"]),
        ("JADWAL_SMTP_PORT", ["0", "65536"]),
        ("JADWAL_SMTP_SECURITY", ["ssl"]),
        ("JADWAL_DATABASE", ["dbname=a\nb"]),
        ("JADWAL_TRAVEL_WALK", [
            "", "osrm", "osm http://127.0.0.1:1", "osrm http://routes.example.org", "osrm ftp://a",
            "motis http://127.0.0.1", "estimate http://127.0.0.1", "osrm https://me:key@a", "osrm https://a?b",
            "osrm https://a b", "osrm https://ä",
        ]),
        ("JADWAL_TRAVEL_TRANSIT", ["osrm http://127.0.0.1:1", "valhalla http://127.0.0.1:1", "openrouteservice"]),
        ("JADWAL_TRAVEL_REQUESTS_PER_DAY", ["-1", "many"]),
        ("JADWAL_TRAVEL_CHECK", ["", "24.7,46.7", "24.7 46.7 24.7 46.7", "north,east south,west"]),
        ("JADWAL_OPERATOR_CONTACT", ["a\u{0}b"]),
        ("JADWAL_SOURCE_URL", ["example.org", "http://example.org", "javascript:alert(1)", "https://", "https://a b", "https://a\nb"]),
    ])
    func badValues(key: String, values: [String]) {
        for value in values {
            #expect(refused([key: value])?.key == key, "\(value)")
        }
    }

    @Test("a source of ways names an engine and its host, and knows if that is this machine", arguments: [
        ("osrm http://127.0.0.1:5000/", "http://127.0.0.1:5000", "127.0.0.1", true),
        ("valhalla https://localhost/v", "https://localhost/v", "localhost", true),
        ("osrm http://[::1]:5000", "http://[::1]:5000", "[::1]", true),
        ("google", "https://routes.googleapis.com", "routes.googleapis.com", false),
        ("openrouteservice https://ors.example.org/ors", "https://ors.example.org/ors", "ors.example.org", false),
        ("osrm https://127.0.0.1.example.org", "https://127.0.0.1.example.org", "127.0.0.1.example.org", false),
    ])
    func travelSource(text: String, address: String, host: String, isHere: Bool) throws {
        let source = try config(["JADWAL_TRAVEL_CAR": text]).travelCar
        #expect(source.address == address && source.host == host && source.isHere == isHere)
        #expect(source.kind.rawValue == text.split(separator: " ").first.map(String.init))
    }

    @Test("ways are estimates unless an engine is named, and Google wants a key")
    func travelDefaults() throws {
        #expect(try config([:]).travelSources == [.estimate, .estimate, .estimate, .estimate])
        let keyless = try config(["JADWAL_TRAVEL_TRANSIT": "google", "JADWAL_SMTP_HOST": "mail.example.org"])
        do throws(ConfigError) {
            try keyless.checkComplete(sendsMail: true)
            Issue.record("a key is missing")
        } catch {
            #expect(error.key == "JADWAL_TRAVEL_GOOGLE_KEY")
        }
    }

    @Test("good values at the edges are taken", arguments: [
        ("JADWAL_ORIGIN", "https://jadwal.example.org"), ("JADWAL_ORIGIN", "https://a:65535"),
        ("JADWAL_THREADS", "1"), ("JADWAL_THREADS", "256"), ("JADWAL_RESEND_SECONDS", "0"),
        ("JADWAL_MAIL_FROM", "no-reply@example.org"), ("JADWAL_MAIL_REPLY_TO", ""),
    ])
    func edges(key: String, value: String) throws {
        let config = try config([key: value])
        let setting = try #require(Setting.all.first { $0.key == key })
        #expect(config.shown(setting) == value)
        #expect(config.sources[key] == "environment")
    }

    @Test("the environment wins over the file, the file over the default")
    func precedence() throws {
        let config = try config(
            ["JADWAL_SETTINGS_FILE": "/etc/jadwal.conf", "JADWAL_LINK_MINUTES": "20"],
            file: """
                # remark

                JADWAL_LINK_MINUTES=25
                  JADWAL_RESEND_SECONDS = 40\t
                JADWAL_DATABASE=host=/run dbname=a
                """)
        #expect(config.linkMinutes == 20)
        #expect(config.resendSeconds == 40)
        #expect(config.database == "host=/run dbname=a", "only the first = parts key and value")
        #expect(config.sources["JADWAL_LINK_MINUTES"] == "environment")
        #expect(config.sources["JADWAL_RESEND_SECONDS"] == "file")
        #expect(config.sources["JADWAL_ORIGIN"] == "default")
    }

    @Test("a broken file is refused with the place", arguments: [
        ("JADWAL_ORIGIN", "/etc/jadwal.conf:1"), ("\n\nnonsense\n", "/etc/jadwal.conf:3"),
        ("JADWAL_THREADS=1\nJADWAL_THREADS=2", "JADWAL_THREADS"),
    ])
    func brokenFile(file: String, key: String) {
        #expect(refused([:], file: file)?.key == key)
    }

    @Test("a settings file that is not there stops the start and is named")
    func noFile() {
        #expect { try Config(environment: ["JADWAL_SETTINGS_FILE": "/nowhere/jadwal.conf"]) } throws: {
            "\($0)".contains("/nowhere/jadwal.conf")
        }
    }

    @Test("a settings file may be a pipe, so that a secret can be handed over and not stored")
    func pipe() throws {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        let line = Array("JADWAL_SMTP_PASSWORD=swordfish\n".utf8)
        try #require(write(ends[1], line, line.count) == line.count)
        close(ends[1])
        defer { close(ends[0]) }
        let config = try Config(environment: ["JADWAL_SETTINGS_FILE": "/dev/fd/\(ends[0])"])
        #expect(config.smtpPassword == "swordfish")
    }

    @Test("a folder in the place of the settings file is named")
    func folder() {
        #expect { try Config(environment: ["JADWAL_SETTINGS_FILE": "/tmp"]) } throws: { "\($0)" == "/tmp: is a folder" }
    }

    @Test("secrets are masked, and only those")
    func masks() throws {
        let config = try config([
            "JADWAL_SMTP_PASSWORD": "swordfish", "JADWAL_RESEND_KEY": "re_123", "JADWAL_SMTP_USERNAME": "jadwal",
        ])
        let shown = Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.key, config.shown($0)) })
        #expect(shown["JADWAL_SMTP_PASSWORD"] == "••••••••")
        #expect(shown["JADWAL_RESEND_KEY"] == "••••••••")
        #expect(shown["JADWAL_SMTP_USERNAME"] == "jadwal")
        #expect(config.smtpPassword == "swordfish")
    }

    @Test("the database's password is masked in every form of a connection string, and the rest is readable", arguments: [
        ("dbname=jadwal", "dbname=jadwal"),
        ("host=/var/run/postgresql dbname=jadwal user=jadwal", "host=/var/run/postgresql dbname=jadwal user=jadwal"),
        ("host=db password=swordfish dbname=jadwal", "host=db password=•••••••• dbname=jadwal"),
        ("password=swordfish", "password=••••••••"),
        ("password = swordfish user = jadwal", "password = •••••••• user = jadwal"),
        ("password='sword fish' user=jadwal", "password=•••••••• user=jadwal"),
        (#"password='sword\' fish' user=jadwal"#, "password=•••••••• user=jadwal"),
        (#"password=sword\ fish user=jadwal"#, "password=•••••••• user=jadwal"),
        ("password='' user=jadwal", "password=•••••••• user=jadwal"),
        ("host='/tmp/two words' password='it=x' port=5432", "host='/tmp/two words' password=•••••••• port=5432"),
        ("application_name='password=x' user=jadwal", "application_name='password=x' user=jadwal"),
        ("sslkey=/etc/key sslpassword=swordfish passfile=/etc/pgpass", "sslkey=/etc/key sslpassword=•••••••• passfile=/etc/pgpass"),
        ("PASSWORD=swordfish", "PASSWORD=••••••••"),
        ("password='swordfish user=jadwal", "••••••••"), ("swordfish", "••••••••"), ("user=jadwal swordfish", "••••••••"),
        ("user==swordfish", "••••••••"), ("", ""),
        ("postgres://jadwal:swordfish@db.example:5432/jadwal", "postgres://jadwal:••••••••@db.example:5432/jadwal"),
        ("postgresql://jadwal:sword%40fish@/jadwal?host=/run/pg", "postgresql://jadwal:••••••••@/jadwal?host=/run/pg"),
        ("postgres://db.example:5432/jadwal", "postgres://db.example:5432/jadwal"),
        ("postgres://jadwal@db.example/jadwal?sslmode=verify-full", "postgres://jadwal@db.example/jadwal?sslmode=verify-full"),
        ("postgres:///jadwal?user=jadwal&password=swordfish&port=5433", "postgres:///jadwal?user=jadwal&password=••••••••&port=5433"),
        ("postgres://db/jadwal?p%61ssword=swordfish", "postgres://db/jadwal?p%61ssword=••••••••"),
        ("postgres://db/jadwal?user=a@b&sslpassword=swordfish", "postgres://db/jadwal?user=a@b&sslpassword=••••••••"),
        ("postgres://u:sword?fish@db/jadwal?sslmode=require", "postgres://u:••••••••@db/jadwal?sslmode=require"),
        ("postgres://u:sword@fish@db/jadwal", "postgres://u:••••••••@db/jadwal"),
        ("postgres://u:sword/fish@db/jadwal", "postgres://u:••••••••@db/jadwal"),
        ("postgres://u:sword@fi?sh@db/jadwal", "postgres://••••••••"),
        ("postgres://u:swordfish@[::1]:5432,db2:5433/jadwal", "postgres://u:••••••••@[::1]:5432,db2:5433/jadwal"),
    ])
    func databasePassword(text: String, expected: String) throws {
        let setting = try #require(Setting.all.first { $0.key == "JADWAL_DATABASE" })
        #expect(try config(["JADWAL_DATABASE": text]).shown(setting) == expected)
    }

    @Test("a secret that is not set shows as nothing")
    func emptySecret() throws {
        let setting = try #require(Setting.all.first { $0.key == "JADWAL_RESEND_KEY" })
        #expect(try config([:]).shown(setting) == "")
    }

    @Test("what only several settings together can get wrong", arguments: [
        (["JADWAL_MAIL_TRANSPORT": "smtp"], "JADWAL_SMTP_HOST"),
        (["JADWAL_MAIL_TRANSPORT": "resend"], "JADWAL_RESEND_KEY"),
        (["JADWAL_MAIL_TRANSPORT": "mailbox"], "JADWAL_MAIL_TRANSPORT"),
        (["JADWAL_ENVIRONMENT": "development", "JADWAL_MAIL_TRANSPORT": "mailbox", "JADWAL_PROFILE_KEY": "k"], "JADWAL_PROFILE_KEY"),
        (["JADWAL_ENVIRONMENT": "development", "JADWAL_MAIL_TRANSPORT": "mailbox", "JADWAL_PROFILE_CERTIFICATE": "c"],
         "JADWAL_PROFILE_KEY"),
        (["JADWAL_MAIL_TRANSPORT": "stdout"], "JADWAL_MAIL_TRANSPORT"),
        (["JADWAL_MAIL_TRANSPORT": "resend", "JADWAL_RESEND_KEY": "re_123"], "JADWAL_ORIGIN"),
        (["JADWAL_MAIL_TRANSPORT": "resend", "JADWAL_RESEND_KEY": "re_123", "JADWAL_ORIGIN": "https://jadwal.example"],
         "JADWAL_MAIL_FROM"),
    ])
    func incomplete(settings: [String: String], key: String) throws {
        let config = try config(settings)
        #expect(#expect(throws: ConfigError.self) { try config.checkComplete(sendsMail: true) }?.key == key)
    }

    @Test("what is complete", arguments: [
        ["JADWAL_MAIL_TRANSPORT": "smtp", "JADWAL_SMTP_HOST": "mail.example.org",
         "JADWAL_ORIGIN": "https://jadwal.example", "JADWAL_MAIL_FROM": "Jadwal <no-reply@jadwal.example>"],
        ["JADWAL_MAIL_TRANSPORT": "resend", "JADWAL_RESEND_KEY": "re_123",
         "JADWAL_ORIGIN": "https://jadwal.example", "JADWAL_MAIL_FROM": "Jadwal <no-reply@jadwal.example>"],
        ["JADWAL_MAIL_TRANSPORT": "mailbox", "JADWAL_ENVIRONMENT": "development"],
        ["JADWAL_MAIL_TRANSPORT": "stdout", "JADWAL_ENVIRONMENT": "development"],
    ])
    func complete(settings: [String: String]) throws {
        try config(settings).checkComplete(sendsMail: true)
    }

    @Test("a process that sends no mail needs no mail server", arguments: ["smtp", "resend"])
    func completeWithoutMail(transport: String) throws {
        let config = try config([
            "JADWAL_MAIL_TRANSPORT": transport, "JADWAL_ORIGIN": "https://jadwal.example",
            "JADWAL_MAIL_FROM": "Jadwal <no-reply@jadwal.example>",
        ])
        try config.checkComplete(sendsMail: false)
        #expect(throws: ConfigError.self) { try config.checkComplete(sendsMail: true) }
    }

    @Test("settings may be in several files, each in one of them")
    func severalFiles() throws {
        let files = ["/a": "JADWAL_THREADS=3\n", "/b": "JADWAL_SMTP_PASSWORD=swordfish\n", "/c": "JADWAL_THREADS=3\n"]
        func config(_ paths: String) throws -> Config {
            try Config(environment: ["JADWAL_SETTINGS_FILE": paths]) { try #require(files[$0]) }
        }
        let both = try config("/a:/b")
        #expect(both.threads == 3 && both.smtpPassword == "swordfish")
        #expect(both.sources["JADWAL_SMTP_PASSWORD"] == "file")
        #expect(try config("/a").smtpPassword == "")
        let error = #expect(throws: ConfigError.self) { try config("/a:/c") }
        #expect(error?.key == "JADWAL_THREADS" && error?.problem.contains("/c") == true)
    }

    @Test("every setting has a key of its own and a sentence")
    func declarations() {
        #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
        for setting in Setting.all {
            #expect(setting.meaning.hasSuffix("."), "\(setting.key)")
            #expect(!setting.meaning.contains("|"), "it would break the table of docs/settings.md")
        }
    }

    @Test("the table of docs/settings.md is the one the code declares", .enabled(if: (try? Repository.text("docs/settings.md")) != nil))
    func documented() throws {
        let page = try Repository.text("docs/settings.md")
        let start = try #require(page.firstRange(of: "<!-- settings -->"))
        let end = try #require(page.firstRange(of: "<!-- /settings -->"))
        let table = page[start.upperBound..<end.lowerBound]
        #expect(table.split(separator: "\n") == settingsTable().split(separator: "\n"))
    }
}
