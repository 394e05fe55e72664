/// A VCALENDAR (RFC 5545 §3.4, §3.6): a calendar file, a message or a stored object.
public struct VCalendar: ComponentView {
    public static let componentName = "VCALENDAR"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    /// Makes an empty calendar.
    ///
    /// - Parameters:
    ///   - productID: the program that writes it, as in `-//Example//Planner 1//EN` (§3.7.3).
    ///   - method: the METHOD of a message, as in REQUEST; nil if it is stored or published.
    public init(productID: String, method: String? = nil) {
        component = Component("VCALENDAR", properties: [
            Property("VERSION", text: "2.0"), Property("PRODID", text: productID),
        ])
        if let method { component.set(Property("METHOD", text: method)) }
    }

    public var productID: String? { get throws(Problem) { try text("PRODID") } }
    /// METHOD in upper case, as in REQUEST (RFC 5546 §1.4); nil if it is not a message.
    public var method: String? { keyword("METHOD") }
    /// NAME (RFC 7986 §5.1), else the older X-WR-CALNAME.
    public var name: String? { get throws(Problem) { try text(component.first("NAME") == nil ? "X-WR-CALNAME" : "NAME") } }
    public var details: String? {
        get throws(Problem) { try text(component.first("DESCRIPTION") == nil ? "X-WR-CALDESC" : "DESCRIPTION") }
    }
    /// COLOR: the name of a CSS colour (RFC 7986 §5.9).
    public var color: String? { get throws(Problem) { try text("COLOR") } }
    /// REFRESH-INTERVAL, the time until a client asks its source again (RFC 7986 §5.7), else the older
    /// X-PUBLISHED-TTL.
    public var refreshInterval: NominalDuration? {
        get throws(Problem) {
            try duration(component.first("REFRESH-INTERVAL") == nil ? "X-PUBLISHED-TTL" : "REFRESH-INTERVAL")
        }
    }
    /// SOURCE: the address from which it can be read again (RFC 7986 §5.8).
    public var source: String? { component.first("SOURCE")?.value }
    /// X-WR-TIMEZONE: the zone of its floating times in lenient reading (`ZoneResolver.floatingRules`).
    public var timeZoneID: String? { get throws(Problem) { try text("X-WR-TIMEZONE") } }

    public var events: [Event] { component.views(Event.self) }
    public var toDos: [ToDo] { component.views(ToDo.self) }
    public var journals: [Journal] { component.views(Journal.self) }
    public var freeBusy: [FreeBusyComponent] { component.views(FreeBusyComponent.self) }
    public var availabilities: [Availability] { component.views(Availability.self) }
    public var timeZones: [TimeZoneComponent] { component.views(TimeZoneComponent.self) }
}
