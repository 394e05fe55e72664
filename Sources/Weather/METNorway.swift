import CivilTime

/// The answer of MET Norway's Locationforecast 2.0, `complete` or `compact`: hours for two or three days, then steps of
/// six hours.
struct METNorwayAnswer: Decodable {
    struct Properties: Decodable {
        var meta: Meta?
        var timeseries: [Step]
    }

    struct Meta: Decodable {
        var updated_at: String?
        var units: [String: String]?
    }

    struct Step: Decodable {
        var time: String
        var data: Values
    }

    struct Values: Decodable {
        var instant: Details
        var next_1_hours: Period?
        var next_6_hours: Period?
    }

    struct Details: Decodable {
        var details: [String: Double?]?
    }

    struct Period: Decodable {
        struct Summary: Decodable {
            var symbol_code: String?
        }

        var summary: Summary?
        var details: [String: Double?]?
    }

    var properties: Properties

    func forecast(_ fetchedAt: Instant) throws(ForecastError) -> Forecast {
        for (key, unit) in properties.meta?.units ?? [:] where Self.units[key].map({ $0 != unit }) ?? false {
            throw .otherUnits
        }
        var hours: [WeatherHour] = []
        for step in properties.timeseries {
            guard let start = instant(step.time) else { throw .otherShape }
            // The last step has no period.
            guard let period = step.data.next_1_hours ?? step.data.next_6_hours else { continue }
            let length = step.data.next_1_hours == nil ? 6 : 1
            hours.append(hour(step.data, period, start..<start + .seconds(length * 3_600), length))
        }
        // A clock that is ahead must not make a forecast newer than its answer.
        let issued = properties.meta?.updated_at.flatMap(instant).map { min($0, fetchedAt) }
        return try checked(hours, fetchedAt: fetchedAt, issuedAt: issued)
    }

    private func hour(_ values: Values, _ period: Period, _ time: Range<Instant>, _ length: Int) -> WeatherHour {
        func detail(_ name: String) -> Double? { values.instant.details?[name] ?? nil }
        func amount(_ name: String) -> Double? { period.details?[name] ?? nil }
        var hour = WeatherHour(time, temperature: detail("air_temperature"))
        hour.wind = detail("wind_speed").map { $0 * 3.6 }
        hour.gust = detail("wind_speed_of_gust").map { $0 * 3.6 }
        hour.rain = amount("precipitation_amount").map { $0 / Double(length) }
        hour.rainChance = amount("probability_of_precipitation")
        hour.condition = period.summary?.symbol_code.flatMap(WeatherCondition.init(met:))
        if let degrees = hour.temperature, let humidity = detail("relative_humidity") {
            hour.apparent = apparentTemperature(degrees, humidity: humidity, wind: hour.wind ?? 0)
        }
        return hour
    }

    private static let units = [
        "air_temperature": "celsius", "precipitation_amount": "mm", "probability_of_precipitation": "%",
        "relative_humidity": "%", "wind_speed": "m/s", "wind_speed_of_gust": "m/s",
    ]
}

/// Reads a moment in UTC, such as `2026-11-27T08:00:00Z`; nil for anything else.
private func instant(_ text: String) -> Instant? {
    let clock = text.dropFirst(11).dropLast().split(separator: ":").compactMap { Int($0) }
    guard text.utf8.count == 20, text.hasSuffix("Z"), clock.count == 3, let date = LocalDate(iso8601: text.prefix(10)),
          let local = LocalDateTime(date: date, hour: clock[0], minute: clock[1], second: clock[2])
    else { return nil }
    return TimeZoneRules.utc.instant(of: local)
}
