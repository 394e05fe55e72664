/// The most that an event of the form may hold. What a program stored may be longer, and stays.
package enum EventLimits {
    /// Characters, as Unicode counts them.
    package static let title = 500, place = 1_000, link = 2_000, note = 50_000, category = 100
    package static let categories = 20, reminders = 10
    /// Weeks from one event of a series to the next, and events of a series.
    package static let interval = 1...999, count = 1...10_000
    /// Minutes before or after a start or an end; at most a year.
    package static let reminderMinutes = 0...527_040
    /// Minutes from a prayer, and the length of an event that follows one.
    package static let anchorMinutes = -720...720, anchoredLength = 0...1_440
}
