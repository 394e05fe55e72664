import CivilTime
import Planning
import PrayerTimes
import Runtime
import Scheduling
import Text
import Weather

/// The weather at a place during a time, in words.
struct WeatherLine {
    /// `31 °C · rain 40 % · gusts 45 km/h`, or the sentence that the forecast is too old.
    let words: String
    /// `Forecast: MET Norway`
    let source: String

    /// - Returns: nil without a forecast, and if it does not reach to that time.
    init?(
        _ known: KnownForecasts, at point: Coordinates, during time: Range<Instant>, now: Instant, _ format: Formatter
    ) {
        guard let service = known.service, let forecast = known.forecast(at: point) else { return nil }
        source = format.text("weather.source", ["service": format.text("travel-service.\(service)")])
        guard forecast.isCurrent(at: now) else {
            words = format.text("weather.old")
            return
        }
        guard let worst = forecast.worst(during: time) else { return nil }
        words = format.weather(worst)
        if words.isEmpty { return nil }
    }
}

extension WeatherLine {
    /// Makes the line of Today: `At 15:00: 31 °C`; nil if no way is to come, or without a forecast for its end.
    init?(
        _ known: KnownForecasts, toNextOf legs: [WayLeg], now: Instant, _ zone: TimeZoneRules, _ format: Formatter
    ) {
        let next = legs.filter { $0.goal.start > now }.min { $0.goal.start < $1.goal.start }
        guard let next, let line = WeatherLine(
            known, at: next.to, during: next.goal.start..<next.goal.start, now: now, format)
        else { return nil }
        words = format.text("weather.at", ["time": format.time(next.goal.start, zone), "weather": line.words])
        source = line.source
    }
}

extension Formatter {
    /// Returns the weather of a time: its hottest and its wettest, and gusts that are felt.
    func weather(_ worst: WorstWeather) -> String {
        var parts: [String] = []
        if let condition = worst.condition, condition != .clear, condition != .cloudy {
            parts.append(text("weather.kind.\(condition.rawValue)"))
        }
        if let hottest = worst.hottest { parts.append(text("weather.felt", ["n": number(Int(hottest.rounded()))])) }
        if let chance = worst.rainChance, chance >= 10 {
            parts.append(text("weather.rain", ["n": number(Int(chance.rounded()))]))
        }
        if let gust = worst.gust, gust >= 40 {
            parts.append(text("weather.gust", ["n": number(Int(gust.rounded()))]))
        }
        return parts.joined(separator: " · ")
    }
}
