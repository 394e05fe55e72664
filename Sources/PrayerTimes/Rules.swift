public import CivilTime

/// Everything about a timetable that a person can choose.
public struct Rules: Hashable, Sendable {
    public var method: Method
    public var school: AsrSchool
    /// nil: what is recommended for the place.
    public var highLatitude: HighLatitudeRule?
    public var polar = PolarRule.nearestLatitude
    /// Matters to the Moonsighting Committee's bounds only.
    public var shafaq = Shafaq.general
    /// A person's own minutes, added to whatever else there is.
    public var minutes = PerEvent<Int>(all: 0)
    /// Metres above the plain around, from which sunrise comes earlier and Maghrib later; nil: not
    /// asked for, which for Morocco means the height of the town.
    public var elevationMetres: Double?

    public init(method: Method) {
        self.method = method
        school = method.school
    }
}

/// Where the sun is watched and whose clock is read.
public struct Place: Sendable {
    public let coordinates: Coordinates
    public let zone: TimeZoneRules

    public init(_ coordinates: Coordinates, zone: TimeZoneRules) {
        self.coordinates = coordinates
        self.zone = zone
    }
}
