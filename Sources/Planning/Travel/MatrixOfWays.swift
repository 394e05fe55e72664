package import CivilTime
package import PrayerTimes
package import Routing
import Runtime
import Storage

extension WayFinder {
    /// Returns the minutes between all of some places.
    ///
    /// - Parameter departure: the moment around which the ways are.
    package func matrix(_ places: [Coordinates], by mode: RouteMode, departure: Instant) throws -> TravelMatrix {
        let points = places.map(TravelPoint.init)
        var unique: [TravelPoint] = []
        for point in points where !unique.contains(point) { unique.append(point) }
        let (cells, reason) = try cellsOfEngine(unique, mode, departure)
        var matrix = TravelMatrix(minutes: [], origins: [])
        for (from, start) in places.enumerated() {
            var minutes: [Int] = [], origins: [TravelOrigin] = []
            for (to, end) in places.enumerated() {
                if let cell = cells[Pair(points[from], points[to])], let seconds = cell.seconds {
                    minutes.append((seconds + 59) / 60)
                    origins.append(.engine(cell.kind))
                } else {
                    minutes.append(from == to ? 0 : mode.estimatedMinutes(from: start, to: end))
                    origins.append(.estimate(points[from] == points[to] ? .distance : reason))
                }
            }
            matrix.minutes.append(minutes)
            matrix.origins.append(origins)
        }
        return matrix
    }

    fileprivate struct Pair: Hashable {
        let from: TravelPoint
        let to: TravelPoint

        init(_ from: TravelPoint, _ to: TravelPoint) {
            self.from = from
            self.to = to
        }
    }

    fileprivate struct Cell {
        /// nil if the engine knows no way that can be true.
        let seconds: Int?
        let kind: TravelSource.Kind
    }

    /// Returns the ways of the engine between different places, kept or new, and the reason why others are estimates.
    private func cellsOfEngine(
        _ points: [TravelPoint], _ mode: RouteMode, _ departure: Instant
    ) throws -> (cells: [Pair: Cell], reason: EstimateReason) {
        guard let engine = ConfiguredEngine(mode, app.config) else { return ([:], .notConfigured) }
        guard isAllowed(engine) else { return ([:], .notAllowed) }
        let places = points.compactMap(\.place)
        guard places.count == points.count, isWorthAsking(places, mode) else { return ([:], .distance) }
        guard engine.engine.mostPlaces != nil else { return ([:], .noMatrix) }
        let key = key(engine, .matrix, at: departure), pairs = self.pairs(of: points)
        var answers = try app.store.travelAnswers(key, pairs), reason = EstimateReason.noWay
        if answers.count < pairs.count {
            let question = MatrixQuestion(
                places: places, mode: mode, departure: departure < app.now() ? nil : departure)
            let client = client(of: engine)
            let answer = try ask(engine, prepare: { () throws(EngineFailure) in try client.request(question) }) {
                request throws(EngineFailure) in try client.matrix(question, by: request)
            }
            switch answer {
            // Kept answers are still good.
            case .failure(let estimate): reason = estimate.reason
            case .success(let matrix):
                answers = self.answers(in: matrix, points, places, mode)
                try app.store.keep(answers, key)
            }
        }
        let cells = answers.map { (Pair($0.from, $0.to), Cell(seconds: $0.seconds, kind: engine.source.kind)) }
        return (Dictionary(cells) { first, _ in first }, reason)
    }

    /// Returns true if there is a way to ask for, and none that is too far.
    private func isWorthAsking(_ places: [Coordinates], _ mode: RouteMode) -> Bool {
        guard places.count > 1 else { return false }
        for (index, place) in places.enumerated() {
            for other in places[(index + 1)...] where !mode.isWorthAsking(from: place, to: other) { return false }
        }
        return true
    }

    private func pairs(of points: [TravelPoint]) -> [(from: TravelPoint, to: TravelPoint)] {
        points.flatMap { from in points.filter { $0 != from }.map { (from: from, to: $0) } }
    }

    /// Returns the answers to keep. A time that cannot be true counts as no way.
    private func answers(
        in matrix: RouteMatrix, _ points: [TravelPoint], _ places: [Coordinates], _ mode: RouteMode
    ) -> [TravelAnswer] {
        var answers: [TravelAnswer] = []
        for from in points.indices {
            for to in points.indices where to != from {
                var seconds = matrix.seconds[from][to].map { $0 + mode.secondsBesides }
                let estimate = mode.estimatedMinutes(from: places[from], to: places[to]) * 60
                if let found = seconds, !Plausibility.allows(seconds: found, estimate: estimate) { seconds = nil }
                answers.append(TravelAnswer(
                    from: points[from], to: points[to], seconds: seconds, metres: matrix.metres[from][to] ?? 0))
            }
        }
        return answers
    }
}
