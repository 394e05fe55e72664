public import CivilTime

/// A person's choices for a timetable.
public struct Rules: Hashable, Sendable {
    public var method: Method
    public var school: AsrSchool
    /// The rules for high latitudes, which may differ; nil for the one that is recommended for the place.
    public var highLatitude = TwilightRules(both: nil)
    public var polar = PolarRule.nearestLatitude
    /// The glow for the Moonsighting Committee's limits; other rules do not use it.
    public var shafaq = Shafaq.general
    /// A person's own minutes, added to the method's.
    public var minutes = PerEvent<Int>(all: 0)
    /// The metres above the surrounding plain, which make sunrise earlier and Maghrib later. nil means 0,
    /// or the height of the town for the Moroccan method.
    public var elevationMetres: Double?

    public init(method: Method) {
        self.method = method
        school = method.school
    }
}

/// A place: its point and its time zone.
public struct Place: Sendable {
    public let coordinates: Coordinates
    public let zone: TimeZoneRules

    public init(_ coordinates: Coordinates, zone: TimeZoneRules) {
        self.coordinates = coordinates
        self.zone = zone
    }
}
