import CivilTime
import Runtime
import Storage
import Weather

/// An hour of a forecast as it is kept, in JSON.
private struct KeptHour: Codable {
    var from: Int64, until: Int64
    var temperature: Double?, apparent: Double?
    var chance: Double?, rain: Double?
    var wind: Double?, gust: Double?
    var kind: String?

    init(_ hour: WeatherHour) {
        from = hour.time.lowerBound.secondsSince1970
        until = hour.time.upperBound.secondsSince1970
        temperature = hour.temperature.map(rounded)
        apparent = hour.apparent.map(rounded)
        chance = hour.rainChance.map(rounded)
        rain = hour.rain.map(rounded)
        wind = hour.wind.map(rounded)
        gust = hour.gust.map(rounded)
        kind = hour.condition?.rawValue
    }

    var hour: WeatherHour? {
        guard from <= until else { return nil }
        return WeatherHour(
            Instant(secondsSince1970: from)..<Instant(secondsSince1970: until), temperature: temperature,
            apparent: apparent, rainChance: chance, rain: rain, wind: wind, gust: gust,
            condition: kind.flatMap { WeatherCondition(rawValue: $0) })
    }
}

/// Returns a value by two decimals, which is shorter as text.
private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

extension NewForecast {
    init(_ forecast: Forecast, modified: String?) throws {
        self.init(
            issuedAt: forecast.issuedAt, modified: modified,
            hours: try JSON.text(forecast.hours.map(KeptHour.init)))
    }
}

extension StoredForecast {
    /// Returns the forecast; nil until the service answered.
    func forecast() throws -> Forecast? {
        guard let fetchedAt, let hours else { return nil }
        return Forecast(
            try JSON.value([KeptHour].self, from: hours).compactMap(\.hour), fetchedAt: fetchedAt, issuedAt: issuedAt)
    }
}
