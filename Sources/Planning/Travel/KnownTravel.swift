import CivilTime
package import PrayerTimes
import Routing
import Runtime
package import Scheduling
import Storage
import Templates

/// A way that a page, an alert or a plan wants to know: its ends, and when one must be there.
package struct WayLeg: Hashable, Sendable {
    package let from: Coordinates, to: Coordinates
    package let goal: TravelGoal
    /// The minutes that the customer or Apple's programs set. They win over each engine and the estimate.
    package let typedMinutes: Int?

    package init(from: Coordinates, to: Coordinates, goal: TravelGoal, typedMinutes: Int? = nil) {
        self.from = from
        self.to = to
        self.goal = goal
        self.typedMinutes = typedMinutes
    }
}

/// The ways that engines have answered, and the weather, for some legs.
///
/// It is read in one piece, so that a page with many legs asks the database once. What no engine has answered yet is
/// an estimate, and a worker asks.
package struct KnownTravel: Sendable {
    /// The ways of engines. A mode without one is estimated.
    private var found: [WayLeg: [TravelMode: [Scheduling.TravelWay]]] = [:]
    /// The weather at the ends of the legs.
    package fileprivate(set) var weather = KnownForecasts()
    /// True if a worker is about to ask for one of the legs.
    package private(set) var isWaiting = false

    /// Makes knowledge of nothing: all ways are estimates.
    package init() {}

    /// Returns the ways of a leg by some modes, each by its engine or by the estimate.
    package func ways(
        _ leg: WayLeg, _ estimate: TravelEstimate, by modes: [TravelMode]
    ) -> [Scheduling.TravelWay] {
        let found = found[leg] ?? [:]
        let estimated = estimate.ways(
            from: leg.from, to: leg.to, for: leg.goal, by: modes.filter { found[$0] == nil })
        return modes.flatMap { mode in found[mode] ?? estimated.filter { $0.mode == mode } }
    }
}

extension KnownTravel {
    /// Compares the ways of a leg. With minutes that somebody set there is one way: by the mode that would be taken.
    func choice(_ leg: WayLeg, _ rules: Modes) -> TravelChoice {
        let ways = ways(leg, TravelEstimate(rules.wishes.figures), by: EventWay.modes)
        let choice = TravelChoice(among: ways, to: leg.goal, rules)
        guard let minutes = leg.typedMinutes, var way = (choice.bestInAnyWeather ?? choice.options.first)?.way else {
            return choice
        }
        way.seconds = minutes * 60
        way.source = .typed
        way.departure = nil
        return TravelChoice(among: [way], to: leg.goal, rules)
    }
}

/// A question about a leg to an engine.
private struct LegQuestion {
    let leg: WayLeg, mode: RouteMode
    let wish: TravelWish
    /// True for an engine of this machine, whose requests have no limit.
    let isHere: Bool
}

extension PlanningHome {
    /// The most legs of which a page asks.
    private static let mostLegs = 40

    /// Returns what engines and the service of forecasts have answered about some legs. Nothing is sent: what is not
    /// known yet, a worker asks.
    ///
    /// Legs of the past, and modes that the rules exclude in any weather, are not asked about.
    package func known(_ legs: [WayLeg], _ rules: Modes) throws -> KnownTravel {
        let coming = Array(legs.filter { $0.goal.start > rules.now }.prefix(Self.mostLegs))
        if coming.isEmpty { return KnownTravel() }
        let engines = try allowed(RouteMode.allCases.compactMap { ConfiguredEngine($0, app.config) })
        let open = coming.filter { $0.typedMinutes == nil }
        var known = try known(open.flatMap { questions($0, engines, rules) })
        let last = rules.now + .seconds(Self.forecastDays * 86_400)
        known.weather = try forecasts(at: coming.filter { $0.goal.start <= last }.map(\.to))
        return known
    }

    /// Returns the engines that may be asked: those of this machine, and those that the customer agreed to.
    private func allowed(_ engines: [ConfiguredEngine]) throws -> [ConfiguredEngine] {
        if engines.allSatisfy(\.source.isHere) { return engines }
        let consents = try consents()
        return engines.filter { engine in
            engine.source.isHere || consents.contains {
                $0.service == engine.source.kind.rawValue && $0.host == engine.source.host
            }
        }
    }

