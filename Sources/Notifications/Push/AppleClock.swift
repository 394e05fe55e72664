package import CivilTime
import Storage
package import WebClient

extension AppleSettings {
    /// Returns the seconds by which the clock of Apple's service is ahead of a moment; nil if its answer has no time.
    ///
    /// The proof of the sender says when it was made. With a clock that is minutes wrong, Apple refuses it.
    package func secondsAhead(
        of now: Instant, _ transport: some PushTransport
    ) throws(WebClientError) -> Int64? {
        let environment = environments(last: nil)[0]
        // Without a device Apple refuses the request. The time stands in the headers of the refusal.
        let answer = try transport.send(
            WebRequest(method: "POST", url: "https://\(host(environment))/3/device/"), environment)
        return answer.header("Date").flatMap { Instant(httpDate: $0, now: now) }
            .map { $0.secondsSince1970 - now.secondsSince1970 }
    }

    /// The seconds that a clock may be wrong.
    package static let mostSecondsApart: Int64 = 60
}
