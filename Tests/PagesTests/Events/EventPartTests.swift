@testable import Calendars
@testable import Pages
import Testing

@Suite("Parts of the event form")
struct EventPartTests {
    @Test("every field that the service may refuse has one field of the form")
    func problems() {
        let fields = EventPart.all.flatMap(\.problemFields.keys)
        #expect(Set(fields) == Set(EventField.allCases))
        #expect(Set(fields).count == fields.count)
        for part in EventPart.all {
            for (field, control) in part.problemFields {
                #expect(part.fields.contains(control))
                #expect(field.formField == control)
            }
        }
    }

    @Test("the parts have the names and the order that open forms carry")
    func names() {
        #expect(EventPart.all.map(\.name) == [
            "title", "time", "repetition", "place", "map", "link", "reminders", "busy", "priority", "status",
            "visibility", "color", "category", "note",
        ])
    }
}
