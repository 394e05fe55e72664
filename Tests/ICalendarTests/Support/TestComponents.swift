import Testing
@testable import ICalendar

extension Component {
    /// The one component of a text; a text that is not one fails the test.
    init(reading text: String) {
        self.init("")
        do throws(Problem) {
            let components = try CalendarStream(Array(text.utf8)).components
            #expect(components.count == 1)
            if let component = components.first { self = component }
        } catch {
            Issue.record(error)
        }
    }
}

/// A VEVENT of these lines.
func event(_ lines: String) -> Component { Component(reading: "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n") }
