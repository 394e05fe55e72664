@testable import Calendars
import ICalendar
import PrayerTimes
import Testing

@Suite("Attributes of events")
struct EventAttributeTests {
    /// A draft whose attributes all differ from those of a new one.
    private func full() throws -> EventDraft {
        var draft = try draft("Lunch")
        draft.place = "Panda, Olaya"
        draft.point = Coordinates(latitude: 24.7136, longitude: 46.6753)
        draft.mapLink = "https://maps.example.org/?q=1"
        draft.link = "https://example.org/a"
        draft.note = "One\nTwo; three"
        draft.isBusy = false
        draft.status = .tentative
        draft.color = CalendarPalette.named[3]
        draft.priority = .high
        draft.categories = ["Work", "A, B"]
        draft.visibility = .private
        return draft
    }

    @Test("a field is an attribute with one row, or belongs to times, rule or reminders")
    func fields() {
        let rows = EventAttribute.all.map(\.field), others = EventField.times.union([.reminders])
        #expect(Set(rows).count == rows.count)
        #expect(Set(rows).isDisjoint(with: others))
        #expect(Set(rows).union(others) == Set(EventField.allCases))
    }

    @Test("a draft that takes one attribute of another differs in this one, and both versions can be stored")
    func rows() throws {
        let new = try draft(""), full = try full()
        for attribute in EventAttribute.all {
            let taken = new.taking([attribute.field], from: full)
            #expect(new.differences(from: taken) == [attribute.field])
            #expect(taken.differences(from: full) == full.differences(from: new).subtracting([attribute.field]))
            var component = Component("VEVENT")
            full.write([attribute.field], into: &component)
            #expect(component.properties.map(\.name) == [attribute.property])
            var read = new
            attribute.read(component, &read)
            #expect(attribute.isSame(read, full), "\(attribute.field)")
            new.write([attribute.field], into: &component)
            attribute.read(component, &read)
            #expect(attribute.isSame(read, new), "\(attribute.field)")
        }
    }

    @Test("the properties of attributes are not among the parts that the form does not know")
    func kept() throws {
        let event = try read(text(full().object(uid: "1", context())))
        #expect(KeptPart.parts(of: event.component, series: nil, in: event.calendar, context()) == [])
    }
}
