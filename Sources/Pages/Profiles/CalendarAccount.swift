/// A CalDAV account: iOS and iPadOS 4, macOS 10.7, visionOS 1.1.
///
/// It names no principal: devices find it themselves by `/.well-known/caldav`, and a wrong one stops macOS.
struct CalendarAccount: ProfilePayload {
    static let type = "com.apple.caldav.account"
    let identity: PayloadIdentity
    /// The host alone. An address here makes the account disappear.
    let host: String
    /// nil for 443, which is what a device takes by itself.
    let port: Int?
    let userName: String
    let password: String

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(identity.name, forKey: .description)
        try container.encode(host, forKey: .host)
        try container.encodeIfPresent(port, forKey: .port)
        try container.encode(true, forKey: .usesTLS)
        try container.encode(userName, forKey: .userName)
        try container.encode(password, forKey: .password)
    }

    private enum Key: String, CodingKey {
        case description = "CalDAVAccountDescription", host = "CalDAVHostName", port = "CalDAVPort"
        case usesTLS = "CalDAVUseSSL", userName = "CalDAVUsername", password = "CalDAVPassword"
    }
}
