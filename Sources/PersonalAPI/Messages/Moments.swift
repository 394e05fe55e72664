import CivilTime
import Text

extension TimeZoneRules {
    /// Returns a moment with the zone's offset: `2026-12-01T20:00:00+03:00` (RFC 3339).
    func rfc3339(_ moment: Instant) -> String {
        let local = self.local(moment)
        let seconds = Instant(localAsUTC: local).secondsSince1970 - moment.secondsSince1970
        // Offsets of the years before clocks were set by the hour have seconds, which RFC 3339 cannot write.
        guard seconds % 60 == 0 else { return moment.iso8601 }
        let minutes = abs(seconds) / 60
        return "\(local)\(seconds < 0 ? "-" : "+")\(digits(Int(minutes / 60), 2)):\(digits(Int(minutes % 60), 2))"
    }
}

extension Instant {
    /// The moment at which clocks of UTC show a time.
    fileprivate init(localAsUTC local: LocalDateTime) {
        let day = Int64(local.date.daysSince1970) * 86_400
        self.init(secondsSince1970: day + Int64(local.minuteOfDay) * 60 + Int64(local.second))
    }

    /// Reads a text of RFC 3339, as `2026-12-01T20:00:00+03:00`; nil for any other text, and outside the years that
    /// calendars can have.
    init?(rfc3339 text: String) {
        guard text.utf8.dropFirst(10).first == UInt8(ascii: "T"), let time = SentTime(text),
            (-12_212_553_600...253_402_300_799).contains(time.moment.secondsSince1970)
        else { return nil }
        self = time.moment
    }
}
