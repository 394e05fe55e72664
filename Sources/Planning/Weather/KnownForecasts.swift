import CivilTime
package import PrayerTimes
import Runtime
import Storage
import Templates
package import Weather

/// The forecasts of some places.
package struct KnownForecasts: Sendable {
    private var forecasts: [WeatherCell: Forecast] = [:]
    /// The name of the service; nil if none is asked for this customer.
    package private(set) var service: String?

    /// Makes knowledge of nothing.
    package init() {}

    /// Returns the forecast of a place; nil if there is none yet.
    package func forecast(at point: Coordinates) -> Forecast? { forecasts[WeatherCell(point)] }
}

extension PlanningHome {
    /// The days for which forecasts are wanted.
    static let forecastDays = 5
    /// The seconds after which a forecast that is still wanted is noted again.
    private static let noteSeconds: Int64 = 3_600

    /// Returns the forecasts that are known for some places. Nothing is sent: what is not known yet, a worker fetches.
    ///
    /// A service of others is asked only if the customer agreed to it.
    func forecasts(at points: [Coordinates]) throws -> KnownForecasts {
        let source = app.config.weather, name = source.kind.rawValue
        guard source.kind != .none, let host = source.host, !points.isEmpty else { return KnownForecasts() }
        guard try source.isHere || consents().contains(where: { $0.service == name && $0.host == host }) else {
            return KnownForecasts()
        }
        let store = try app.store, now = app.now()
        let cells = Array(Set(points.map { ForecastCell(WeatherCell($0)) }))
        let rows = try store.forecasts(of: name, cells)
        let noted = Set(rows.filter { $0.wantedAt > now - .seconds(Self.noteSeconds) }.map(\.cell))
        let wanted = cells.filter { !noted.contains($0) }
        if !wanted.isEmpty {
            try store.transaction {
                try store.want(wanted, of: name, at: host, now: now)
                try app.enqueue(FetchForecasts(), .english)
            }
        }
        return try KnownForecasts(rows, service: name)
    }
}

extension KnownForecasts {
    fileprivate init(_ rows: [StoredForecast], service: String) throws {
        self.service = service
        for row in rows { forecasts[row.cell.cell] = try row.forecast() }
    }
}
