import CivilTime
@testable import ICalendar
import Testing

@Suite("Recurrence rules: libical's cases")
struct ReferenceCaseTests {
    static let cases = ["recurrence", "recurrence_rscale", "recurrence_rscale_withicu"].flatMap(ReferenceCase.all)

    @Test("the file of cases is complete")
    func complete() {
        #expect(Self.cases.count == 129)
    }

    @Test("every case has its expected times", arguments: cases)
    func everyCase(_ item: ReferenceCase) throws {
        let expected = Self.differences[item.rule] ?? item.expected
        if expected.hasPrefix("***") {
            #expect(throws: RecurrenceRuleError.self) { try RecurrenceRule(item.rule) }
            return
        }
        #expect(try times(item).joined(separator: ",") == expected)
        if let startAt = item.startAt {
            let later = expected.split(separator: ",").filter { $0 >= startAt }.joined(separator: ",")
            #expect(try times(item, notBefore: startAt).joined(separator: ",") == later)
        }
    }

    @Test("starting at a later time finds the same times", arguments: cases)
    func seeking(_ item: ReferenceCase) throws {
        guard (try? RecurrenceRule(item.rule)) != nil else { return }
        let all = try times(item)
        for (index, time) in all.enumerated() {
            #expect(try times(item, notBefore: time) == Array(all[index...]))
        }
    }

    /// The rules with another result here, each with the reason.
    static let differences = [
        // libical does not support these parts together. RFC 5545 §3.3.10 lets each part limit the result of
        // the parts before it: the days of week 1 that are a 30 December, a Monday or a Tuesday.
        "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30;BYWEEKNO=1;UNTIL=20320101": "20241230,20251230,20301230,20311230",
    ]

    private func times(_ item: ReferenceCase, notBefore lower: String? = nil) throws -> [String] {
        let rule = try RecurrenceRule(item.rule)
        let start = try DateOrTime(item.start)
        var times = rule.localTimes(
            from: start.local, isDate: start.isDate, notBefore: try lower.map { try DateOrTime($0).local })
        var budget = WorkBudget.standard
        var found: [String] = []
        while let time = try times.next(&budget) { found.append(start.at(time).text) }
        return found
    }
}
