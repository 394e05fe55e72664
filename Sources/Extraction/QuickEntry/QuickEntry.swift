public import CivilTime

/// Reads one line that describes an event.
///
/// Both languages may be mixed in one sentence, with digits of either. Each expression is understood once; a second
/// day or time stays in the title, and so does everything else that is not understood. No word of time vanishes: what
/// is not used is in `QuickDraft.notUnderstood`. The rules:
///
/// - A weekday is the coming one, never today. "Next" in English is the week after this one.
/// - A date without a year is the next such date, today included. `3/4` is 3 April.
/// - An hour without a half of the day: 1 to 6 are after noon, 7 to 11 before it, 12 is noon. Words such as dinner
///   make 7 to 11 evening hours, words such as breakfast make 3 to 6 morning hours. `07:30` and hours from 13 on are
///   those of a clock with 24 hours. An hour that has passed is the evening's if the sentence says "today".
/// - A part of the day without an hour is 9:00, 12:00, 15:00, 19:00 or 21:00. Midnight ends the day it is said of.
/// - A Hijri date that comes every month or year comes by the Hijri calendar.
/// - Weekdays in a row without "every" come once each. "Until" a day includes it, and "until March" means its first.
/// - "In Ramadan" bounds what comes every day or week. "For three months" ends on the last day of the three months.
/// - "After" a prayer is when most people have prayed. "Before" it is early enough to end as the prayer begins.
public enum QuickEntry {
    /// The most characters (Unicode scalars) of a sentence. A longer one is not read.
    public static let mostCharacters = 500

    /// Returns the event of a sentence; nil for a text without a letter, a digit or a symbol, and for one that is too
    /// long.
    ///
    /// - Parameters:
    ///   - now: the present moment on the customer's clock.
    ///   - firstDay: the weekday that the customer's weeks begin with.
    ///   - hijri: the calendar of Hijri dates, with the customer's shift.
    ///   - lexicon: the words of times.
    public static func read(
        _ text: String, on now: LocalDateTime, firstDay: Weekday, hijri: HijriCalendar, lexicon: Lexicon
    ) -> QuickDraft? {
        guard isShort(text) else { return nil }
        var reader = SentenceReader(text, now: now, firstDay: firstDay, hijri: hijri, lexicon: lexicon)
        guard !reader.sentence.tokens.isEmpty else { return nil }
        reader.findTimes()
        reader.findPlace()
        reader.findPeople()
        reader.findUnread()
        return reader.draft()
    }

    /// Returns true for a text that is short enough to be read.
    public static func isShort(_ text: String) -> Bool {
        text.unicodeScalars.dropFirst(mostCharacters).isEmpty
    }
}
