import CivilTime
import Testing

@Suite("Moments")
struct InstantTests {
    private static let least = Instant(microsecondsSince1970: .min)
    private static let greatest = Instant(microsecondsSince1970: .max)

    // Seconds by GNU date: `date -u -d '2026-11-21 03:45:37' +%s`.
    @Test("have a text for mails and one for logs", arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 +0000", "1970-01-01T00:00:00Z"),
        (-1, "Wed, 31 Dec 1969 23:59:59 +0000", "1969-12-31T23:59:59Z"),
        (1_795_232_737, "Sat, 21 Nov 2026 03:45:37 +0000", "2026-11-21T03:45:37Z"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000", "2000-02-29T00:00:00Z"),
        (-2_203_977_600, "Wed, 28 Feb 1900 00:00:00 +0000", "1900-02-28T00:00:00Z"),
        (-2_203_891_200, "Thu, 01 Mar 1900 00:00:00 +0000", "1900-03-01T00:00:00Z"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 +0000", "2100-02-28T23:59:59Z"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 +0000", "2100-03-01T00:00:00Z"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 +0000", "9999-12-31T23:59:59Z"),
        (253_402_300_800, "Sat, 01 Jan +010000 00:00:00 +0000", "+010000-01-01T00:00:00Z"),
    ] as [(Int64, String, String)])
    func texts(seconds: Int64, rfc5322: String, iso8601: String) {
        let moment = Instant(secondsSince1970: seconds)
        #expect(moment.rfc5322 == rfc5322)
        #expect(moment.iso8601 == iso8601)
    }

    // The last moments of Int64 microseconds, by Python's integers and GNU date -d @SECONDS.
    @Test("at the ends of the range still have a text")
    func ends() {
        #expect(Self.greatest.iso8601 == "+294247-01-10T04:00:54Z")
        #expect(Self.least.iso8601 == "-290308-12-21T19:59:05Z")
        #expect(Self.greatest.utc.microsecond == 775_807)
        #expect(Self.least.utc.microsecond == 224_192)
    }

    @Test("stop at the ends of the range instead of trapping")
    func saturation() {
        let longest = Duration(attoseconds: .max), shortest = Duration(attoseconds: .min)
        #expect(Self.greatest + .microseconds(1) == Self.greatest)
        #expect(Self.least - .microseconds(1) == Self.least)
        #expect(Self.least + longest == Self.greatest)
        #expect(Self.greatest + shortest == Self.least)
        #expect(Self.least - shortest == Self.greatest)
        #expect(Self.greatest - longest == Self.least)
        #expect(Instant(secondsSince1970: .max) == Self.greatest)
        #expect(Instant(secondsSince1970: .min) == Self.least)
        #expect(Self.greatest - Self.least == .microseconds(UInt64.max))
        #expect(Self.least + (Self.greatest - Self.least) == Self.greatest)
    }

    @Test("add and subtract durations, cutting off below the microsecond")
    func arithmetic() {
        let noon = Instant(secondsSince1970: 43_200)
        #expect((noon + .seconds(900)).iso8601 == "1970-01-01T12:15:00Z")
        #expect((noon - .seconds(43_201)).iso8601 == "1969-12-31T23:59:59Z")
        #expect(noon + .nanoseconds(1_999) == noon + .microseconds(1))
        #expect(noon + .nanoseconds(1_999) - .nanoseconds(1_999) == noon)
        #expect(noon - Instant(secondsSince1970: 43_140) == .seconds(60))
        var moment = noon
        moment += .seconds(2)
        moment -= .seconds(1)
        #expect(moment.secondsSince1970 == 43_201)
        #expect(noon < moment)
    }

    @Test("before 1970 have a fraction that counts forwards")
    func fractionsBeforeTheEpoch() {
        let moment = Instant(microsecondsSince1970: -1)
        #expect(moment.secondsSince1970 == -1)
        #expect(moment.utc.microsecond == 999_999)
        #expect(moment.iso8601 == "1969-12-31T23:59:59Z")
    }
}
