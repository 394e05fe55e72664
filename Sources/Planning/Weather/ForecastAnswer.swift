import CivilTime
import Storage
import Weather
import WebClient

/// The meaning of an answer of a service of forecasts.
enum ForecastAnswer {
    /// The service is not asked again for the square before a moment.
    case new(NewForecast, next: Instant)
    /// The forecast that is kept still holds.
    case unchanged(next: Instant)
    /// The service is not asked for any square before a moment.
    case rest(until: Instant, reason: String)
    /// The service is asked again in an hour.
    case failed(reason: String)

    /// The longest rest that a service can ask for.
    private static let longestSeconds: Int64 = 86_400

    init(_ response: WebResponse, from service: WeatherService, now: Instant) throws {
        let expires = response.header("Expires").flatMap { Instant(httpDate: $0, now: now) } ?? now
        let next = min(expires, now + .seconds(Self.longestSeconds))
        switch response.status {
        // 203 says that this version of the service ends soon. Its answer still counts.
        case 200, 203:
            let modified = response.header("Last-Modified").flatMap { $0.utf8.count <= 100 ? $0 : nil }
            let forecast: Forecast
            do throws(ForecastError) {
                forecast = try service.forecast(response.body, fetchedAt: now)
            } catch {
                self = .failed(reason: error.rawValue)
                return
            }
            self = .new(try NewForecast(forecast, modified: modified), next: next)
        case 304: self = .unchanged(next: next)
        case 429:
            let seconds = Self.seconds(response.header("Retry-After"), now) ?? 3_600
            self = .rest(until: now + .seconds(min(max(seconds, 60), Self.longestSeconds)), reason: "too many requests")
        case 401, 403:
            self = .rest(until: now + .seconds(6 * 3_600), reason: "the service refused this operator")
        default: self = .failed(reason: "status \(response.status)")
        }
    }

    /// Returns the seconds of a header Retry-After, which is a number or a date.
    private static func seconds(_ text: String?, _ now: Instant) -> Int64? {
        guard let text else { return nil }
        if let number = Int64(text) { return number }
        return Instant(httpDate: text, now: now).map { $0.secondsSince1970 - now.secondsSince1970 }
    }
}
