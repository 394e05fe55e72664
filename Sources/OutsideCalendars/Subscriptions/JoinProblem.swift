import WebClient

/// A reason why an address is not subscribed to.
package enum JoinProblem: Error, Sendable, Hashable {
    /// The text is no address, or begins with something else than https and webcal.
    case notAnAddress
    /// The port is not one that the operator allows.
    case port
    case tooLong
    /// The address is not encrypted, and that was not agreed to.
    case plain
    /// The address is one of this installation: the calendar is here already.
    case own
    /// The address is a page of Google Calendar, and not the calendar's own address.
    case googlePage
    /// The address is a page of Outlook, and not the calendar's own address.
    case outlookPage
    /// The customer subscribed to the address before.
    case already
    case tooMany(limit: Int)
}

extension JoinProblem {
    init(_ problem: AddressProblem) {
        self = switch problem {
        case .notAnAddress, .scheme: .notAnAddress
        case .port: .port
        case .tooLong: .tooLong
        case .plain: .plain
        }
    }
}
