import CivilTime
import Logging
package import Runtime
import Storage
import Templates
import Weather
import WebClient

/// Fetches the forecasts that are due.
///
/// Running twice is harmless: a square is claimed before the service is asked, and is asked once an hour at most.
package struct FetchForecasts: Job {
    package static let kind = "planning.fetch-forecasts"
    package static func usefulSeconds(_ config: Config) -> Int { 3_600 }

    package init() {}

    /// The most squares of one job.
    private static let mostCells = 50
    private static let timeoutSeconds = 10

    package func run(_ context: JobContext, _ app: App) throws {
        let source = app.config.weather
        guard let service = source.kind.service, let host = source.host else { return }
        let client = WebClient(
            timeoutSeconds: Self.timeoutSeconds, limitBytes: WeatherService.maximumOctets, allowsLoopbackHTTP: true,
            caFile: app.config.travelCAFile.isEmpty ? nil : app.config.travelCAFile)
        for _ in 0..<Self.mostCells {
            let now = app.now()
            guard let row = try app.store.claimForecast(of: service.rawValue, at: host, now: now) else { return }
            let answer = try ask(client, service, row, app, now)
            try app.keep(answer, of: service, row.cell, now)
        }
        try app.enqueue(FetchForecasts(), .english)
    }

    private func ask(
        _ client: WebClient, _ service: WeatherService, _ row: StoredForecast, _ app: App, _ now: Instant
    ) throws -> ForecastAnswer {
        let config = app.config
        var headers = [("Accept", "application/json"), ("User-Agent", agent(config))]
        if let modified = row.modified, row.hours != nil { headers.append(("If-Modified-Since", modified)) }
        let response: WebResponse
        do throws(WebClientError) {
            response = try client.send(WebRequest(
                method: "GET", url: config.weather.address + service.target(row.cell.cell, key: config.weatherKey),
                headers: headers))
        } catch {
            return .failed(reason: EngineFailure(error).sentence)
        }
        if response.status == 203 {
            app.log.warning("weather service is being retired", metadata: ["service": "\(service.rawValue)"])
        }
        return try ForecastAnswer(response, from: service, now: now)
    }

    /// Names this program and its operator, as MET Norway asks for.
    private func agent(_ config: Config) -> String {
        ["Jadwal", config.operatorContact].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension App {
    fileprivate func keep(
        _ answer: ForecastAnswer, of service: WeatherService, _ cell: ForecastCell, _ now: Instant
    ) throws {
        let name = service.rawValue
        switch answer {
        case .new(let forecast, let next):
            try store.keep(forecast, of: name, cell, fetchedAt: now, next: next)
        case .unchanged(let next):
            try store.keep(nil, of: name, cell, fetchedAt: now, next: next)
        case .rest(let moment, let reason):
            try store.restForecasts(of: name, until: moment)
            log.notice("weather service rests", metadata: ["service": "\(name)", "reason": "\(reason)"])
        case .failed(let reason):
            log.notice("weather service failed", metadata: ["service": "\(name)", "reason": "\(reason)"])
        }
    }

    /// Enqueues the fetching of forecasts if one is due.
    ///
    /// - Returns: false; there is never more to do at once.
    package func fetchDueForecasts() throws -> Bool {
        let source = config.weather
        guard source.kind != .none, let host = source.host else { return false }
        if try store.hasDueForecast(of: source.kind.rawValue, at: host, now: now()) {
            try enqueue(FetchForecasts(), .english)
        }
        return false
    }
}
