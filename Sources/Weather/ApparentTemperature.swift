import Glibc

/// Returns the temperature as a person feels it in the shade, in degrees Celsius.
///
/// - Parameters:
///   - temperature: degrees Celsius.
///   - humidity: the relative humidity in percent.
///   - wind: kilometres an hour, 10 m above the ground.
/// - Note: R. G. Steadman, "Norms of apparent temperature in Australia", Australian Meteorological Magazine 43 (1994),
///   the form without radiation.
public func apparentTemperature(_ temperature: Double, humidity: Double, wind: Double) -> Double {
    let vapour = humidity / 100 * 6.105 * exp(17.27 * temperature / (237.7 + temperature))
    return temperature + 0.33 * vapour - 0.70 * (wind / 3.6) - 4.00
}
