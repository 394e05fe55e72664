import Crypto
import ICalendar
package import Runtime
package import Storage
import Templates

/// A calendar as anybody sees it who has its secret address.
package struct PublicCalendar {
    private let calendar: CalendarRow
    private let app: App

    /// Finds the calendar of an address.
    ///
    /// - Returns: nil if there is no such address, or if its calendar was deleted.
    package init?(tokenDigest: [UInt8], _ app: App) throws {
        guard let calendar = try app.store.feedCalendar(tokenDigest: tokenDigest) else { return nil }
        self.calendar = calendar
        self.app = app
    }

    /// The customer whose calendar it is.
    package var owner: CustomerID { calendar.owner }

    /// True if its events come from outside themselves.
    package var isReadOnly: Bool { calendar.isReadOnly }

    /// The validator of the text: another one whenever the text may differ. It says nothing about the calendar.
    package var tag: String {
        let state = [
            Self.version, "\(calendar.owner)", "\(calendar.id)", "\(calendar.epoch)", "\(calendar.counter)",
            calendar.displayName, calendar.color ?? "",
        ]
        return hex(Array(sha256(Array(state.joined(separator: "\n").utf8)).prefix(16)))
    }

    /// Counts up whenever this code writes another text.
    private static let version = "1"

    /// Writes the calendar, piece by piece.
    package func write(_ write: ([UInt8]) throws -> Void) throws {
        guard let owner = try app.store.customer(calendar.owner) else { return }
        let busy = app.text("feeds.busy", owner.spokenLanguage)
        try app.calendars(of: owner).export(calendar, refreshHours: 1, as: { $0.published(busy: busy) }, write)
    }
}

extension [Component] {
    /// Returns the calendars of a stored object as anybody may read them.
    ///
    /// An object with CLASS:CONFIDENTIAL is left out. One with CLASS:PRIVATE, or with an unknown class (RFC 5545
    /// §3.8.1.3), is only a busy time. The strictest class of its parts counts for the whole object. Every other
    /// object keeps its words and times. No address of a person goes out, no alarm, and no property of programs.
    fileprivate func published(busy: String) -> [Component] {
        let parts = flatMap(\.components).filter { $0.name != "VTIMEZONE" }
        let visibility = parts.map(Visibility.init).max() ?? .open
        guard visibility < .hidden else { return [] }
        return map { calendar in
            var calendar = calendar
            calendar.properties.removeAll { !Component.frame.contains($0.name) }
            calendar.components = calendar.components.compactMap { part in
                if part.name == "VTIMEZONE" { return part }
                return visibility == .busy ? part.busyTime(named: busy) : part.keeping(Component.open)
            }
            return calendar
        }
    }
}

/// The part of an object that anybody may see, by its CLASS.
private enum Visibility: Int, Comparable {
    case open, busy, hidden

    init(_ part: Component) {
        switch part.first("CLASS")?.value.uppercased() {
        case nil, "PUBLIC": self = .open
        case "CONFIDENTIAL": self = .hidden
        default: self = .busy
        }
    }

    static func < (one: Visibility, other: Visibility) -> Bool { one.rawValue < other.rawValue }
}

extension Component {
    /// The properties of a calendar that its objects depend on.
    fileprivate static let frame: Set<String> = ["VERSION", "PRODID", "CALSCALE", "X-WR-TIMEZONE"]
    /// The properties that say when something is.
    private static let times: Set<String> = [
        "UID", "DTSTAMP", "SEQUENCE", "RECURRENCE-ID", "DTSTART", "DTEND", "DURATION", "DUE", "RRULE", "RDATE",
        "EXDATE", "TRANSP", "STATUS",
    ]
    /// The properties that anybody may read of what is not private.
    fileprivate static let open = times.union([
        "SUMMARY", "DESCRIPTION", "LOCATION", "GEO", "URL", "CATEGORIES", "PRIORITY", "COLOR", "CREATED",
        "LAST-MODIFIED", "COMPLETED", "PERCENT-COMPLETE",
    ])

    /// Returns the component with some of its properties, and without alarms.
    fileprivate func keeping(_ names: Set<String>) -> Component {
        var copy = self
        copy.properties = properties.filter { names.contains($0.name) }
        copy.components = []
        return copy
    }

    /// Returns only the times of an event, with a title that says no more; nil for a to-do, which has no busy time.
    fileprivate func busyTime(named title: String) -> Component? {
        guard name == "VEVENT" else { return nil }
        var copy = keeping(Self.times)
        copy.set(Property("SUMMARY", text: title))
        copy.set(Property("CLASS", value: "PRIVATE"))
        return copy
    }
}
