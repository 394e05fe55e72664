package import CivilTime
import Logging
package import PrayerTimes
package import Routing
package import Runtime
import Scheduling
import Storage
import System

/// Finds ways between places for one customer. Use it on one thread only.
///
/// It asks the engine of the settings at most once a day for each pair of places, way of travelling and hour.
/// Places are rounded to 100 m before anything is sent or kept. If the engine does not help, the estimate counts,
/// marked as one. Do not call it in a transaction: an engine may take seconds.
package final class WayFinder {
    let app: App
    private let zone: TimeZoneRules
    private let workingDays: Set<Weekday>
    private let consents: Set<TravelSource.Kind>
    private let clock: () -> Int
    private var clients: [RouteMode: EngineClient] = [:]

    /// - Parameters:
    ///   - consents: the services of others that the customer agreed to. Engines on this machine need no consent.
    ///   - clock: the seconds of a clock that never goes back, from any moment.
    package init(
        _ app: App, zone: TimeZoneRules, workingDays: Set<Weekday>, consents: Set<TravelSource.Kind>,
        clock: @escaping () -> Int = { Int(Monotonic.nanoseconds() / 1_000_000_000) }
    ) {
        self.app = app
        self.zone = zone
        self.workingDays = workingDays
        self.consents = consents
        self.clock = clock
    }

    /// Returns the ways by which one is at a place in time, for each way of travelling in its order.
    ///
    /// A way of travelling has several ways if a timetable gives them.
    package func ways(
        from: Coordinates, to: Coordinates, arriveBy: Instant, modes: [RouteMode]
    ) throws -> [TravelWay] {
        var ways: [TravelWay] = []
        for mode in modes {
            switch try found(from, to, mode, arriveBy) {
            case .success(let (routes, kind)):
                ways += routes.map { way(of: $0, mode, arriveBy, .engine(kind)) }
            case .failure(let estimate):
                ways.append(way(of: FoundRoute(
                    seconds: mode.estimatedMinutes(from: from, to: to) * 60,
                    metres: mode.estimatedMetres(from: from, to: to)), mode, arriveBy, .estimate(estimate.reason)))
            }
        }
        return ways
    }

    /// The decision for the estimate.
    struct Estimate: Error {
        let reason: EstimateReason
    }

    private func way(
        of route: FoundRoute, _ mode: RouteMode, _ arriveBy: Instant, _ origin: TravelOrigin
    ) -> TravelWay {
        let minutes = (route.seconds + 59) / 60, arrives = route.arrives ?? arriveBy
        return TravelWay(
            mode: mode, minutes: minutes, metres: route.metres,
            leaves: route.departs ?? arrives - .seconds(minutes * 60), arrives: arrives, origin: origin,
            line: route.line, legs: route.legs)
    }

    /// Returns the ways of an engine, kept or new.
    private func found(
        _ from: Coordinates, _ to: Coordinates, _ mode: RouteMode, _ arriveBy: Instant
    ) throws -> Result<([FoundRoute], TravelSource.Kind), Estimate> {
        let points = (from: TravelPoint(from), to: TravelPoint(to))
        guard let engine = ConfiguredEngine(mode, app.config) else { return .failure(Estimate(reason: .notConfigured)) }
        guard isAllowed(engine) else { return .failure(Estimate(reason: .notAllowed)) }
        guard let start = points.from.place, let end = points.to.place, mode.isWorthAsking(from: start, to: end) else {
            return .failure(Estimate(reason: .distance))
        }
        let isPast = arriveBy < app.now()
        if isPast, mode == .transit { return .failure(Estimate(reason: .past)) }
        let question = RouteQuestion(
            from: start, to: end, mode: mode, moment: isPast ? .any : .arrive(arriveBy),
            estimateSeconds: mode.estimatedMinutes(from: start, to: end) * 60)
        let key = key(engine, .way, at: arriveBy)
        if let kept = try app.store.travelAnswers(key, [points]).first {
            let routes = try kept.routes()
            return routes.isEmpty ? .failure(Estimate(reason: .noWay)) : .success((routes, engine.source.kind))
        }
        let client = client(of: engine)
        let answer = try ask(engine, prepare: { () throws(EngineFailure) in try client.request(question) }) {
            request throws(EngineFailure) in try client.routes(question, by: request)
        }
        try keep(answer, points, key)
        return answer.map { ($0, engine.source.kind) }
    }

    /// Keeps an answer: also the one that there is no way, so that the engine is not asked again by every page.
    private func keep(
        _ answer: Result<[FoundRoute], Estimate>, _ points: (from: TravelPoint, to: TravelPoint), _ key: TravelKey
    ) throws {
        switch answer {
        case .success(let routes):
            try app.store.keep([TravelAnswer(from: points.from, to: points.to, routes)], key)
        case .failure(let estimate):
            guard case .failed(let failure) = estimate.reason, failure.isAboutPlaces else { return }
            try app.store.keep([TravelAnswer(from: points.from, to: points.to, [])], key)
        }
    }
}

// Used by matrices, too.
extension WayFinder {
    func isAllowed(_ engine: ConfiguredEngine) -> Bool {
        engine.source.isHere || consents.contains(engine.source.kind)
    }

    func client(of engine: ConfiguredEngine) -> EngineClient {
        if let client = clients[engine.mode] { return client }
        let client = EngineClient(engine)
        clients[engine.mode] = client
        return client
    }

    /// Returns what answers are kept by. A timetable is asked for a minute, the other engines for an hour of a kind of
    /// day.
    func key(_ engine: ConfiguredEngine, _ form: TravelKey.Form, at moment: Instant) -> TravelKey {
        let local = zone.local(moment), mode = engine.mode
        return TravelKey(
            engine: engine.source.kind.rawValue, mode: mode.rawValue, form: form,
            isWorkingDay: !mode.dependsOnHour || workingDays.contains(local.date.weekday),
            hour: mode.dependsOnHour ? local.hour : 0,
            moment: mode == .transit ? Int(moment.secondsSince1970 / 60) : 0)
    }

    /// Asks an engine, if its gate and the budget allow it.
    func ask<Answer>(
        _ engine: ConfiguredEngine, prepare: () throws(EngineFailure) -> EngineRequest,
        _ send: (EngineRequest) throws(EngineFailure) -> Answer
    ) throws -> Result<Answer, Estimate> {
        let request: EngineRequest
        let gate = EngineGate.of(engine)
        do throws(EngineFailure) {
            request = try prepare()
            try gate.begin(now: clock())
        } catch {
            return .failure(Estimate(reason: .failed(error)))
        }
        guard try app.takeTravelBudget(engine, request) else { return .failure(Estimate(reason: .budgetUsedUp)) }
        do throws(EngineFailure) {
            let answer = try send(request)
            _ = gate.finish(nil, now: clock())
            return .success(answer)
        } catch {
            let isClosed = gate.finish(error, now: clock())
            app.log.notice("travel engine failed", metadata: [
                "engine": "\(engine.source.kind.rawValue)", "mode": "\(engine.mode.rawValue)",
                "reason": "\(error.sentence)", "paused": "\(isClosed)",
            ])
            return .failure(Estimate(reason: .failed(error)))
        }
    }
}
