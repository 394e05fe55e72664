import Runtime
import Storage
import Weather

// Weather: the forecasts by which modes are out.
//
// - Weather.swift: the service of the settings. KeptForecast.swift: a forecast as it is kept.
// - KnownForecasts.swift: what pages and alerts know. They never wait for the service.
// - FetchForecasts.swift: the job that asks the service. ForecastAnswer.swift: what an answer means.

extension WeatherSource.Kind {
    /// The service as the module of forecasts knows it; nil for none.
    var service: WeatherService? {
        switch self {
        case .none: nil
        case .openMeteo: .openMeteo
        case .openWeather: .openWeather
        case .metNorway: .metNorway
        }
    }
}

extension ForecastCell {
    init(_ cell: WeatherCell) { self.init(latitude: cell.latitude, longitude: cell.longitude) }

    var cell: WeatherCell { WeatherCell(latitude: latitude, longitude: longitude) }
}
