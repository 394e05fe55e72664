/// A calendar that the device fetches by its address: iOS and iPadOS 4, visionOS 1.1, not macOS.
struct SubscribedCalendar: ProfilePayload {
    static let type = "com.apple.subscribedcalendar.account"
    let identity: PayloadIdentity
    /// The feed's whole address. Apple's key is named after a host, but accepts an address.
    let url: String

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(identity.name, forKey: .description)
        try container.encode(url, forKey: .address)
        // Apple's default is false.
        try container.encode(true, forKey: .usesTLS)
    }

    private enum Key: String, CodingKey {
        case description = "SubCalAccountDescription", address = "SubCalAccountHostName", usesTLS = "SubCalAccountUseSSL"
    }
}
