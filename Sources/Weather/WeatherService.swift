public import CivilTime
import FoundationEssentials

/// A service that gives forecasts.
public enum WeatherService: String, Hashable, Sendable, CaseIterable {
    case openMeteo = "open-meteo"
    case openWeather = "openweather"
    case metNorway = "met-norway"

    /// Reads an answer.
    ///
    /// - Parameter fetchedAt: the moment at which the answer came.
    public func forecast(_ octets: [UInt8], fetchedAt: Instant) throws(ForecastError) -> Forecast {
        guard octets.count <= Self.maximumOctets else { throw .tooLarge }
        switch self {
        case .openMeteo: return try decoded(OpenMeteoAnswer.self, octets).forecast(fetchedAt)
        case .openWeather: return try decoded(OpenWeatherAnswer.self, octets).forecast(fetchedAt)
        case .metNorway: return try decoded(METNorwayAnswer.self, octets).forecast(fetchedAt)
        }
    }

    /// The size of an answer at most. A whole forecast of MET Norway has 100 kB.
    public static let maximumOctets = 1_000_000
}

/// Says why an answer is no forecast. The cases hold nothing of the answer.
public enum ForecastError: String, Error, Hashable, Sendable, CaseIterable {
    case tooLarge = "the answer is longer than a forecast"
    /// The answer is half a forecast, a page, or something else.
    case notJSON = "the answer is not JSON"
    case refused = "the service refused the request"
    case otherShape = "the answer does not have the keys and types of a forecast"
    /// A unit is unknown, or a temperature is none that weather has in degrees Celsius.
    case otherUnits = "the answer has other units"
    case empty = "the forecast has no hours"
}

private func decoded<Answer: Decodable>(_ type: Answer.Type, _ octets: [UInt8]) throws(ForecastError) -> Answer {
    do {
        return try JSONDecoder().decode(type, from: Data(octets))
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
        throw .notJSON
    } catch {
        throw .otherShape
    }
}

/// Returns a forecast whose values weather can have.
func checked(
    _ hours: [WeatherHour], fetchedAt: Instant, issuedAt: Instant? = nil
) throws(ForecastError) -> Forecast {
    let forecast = Forecast(hours, fetchedAt: fetchedAt, issuedAt: issuedAt)
    guard !forecast.hours.isEmpty else { throw .empty }
    // The coldest and the hottest air that was measured are -89.2 °C and 56.7 °C. Kelvin are above 183.
    let isWeather = forecast.hours.allSatisfy { hour in
        hour.temperature.map { (-95...65).contains($0) } ?? true
            && hour.apparent.map { (-150...110).contains($0) } ?? true
            && hour.rainChance.map { (0...100).contains($0) } ?? true
            && hour.rain.map { (0...500).contains($0) } ?? true
            && [hour.wind, hour.gust].allSatisfy { $0.map { (0...500).contains($0) } ?? true }
    }
    guard isWeather else { throw .otherUnits }
    return forecast
}

/// Returns the time of an hour, or of some; nil if the number is no moment of our centuries.
func span(from seconds: Double, hours: Int) -> Range<Instant>? {
    guard (0...32_503_680_000).contains(seconds) else { return nil }
    let start = Instant(secondsSince1970: Int64(seconds))
    return start..<start + .seconds(hours * 3_600)
}