    private func questions(_ leg: WayLeg, _ engines: [ConfiguredEngine], _ rules: Modes) -> [LegQuestion] {
        let estimate = TravelEstimate(rules.wishes.figures)
        return engines.compactMap { engine in
            let mode = engine.mode.travelMode
            guard let way = estimate.ways(from: leg.from, to: leg.to, for: leg.goal, by: [mode]).first,
                let arrival = way.arrival, let host = engine.source.host,
                rules.reasons(against: way, during: arrival - .seconds(way.seconds)..<arrival)
                    .allSatisfy(\.isWeather),
                let wish = TravelWish(
                    leg, engine, host: host, arriveBy: mode == .transit ? arrival : leg.goal.start,
                    zone: rules.day.zone, workingDays: app.workingDays(of: customer))
            else { return nil }
            return LegQuestion(leg: leg, mode: engine.mode, wish: wish, isHere: engine.source.isHere)
        }
    }

    private func known(_ questions: [LegQuestion]) throws -> KnownTravel {
        if questions.isEmpty { return KnownTravel() }
        let store = try app.store, wishes = questions.map(\.wish)
        var known = KnownTravel(), open = Set(questions.indices)
        for answered in try store.answers(to: wishes) {
            open.remove(answered.index)
            let question = questions[answered.index]
            known.add(try answered.answer.routes(), question.leg, question.mode.travelMode)
        }
        if open.isEmpty { return known }
        // Two events may have the same way.
        var missing: [LegQuestion] = []
        for index in open.sorted() where !missing.contains(where: { $0.wish.isSameQuestion(as: wishes[index]) }) {
            missing.append(questions[index])
        }
        try store.transaction {
            if try wish(for: missing) > 0 { try app.enqueue(AskForWays(), .english) }
        }
        known.noteWaiting(try store.isWaiting(forAnyOf: missing.map(\.wish)))
        return known
    }

    /// Writes down the wishes of questions. Of the requests of a day to an engine of others a customer has half, so
    /// that one customer leaves some to the others.
    ///
    /// - Returns: the number of new ones.
    private func wish(for questions: [LegQuestion]) throws -> Int {
        let store = try app.store, engines = Dictionary(grouping: questions, by: \.wish.key.engine)
        return try engines.sorted { $0.key < $1.key }.reduce(0) { count, engine in
            let wishes = engine.value.map(\.wish)
            if engine.value.allSatisfy(\.isHere) { return try count + store.wish(for: wishes) }
            let share = app.throttle(
                "travel.\(engine.key)", Array("\(customer.id)".utf8), limit: (app.config.travelRequestsPerDay + 1) / 2,
                seconds: 86_400)
            let room = try share.limit - store.count(share)
            if room <= 0 { return count }
            let new = try store.wish(for: Array(wishes.prefix(room)))
            try store.record(share, times: new)
            return count + new
        }
    }
}

extension KnownTravel {
    /// Adds the ways of an engine; none if it knows none that can be true.
    fileprivate mutating func add(_ routes: [FoundRoute], _ leg: WayLeg, _ mode: TravelMode) {
        guard !routes.isEmpty else { return }
        found[leg, default: [:]][mode] = routes.map { Scheduling.TravelWay($0, mode) }
    }

    fileprivate mutating func noteWaiting(_ isWaiting: Bool) { self.isWaiting = isWaiting }
}

extension Scheduling.TravelWay {
    /// Makes the way of an engine, which has the minutes for parking already.
    init(_ route: FoundRoute, _ mode: TravelMode) {
        var seconds = route.seconds
        if let departs = route.departs, let arrives = route.arrives {
            seconds = max(0, Int(arrives.secondsSince1970 - departs.secondsSince1970))
        }
        let walked = route.legs.isEmpty ? nil : route.legs.reduce(0) { $0 + ($1.isRide ? 0 : $1.metres) }
        self.init(
            mode, seconds: seconds, metres: route.metres, source: route.departs == nil ? .engine : .timetable,
            walkedMetres: walked, changes: route.changes, departure: route.departs)
    }
}

extension TravelWish {
    /// - Returns: nil if the straight line says that no engine is asked.
    fileprivate init?(
        _ leg: WayLeg, _ engine: ConfiguredEngine, host: String, arriveBy: Instant, zone: TimeZoneRules,
        workingDays: Set<Weekday>
    ) {
        let from = TravelPoint(leg.from), to = TravelPoint(leg.to)
        guard let start = from.place, let end = to.place, engine.mode.isWorthAsking(from: start, to: end) else {
            return nil
        }
        self.init(
            TravelKey(engine, .way, at: arriveBy, zone, workingDays), from: from, to: to, host: host,
            arriveBy: arriveBy)
    }

    fileprivate func isSameQuestion(as other: TravelWish) -> Bool {
        key == other.key && from == other.from && to == other.to
    }
}
