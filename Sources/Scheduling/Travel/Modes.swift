public import CivilTime
public import Weather

/// The modes that are out for a way, each with all of its reasons.
public struct Modes: Sendable {
    /// The rules of a place and of its days.
    public struct Day: Sendable {
        public var zone: TimeZoneRules
        /// The days without public transport.
        public var strikes: Set<LocalDate>
        /// The times of fasting, from dawn to sunset.
        public var fasts: [TimeSpan]
        /// True where nobody works in the sun of a summer noon, as in Saudi Arabia.
        public var hasNoonRule: Bool

        public init(
            in zone: TimeZoneRules, strikes: Set<LocalDate> = [], fasts: [TimeSpan] = [], hasNoonRule: Bool = false
        ) {
            self.zone = zone
            self.strikes = strikes
            self.fasts = fasts
            self.hasNoonRule = hasNoonRule
        }
    }

    /// Says if the rules about weather apply.
    public enum WeatherState: Hashable, Sendable {
        case known(WorstWeather)
        /// There is no forecast, or it does not reach to the time of the way.
        case missing
        case tooOld
    }

    public var wishes: TravelWishes
    /// The modes that the event allows.
    public var allowed: Set<TravelMode>
    public var day: Day
    public var forecast: Forecast?
    public var now: Instant

    public init(
        _ wishes: TravelWishes, allowed: Set<TravelMode> = Set(TravelMode.allCases), on day: Day,
        forecast: Forecast? = nil, now: Instant
    ) {
        self.wishes = wishes
        self.allowed = allowed
        self.day = day
        self.forecast = forecast
        self.now = now
    }

    /// Returns the reasons against a way; none if it may be taken.
    public func reasons(against way: TravelWay, during time: TimeSpan) -> [ModeReason] {
        var weather: WorstWeather?
        if case .known(let worst) = self.weather(during: time) { weather = worst }
        let question = ModeQuestion(
            way: way, modes: self, leaving: day.zone.local(time.lowerBound), arriving: day.zone.local(time.upperBound),
            weather: weather, isFasting: wishes.caresForFasting && day.fasts.contains { $0.overlaps(time) })
        return ModeRule.table.compactMap { $0.modes.contains(way.mode) ? $0.reason(question) : nil }
    }

    /// Returns the weather on a way.
    public func weather(during time: TimeSpan) -> WeatherState {
        guard let forecast else { return .missing }
        let limit = Duration.seconds(Int(wishes.figures[.forecastAge] * 3_600))
        guard forecast.isCurrent(at: now, within: limit) else { return .tooOld }
        return forecast.worst(during: time).map(WeatherState.known) ?? .missing
    }
}
