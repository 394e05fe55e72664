@testable import ICalendar

/// The components of a text, for tests of what is made of them; nothing of one that cannot be read.
func quickRead(_ text: String) -> [Component] {
    (try? CalendarStream(Array(text.utf8)))?.components ?? []
}
