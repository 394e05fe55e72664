@testable import Calendars
import ICalendar
import PrayerTimes
import Storage
import Testing

@Suite("Points of events")
struct EventPointTests {
    private static let apple = #"X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=70;X-TITLE="Panda":"#

    private func event(_ lines: String...) throws -> ObjectEvent {
        try read(text(draft().object(uid: "1", context())).replacing(
            "END:VEVENT", with: (lines + ["END:VEVENT"]).joined(separator: "\r\n")))
    }

    @Test("are read from GEO, else from what Apple's programs write", arguments: [
        ("GEO:24.7136;46.6753", 24.7136, 46.6753), ("GEO:-33.9,18.4", -33.9, 18.4),
        (apple + "geo:24.7136,46.6753", 24.7136, 46.6753), (apple + "GEO:24.7,46.6,612;u=35", 24.7, 46.6),
        (apple + "geo:24.7,46.6\r\nGEO:21.4;39.8", 21.4, 39.8),
        ("GEO:far;away\r\n" + apple + "geo:24.7,46.6", 24.7, 46.6),
    ])
    func readable(lines: String, latitude: Double, longitude: Double) throws {
        let point = try event(lines).draft.point
        #expect(point == Coordinates(latitude: latitude, longitude: longitude))
        #expect(point != nil)
    }

    @Test("are none if they cannot be read, are not on Earth, or are 0, 0", arguments: [
        "GEO:", "GEO:24.7", "GEO:91;46.6", "GEO:24.7;181", "GEO:0;0", "GEO:0.0;0.0", "GEO:90;0", "GEO:NaN;1", "GEO:a;b",
        apple + "geo:0,0", apple + "geo:200,100", apple + "geo:24.7", apple + "geo:24.7,", apple + "geo:1,2,3,4",
        apple + "https://maps.example.org/?ll=24.7,46.6", apple,
    ])
    func unreadable(lines: String) throws {
        #expect(try event(lines).draft.point == nil)
    }

    /// Returns the lines about the place after an edit.
    private func lines(after change: (inout EventDraft) -> Void) throws -> [String] {
        let event = try event("LOCATION:Panda", Self.apple + "geo:24.7,46.6")
        var draft = event.draft
        change(&draft)
        let edited = try #require(try event.edited(.all, to: draft, newUID: "2")?.octets)
        return String(decoding: edited, as: UTF8.self).split(separator: "\r\n").map(String.init)
            .filter { line in ["LOCATION", "GEO", "X-APPLE"].contains { line.hasPrefix($0) } }
    }

    @Test("an edit of the place writes GEO and drops Apple's copy, any other edit keeps both")
    func edits() throws {
        let apple = Self.apple + "geo:24.7,46.6", other = Coordinates(latitude: 21.5, longitude: 39.25)
        #expect(try lines { $0.title = "Dinner" } == ["LOCATION:Panda", apple])
        #expect(try lines { ($0.place, $0.point) = ("Tamimi", other) } == ["LOCATION:Tamimi", "GEO:21.5;39.25"])
        #expect(try lines { ($0.place, $0.point) = ("Tamimi", nil) } == ["LOCATION:Tamimi"])
        #expect(try lines { $0.point = other } == ["LOCATION:Panda", "GEO:21.5;39.25"])
        #expect(try lines { $0.place = "Panda, Olaya" } == ["LOCATION:Panda\\, Olaya", "GEO:24.7;46.6"])
    }

    @Test("names of saved places count as in a search: without regard to case, signs and the forms of letters")
    func names() throws {
        let names = PlaceNames(["Office", "مَكتبة الأمير", "🏠"].enumerated().map { index, name in
            PlaceValues(name: name, latitude: 24 + Double(index), longitude: 46)
        })
        #expect(names["  OFFICE "] == Coordinates(latitude: 24, longitude: 46))
        #expect(names["مكتبه الامير"] == Coordinates(latitude: 25, longitude: 46))
        for other in ["", "🏠", "Office 2", "The office"] { #expect(names[other] == nil, "\(other)") }
    }
}
