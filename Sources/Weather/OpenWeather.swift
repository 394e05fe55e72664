import CivilTime

/// The answer of OpenWeather's `/data/2.5/forecast` with `units=metric`: steps of three hours.
struct OpenWeatherAnswer: Decodable {
    struct Step: Decodable {
        struct Main: Decodable {
            var temp: Double?
            var feels_like: Double?
            var humidity: Double?
        }

        struct Kind: Decodable {
            var id: Int
        }

        struct Wind: Decodable {
            var speed: Double?
            var gust: Double?
        }

        struct Amount: Decodable {
            var threeHours: Double?

            enum CodingKeys: String, CodingKey {
                case threeHours = "3h"
            }
        }

        var dt: Double
        var main: Main
        var weather: [Kind]?
        var wind: Wind?
        var pop: Double?
        var rain: Amount?
        var snow: Amount?
    }

    /// A status, as text when all is well and as a number in refusals.
    enum Status: Decodable {
        case text(String), number(Double)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                self = .text(try container.decode(String.self))
            } catch {
                self = .number(try container.decode(Double.self))
            }
        }

        var isWell: Bool {
            switch self {
            case .text(let text): text == "200"
            case .number(let number): number == 200
            }
        }
    }

    var cod: Status?
    var list: [Step]?

    func forecast(_ fetchedAt: Instant) throws(ForecastError) -> Forecast {
        if let cod, !cod.isWell { throw .refused }
        guard let list else { throw .otherShape }
        var hours: [WeatherHour] = []
        for step in list {
            guard let time = span(from: step.dt - 3 * 3_600, hours: 3) else { throw .otherShape }
            hours.append(hour(step, time))
        }
        return try checked(hours, fetchedAt: fetchedAt)
    }

    /// Returns the three hours that end at the time of a step: its amounts are those of the hours before. A step without
    /// rain or snow is dry.
    private func hour(_ step: Step, _ time: Range<Instant>) -> WeatherHour {
        var hour = WeatherHour(time, temperature: step.main.temp, apparent: step.main.feels_like)
        hour.rainChance = step.pop.map { $0 * 100 }
        hour.rain = ((step.rain?.threeHours ?? 0) + (step.snow?.threeHours ?? 0)) / 3
        hour.wind = step.wind?.speed.map { $0 * 3.6 }
        hour.gust = step.wind?.gust.map { $0 * 3.6 }
        hour.condition = step.weather?.compactMap { WeatherCondition(openWeather: $0.id) }.max()
        if hour.apparent == nil, let degrees = hour.temperature, let humidity = step.main.humidity {
            hour.apparent = apparentTemperature(degrees, humidity: humidity, wind: hour.wind ?? 0)
        }
        return hour
    }
}
