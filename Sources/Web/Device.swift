import Places
import Runtime

/// A browser in a few words, from its User-Agent: `Safari · iPhone`.
///
/// Good enough for a person to know their own devices apart; nothing that matters is decided by it.
public struct Device: Sendable, Equatable {
    public let browser: String?
    public let system: String?

    public init(userAgent: String) {
        // Order matters: later products carry the names of earlier ones.
        let browsers = [
            ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
            ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
            ("Safari/", "Safari"), ("curl/", "curl"),
        ]
        let systems = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("Macintosh", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
        ]
        browser = browsers.first { userAgent.contains($0.0) }?.1
        system = systems.first { userAgent.contains($0.0) }?.1
    }

    /// As it is stored; empty when nothing is recognised.
    public var text: String {
        [browser, system].compactMap(\.self).joined(separator: " · ")
    }
}

extension Device {
    /// Whether a User-Agent is a calendar program's, and not that of a browser in which somebody opens
    /// a feed to look at it.
    ///
    /// Browsers call themselves Mozilla; so do some calendar programs, which also say what they are.
    public static func isCalendarProgram(userAgent: String) -> Bool {
        let agent = userAgent.lowercased()
        if calendarNames.contains(where: agent.contains) { return true }
        let isTool = ["mozilla/", "opera/", "curl/", "wget/"].contains { agent.hasPrefix($0) }
        return !agent.isEmpty && !isTool
    }

    /// Apple's `dataaccessd` and Calendar, Google's, Microsoft's, Thunderbird, ICSx5, Nextcloud.
    private static let calendarNames = [
        "calendar", "dataaccessd", "thunderbird", "lightning", "icsx5", "outlook", "exchange", "nextcloud", "caldav",
    ]
}
