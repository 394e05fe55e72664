import Glibc
import Mail
import Places
import Storage
import WebClient

/// One setting's declaration.
public struct Setting: Sendable {
    enum Secrecy: Sendable { case none, passwords, whole }

    public let key: String
    public let `default`: String
    /// One sentence, for `jadwal config` and the table of docs/settings.md.
    public let meaning: String
    /// The part of the value that `jadwal config` hides.
    let secrecy: Secrecy
    let read: @Sendable (_ text: String, _ config: inout Config) throws(ConfigError) -> Void

    /// Every setting, in the order of docs/settings.md.
    public static let all: [Setting] = [
        choice("ENVIRONMENT", \.environment, "production", "production or development; development shows the mailbox page."),
        Setting("ORIGIN", "https://localhost:8443", "The address people open, without a path; every link in mails and pages begins with it.") { text, config throws(ConfigError) in
            config.origin = try origin(text)
        },
        text("OPERATOR_CONTACT", \.operatorContact, "", "Who runs this Jadwal and how to reach them, as the privacy page says it."),
        Setting("SOURCE_URL", "", "Where the source of this Jadwal is, as https://…; pages then link to it.") { text, config throws(ConfigError) in
            guard text.isEmpty || text.wholeMatch(of: /https:\/\/[a-z0-9][\x21-\x7e]*/) != nil else {
                throw ConfigError(key: "JADWAL_SOURCE_URL", problem: "is not an address that begins with https://")
            }
            config.sourceURL = text
        },
        text("DATA", \.data, "var", "The folder of secrets and of the development mailbox."),
        text("DATABASE", \.database, "dbname=jadwal", "libpq connection string of the Postgres database.", secrecy: .passwords),
        text("SOCKET", \.socket, "var/run/responder.sock", "The Unix socket on which `jadwal serve` answers nginx."),
        number("THREADS", \.threads, String(2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))), 1...256, "Requests answered at the same time by one responder, each with a database connection; 2 for each core where it is not set."),
        text("TEMPLATES", \.templates, "templates", "The folder of the page and mail templates."),
        text("STATIC", \.assets, "nginx/static", "The folder of the static files that nginx serves, read for the digests in their names."),
        text(
            "DEFINITIONS", \.definitions, "proto", "The folder of the definitions of the API, which are served as text."),
        text("MIGRATIONS", \.migrations, "sql/migrations", "The folder of the database migrations."),
        text("CITIES", \.cities, "sql", "The folder of the cities that `jadwal migrate` fills in: cities.tsv.gz and cities-ar.tsv; and of disputed-places.tsv, the places named without a country."),
        text("MMDB", \.addressDatabase, "", "A GeoLite2 City or DB-IP City Lite file (mmdb), from which a visitor's city is suggested; empty for no suggestion."),
        text("DEFAULT_TIME_ZONE", \.defaultTimeZone, "Asia/Riyadh", "IANA time zone of a new customer whose browser does not tell its own."),
        number("LINK_MINUTES", \.linkMinutes, "15", 1...60, "Minutes a mailed link and its code can be used."),
        number("RESEND_SECONDS", \.resendSeconds, "30", 0...3_600, "Seconds until a browser may ask for another sign-in mail to the same address."),
        number("MAILS_PER_ADDRESS", \.mailsPerAddress, "3", 1...100_000, "Sign-in mails to one address within a link's life; as many again for each browser and network that signed in to the account before."),
        number("MAILS_PER_NETWORK", \.mailsPerNetwork, "20", 1...100_000, "Sign-in mails asked for by one client address in an hour (IPv6: by one /64; twice as many by a /56, four times by a /48)."),
        number("MAILS_PER_HOUR", \.mailsPerHour, "2000", 1...10_000_000, "Sign-in mails of the whole service in an hour, for new addresses and for accounts each; browsers and networks that signed in before, and the first mail in a link's life to an account, are not counted."),
        number("FAILURES_PER_NETWORK", \.failuresPerNetwork, "30", 1...100_000, "Wrong links and codes from one client address in five minutes."),
        number("FEED_DAYS", \.feedDays, "180", 7...366, "Days ahead that a prayer feed holds; Google stops at about 1,100 entries."),
        number("NEW_FEEDS_PER_NETWORK", \.newFeedsPerNetwork, "60", 1...1_000_000, "Public prayer feeds that nobody asked for before, from one client address in an hour (IPv6: by one /64; twice as many by a /56, four times by a /48)."),
        number("NEW_FEEDS_PER_HOUR", \.newFeedsPerHour, "2000", 1...10_000_000, "Public prayer feeds with options that nobody asked for before, of the whole service in an hour; existing feeds are not limited."),
        number("CHOICES_PER_CUSTOMER", \.choicesPerCustomer, "60", 1...1_000_000, "Changes of one customer's prayer feed in an hour."),
        number("FEED_MEMORY", \.feedMemoryMegabytes, "16", 0...1_024, "Megabytes of customers' feeds that one responder keeps in memory; 0 keeps none."),
        number("CALENDARS_PER_CUSTOMER", \.calendarsPerCustomer, "50", 2...10_000, "Calendars that one customer may have."),
        number("OBJECTS_PER_CALENDAR", \.objectsPerCalendar, "20000", 1...10_000_000, "Events, to-dos and journals that one calendar may hold."),
        number("OBJECT_KILOBYTES", \.objectKilobytes, "1024", 16...10_240, "Kilobytes of one event with all its parts; nginx takes bodies of at most 10 MB."),
        number("CALENDAR_MEGABYTES", \.calendarMegabytes, "200", 1...1_000_000, "Megabytes of all objects in one customer's calendars, with those that can come back; the trash may hold a quarter of that beside them."),
        number(
            "SUBSCRIPTIONS_PER_CUSTOMER", \.subscriptionsPerCustomer, "30", 0...10_000,
            "Addresses of others that one customer may subscribe to."),
        Setting(
            "OUTSIDE_NETWORKS", "",
            """
            Private networks that addresses typed by customers may lead to, as 192.168.7.0/24 fd12::/64; empty for \
            none. This machine and the link are never reached in production.
            """) { text, config throws(ConfigError) in
            let networks = text.split(separator: " ").map(String.init)
            config.outsideNetworks = try outsideNetworks(networks, isDevelopment: config.environment == .development)
        },
        Setting(
            "OUTSIDE_PORTS", "443 80", "The ports at which addresses typed by customers may be asked; often also 8443."
        ) { text, config throws(ConfigError) in
            let ports = text.split(separator: " ").map { Int($0) ?? 0 }
            guard ports.allSatisfy((1...65_535).contains), ports.contains(443) else {
                throw ConfigError(
                    key: "JADWAL_OUTSIDE_PORTS",
                    problem: "must be numbers of ports with spaces between them, 443 among them")
            }
            config.outsidePorts = Set(ports)
        },
        text(
            "OUTSIDE_CA_FILE", \.outsideCAFile, "",
            "Certificates to trust instead of the system's, for calendars in the operator's own network."),
        text(
            "OUTSIDE_PROXY", \.outsideProxy, "",
            """
            A proxy through which addresses typed by customers are asked, as http://proxy.internal:3128; it must \
            refuse private networks by itself. Empty for none.
            """, secrecy: .passwords),
        Setting(
            "WASAPP_URL", "",
            """
            The address of the WhatsApp bridge, as http://127.0.0.1:3030; empty for none: exported chats can be \
            uploaded all the same.
            """) { text, config throws(ConfigError) in
            guard text.isEmpty || text.wholeMatch(of: /https?:\/\/[\x21-\x7e]+/) != nil else {
                throw ConfigError(
                    key: "JADWAL_WASAPP_URL",
                    problem: "is not an address that begins with http:// or https://")
            }
            config.bridgeURL = text
        },
        Setting(
            "WASAPP_SECRET", "",
            """
            The secret shared with the bridge: it opens the bridge, and signs the messages that it delivers over \
            HTTP; at least 32 characters.
            """, secrecy: .whole) { text, config throws(ConfigError) in
            guard text.isEmpty || text.utf8.count >= 32, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ConfigError(
                    key: "JADWAL_WASAPP_SECRET",
                    problem: "must have at least 32 characters, of ASCII and without spaces")
            }
            config.bridgeSecret = text
        },
        text(
            "RABBITMQ_URL", \.rabbitMQ, "",
            """
            The RabbitMQ broker from which `jadwal work` takes messages, as amqp://user:password@host:5672/vhost \
            or amqps://…; empty for none: the bridge then delivers over HTTP.
            """, secrecy: .passwords),
        text("RABBITMQ_QUEUE", \.rabbitMQQueue, "wasapp.messages", "The queue of the messages."),
        number(
            "ANALYSIS_QUIET_SECONDS", \.analysisQuietSeconds, "30", 0...3_600,
            "Seconds after the last message of a chat until the chat is read."),
        number(
            "ANALYSIS_MOST_SECONDS", \.analysisMostSeconds, "300", 0...86_400,
            "Seconds after the first new message of a chat until it is read, however many follow."),
        choice("MAIL_TRANSPORT", \.mailTransport, "smtp", "How mail leaves: smtp or resend; in development also mailbox (files in the data folder) and stdout."),
        Setting("MAIL_FROM", "Jadwal <no-reply@localhost>", "The sender of every mail, as `Name <address>`.") { text, config throws(ConfigError) in
            guard Mailbox(text) != nil else { throw ConfigError(key: "JADWAL_MAIL_FROM", problem: "is not of the form `Name <address>`") }
            config.mailFrom = text
        },
        Setting("MAIL_REPLY_TO", "", "Where answers to our mails go, if not to the sender; an address that is read.") { text, config throws(ConfigError) in
            guard text.isEmpty || EmailAddress(text) != nil else { throw ConfigError(key: "JADWAL_MAIL_REPLY_TO", problem: "is not an email address") }
            config.mailReplyTo = text
        },
        text("SMTP_HOST", \.smtpHost, "", "The mail server of transport smtp."),
        number("SMTP_PORT", \.smtpPort, "587", 1...65_535, "Its port."),
        choice("SMTP_SECURITY", \.smtpSecurity, "starttls", "starttls (demanded, never skipped), tls (from the first byte) or none."),
        text("SMTP_USERNAME", \.smtpUsername, "", "The name to log in with; empty for no login."),
        text("SMTP_PASSWORD", \.smtpPassword, "", "The password to log in with.", secrecy: .whole),
        text("SMTP_CA_FILE", \.smtpCAFile, "", "Certificates to trust besides the system's, for a mail server of one's own."),
        number("SMTP_TIMEOUT_SECONDS", \.smtpTimeoutSeconds, "20", 1...300, "Seconds after which a silent mail server is given up."),
        text("RESEND_URL", \.resendURL, "https://api.resend.com", "Where transport resend posts to."),
        text("RESEND_KEY", \.resendKey, "", "The key of transport resend.", secrecy: .whole),
        text(
            "MODEL_URL", \.modelURL, "",
            """
            The base of a language model's endpoint that speaks OpenAI's chat completions, as \
            https://models.example.org/v1; http:// only on this machine. Empty for none: then nothing of a chat \
            leaves the server.
            """),
        text("MODEL_KEY", \.modelKey, "", "The bearer key of the endpoint; empty for none.", secrecy: .whole),
        text("MODEL_NAME", \.modelName, "", "The name of the model."),
        text(
            "MODEL_HOST_COUNTRY", \.modelHostCountry, "",
            "The country in which the endpoint reads chats, as customers see it before they agree."),
        choice(
            "MODEL_TOKEN_FIELD", \.modelTokenField, "max_tokens",
            "The field that limits an answer: max_tokens, or max_completion_tokens for models that want it."),
        choice("MODEL_TEMPERATURE", \.modelTemperature, "zero", "zero, or unset for models that refuse a temperature."),
        choice(
            "MODEL_TRUST", \.modelTrust, "ask",
            "ask: where model and rules disagree on an agreement, the customer decides; model: the model decides."),
        number(
            "MODEL_TIMEOUT_SECONDS", \.modelTimeoutSeconds, "60", 1...600,
            "Seconds after which a silent model is given up."),
        text(
            "MODEL_CA_FILE", \.modelCAFile, "",
            "Certificates to trust instead of the system's, for an endpoint of one's own."),
        choice(
            "WEB_PUSH", \.webPush, "on",
            "on or off: notices to browsers, by the push services of their makers; the texts are encrypted."),
        text(
            "WEB_PUSH_HOSTS", \.webPushHosts, "",
            """
            Hosts of push services besides those of Apple, Google, Microsoft and Mozilla, with spaces between them; \
            with a port if it is not 443.
            """),
        text(
            "APNS_KEY_FILE", \.apnsKeyFile, "",
            "The file of Apple's key (.p8) that signs notices to iPhones; empty for none."),
        text("APNS_KEY_ID", \.apnsKeyID, "", "The id of that key, ten characters."),
        text("APNS_TEAM_ID", \.apnsTeamID, "", "The id of the team that the key belongs to."),
        text("APNS_TOPIC", \.apnsTopic, "", "The bundle id of the app that takes the notices."),
        choice(
            "APNS_ENVIRONMENT", \.apnsEnvironment, "both",
            "both, production or sandbox: the environments of Apple that the key is for."),
        text("APNS_HOST", \.apnsHost, "api.push.apple.com", "The host of Apple's production environment."),
        text(
            "APNS_SANDBOX_HOST", \.apnsSandboxHost, "api.sandbox.push.apple.com",
            "The host of Apple's sandbox."),
        text(
            "PUSH_CA_FILE", \.pushCAFile, "",
            "Certificates to trust instead of the system's, for a push service of one's own."),
        Setting(
            "OPENID_ISSUER", "",
            """
            The provider of OpenID Connect at which people may sign in, as https://accounts.google.com; empty for \
            none. Its verified addresses are believed, so name one that you trust.
            """) { text, config throws(ConfigError) in
            guard text.isEmpty || text.wholeMatch(of: /https?:\/\/[\x21-\x7e]+[\x21-\x2e\x30-\x7e]/) != nil else {
                throw ConfigError(
                    key: "JADWAL_OPENID_ISSUER",
                    problem: "is not an address that begins with https:// and does not end with a slash")
            }
            config.openIDIssuer = text
        },
        text("OPENID_NAME", \.openIDName, "Google", "The name of the provider on the button."),
        text("OPENID_CLIENT_ID", \.openIDClientID, "", "The id of this Jadwal at the provider."),
        text("OPENID_CLIENT_SECRET", \.openIDClientSecret, "", "The secret of that id.", secrecy: .whole),
        text(
            "OPENID_APP_CLIENT_IDS", \.openIDAppClientIDs, "",
            "The ids of apps whose tokens of the provider sign in, too, with spaces between them."),
        text(
            "OPENID_CA_FILE", \.openIDCAFile, "",
            "Certificates to trust instead of the system's, for a provider of one's own."),
        travel("WALK", \.travelWalk, "ways on foot"),
        travel("BIKE", \.travelBike, "ways by bicycle"),
        travel("CAR", \.travelCar, "ways by car"),
        travel("TRANSIT", \.travelTransit, "ways by public transport", isTransit: true),
        text(
            "TRAVEL_GRAPHHOPPER_KEY", \.graphHopperKey, "",
            "The key of GraphHopper; empty for a server of one's own.", secrecy: .whole),
        text(
            "TRAVEL_OPENROUTESERVICE_KEY", \.openRouteServiceKey, "",
            "The key of openrouteservice; empty for a server of one's own.", secrecy: .whole),
        text("TRAVEL_GOOGLE_KEY", \.googleRoutesKey, "", "The key of Google Routes.", secrecy: .whole),
        number(
            "TRAVEL_REQUESTS_PER_DAY", \.travelRequestsPerDay, "150", 0...10_000_000,
            "Requests to one engine of others in a day (UTC), as it counts them; those on this machine have no limit."),
        number(
            "TRAVEL_REQUESTS_PER_MONTH", \.travelRequestsPerMonth, "4500", 0...100_000_000,
            "Requests to one engine of others in a month. At 80 % the log warns, at 100 % the estimate counts."),
        text(
            "TRAVEL_CA_FILE", \.travelCAFile, "",
            "Certificates to trust instead of the system's, for an engine of one's own."),
        Setting(
            "TRAVEL_CHECK", "24.711,46.674 24.69,46.685",
            "Two places on the engines' maps, between which `jadwal doctor` asks for a way: latitude,longitude each."
        ) { text, config throws(ConfigError) in
            guard text.wholeMatch(of: /-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)? -?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?/) != nil
            else { throw ConfigError(key: "JADWAL_TRAVEL_CHECK", problem: "is not like 24.711,46.674 24.69,46.685") }
            config.travelCheck = text
        },
        text(
            "APP_IDS", \.appIDs, "",
            """
            The ids of Apple's apps that open the links of sign-in mails, as TEAM.app.jadwal.mishkat, with spaces \
            between them.
            """),
        text("PROFILE_CERTIFICATE", \.profileCertificate, "", "The file of the certificate (PEM) that profiles for phones are signed with; empty for unsigned ones."),
        text("PROFILE_KEY", \.profileKey, "", "The file of its RSA key (PEM, not encrypted), another than nginx's."),
        text("PROFILE_CHAIN", \.profileChain, "", "The file of the certificates (PEM) between it and its authority, if JADWAL_PROFILE_CERTIFICATE does not hold them too."),
    ]

    static func `default`(of key: String) -> String? {
        all.first { $0.key == key }?.default
    }

    private init(
        _ name: String, _ default: String, _ meaning: String, secrecy: Secrecy = .none,
        read: @escaping @Sendable (_ text: String, _ config: inout Config) throws(ConfigError) -> Void
    ) {
        self.key = "JADWAL_" + name
        self.default = `default`
        self.meaning = meaning
        self.secrecy = secrecy
        self.read = read
    }

    private static func text(
        _ name: String, _ field: any WritableKeyPath<Config, String> & Sendable, _ default: String,
        _ meaning: String, secrecy: Secrecy = .none
    ) -> Setting {
        Setting(name, `default`, meaning, secrecy: secrecy) { text, config throws(ConfigError) in
            guard !text.utf8.contains(where: { $0 < 0x20 }) else {
                throw ConfigError(key: "JADWAL_" + name, problem: "holds a control character")
            }
            config[keyPath: field] = text
        }
    }

    private static func number(
        _ name: String, _ field: any WritableKeyPath<Config, Int> & Sendable, _ default: String,
        _ range: ClosedRange<Int>, _ meaning: String
    ) -> Setting {
        Setting(name, `default`, meaning) { text, config throws(ConfigError) in
            guard let number = Int(text), range.contains(number) else {
                throw ConfigError(
                    key: "JADWAL_" + name,
                    problem: "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            config[keyPath: field] = number
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, _ field: any WritableKeyPath<Config, Choice> & Sendable, _ default: String, _ meaning: String
    ) -> Setting {
        Setting(name, `default`, meaning) { text, config throws(ConfigError) in
            guard let choice = Choice(rawValue: text) else {
                let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigError(key: "JADWAL_" + name, problem: "must be one of: \(choices)")
            }
            config[keyPath: field] = choice
        }
    }

    private static func travel(
        _ name: String, _ field: any WritableKeyPath<Config, TravelSource> & Sendable, _ ways: String,
        isTransit: Bool = false
    ) -> Setting {
        let kinds = TravelSource.Kind.allCases.filter { isTransit ? $0.knowsTransit : !$0.isForTransitOnly }
        let engines = kinds.filter { $0 != .estimate }.map(\.rawValue).joined(separator: ", ")
        return Setting(
            "TRAVEL_" + name, "estimate",
            "The source of the times of \(ways): estimate, or an engine and its address (\(engines))."
        ) { text, config throws(ConfigError) in
            do throws(TravelSource.Problem) {
                config[keyPath: field] = try TravelSource(text, isTransit: isTransit)
            } catch {
                throw ConfigError(key: "JADWAL_TRAVEL_" + name, problem: error.text)
            }
        }
    }

    /// Reads the private networks. This machine and the link are none that a service for others may reach.
    private static func outsideNetworks(_ texts: [String], isDevelopment: Bool) throws(ConfigError) -> [String] {
        for text in texts {
            guard let network = NetworkPrefix(text) else {
                throw ConfigError(
                    key: "JADWAL_OUTSIDE_NETWORKS",
                    problem: "must be networks such as 192.168.7.0/24 with spaces between them")
            }
            guard isDevelopment || !NetworkGuard.neverAllowed.contains(where: network.overlaps) else {
                throw ConfigError(
                    key: "JADWAL_OUTSIDE_NETWORKS",
                    problem: "holds addresses of this machine or of the link, which are for development only")
            }
        }
        return texts
    }

    /// Scheme `https`, a host, perhaps a port, and nothing behind it (RFC 6454).
    private static func origin(_ text: String) throws(ConfigError) -> String {
        let problem = ConfigError(key: "JADWAL_ORIGIN", problem: "must be like https://jadwal.example.org, without a path")
        guard text.hasPrefix("https://") else { throw problem }
        let rest = text.dropFirst("https://".count)
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2,
            host.utf8.allSatisfy({ isHostByte($0) })
        else { throw problem }
        if parts.count == 2, UInt16(parts[1]) == nil { throw problem }
        return text
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
