import CivilTime
import FastCGI
import HTTP
import Logging
import Mail
import Places
import Postgres
import Runtime
import Templates
import Web
import WebClient

/// Reads the parts that all threads share, once at the start of `serve` and `work`.
func sharedParts(
    _ config: Config, process: String, shares: CustomerShares = CustomerShares(),
    gauges: @escaping @Sendable () -> [(name: String, value: Int)] = { [] }
) throws -> Shared {
    let timeZones = try TimeZones()
    guard timeZones.zone(named: config.defaultTimeZone) != nil else {
        throw ConfigError(key: "JADWAL_DEFAULT_TIME_ZONE", problem: "is not a time zone of tzdata, as Asia/Riyadh is")
    }
    try DatabaseSettings(conninfo: config.database).checkTransport()
    let log = Logger(label: process) { _ in JSONLog(process: process) }
    return Shared(
        config: config,
        templates: try Templates(directory: config.templates, assets: config.assets),
        secrets: try Secrets(directory: config.data),
        timeZones: timeZones, disputedPlaces: try DisputedPlaces(directory: config.cities),
        addresses: addressDatabase(config, log), log: log,
        profileSigner: try config.profileSigner(),
        shares: shares, gauges: gauges)
}

/// The time that a thread waits for the database: first the server's limit for a statement, then a grace for
/// its answer to arrive.
struct Patience {
    let statementMilliseconds: Int, graceMilliseconds: Int

    /// The responders' times. Their sum is less than nginx waits for a GET (`fastcgi_read_timeout`). So if
    /// the database hangs, people see Jadwal's own page, and nginx does not count the responder as failed.
    static let responder = Patience(statementMilliseconds: 3_000, graceMilliseconds: 1_000)
    static let worker = Patience(statementMilliseconds: 5_000, graceMilliseconds: 2_000)
}

/// Makes the parts that one thread owns: a connection, opened when it is first needed, and a mail transport.
func threadParts(_ shared: Shared, name: String, _ patience: Patience, mail: any MailTransport) throws -> App {
    let settings = DatabaseSettings(
        conninfo: shared.config.database, statementTimeoutMilliseconds: patience.statementMilliseconds,
        graceMilliseconds: patience.graceMilliseconds, applicationName: "jadwal-\(name)")
    return App(shared, Database(settings), mail: mail)
}

/// Returns the mail transport that the settings name.
func mailTransport(_ config: Config) throws -> any MailTransport {
    switch config.mailTransport {
    case .mailbox:
        return try MailboxFolder(directory: config.data + "/mail")
    case .stdout:
        return StandardOutputMail()
    case .smtp:
        guard let sender = Mailbox(config.mailFrom)?.address else {
            throw ConfigError(key: "JADWAL_MAIL_FROM", problem: "is not of the form `Name <address>`")
        }
        return try SMTPRelay(smtpSettings(config, heloName: sender.wireDomain), sender: sender.wire)
    case .resend:
        return ResendRelay(
            WebClient(
                timeoutSeconds: 20, limitBytes: 64 * 1_024,
                allowsLoopbackHTTP: config.environment == .development),
            url: config.resendURL, key: config.resendKey)
    }
}

private func smtpSettings(_ config: Config, heloName: String) -> SMTPSettings {
    let security: SMTPSettings.Security =
        switch config.smtpSecurity {
        case .starttls: .startTLS
        case .tls: .tls
        case .none: .none
        }
    return SMTPSettings(
        host: config.smtpHost, port: config.smtpPort, security: security,
        username: config.smtpUsername, password: config.smtpPassword,
        heloName: heloName, timeoutSeconds: config.smtpTimeoutSeconds,
        caFile: config.smtpCAFile.isEmpty ? nil : config.smtpCAFile)
}
