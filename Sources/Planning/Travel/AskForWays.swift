import CivilTime
import Routing
package import Runtime
import Storage
import Templates

/// Asks engines for the ways that pages and alerts want to know.
///
/// Running twice is harmless: a wish is claimed before its engine is asked, and is asked once an hour at most.
package struct AskForWays: Job {
    package static let kind = "planning.ask-for-ways"
    package static func usefulSeconds(_ config: Config) -> Int { 600 }

    package init() {}

    /// The most wishes of one job. An engine may take two seconds for each.
    private static let mostWishes = 100

    package func run(_ context: JobContext, _ app: App) throws {
        let finder = WayFinder(app, zone: .utc, workingDays: [], consents: [])
        for _ in 0..<Self.mostWishes {
            guard let wish = try app.store.claimTravelWish() else { return }
            try finder.answer(wish)
        }
        try app.enqueue(AskForWays(), .english)
    }
}

extension WayFinder {
    /// Asks the engine of a wish, and keeps its answer. Nothing is asked if the settings name another engine or host
    /// by now.
    func answer(_ wish: TravelWish) throws {
        guard let mode = RouteMode(rawValue: wish.key.mode), let engine = ConfiguredEngine(mode, app.config),
            engine.source.kind.rawValue == wish.key.engine, engine.source.host == wish.host
        else { return }
        _ = try found(wish.from, wish.to, engine, wish.key, arriveBy: wish.arriveBy)
    }
}
