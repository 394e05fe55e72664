import Logging
import Routing
import Runtime
import Storage

extension App {
    /// Counts a request to an engine before it is sent. Engines on this machine are not counted.
    ///
    /// - Returns: false if the requests of the day or the month are used up.
    func takeTravelBudget(_ engine: ConfiguredEngine, _ request: EngineRequest) throws -> Bool {
        if engine.source.isHere { return true }
        let name = engine.source.kind.rawValue
        let day = config.travelRequestsPerDay, month = config.travelRequestsPerMonth
        guard let use = try store.takeTravelRequests(
            request.cost, of: name, mostToday: day, mostThisMonth: month)
        else {
            log.notice("travel budget used up", metadata: ["engine": "\(name)"])
            return false
        }
        for (used, limit, span) in [(use.today, day, "day"), (use.thisMonth, month, "month")]
        where isPassing(used, request.cost, limit) {
            log.warning(
                "travel budget at 80 %", metadata: ["engine": "\(name)", "span": "\(span)", "requests": "\(used)"])
        }
        return true
    }

    /// Returns true if these requests are the ones with which four fifths of a limit are reached.
    private func isPassing(_ used: Int, _ count: Int, _ limit: Int) -> Bool {
        used * 5 >= limit * 4 && (used - count) * 5 < limit * 4
    }
}
