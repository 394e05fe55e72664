import CivilTime

/// The ways to an event side by side, and the one to take.
///
/// The one to take has the least cost of those that are allowed and arrive in time. The cost is the minutes, some for
/// each change, and in eco mode one for some grams of CO₂. So eco mode never makes anybody late, and a way of more
/// cost is taken only if each cheaper one is out or late.
public struct TravelChoice: Hashable, Sendable {
    public struct Option: Hashable, Sendable {
        public let way: TravelWay
        /// From leaving to arriving. It ends some reserve before the start, unless the person can only leave later.
        public let time: TimeSpan
        /// The reasons against the mode; none if it is allowed.
        public let reasons: [ModeReason]
        public let grams: Double
        /// In minutes.
        public let cost: Double
        /// The seconds that are missing for being in time with the reserve; 0 if the way is in time.
        public let missingSeconds: Int
        public let weather: Modes.WeatherState

        public var isAllowed: Bool { reasons.isEmpty }
        public var isInTime: Bool { missingSeconds == 0 }
        /// True if the mode is allowed but for the weather.
        public var isAllowedButForWeather: Bool { reasons.allSatisfy(\.isWeather) }
    }

    /// All options: those to take first, then those that are late, then those that are out.
    public let options: [Option]

    /// The option to take; nil if every mode is out.
    public var best: Option? { options.first.flatMap { $0.isAllowed ? $0 : nil } }

    /// The option to take if the weather is borne; nil if all modes are out for other reasons.
    public var bestInAnyWeather: Option? { best ?? options.first(where: \.isAllowedButForWeather) }

    /// The options that cost less than the one to take. Each is out or late.
    public var passedOver: [Option] {
        guard let best else { return [] }
        return options.filter { $0.cost < best.cost }
    }

    /// The grams of CO₂ that the option to take saves against a car; 0 if it is a car or there is none to compare with.
    public var savedGrams: Double {
        guard let best, let car = options.first(where: { $0.way.mode == .car }) else { return 0 }
        return max(0, car.grams - best.grams)
    }

    /// Compares ways.
    ///
    /// - Parameter ways: the ways of some modes; several of one mode are several options.
    public init(among ways: [TravelWay], to goal: TravelGoal, _ modes: Modes) {
        options = ways.map { Option($0, to: goal, modes) }.sorted(by: Self.isBetter)
    }

    private static func isBetter(_ one: Option, _ other: Option) -> Bool {
        if one.isAllowed != other.isAllowed { return one.isAllowed }
        if one.isAllowedButForWeather != other.isAllowedButForWeather { return one.isAllowedButForWeather }
        if one.missingSeconds != other.missingSeconds { return one.missingSeconds < other.missingSeconds }
        if one.cost != other.cost { return one.cost < other.cost }
        if one.grams != other.grams { return one.grams < other.grams }
        return (one.way.mode, one.way.seconds, one.way.metres) < (other.way.mode, other.way.seconds, other.way.metres)
    }
}

extension TravelChoice.Option {
    init(_ way: TravelWay, to goal: TravelGoal, _ modes: Modes) {
        let figures = modes.wishes.figures
        let margin = goal.extra(after: way, figures) + figures.reserve(forSeconds: way.seconds)
        let latest = goal.start - .seconds(way.seconds + margin)
        // A bus leaves when it leaves; other ways begin as late as they can, but not before the person is free.
        let leaving = way.source == .timetable ? way.departure ?? latest : max(latest, goal.earliest ?? latest)
        self.way = way
        time = leaving..<leaving + .seconds(way.seconds)
        reasons = modes.reasons(against: way, during: time)
        grams = way.grams(figures, car: modes.wishes.car)
        cost = Double(way.seconds) / 60 + Double(way.changes) * figures[.minutesOfChange]
            + (modes.wishes.isEco ? grams / figures[.gramsOfMinute] : 0)
        // A bus that has left before the person is free is missed, however early it arrives.
        let isMissed = goal.earliest.map { $0 > leaving } ?? false
        let late = leaving.secondsSince1970 - latest.secondsSince1970
        missingSeconds = isMissed ? Int(max(late, 0)) + 86_400 : Int(max(late, 0))
        weather = modes.weather(during: time)
    }
}
