-- What one run of wrk says to script/bench: requests a second, p50 and p99 (or another percentile, LATE) in ms, answers other than
-- 2xx or 3xx and broken connections.
-- BODY makes each request a POST of that body.
if os.getenv("BODY") then
    wrk.method = "POST"
    wrk.body = os.getenv("BODY")
end

function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format("result %.0f %.3f %.3f %d\n",
        summary.requests / summary.duration * 1e6,
        latency:percentile(50) / 1000, latency:percentile(tonumber(os.getenv("LATE") or 99)) / 1000,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
