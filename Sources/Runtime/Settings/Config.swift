import System
import Templates

/// Every setting of Jadwal, declared once: key, default, meaning, and how its text is read.
///
/// Nothing else reads them from the environment. A setting comes from there, else from one of the files
/// that JADWAL_SETTINGS_FILE names, else from its default; an unknown or invalid one stops the start.
public struct Config: Sendable {
    public enum Environment: String, Sendable, CaseIterable { case production, development }
    public enum MailTransportKind: String, Sendable, CaseIterable { case mailbox, stdout, smtp, resend }
    public enum SMTPSecurity: String, Sendable, CaseIterable { case starttls, tls, none }

    public enum ModelTokenField: String, Sendable, CaseIterable {
        case maxTokens = "max_tokens"
        case maxCompletionTokens = "max_completion_tokens"
    }
    public enum ModelTemperature: String, Sendable, CaseIterable { case zero, unset }
    public enum ModelTrust: String, Sendable, CaseIterable { case ask, model }
    public enum WebPushSwitch: String, Sendable, CaseIterable { case on, off }
    public enum AppleEnvironments: String, Sendable, CaseIterable { case both, production, sandbox }

    public internal(set) var environment = Environment.production
    public internal(set) var origin = ""
    public internal(set) var operatorContact = ""
    public internal(set) var sourceURL = ""
    public internal(set) var data = ""
    public internal(set) var database = ""
    public internal(set) var socket = ""
    public internal(set) var threads = 0
    public internal(set) var templates = ""
    public internal(set) var assets = ""
    public internal(set) var migrations = ""
    public internal(set) var cities = ""
    public internal(set) var addressDatabase = ""
    public internal(set) var defaultTimeZone = ""
    public internal(set) var linkMinutes = 0
    public internal(set) var resendSeconds = 0
    public internal(set) var mailsPerAddress = 0
    public internal(set) var mailsPerNetwork = 0
    public internal(set) var mailsPerHour = 0
    public internal(set) var failuresPerNetwork = 0
    public internal(set) var feedDays = 0
    public internal(set) var newFeedsPerNetwork = 0
    public internal(set) var newFeedsPerHour = 0
    public internal(set) var choicesPerCustomer = 0
    public internal(set) var feedMemoryMegabytes = 0
    public internal(set) var calendarsPerCustomer = 0
    public internal(set) var objectsPerCalendar = 0
    public internal(set) var objectKilobytes = 0
    public internal(set) var calendarMegabytes = 0
    public internal(set) var subscriptionsPerCustomer = 0
    /// Private networks that addresses of customers may lead to, as in 192.168.7.0/24.
    public internal(set) var outsideNetworks: [String] = []
    public internal(set) var outsidePorts: Set<Int> = []
    public internal(set) var outsideCAFile = ""
    public internal(set) var outsideProxy = ""
    public internal(set) var bridgeURL = ""
    public internal(set) var bridgeSecret = ""
    public internal(set) var rabbitMQ = ""
    public internal(set) var rabbitMQQueue = ""
    public internal(set) var analysisQuietSeconds = 0
    public internal(set) var analysisMostSeconds = 0
    public internal(set) var mailTransport = MailTransportKind.smtp
    public internal(set) var mailFrom = ""
    public internal(set) var mailReplyTo = ""
    public internal(set) var smtpHost = ""
    public internal(set) var smtpPort = 0
    public internal(set) var smtpSecurity = SMTPSecurity.starttls
    public internal(set) var smtpUsername = ""
    public internal(set) var smtpPassword = ""
    public internal(set) var smtpCAFile = ""
    public internal(set) var smtpTimeoutSeconds = 0
    public internal(set) var resendURL = ""
    public internal(set) var resendKey = ""
    public internal(set) var modelURL = ""
    public internal(set) var modelKey = ""
    public internal(set) var modelName = ""
    public internal(set) var modelHostCountry = ""
    public internal(set) var modelTokenField = ModelTokenField.maxTokens
    public internal(set) var modelTemperature = ModelTemperature.zero
    public internal(set) var modelTrust = ModelTrust.ask
    public internal(set) var modelTimeoutSeconds = 0
    public internal(set) var modelCAFile = ""
    public internal(set) var webPush = WebPushSwitch.on
    public internal(set) var webPushHosts = ""
    public internal(set) var apnsKeyFile = ""
    public internal(set) var apnsKeyID = ""
    public internal(set) var apnsTeamID = ""
    public internal(set) var apnsTopic = ""
    public internal(set) var apnsEnvironment = AppleEnvironments.both
    public internal(set) var apnsHost = ""
    public internal(set) var apnsSandboxHost = ""
    public internal(set) var pushCAFile = ""
    public internal(set) var openIDIssuer = ""
    public internal(set) var openIDName = ""
    public internal(set) var openIDClientID = ""
    public internal(set) var openIDClientSecret = ""
    public internal(set) var openIDAppClientIDs = ""
    public internal(set) var openIDCAFile = ""
    public internal(set) var appIDs = ""
    public internal(set) var travelWalk = TravelSource.estimate
    public internal(set) var travelBike = TravelSource.estimate
    public internal(set) var travelCar = TravelSource.estimate
    public internal(set) var travelTransit = TravelSource.estimate
    public internal(set) var graphHopperKey = ""
    public internal(set) var openRouteServiceKey = ""
    public internal(set) var googleRoutesKey = ""
    public internal(set) var travelRequestsPerDay = 0
    public internal(set) var travelRequestsPerMonth = 0
    public internal(set) var travelCAFile = ""
    public internal(set) var travelCheck = ""
    public internal(set) var definitions = ""
    public internal(set) var profileCertificate = ""
    public internal(set) var profileKey = ""
    public internal(set) var profileChain = ""

