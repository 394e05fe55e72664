// Components inside an event, with more than a property can say (RFC 9073 §7).

/// A PARTICIPANT (RFC 9073 §7.1): a person who takes part, invited or not.
public struct ParticipantComponent: ComponentView {
    public static let componentName = "PARTICIPANT"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    public var uid: String? { get throws(Problem) { try text("UID") } }
    /// PARTICIPANT-TYPE in upper case, as in SPEAKER.
    public var kind: String? { keyword("PARTICIPANT-TYPE") }
    /// The URI of the same person's ATTENDEE or ORGANIZER, usually `mailto:`.
    public var calendarAddress: String? { component.first("CALENDAR-ADDRESS")?.value }
    public var summary: String? { get throws(Problem) { try text("SUMMARY") } }
    public var locations: [LocationComponent] { component.views(LocationComponent.self) }
    public var resources: [ResourceComponent] { component.views(ResourceComponent.self) }
}

/// A VLOCATION (RFC 9073 §7.2): a place.
public struct LocationComponent: ComponentView {
    public static let componentName = "VLOCATION"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    public var uid: String? { get throws(Problem) { try text("UID") } }
    public var name: String? { get throws(Problem) { try text("NAME") } }
    /// LOCATION-TYPE: words of RFC 4589, as in airport.
    public var kinds: [String] { get throws(Problem) { try component.first("LOCATION-TYPE")?.texts() ?? [] } }
    public var geo: Geo? { get throws(Problem) { try component.first("GEO")?.geo() } }
}

/// A VRESOURCE (RFC 9073 §7.3): a thing that is needed, as a projector.
public struct ResourceComponent: ComponentView {
    public static let componentName = "VRESOURCE"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    public var uid: String? { get throws(Problem) { try text("UID") } }
    public var name: String? { get throws(Problem) { try text("NAME") } }
    /// RESOURCE-TYPE in upper case, as in PROJECTOR.
    public var kind: String? { keyword("RESOURCE-TYPE") }
}
