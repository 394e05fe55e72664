import Places
import Synchronization

/// Counters of one process, for `/metrics` in Prometheus' text format.
public final class Metrics: Sendable {
    private struct Key: Hashable {
        let route: String
        let status: Int
    }

    private struct State {
        var requests: [Key: Int] = [:]
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
        var milliseconds = 0.0
        var databaseMilliseconds = 0.0
    }

    /// Upper bounds of the duration histogram, in seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private let state = Mutex(State())

    public init() {}

    /// Counts one answered request.
    public func count(route: String, status: Int, milliseconds: Double, databaseMilliseconds: Double) {
        let bucket = Self.bounds.firstIndex { milliseconds <= $0 * 1_000 } ?? Self.bounds.count
        state.withLock { state in
            state.requests[Key(route: route, status: status), default: 0] += 1
            state.buckets[bucket] += 1
            state.milliseconds += milliseconds
            state.databaseMilliseconds += databaseMilliseconds
        }
    }

    /// The counters in Prometheus' text format 0.0.4.
    ///
    /// - Parameter gauges: further figures of the moment, by name; one that ends in `_total` counts up.
    public func text(gauges: [(name: String, value: Int)]) -> String {
        let state = self.state.withLock { $0 }
        var lines = ["# TYPE jadwal_requests_total counter"]
        for (key, count) in state.requests.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }) {
            lines.append("jadwal_requests_total{route=\"\(key.route)\",status=\"\(key.status)\"} \(count)")
        }
        lines.append("# TYPE jadwal_request_seconds histogram")
        var total = 0
        for (bound, count) in zip(Self.bounds, state.buckets) {
            total += count
            lines.append("jadwal_request_seconds_bucket{le=\"\(bound)\"} \(total)")
        }
        total += state.buckets[Self.bounds.count]
        lines.append("jadwal_request_seconds_bucket{le=\"+Inf\"} \(total)")
        lines.append("jadwal_request_seconds_sum \(state.milliseconds / 1_000)")
        lines.append("jadwal_request_seconds_count \(total)")
        lines.append("# TYPE jadwal_database_seconds_total counter")
        lines.append("jadwal_database_seconds_total \(state.databaseMilliseconds / 1_000)")
        for (name, value) in gauges {
            lines.append("# TYPE jadwal_\(name) \(name.hasSuffix("_total") ? "counter" : "gauge")")
            lines.append("jadwal_\(name) \(value)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
