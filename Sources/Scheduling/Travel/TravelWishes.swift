/// A person's choices for ways: what they own, what they like, and how far they go.
public struct TravelWishes: Hashable, Sendable {
    /// The modes that the person takes at all.
    public var modes: Set<TravelMode>
    public var ownsBike: Bool
    public var ownsCar: Bool
    public var car: CarKind
    /// True if a service of shared vehicles is switched on.
    public var hasSharedService: Bool
    /// True if the person prefers ways with less CO₂, as long as they arrive in time.
    public var isEco: Bool
    /// The minutes of the day in which the person takes public transport. They end on the next day if they end after
    /// minute 1440.
    public var transitHours: Range<Int>
    /// True if heat refuses ways at lower temperatures during the fast.
    public var caresForFasting: Bool
    /// Limits, speeds, grams and reserves.
    public var figures: TravelFigures

    public init(
        modes: Set<TravelMode> = Set(TravelMode.allCases), ownsBike: Bool = false, ownsCar: Bool = true,
        car: CarKind = .petrol, hasSharedService: Bool = false, isEco: Bool = false,
        transitHours: Range<Int> = 7 * 60..<22 * 60, caresForFasting: Bool = true, figures: TravelFigures = .usual
    ) {
        self.modes = modes
        self.ownsBike = ownsBike
        self.ownsCar = ownsCar
        self.car = car
        self.hasSharedService = hasSharedService
        self.isEco = isEco
        self.transitHours = transitHours
        self.caresForFasting = caresForFasting
        self.figures = figures
    }
}
