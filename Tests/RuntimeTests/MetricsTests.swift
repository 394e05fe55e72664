import Runtime
import Testing

@Suite("Metrics")
struct MetricsTests {
    @Test("requests are counted by route and status, durations by buckets that add up")
    func text() {
        let metrics = Metrics()
        metrics.count(route: "GET /login", status: 200, milliseconds: 0.5, databaseMilliseconds: 0)
        metrics.count(route: "GET /login", status: 200, milliseconds: 3, databaseMilliseconds: 2)
        metrics.count(route: "POST /login", status: 303, milliseconds: 20_000, databaseMilliseconds: 8)
        let lines = metrics.text(gauges: [("queue_depth", 4)]).split(separator: "\n").map(String.init)
        for expected in [
            "# TYPE jadwal_requests_total counter",
            "jadwal_requests_total{route=\"GET /login\",status=\"200\"} 2",
            "jadwal_requests_total{route=\"POST /login\",status=\"303\"} 1",
            "# TYPE jadwal_request_seconds histogram",
            "jadwal_request_seconds_bucket{le=\"0.001\"} 1",
            "jadwal_request_seconds_bucket{le=\"0.0025\"} 1",
            "jadwal_request_seconds_bucket{le=\"0.005\"} 2",
            "jadwal_request_seconds_bucket{le=\"10.0\"} 2",
            "jadwal_request_seconds_bucket{le=\"+Inf\"} 3",
            "jadwal_request_seconds_count 3",
            "jadwal_request_seconds_sum 20.0035",
            "jadwal_database_seconds_total 0.01",
            "# TYPE jadwal_queue_depth gauge",
            "jadwal_queue_depth 4",
        ] {
            #expect(lines.contains(expected), "\(expected)")
        }
    }

    @Test("every line is of Prometheus' text format 0.0.4, which ends in a line feed")
    func format() {
        let metrics = Metrics()
        metrics.count(route: "GET /prayer/{feed}", status: 500, milliseconds: 1, databaseMilliseconds: 1)
        let text = metrics.text(gauges: [("jobs_waiting", 0)])
        #expect(text.hasSuffix("\n"))
        for line in text.split(separator: "\n") {
            let isSample = line.wholeMatch(of: /[a-z_]+(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? [0-9.e+-]+/) != nil
            let isType = line.wholeMatch(of: /# TYPE [a-z_]+ (counter|gauge|histogram)/) != nil
            #expect(isSample || isType, "\(line)")
        }
    }
}
