@testable import ICalendar
import Testing

extension Component {
    /// Reads the only component of a text; the test fails if there is another number.
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

/// Reads a VEVENT with these lines.
func event(_ lines: String) -> Component { Component(reading: "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n") }
