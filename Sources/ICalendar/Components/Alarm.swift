/// A VALARM (RFC 5545 §3.6.6, RFC 9074).
public struct Alarm: ComponentView {
    public static let componentName = "VALARM"
    public var component: Component

    public init(unchecked component: Component) { self.component = component }

    /// The first time the alarm goes off.
    public enum Trigger: Hashable, Sendable {
        /// A duration after the start or the end; negative is before.
        case relative(NominalDuration, toEnd: Bool)
        /// A moment in UTC (§3.8.6.3), or another time that programs write here.
        case absolute(DateOrTime)
    }

    /// ACTION in upper case: AUDIO, DISPLAY, EMAIL, or a program's own, as macOS's NONE.
    public var action: String? { keyword("ACTION") }

    /// TRIGGER; nil if there is none, or if it says nothing, as `-P` and an empty value: the alarm never goes off.
    public var trigger: Trigger? {
        get throws(Problem) {
            guard let property = component.first("TRIGGER"), !property.saysNothing else { return nil }
            // The value itself shows the type; programs forget VALUE=DATE-TIME.
            let mark = property.value.utf8.first { !isSpace($0) }
            guard let mark, decimalDigit(mark) != nil else {
                let isToEnd = property.keyword("RELATED") == "END"
                return .relative(try property.duration(), toEnd: isToEnd)
            }
            return .absolute(try property.dateOrTime())
        }
    }

    /// The number of repetitions, and the time between them; nil if there are none.
    public var repetition: (count: Int, interval: NominalDuration)? {
        get throws(Problem) {
            guard let count = try integer("REPEAT"), let interval = try duration("DURATION"), count > 0,
                  !interval.isNegative else { return nil }
            return (count, interval)
        }
    }

    public var uid: String? { get throws(Problem) { try text("UID") } }
    /// The time up to which the person has seen the alarm (RFC 9074 §6).
    public var acknowledged: DateOrTime? { get throws(Problem) { try date("ACKNOWLEDGED") } }
}

extension Property {
    /// True for a duration without a number, as `-P`, `PT` and an empty value.
    fileprivate var saysNothing: Bool {
        value.utf8.allSatisfy { isSpace($0) || "+-PTpt".utf8.contains($0) }
    }
}
