/// A VALARM (RFC 5545 §3.6.6, RFC 9074).
public struct Alarm: ComponentView {
    public static let componentName = "VALARM"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    /// When it goes off for the first time.
    public enum Trigger: Hashable, Sendable {
        /// So long after the start or the end; negative is before.
        case relative(NominalDuration, toEnd: Bool)
        /// In UTC (§3.8.6.3), or what programs write in its place.
        case absolute(DateOrTime)
    }

    /// ACTION in upper case: AUDIO, DISPLAY, EMAIL, or what a program made up, as macOS's NONE.
    public var action: String? { keyword("ACTION") }

    /// - Returns: nil where there is no TRIGGER.
    public var trigger: Trigger? {
        get throws(Problem) {
            guard let property = component.first("TRIGGER") else { return nil }
            // The value says itself which of the two it is; programs forget VALUE=DATE-TIME.
            let mark = property.value.utf8.first { !isSpace($0) }
            guard let mark, decimalDigit(mark) != nil else {
                let isToEnd = property.keyword("RELATED") == "END"
                return .relative(try property.duration(), toEnd: isToEnd)
            }
            return .absolute(try property.dateOrTime())
        }
    }

    /// How often it goes off again, and after how long each; nil where it does not.
    public var repetition: (count: Int, interval: NominalDuration)? {
        get throws(Problem) {
            guard let count = try integer("REPEAT"), let interval = try duration("DURATION"), count > 0,
                  !interval.isNegative else { return nil }
            return (count, interval)
        }
    }

    public var uid: String? { get throws(Problem) { try text("UID") } }
    /// Until when the person has seen to it (RFC 9074 §6).
    public var acknowledged: DateOrTime? { get throws(Problem) { try date("ACKNOWLEDGED") } }
}
