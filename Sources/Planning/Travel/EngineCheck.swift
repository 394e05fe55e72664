package import CivilTime
import PrayerTimes
import Routing
package import Runtime

/// A question to an engine for `jadwal doctor` and `jadwal travel check`. No budget counts it, and nothing is kept.
package struct EngineCheck {
    private let engine: ConfiguredEngine

    /// The way of travelling and the engine, as a line of a report names them.
    package var name: String { "ways (\(engine.mode.rawValue), \(engine.source.kind.rawValue))" }

    /// Returns the checks of all engines of the settings.
    package static func all(_ config: Config) -> [EngineCheck] {
        RouteMode.allCases.compactMap { mode in ConfiguredEngine(mode, config).map { EngineCheck(engine: $0) } }
    }

    /// Asks the engine once for a way between the two places of the settings.
    ///
    /// - Parameter now: the present moment. A timetable is asked for the time in two hours.
    /// - Returns: the length and the minutes of the way, as words.
    package func ask(_ config: Config, now: Instant) throws(EngineFailure) -> String {
        let places = try places(config)
        let question = RouteQuestion(
            from: places.from, to: places.to, mode: engine.mode, moment: .arrive(now + .seconds(7_200)),
            estimateSeconds: try estimate(config) * 60)
        let client = EngineClient(engine)
        guard let best = try client.routes(question, by: try client.request(question)).first else {
            throw .refused(.noRoute)
        }
        return "\(best.metres) m in \((best.seconds + 59) / 60) min"
    }

    /// Asks the engine once for a matrix of the two places.
    ///
    /// - Returns: the minutes there, as words; "none" for an engine that makes no matrices.
    package func askForMatrix(_ config: Config, now: Instant) throws(EngineFailure) -> String {
        guard engine.engine.mostPlaces != nil else { return "none" }
        let places = try places(config)
        let question = MatrixQuestion(
            places: [places.from, places.to], mode: engine.mode, departure: now + .seconds(7_200))
        let client = EngineClient(engine)
        let matrix = try client.matrix(question, by: try client.request(question))
        guard let seconds = matrix.seconds[0][1] else { throw .refused(.noRoute) }
        return "\((seconds + engine.mode.secondsBesides + 59) / 60) min"
    }

    /// Returns the estimated minutes of the way.
    package func estimate(_ config: Config) throws(EngineFailure) -> Int {
        let places = try places(config)
        return engine.mode.estimatedMinutes(from: places.from, to: places.to)
    }

    /// Returns the two places of the settings.
    private func places(_ config: Config) throws(EngineFailure) -> (from: Coordinates, to: Coordinates) {
        let numbers = config.travelCheck.split { " ,".contains($0) }.compactMap { Double(String($0)) }
        guard numbers.count == 4, let from = Coordinates(latitude: numbers[0], longitude: numbers[1]),
            let to = Coordinates(latitude: numbers[2], longitude: numbers[3])
        else { throw .refused(.pointNotFound(index: nil)) }
        return (from, to)
    }
}
