import Places
import Runtime

/// A browser in a few words, from its User-Agent: `Safari · iPhone`.
///
/// It is good enough for a person to recognise their own devices. It decides nothing that matters.
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

    /// The text that is stored; empty if nothing is recognised.
    public var text: String {
        [browser, system].compactMap(\.self).joined(separator: " · ")
    }
}

extension Device {
    /// Returns true if a User-Agent is a calendar program's; false for a browser in which somebody looks at a feed.
    ///
    /// Browsers call themselves Mozilla. Some calendar programs do too, but they also give their own name.
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

extension Device {
    /// True for an iPhone, and for an iPad that says so. The browser of an iPad may call itself a Mac's.
    public var isMobileOfApple: Bool { system == "iPhone" || system == "iPad" }

    /// Returns true if a User-Agent is Safari's. Other browsers of an iPhone may keep a profile as a file, and do not
    /// hand it to the system. A page inside another program names no version.
    public static func isSafari(userAgent: String) -> Bool {
        userAgent.contains("Version/") && userAgent.contains("Safari/")
            && !["CriOS/", "FxiOS/", "EdgiOS/", "OPT/", "DuckDuckGo/", "Ddg/", "Brave/", "Focus/", "GSA/"].contains {
                userAgent.contains($0)
            }
    }
}
