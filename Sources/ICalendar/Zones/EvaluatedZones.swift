import Synchronization

/// The VTIMEZONEs that were evaluated for one file or one request, so that the same text costs its work once, however
/// many objects have it.
///
/// Programs copy a VTIMEZONE into each object. A zone with rules of its own takes thousands of steps.
public final class EvaluatedZones: Sendable {
    private let zones = Mutex<[Component: Result<ObservedZone, Problem>]>([:])

    public init() {}

    /// Returns the rules of a VTIMEZONE, or evaluates them.
    func rules(of component: Component, _ budget: inout WorkBudget) throws(Problem) -> ObservedZone {
        if let known = zones.withLock({ $0[component] }) { return try known.get() }
        do throws(Problem) {
            let rules = try ObservedZone(component, &budget)
            zones.withLock { $0[component] = .success(rules) }
            return rules
        } catch {
            zones.withLock { $0[component] = .failure(error) }
            throw error
        }
    }
}