    /// The source of each setting's value, by key: `default`, `file` or `environment`.
    public private(set) var sources: [String: String] = [:]
    private var texts: [String: String] = [:]

    /// The value in force, as text; secrets masked, and passwords inside a connection string.
    public func shown(_ setting: Setting) -> String {
        let text = texts[setting.key] ?? setting.default
        return switch setting.secrecy {
        case .none: text
        case .passwords: maskingPasswords(text)
        case .whole: text.isEmpty ? "" : mask
        }
    }

    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - environment: the process's variables; those that do not begin with `JADWAL_` are not ours.
    ///   - readFile: reads one settings file; a test hands in its own.
    public init(
        environment: [String: String], readFile: (String) throws -> String = Config.readFile
    ) throws {
        var fromFile: [String: String] = [:]
        for path in (environment[Self.fileKey] ?? "").split(separator: ":").map(String.init) {
            for (key, value) in try Self.parse(readFile(path), file: path) {
                guard fromFile.updateValue(value, forKey: key) == nil else {
                    throw ConfigError(key: key, problem: "stands in two files; the second is \(path)")
                }
            }
        }
        let ours = environment.filter { key, _ in
            key.hasPrefix("JADWAL_") && key != Self.fileKey && !key.hasPrefix(Self.testPrefix)
        }
        let known = Set(Setting.all.map(\.key))
        for key in Set(ours.keys).union(fromFile.keys).sorted() where !known.contains(key) {
            throw ConfigError(key: key, problem: "is not a setting; `jadwal config` lists them")
        }
        for setting in Setting.all {
            let text = ours[setting.key] ?? fromFile[setting.key] ?? setting.default
            sources[setting.key] =
                ours[setting.key] != nil ? "environment" : fromFile[setting.key] != nil ? "file" : "default"
            texts[setting.key] = text
            try setting.read(text, &self)
        }
    }

    /// The host of the origin, in lower case and without its port.
    public var originHost: String {
        let place = origin.dropFirst("https://".count)
        return String(place.prefix { $0 != ":" && $0 != "/" }).lowercased()
    }

