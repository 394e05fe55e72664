import CivilTime
@testable import ICalendar
import Testing

@Suite("Editing: later occurrences show the edit, even if they had overrides")
struct SeriesSplitChangeTests {
    private static let weekly = [
        """
        SUMMARY:S
        DTSTART;TZID=Europe/Berlin:20260302T100000
        DTEND;TZID=Europe/Berlin:20260302T110000
        RRULE:FREQ=WEEKLY;COUNT=7
        """, """
        SUMMARY:T
        RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260316T100000
        DTSTART;TZID=Europe/Berlin:20260317T120000
        DTEND;TZID=Europe/Berlin:20260317T140000
        """, """
        SUMMARY:T
        RECURRENCE-ID;TZID=Europe/Berlin:20260330T100000
        DTSTART;TZID=Europe/Berlin:20260401T120000
        DTEND;TZID=Europe/Berlin:20260401T140000
        """,
    ]
    /// The second Tuesdays, and from February on the day after, which no rule describes.
    private static let monthly = [
        "SUMMARY:S\nDTSTART:20260113T100000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=4",
        "SUMMARY:T\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260210T100000\nDTSTART:20260211T120000\nDURATION:PT2H",
    ]
    private static let own = [
        "SUMMARY:S\nDTSTART:20260302T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=5",
        "SUMMARY:Own\nRECURRENCE-ID:20260316T100000\nDTSTART:20260317T120000\nDURATION:PT1H",
    ]
    private static let ownEnd = [own[0], own[1].replacing("DURATION:PT1H", with: "DTEND:20260317T150000")]

    @Test("every later occurrence shows the edit", arguments: [
        // The change had moved to another day; an override that was moved individually stays there.
        (weekly, "20260323T100000", "SUMMARY:X",
         "0302T10+1S 0309T10+1S 0317T12+2T 0324T12+2X 0401T12+2X 0407T12+2X 0414T12+2X"),
        (weekly, "20260323T100000",
         "DTSTART;TZID=Europe/Berlin:20260324T130000\nDTEND;TZID=Europe/Berlin:20260324T140000",
         "0302T10+1S 0309T10+1S 0317T12+2T 0324T13+1T 0401T12+1T 0407T13+1T 0414T13+1T"),
        (weekly, "20260316T100000", "SUMMARY:X",
         "0302T10+1S 0309T10+1S 0317T12+2X 0324T12+2X 0401T12+2X 0407T12+2X 0414T12+2X"),
        // An occurrence with its own override, within the change.
        (weekly, "20260330T100000", "SUMMARY:X",
         "0302T10+1S 0309T10+1S 0317T12+2T 0324T12+2T 0401T12+2X 0407T12+2X 0414T12+2X"),
        // The change stays if the rule cannot describe it, and moves if the rule is edited too.
        (monthly, "20260310T100000", "SUMMARY:X", "0113T10+1S 0211T12+2T 0311T12+2X 0415T12+2X"),
        (monthly, "20260310T100000", "DTSTART:20260312T130000", "0113T10+1S 0211T12+2T 0312T13+2T 0409T13+2T"),
        // The chosen occurrence keeps what the edit does not change.
        (own, "20260316T100000", "SUMMARY:X", "0302T10+1S 0309T10+1S 0317T12+1X 0323T10+1X 0330T10+1X"),
        (own, "20260316T100000", "SUMMARY:X\nDTSTART:20260316T150000",
         "0302T10+1S 0309T10+1S 0316T15+1X 0323T15+1X 0330T15+1X"),
        (own, "20260316T100000", "DTSTART:20260317T150000",
         "0302T10+1S 0309T10+1S 0317T15+1Own 0324T15+1S 0331T15+1S"),
        (ownEnd, "20260316T100000", "DURATION:PT2H", "0302T10+1S 0309T10+1S 0317T12+2Own 0323T10+2S 0330T10+2S"),
        (ownEnd, "20260316T100000", "DTSTART:20260316T110000",
         "0302T10+1S 0309T10+1S 0316T11+3Own 0323T11+1S 0330T11+1S"),
        // The whole series, because its first occurrence is chosen.
        ([own[0], own[1].replacing("0316", with: "0302")], "20260302T100000", "SUMMARY:X",
         "0309T10+1X 0316T10+1X 0317T12+1X 0323T10+1X 0330T10+1X"),
        ([monthly[0], monthly[1].replacing("0210", with: "0113")], "20260113T100000", "SUMMARY:X",
         "0211T12+2X 0311T12+2X 0408T12+2X 0513T12+2X"),
        // An occurrence that the series does not have is only there as its override.
        (["SUMMARY:S\nDTSTART:20260302T100000\nDURATION:PT1H\nEXDATE:20260302T100000",
          "SUMMARY:S\nRECURRENCE-ID:20260316T100000\nDTSTART:20260316T100000\nDURATION:PT1H"],
         "20260316T100000", "SUMMARY:X", "0316T10+1X"),
    ])
    func following(parts: [String], id: String, edit: String, expected: String) throws {
        let calendar = Component("VCALENDAR", components: parts.map { event("UID:1\n\($0)") })
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: Instant(secondsSince1970: 0))
        let zone = parts == Self.weekly ? "Europe/Berlin" : nil
        let other = try editor.changeFollowing(DateOrTime(id, tzid: zone), newUID: "2") { component in
            for property in event(edit).properties { component.set(property) }
        }
        let found = try lines(editor.calendar) + (other.map(lines) ?? [])
        #expect(found.sorted() == expected.split(separator: " ").map(String.init))
    }

    @Test("an override without own values is deleted")
    func nothingLeft() throws {
        let calendar = Component("VCALENDAR", components: Self.own.map { event("UID:1\n\($0)") })
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: Instant(secondsSince1970: 0))
        let other = try #require(try editor.changeFollowing(DateOrTime("20260316T100000"), newUID: "2") { component in
            component.set(Property("SUMMARY", value: "X"))
            component.set(Property("DTSTART", value: "20260316T150000"))
        })
        #expect(other.components.count == 1 && editor.calendar.components.count == 1)
    }

    /// The month, day and hour, length and title of each occurrence.
    private func lines(_ calendar: Component) throws -> [String] {
        var found: [String] = []
        for series in Series.all(in: calendar, zones: TestZones.resolver, floating: TimeZoneRules.utc) {
            var budget = WorkBudget.standard
            for occurrence in try series.occurrences(in: TimeRange.earliest..<TimeRange.latest, budget: &budget) {
                let seconds = occurrence.endInstant.secondsSince1970 - occurrence.startInstant.secondsSince1970
                let summary = series.components[occurrence.partIndex].first("SUMMARY")?.value ?? ""
                found.append("\(occurrence.start.text.dropFirst(4).prefix(7))+\(seconds / 3_600)\(summary)")
            }
        }
        return found
    }
}
