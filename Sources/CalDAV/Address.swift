import Accounts
import DAV
import HTTP
import Storage

/// A resource by its path. Another customer's resources are `nothing`, as those that do not exist.
enum Address: Hashable, Sendable {
    /// `/dav/`, and the other paths at which programs look for a server.
    case root(path: Href)
    /// `/dav/principals/`.
    case principals
    /// `/dav/principals/ID/`: the customer, as a principal (RFC 3744 §2).
    case principal
    /// `/dav/calendars/`.
    case homes
    /// `/dav/calendars/ID/`: the customer's calendars.
    case home
    /// `/dav/calendars/ID/CALENDAR/`.
    case calendar(String)
    /// `/dav/calendars/ID/CALENDAR/OBJECT`.
    case object(ObjectPlace)
    case nothing

    /// The paths that programs try before they have found the server (RFC 6764 §6).
    static let discoveryPaths: [[String]] = [[], ["principals"]]

    /// - Parameter path: percent-encoded.
    /// - Throws: 400 for a malformed path.
    init(_ path: String, _ device: SignedInDevice) throws(DAVError) {
        self.init(try Href(path: path), device)
    }

    init(_ href: Href, _ device: SignedInDevice) {
        let segments = href.segments
        guard segments.first == Self.base else {
            // `/calendar/dav/USER/user/` is one of Apple's first tries.
            let isDiscovery = Self.discoveryPaths.contains(segments) || segments.starts(with: ["calendar", "dav"])
            self = isDiscovery ? .root(path: href) : .nothing
            return
        }
        let rest = segments.dropFirst()
        switch (rest.count, rest.first) {
        case (0, _): self = .root(path: href)
        case (1, "principals"): self = .principals
        case (1, "calendars"): self = .homes
        case (2, "principals") where device.isNamed(segments[2]): self = .principal
        case (2, "calendars") where device.isNamed(segments[2]): self = .home
        case (3, "calendars") where device.isNamed(segments[2]): self = .calendar(segments[3])
        case (4, "calendars") where device.isNamed(segments[2]) && !href.isCollection:
            self = .object(ObjectPlace(segments[3], segments[4]))
        default: self = .nothing
        }
    }

    private static let base = "dav"

    /// Returns the path of the resource. It has the customer's id, whatever name the request had.
    func href(of customer: CustomerID) -> Href {
        switch self {
        case .root(let path): path
        case .principals: .principals
        case .principal: .principal(customer)
        case .homes: .homes
        case .home: .home(customer)
        case .calendar(let calendar): .home(customer).appending(calendar, isCollection: true)
        case .object(let place):
            Href.home(customer).appending(place.calendar, isCollection: true).appending(place.segment)
        case .nothing: .root
        }
    }
}

extension Href {
    static let root = Href(["dav"], isCollection: true)
    static let principals = root.appending("principals", isCollection: true)
    static let homes = root.appending("calendars", isCollection: true)

    static func principal(_ customer: CustomerID) -> Href {
        principals.appending(customer.description, isCollection: true)
    }

    static func home(_ customer: CustomerID) -> Href { homes.appending(customer.description, isCollection: true) }
}

extension DeviceVisit {
    /// True if the path names a home or a principal other than the customer's, whether it exists or not.
    var isInAnotherHome: Bool {
        get throws(DAVError) {
            let segments = try Href(path: request.path).segments
            return segments.count > 2 && ["calendars", "principals"].contains(segments[1])
                && !signedIn.isNamed(segments[2])
        }
    }
}

extension SignedInDevice {
    /// Returns true if a part of a path names the customer: by the id, or by the name that the device signed in with.
    fileprivate func isNamed(_ segment: String) -> Bool {
        let name = segment.lowercased()
        return name == customer.id.description || name == login.lowercased() || name == customer.email.lowercased()
    }
}
