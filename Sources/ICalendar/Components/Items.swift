public import CivilTime

/// A VEVENT (RFC 5545 §3.6.1).
public struct Event: CalendarItem {
    public static let componentName = "VEVENT"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    /// Makes an event with the properties that the standard requires. The others are set in its component, as
    /// in `event.component.set(Property("SUMMARY", text: "Lunch"))`.
    ///
    /// - Parameter stamp: the time of writing (§3.8.7.2).
    public init(uid: String, stamp: Instant, start: DateOrTime) {
        component = Component(Self.componentName, properties: [
            Property("UID", text: uid), Property("DTSTAMP", .utc(stamp)), Property("DTSTART", start),
        ])
    }

    /// DTEND: the first moment or day after it.
    public var end: DateOrTime? { get throws(Problem) { try date("DTEND") } }
    /// DURATION, instead of an end.
    public var duration: NominalDuration? { get throws(Problem) { try duration("DURATION") } }
    /// True for TRANSP:TRANSPARENT: it makes nobody busy (§3.8.2.7).
    public var isTransparent: Bool { keyword("TRANSP") == "TRANSPARENT" }
}

/// A VTODO (RFC 5545 §3.6.2).
public struct ToDo: CalendarItem {
    public static let componentName = "VTODO"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    /// Makes a to-do with the properties that the standard requires; see `Event.init(uid:stamp:start:)`.
    public init(uid: String, stamp: Instant) {
        component = Component(Self.componentName, properties: [Property("UID", text: uid), Property("DTSTAMP", .utc(stamp))])
    }

    public var due: DateOrTime? { get throws(Problem) { try date("DUE") } }
    /// DURATION from the start to the due time, instead of DUE.
    public var duration: NominalDuration? { get throws(Problem) { try duration("DURATION") } }
    public var completed: DateOrTime? { get throws(Problem) { try date("COMPLETED") } }
    /// PERCENT-COMPLETE, 0 to 100 in a correct text.
    public var percentComplete: Int? { get throws(Problem) { try integer("PERCENT-COMPLETE") } }
    /// PRIORITY: 1 is the highest, 9 the lowest, 0 is undefined (§3.8.1.9).
    public var priority: Int { get throws(Problem) { try integer("PRIORITY") ?? 0 } }
}

/// A VJOURNAL (RFC 5545 §3.6.3): a note, often about a day.
public struct Journal: CalendarItem {
    public static let componentName = "VJOURNAL"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }
}

/// A VFREEBUSY (RFC 5545 §3.6.4): a person's busy times, without the reasons.
public struct FreeBusyComponent: ComponentView {
    public static let componentName = "VFREEBUSY"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    public var uid: String? { get throws(Problem) { try text("UID") } }
    /// The beginning of the time that was asked about.
    public var start: DateOrTime? { get throws(Problem) { try date("DTSTART") } }
    public var end: DateOrTime? { get throws(Problem) { try date("DTEND") } }

    /// The periods with their FBTYPE in upper case; BUSY if it is missing (§3.2.9).
    public var periods: [(type: String, period: Period)] {
        get throws(Problem) {
            var periods: [(type: String, period: Period)] = []
            for property in component.all("FREEBUSY") {
                let type = property.keyword("FBTYPE") ?? "BUSY"
                for period in try property.periods() { periods.append((type, period)) }
            }
            return periods
        }
    }
}

/// A VTIMEZONE (RFC 5545 §3.6.5). `ObservedZone` evaluates it.
public struct TimeZoneComponent: ComponentView {
    public static let componentName = "VTIMEZONE"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    public var tzid: String? { get throws(Problem) { try text("TZID") } }
    /// The STANDARD and DAYLIGHT components.
    public var observances: [Component] {
        component.components.filter(\.isObservance)
    }
}

/// A VAVAILABILITY (RFC 7953): the times at which a person can be invited.
public struct Availability: ComponentView {
    public static let componentName = "VAVAILABILITY"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    public var uid: String? { get throws(Problem) { try text("UID") } }
    public var start: DateOrTime? { get throws(Problem) { try date("DTSTART") } }
    public var end: DateOrTime? { get throws(Problem) { try date("DTEND") } }
    public var duration: NominalDuration? { get throws(Problem) { try duration("DURATION") } }
    /// BUSYTYPE, the type of time outside the slots; BUSY-UNAVAILABLE if it is missing (§3.2).
    public var busyType: String { keyword("BUSYTYPE") ?? "BUSY-UNAVAILABLE" }
    /// PRIORITY: 1 overrides 9; 0 is the lowest (§3.1).
    public var priority: Int { get throws(Problem) { try integer("PRIORITY") ?? 0 } }
    public var slots: [AvailableSlot] { component.views(AvailableSlot.self) }
}

/// An AVAILABLE inside a VAVAILABILITY; it recurs as events do.
public struct AvailableSlot: CalendarItem {
    public static let componentName = "AVAILABLE"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    public var end: DateOrTime? { get throws(Problem) { try date("DTEND") } }
    public var duration: NominalDuration? { get throws(Problem) { try duration("DURATION") } }
}
