import CivilTime
@testable import ICalendar
import Testing

@Suite("Reading and writing recurrence rules")
struct RuleReaderTests {
    @Test("a rule is written in the order of the grammar", arguments: [
        ("FREQ=DAILY", "FREQ=DAILY"),
        ("BYDAY=1MO,-1SU;FREQ=MONTHLY;INTERVAL=2", "FREQ=MONTHLY;INTERVAL=2;BYDAY=1MO,-1SU"),
        ("freq=weekly;byday=mo,+2tu;wkst=su", "FREQ=WEEKLY;BYDAY=MO,2TU;WKST=SU"),
        ("FREQ=YEARLY;UNTIL=20251231T235959Z;BYMONTH=2", "FREQ=YEARLY;UNTIL=20251231T235959Z;BYMONTH=2"),
        ("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD", "RSCALE=HEBREW;FREQ=YEARLY;BYMONTHDAY=8;BYMONTH=5L;SKIP=FORWARD"),
        // Habits of programs.
        ("FREQ=WEEKLY;INTERVAL=1;COUNT=2;BYDAY=MO;", "FREQ=WEEKLY;COUNT=2;BYDAY=MO"),
        (" FREQ=DAILY ; COUNT = 3;X-NAME=1;BYHOUR=", "FREQ=DAILY;COUNT=3"),
        ("FREQ=DAILY;UNTIL=20240331Z", "FREQ=DAILY;UNTIL=20240331"),
        ("FREQ=WEEKLY;UNTIL=20240331;COUNT=-1;INTERVAL=0", "FREQ=WEEKLY;UNTIL=20240331"),
    ])
    func roundTrip(text: String, written: String) throws {
        let rule = try RecurrenceRule(text)
        #expect(rule.text == written)
        #expect(try RecurrenceRule(written) == rule)
    }

    @Test("only strict reading refuses what the standard forbids", arguments: [
        "FREQ=DAILY;COUNT=3;UNTIL=20250101", "FREQ=DAILY;FREQ=WEEKLY", "FREQ=DAILY;", "FREQ=DAILY;UNTIL=20240331Z", "FREQ=DAILY;INTERVAL=0",
        "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=DAILY;BYYEARDAY=1", "FREQ=MONTHLY;BYWEEKNO=1", "FREQ=WEEKLY;BYDAY=1MO",
        "FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO", "FREQ=DAILY;BYSETPOS=1", "FREQ=DAILY;SKIP=FORWARD", "FREQ=DAILY;COLOR=RED",
        "FREQ=YEARLY;BYHOUR=1;BYSETPOS=367", "FREQ=YEARLY;BYHOUR=1;BYSETPOS=1,-367", "RSCALE=HEBREW;FREQ=YEARLY;BYHOUR=1;BYSETPOS=386",
    ])
    func strict(text: String) throws {
        #expect(throws: RecurrenceRuleError.self) { try RecurrenceRule(text, reading: .strict) }
        _ = try RecurrenceRule(text)
    }

    @Test("BYSETPOS may be the last day of the longest year", arguments: [
        "FREQ=YEARLY;BYHOUR=1;BYSETPOS=366,-366", "RSCALE=HEBREW;FREQ=YEARLY;BYHOUR=1;BYSETPOS=385",
    ])
    func positions(text: String) throws {
        #expect(try RecurrenceRule(text, reading: .strict).text == text)
    }

    @Test("a rule without a meaning is refused", arguments: [
        ("", RecurrenceRuleError.noFrequency),
        ("COUNT=3", .noFrequency),
        ("FREQ=FORTNIGHTLY", .badValue(part: "FREQ", value: "FORTNIGHTLY")),
        ("FREQ=DAILY;BYMONTHDAY=32", .badValue(part: "BYMONTHDAY", value: "32")),
        ("FREQ=DAILY;BYMONTHDAY=0", .badValue(part: "BYMONTHDAY", value: "0")),
        ("FREQ=DAILY;BYMONTH=13", .badValue(part: "BYMONTH", value: "13")),
        ("FREQ=DAILY;BYHOUR=24", .badValue(part: "BYHOUR", value: "24")),
        ("FREQ=MONTHLY;BYDAY=54MO", .badValue(part: "BYDAY", value: "54MO")),
        ("FREQ=DAILY;COUNT=99999999999999999999", .badValue(part: "COUNT", value: "99999999999999999999")),
        ("FREQ=DAILY;UNTIL=tomorrow", .badValue(part: "UNTIL", value: "TOMORROW")),
        ("RSCALE=KLINGON;FREQ=DAILY", .unknownCalendar("KLINGON")),
        (String(repeating: "FREQ=DAILY;", count: 7_000), .tooLong),
    ])
    func refused(text: String, error: RecurrenceRuleError) {
        #expect(throws: error) { try RecurrenceRule(text) }
    }
}
