import CivilTime

/// The answer of Open-Meteo's `/v1/forecast`: a list for each value, beside the list of the times.
struct OpenMeteoAnswer: Decodable {
    struct Hourly: Decodable {
        var time: [Moment]
        var temperature_2m: [Double?]?
        var apparent_temperature: [Double?]?
        var relative_humidity_2m: [Double?]?
        var precipitation_probability: [Double?]?
        var precipitation: [Double?]?
        var wind_speed_10m: [Double?]?
        var wind_gusts_10m: [Double?]?
        var weather_code: [Double?]?
    }

    var hourly: Hourly?
    var hourly_units: [String: String]?
    var utc_offset_seconds: Double?
    var error: Bool?

    func forecast(_ fetchedAt: Instant) throws(ForecastError) -> Forecast {
        if error == true { throw .refused }
        guard let hourly else { throw .otherShape }
        let lists = [
            hourly.temperature_2m, hourly.apparent_temperature, hourly.relative_humidity_2m,
            hourly.precipitation_probability, hourly.precipitation, hourly.wind_speed_10m, hourly.wind_gusts_10m,
            hourly.weather_code,
        ]
        guard lists.allSatisfy({ $0.map { $0.count == hourly.time.count } ?? true }) else { throw .otherShape }
        let units = try OpenMeteoUnits(hourly_units ?? [:])
        var hours: [WeatherHour] = []
        for (index, moment) in hourly.time.enumerated() {
            guard let seconds = moment.seconds(offset: utc_offset_seconds ?? 0),
                  let time = span(from: seconds, hours: 1)
            else { throw .otherShape }
            hours.append(hour(index, time, hourly, units))
        }
        return try checked(hours, fetchedAt: fetchedAt)
    }

    /// Returns an hour. Rain, its chance and the gusts stand at the end of their hour, all else at its start.
    private func hour(_ index: Int, _ time: Range<Instant>, _ lists: Hourly, _ units: OpenMeteoUnits) -> WeatherHour {
        func value(_ list: [Double?]?) -> Double? { list?[index] }
        func next(_ list: [Double?]?) -> Double? { list.flatMap { index + 1 < $0.count ? $0[index + 1] : nil } }
        var hour = WeatherHour(time)
        hour.temperature = units.temperature(value(lists.temperature_2m), "temperature_2m")
        hour.wind = units.speed(value(lists.wind_speed_10m), "wind_speed_10m")
        hour.gust = units.speed(next(lists.wind_gusts_10m), "wind_gusts_10m")
        hour.rainChance = next(lists.precipitation_probability)
        hour.rain = units.depth(next(lists.precipitation), "precipitation")
        hour.condition = value(lists.weather_code).flatMap { Int(exactly: $0) }.flatMap(WeatherCondition.init(wmo:))
        hour.apparent = units.temperature(value(lists.apparent_temperature), "apparent_temperature")
        if hour.apparent == nil, let degrees = hour.temperature, let humidity = value(lists.relative_humidity_2m) {
            hour.apparent = apparentTemperature(degrees, humidity: humidity, wind: hour.wind ?? 0)
        }
        return hour
    }
}

/// A time: seconds since 1970, or the clock of the place without its offset.
enum Moment: Decodable {
    case unix(Double)
    case local(LocalDateTime)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Double.self) {
            self = .unix(seconds)
            return
        }
        let text = try container.decode(String.self), clock = text.dropFirst(11).split(separator: ":")
        guard text.utf8.count == 16, clock.count == 2, let hour = Int(clock[0]), let minute = Int(clock[1]),
              let date = LocalDate(iso8601: text.prefix(10)),
              let local = LocalDateTime(date: date, hour: hour, minute: minute)
        else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time") }
        self = .local(local)
    }

    /// Returns the seconds since 1970.
    ///
    /// - Parameter offset: the seconds by which the clock of the place is ahead of UTC.
    func seconds(offset: Double) -> Double? {
        switch self {
        case .unix(let seconds): seconds
        case .local(let local):
            (-95_000...95_000).contains(offset)
                ? Double(local.date.daysSince1970 * 86_400 + local.minuteOfDay * 60) - offset : nil
        }
    }
}

/// The units of an answer. A request may ask for others than the usual ones.
private struct OpenMeteoUnits {
    private var factors: [String: Double] = [:]
    private var isFahrenheit: Set<String> = []

    init(_ units: [String: String]) throws(ForecastError) {
        for (key, unit) in units {
            switch unit {
            case "°C", "km/h", "mm", "%", "wmo code", "unixtime", "iso8601", "": continue
            case "°F": isFahrenheit.insert(key)
            case "m/s": factors[key] = 3.6
            case "mp/h", "mph": factors[key] = 1.609344
            case "kn": factors[key] = 1.852
            case "inch": factors[key] = 25.4
            default: throw .otherUnits
            }
        }
    }

    func temperature(_ value: Double?, _ key: String) -> Double? {
        value.map { isFahrenheit.contains(key) ? ($0 - 32) / 1.8 : $0 }
    }

    func speed(_ value: Double?, _ key: String) -> Double? { value.map { $0 * (factors[key] ?? 1) } }

    func depth(_ value: Double?, _ key: String) -> Double? { value.map { $0 * (factors[key] ?? 1) } }
}
