// Reads what people write about times. This module is pure: no input, no output, no clock, no chance. It has one
// entry, `QuickEntry.read`.
//
// - QuickDraft.swift: the result, an event as one sentence describes it.
// - Folding.swift and Tokens.swift: a sentence as words to compare. Lexicon.swift: words with their meanings.
// - DayWords.swift, TimeWords.swift, NumberWords.swift and PlaceWords.swift: the words, English and Arabic.
// - SentenceReader.swift: goes through a sentence; Findings.swift has what it found.
// - DayRules.swift, WrittenDates.swift, ClockRules.swift, TimeRules.swift, LengthRules.swift, PrayerRules.swift,
//   RepetitionRules.swift: an expression each. PlaceRules.swift: places and people.
// - HourRule.swift: the hour that people mean. DraftMaking.swift: from findings to the result.

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
    public static func read(
        _ text: String, on now: LocalDateTime, firstDay: Weekday, hijri: HijriCalendar
    ) -> QuickDraft? {
        var reader = SentenceReader(Sentence(text), now: now, firstDay: firstDay, hijri: hijri)
        guard !reader.sentence.tokens.isEmpty else { return nil }
        reader.findTimes()
        reader.findEnd()
        reader.findPlace()
        reader.findPeople()
        return reader.draft()
    }
}
