public import CivilTime

/// Reads one line that describes a flexible task.
///
/// Both languages may be mixed, with digits of either. What the line does not say is nil or empty, and the form has its
/// defaults. No word of time vanishes: what is not used is in `TaskDraft.notUnderstood`. The rules:
///
/// - A length stands anywhere. "30 min after Isha" is a length and a window; a second length belongs to nothing.
/// - "Before Thursday" ends on Wednesday. "By Thursday" and "until Thursday" include it. A day alone is the only day.
/// - Weekdays beside a number of times are the days on which the task may lie. Alone, a list of them is one time on
///   each, and a range or a list with "or" is one time on any.
/// - A time of the day is a window. An hour without "after" or "before" is the start of a window as long as the task.
/// - "From the pharmacy" is a place here, as tasks fetch things.
///
/// - TaskDraft.swift: the result. TaskReader.swift: the order in which the parts are looked for.
/// - TaskCounts.swift, TaskLengths.swift, TaskTimes.swift, TaskDays.swift, TaskPlaces.swift: the parts.
///   TaskWords.swift: their words.
public enum TaskEntry {
    /// Returns the task of a line; nil for a text without a letter, a digit or a symbol, and for one that is too long.
    ///
    /// - Parameters:
    ///   - now: the present moment on the customer's clock.
    ///   - firstDay: the weekday that the customer's weeks begin with.
    ///   - hijri: the calendar of Hijri dates, with the customer's shift.
    ///   - places: the names of the customer's saved places.
    ///   - lexicon: the words of times.
    public static func read(
        _ text: String, on now: LocalDateTime, firstDay: Weekday, hijri: HijriCalendar, places: [String] = [],
        lexicon: Lexicon
    ) -> TaskDraft? {
        guard QuickEntry.isShort(text) else { return nil }
        var reader = TaskReader(
            SentenceReader(text, now: now, firstDay: firstDay, hijri: hijri, lexicon: lexicon), places: places)
        guard !reader.base.sentence.tokens.isEmpty else { return nil }
        reader.findAll()
        return reader.draft()
    }
}
