public import CivilTime

/// Reads one line that describes an event.
///
/// Both languages may be mixed in one sentence, with digits of either. Each expression is understood once; a second
/// day or time stays in the title, and so does everything else that is not understood. The rules:
///
/// - A weekday is the coming one, never today. "Next" in English is the week after this one.
/// - A date without a year is the next such date, today included. `3/4` is 3 April.
/// - An hour without a half of the day: 1 to 6 are after noon, 7 to 11 before it, 12 is noon. Words such as dinner
///   make 7 to 11 evening hours, words such as breakfast make 3 to 6 morning hours. `07:30` and hours from 13 on are
///   those of a clock with 24 hours. An hour that has passed is the evening's if the sentence says "today".
/// - A part of the day without an hour is 9:00, 12:00, 15:00, 19:00 or 21:00. Midnight ends the day it is said of.
/// - "After" a prayer is when most people have prayed. "Before" it is early enough to end as the prayer begins.
public enum QuickEntry {
    /// Returns the event of a sentence; nil for a text without a letter, a digit or a symbol.
    ///
    /// The work is in line with the length of the text.
    ///
    /// - Parameters:
    ///   - now: the present moment on the customer's clock.
    ///   - firstDay: the weekday that the customer's weeks begin with.
    ///   - hijri: the calendar of Hijri dates, with the customer's shift.
    ///   - lexicon: the words of times.
    public static func read(
        _ text: String, on now: LocalDateTime, firstDay: Weekday, hijri: HijriCalendar, lexicon: Lexicon
    ) -> QuickDraft? {
        var reader = SentenceReader(text, now: now, firstDay: firstDay, hijri: hijri, lexicon: lexicon)
        guard !reader.sentence.tokens.isEmpty else { return nil }
        reader.findTimes()
        reader.findPlace()
        reader.findPeople()
        return reader.draft()
    }
}
