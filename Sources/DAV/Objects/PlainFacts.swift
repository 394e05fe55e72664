import ICalendar

/// The facts about a simple event that a view shows beside those of every object.
///
/// An event is simple if it happens once, invites nobody, and has no properties of Jadwal's own. Its bounds are its
/// start and its end, both 14 hours wider if they depend on the reader's zone.
public struct PlainFacts: Hashable, Sendable {
    /// True if it lasts whole days.
    public var isAllDay: Bool
    /// True if CLASS is not PUBLIC.
    public var isPrivate: Bool
    /// LOCATION, at most 200 characters.
    public var location: String?
    /// COLOR, at most 64 characters (RFC 7986 §5.9).
    public var color: String?

    public init(isAllDay: Bool, isPrivate: Bool = false, location: String? = nil, color: String? = nil) {
        self.isAllDay = isAllDay
        self.isPrivate = isPrivate
        self.location = location
        self.color = color
    }

    /// - Returns: nil if the component is no simple event.
    init?(_ component: Component, _ zones: ZoneResolver) {
        guard let event = Event(component), component.isMaster, event.attendees.isEmpty,
              !component.properties.contains(where: { $0.name.hasPrefix(ownPrefix) })
        else { return nil }
        do throws(Problem) {
            let first = try event.start, last = try event.end
            guard let start = first, (last ?? start).isFloating == start.isFloating,
                  zones.isMoment(last ?? start) == zones.isMoment(start),
                  (last ?? start).isDate == start.isDate, zones.floatingRules == nil || !start.isFloating
            else { return nil }
            isAllDay = start.isDate
            isPrivate = event.classification != "PUBLIC"
            location = beginning(of: try event.location, 200)
            color = beginning(of: try event.color, 64)
        } catch {
            return nil
        }
    }
}

/// The beginning of the names of Jadwal's own properties.
private let ownPrefix = "X-JADWAL-"

private func beginning(of text: String?, _ length: Int) -> String? {
    text.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(length))) }
}
