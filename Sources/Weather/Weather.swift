// Forecasts as values, read from the answers of three services. This module is pure: octets and moments in, values out.
//
// - Weather.swift: the weather of an hour. Condition.swift: its kind, from the codes of each service.
// - Forecast.swift: the hours of a place, their worst on a way, and the age of it all.
// - WeatherCell.swift: the rounded point for which a service is asked.
// - ApparentTemperature.swift: the temperature as a person feels it, for services that do not give it.
// - WeatherService.swift: the services, and the errors of their answers. OpenMeteo.swift, OpenWeather.swift and
//   METNorway.swift: their shapes.

public import CivilTime

/// The weather of an hour, or of the longer step that a service has for days far ahead.
///
/// A value is nil if the service does not give it. Then the rules that need it do not apply.
public struct WeatherHour: Hashable, Sendable {
    public var time: Range<Instant>
    /// Degrees Celsius.
    public var temperature: Double?
    /// The temperature as a person feels it in the shade, in degrees Celsius.
    public var apparent: Double?
    /// The chance of rain in percent, 0 to 100.
    public var rainChance: Double?
    /// The rain or melted snow in millimetres an hour.
    public var rain: Double?
    /// The mean wind and its gusts in kilometres an hour.
    public var wind: Double?, gust: Double?
    public var condition: WeatherCondition?

    public init(
        _ time: Range<Instant>, temperature: Double? = nil, apparent: Double? = nil, rainChance: Double? = nil,
        rain: Double? = nil, wind: Double? = nil, gust: Double? = nil, condition: WeatherCondition? = nil
    ) {
        self.time = time
        self.temperature = temperature
        self.apparent = apparent
        self.rainChance = rainChance
        self.rain = rain
        self.wind = wind
        self.gust = gust
        self.condition = condition
    }
}