    /// Reads a settings file.
    public static func readFile(_ path: String) throws -> String {
        try readText(path)
    }

    /// Names the files of settings, with colons between them: what a process must not know is in a
    /// file that it is not given.
    static let fileKey = "JADWAL_SETTINGS_FILE"
    /// The prefix of variables that test scripts hand to the tests; the product does not read them.
    static let testPrefix = "JADWAL_TEST_"

    /// Checks the rules of `serve` and `work` that concern several settings together.
    ///
    /// - Parameter sendsMail: true if the process hands mail over, and so needs the mail server's settings.
    public func checkComplete(sendsMail: Bool) throws(ConfigError) {
        if sendsMail, mailTransport == .smtp, smtpHost.isEmpty {
            throw ConfigError(key: "JADWAL_SMTP_HOST", problem: "must name the mail server when JADWAL_MAIL_TRANSPORT is smtp")
        }
        if sendsMail, mailTransport == .resend, resendKey.isEmpty {
            throw ConfigError(key: "JADWAL_RESEND_KEY", problem: "must be set when JADWAL_MAIL_TRANSPORT is resend")
        }
        if profileCertificate.isEmpty != profileKey.isEmpty {
            throw ConfigError(key: "JADWAL_PROFILE_KEY", problem: "and JADWAL_PROFILE_CERTIFICATE must be set together")
        }
        if !modelURL.isEmpty, modelName.isEmpty {
            throw ConfigError(key: "JADWAL_MODEL_NAME", problem: "must name the model when JADWAL_MODEL_URL is set")
        }
        if !modelURL.isEmpty, modelHostCountry.isEmpty {
            throw ConfigError(
                key: "JADWAL_MODEL_HOST_COUNTRY", problem: "must say where chats are read when JADWAL_MODEL_URL is set")
        }
        if travelSources.contains(where: { $0.kind == .google }), googleRoutesKey.isEmpty {
            throw ConfigError(key: "JADWAL_TRAVEL_GOOGLE_KEY", problem: "must be set when Google is asked for ways")
        }
        let apple = [apnsKeyFile, apnsKeyID, apnsTeamID, apnsTopic]
        if apple.contains(where: \.isEmpty), !apple.allSatisfy(\.isEmpty) {
            throw ConfigError(
                key: "JADWAL_APNS_KEY_FILE",
                problem: "and JADWAL_APNS_KEY_ID, JADWAL_APNS_TEAM_ID and JADWAL_APNS_TOPIC must be set together")
        }
        if environment == .production, mailTransport == .mailbox || mailTransport == .stdout {
            throw ConfigError(key: "JADWAL_MAIL_TRANSPORT", problem: "must be smtp or resend in production; the others are for JADWAL_ENVIRONMENT=development")
        }
        if environment == .production, origin == Setting.default(of: "JADWAL_ORIGIN") {
            throw ConfigError(key: "JADWAL_ORIGIN", problem: "must be this Jadwal's own address in production")
        }
        if environment == .production, mailFrom == Setting.default(of: "JADWAL_MAIL_FROM") {
            throw ConfigError(key: "JADWAL_MAIL_FROM", problem: "must be an address of yours in production")
        }
    }

    private static func parse(_ content: String, file: String) throws(ConfigError) -> [String: String] {
        try keyValueLines(
            content,
            malformed: { ConfigError(key: "\(file):\($0)", problem: "is not of the form KEY=value") },
            repeated: { ConfigError(key: $1, problem: "stands twice in \(file)") })
    }
}

/// A setting that is unknown or that no value can be read from; the start stops with it.
public struct ConfigError: Error, Equatable, CustomStringConvertible {
    public init(key: String, problem: String) {
        self.key = key
        self.problem = problem
    }

    public let key: String
    public let problem: String
    public var description: String { "\(key) \(problem)." }
}
