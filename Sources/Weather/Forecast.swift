public import CivilTime

/// The weather of the next days at a place.
public struct Forecast: Hashable, Sendable {
    /// The hours in order. They do not overlap.
    public let hours: [WeatherHour]
    /// The moment at which the service sent the forecast or said that it is unchanged.
    public var fetchedAt: Instant
    /// The moment at which the service made it; nil if it does not say.
    public let issuedAt: Instant?

    /// Makes a forecast. Hours without length are dropped, and so is each that begins before the one before it ended.
    public init(_ hours: [WeatherHour], fetchedAt: Instant, issuedAt: Instant? = nil) {
        var kept: [WeatherHour] = []
        for hour in hours.sorted(by: { $0.time.lowerBound < $1.time.lowerBound }) where !hour.time.isEmpty {
            if kept.last.map({ $0.time.upperBound <= hour.time.lowerBound }) ?? true { kept.append(hour) }
        }
        self.hours = kept
        self.fetchedAt = fetchedAt
        self.issuedAt = issuedAt
    }

    /// Returns the time since the forecast was fetched; zero if the clock was put back since then.
    public func age(at now: Instant) -> Duration { max(.zero, now - fetchedAt) }

    /// Returns true if rules may use the forecast.
    ///
    /// It was fetched within the limit. The service made it at most 12 hours before that: services compute a forecast
    /// every six hours, which takes some hours too. So an answer of three days ago is refused, however new its copy is.
    public func isCurrent(at now: Instant, within limit: Duration = .seconds(6 * 3_600)) -> Bool {
        age(at: now) <= limit && issuedAt.map { now - $0 <= limit + .seconds(12 * 3_600) } ?? true
    }

    /// Returns the hours that a time touches. A moment without length has the hour that contains it.
    public func hours(during time: Range<Instant>) -> ArraySlice<WeatherHour> {
        let first = firstIndex { $0.time.upperBound > time.lowerBound }
        let end = time.isEmpty
            ? firstIndex { $0.time.lowerBound > time.lowerBound } : firstIndex { $0.time.lowerBound >= time.upperBound }
        return hours[min(first, end)..<end]
    }

    /// Returns the worst of each value during a time; nil unless the forecast knows the whole of it.
    public func worst(during time: Range<Instant>) -> WorstWeather? {
        let hours = hours(during: time)
        guard let first = hours.first, let last = hours.last, first.time.lowerBound <= time.lowerBound,
              last.time.upperBound >= time.upperBound,
              zip(hours, hours.dropFirst()).allSatisfy({ $0.time.upperBound == $1.time.lowerBound })
        else { return nil }
        return WorstWeather(hours)
    }

    /// Returns the index of the first hour with a property that all later ones have too.
    private func firstIndex(where isLate: (WeatherHour) -> Bool) -> Int {
        var low = 0, high = hours.count
        while low < high {
            let middle = (low + high) / 2
            if isLate(hours[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The worst of each value in some hours; nil if no hour has it.
public struct WorstWeather: Hashable, Sendable {
    /// The highest and the lowest temperature as a person feels it, in degrees Celsius.
    public var hottest: Double?, coldest: Double?
    public var rainChance: Double?
    public var rain: Double?
    /// The strongest gust; the strongest wind in hours without gusts.
    public var gust: Double?
    public var condition: WeatherCondition?

    public init(_ hours: some Sequence<WeatherHour>) {
        for hour in hours {
            if let felt = hour.apparent ?? hour.temperature {
                hottest = max(hottest ?? felt, felt)
                coldest = min(coldest ?? felt, felt)
            }
            rainChance = larger(rainChance, hour.rainChance)
            rain = larger(rain, hour.rain)
            gust = larger(gust, hour.gust ?? hour.wind)
            condition = larger(condition, hour.condition)
        }
    }
}

/// Returns the larger of two values; the one that exists if the other is nil.
private func larger<Value: Comparable>(_ one: Value?, _ other: Value?) -> Value? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
}
