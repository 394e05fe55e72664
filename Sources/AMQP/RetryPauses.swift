/// The pauses between tries: 1, 2, 4, 8, 16 and then always 30 s, each shortened by up to a quarter, so that
/// several processes do not come back to a broker at the same moment.
struct RetryPauses {
    private var failures = 0

    /// Returns the pause after one more failure.
    ///
    /// - Parameter jitter: a number from 0 to 1, by chance.
    mutating func next(jitter: Double) -> Int {
        let seconds = failures < 5 ? 1 << failures : 30
        failures += 1
        return Int(Double(seconds) * 1_000 * (1 - min(max(jitter, 0), 1) / 4))
    }

    /// Begins with the shortest again.
    mutating func reset() { failures = 0 }
}
