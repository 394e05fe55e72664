import CivilTime
@testable import ICalendar
import Testing

/// Invitations to two occurrences of a series that is not in the object.
@Suite("Editing single occurrences without their series")
struct DetachedEditTests {
    private let first = "20250113T090000Z", second = "20250120T090000Z"

    @Test("each occurrence is changed alone")
    func change() throws {
        var editor = try editor()
        try editor.changeOne(time("20250113T090000Z")) { $0.set(Property("SUMMARY", value: "Choir, late")) }
        #expect(titles(editor) == ["Choir, late", "Choir"])
        try editor.changeAll { $0.set(Property("SUMMARY", value: "Concert")) }
        #expect(titles(editor) == ["Concert", "Concert"])
        #expect(try editor.changeFollowing(time(second), newUID: "2") { $0.set(Property("DTSTART", value: "20250121T090000Z")) } == nil)
        #expect(editor.calendar.components.map { $0.first("DTSTART")?.value } == ["20250113T100000", "20250121T090000Z"])
        #expect(editor.calendar.components.map { $0.first("SEQUENCE")?.value } == [nil, "1"])
        #expect(editor.calendar.components.map { $0.first("RECURRENCE-ID")?.value } == ["20250113T100000", second])
    }

    @Test("each occurrence is deleted alone, but the last one stays")
    func delete() throws {
        for delete in [{ try $0.deleteOne(time(second)) }, { try $0.deleteFollowing(time("20250114T090000Z")) }]
        as [(inout SeriesEditor) throws -> Void] {
            var editor = try editor()
            try delete(&editor)
            #expect(editor.calendar.components.map { $0.first("RECURRENCE-ID")?.value } == ["20250113T100000"])
            #expect(throws: EditingError.isFirstOccurrence) { try editor.deleteOne(time(first)) }
        }
        var editor = try editor()
        #expect(throws: EditingError.isFirstOccurrence) { try editor.deleteFollowing(time(first)) }
        #expect(throws: EditingError.noOccurrence) { try editor.deleteOne(time("20250127T090000Z")) }
        #expect(throws: EditingError.noOccurrence) { try editor.changeOne(time("20250127T090000Z")) { _ in } }
    }

    private func editor() throws -> SeriesEditor {
        let parts = [
            "RECURRENCE-ID;TZID=Europe/Berlin:20250113T100000\nDTSTART;TZID=Europe/Berlin:20250113T100000",
            "RECURRENCE-ID:20250120T090000Z\nDTSTART:20250120T110000Z",
        ].map { event("UID:1\nSUMMARY:Choir\n\($0)") }
        return try SeriesEditor(
            Component("VCALENDAR", components: parts), uid: "1", zones: TestZones.resolver,
            now: Instant(secondsSince1970: 1_736_000_000))
    }

    private func titles(_ editor: SeriesEditor) -> [String?] {
        editor.calendar.components.map { $0.first("SUMMARY")?.value }
    }

    private func time(_ text: String) -> DateOrTime {
        do throws(Irregularity) {
            return try DateOrTime(text)
        } catch {
            Issue.record(error)
            return .floating(LocalDateTime(wallSeconds: 0))
        }
    }
}
