/// A meaning of a phrase: a category and a value, as in `weekday 5`.
public struct Sense: Hashable, Sendable {
    /// The first word of the column of meanings.
    public let category: String
    /// The words after it; empty if there are none.
    public let value: String
    /// The value as a number; 0 if it is not one.
    public let number: Int
    /// The category as the reader of times knows it; nil for others.
    let kind: Category?

    init(category: String, value: String) {
        self.category = category
        self.value = value
        number = Int(value) ?? 0
        kind = Category(rawValue: category)
    }
}

/// The categories of the words of times. The head of each file of the lexicon explains its own.
enum Category: String, Sendable, CaseIterable {
    // numbers.tsv
    case number, ordinal, fraction, hourName = "hour-name", article, some
    // clock.tsv
    case at, atHourName = "at-hour-name", inside = "in", half, part, weakPart = "part-weak", moment, about, aboutAfter =
        "about-after"
    case sameTime = "same-time", allDay = "all-day", oClock = "o-clock", past, until = "to-hour", minus, and, edge,
        edgeAfter = "edge-after", minuteWord = "minute-word"
    // days.tsv
    case day, weekday, bareWeekday = "weekday-bare", weekdays = "weekday-plural", on, dayWord = "day-word", eve
    case weekdayBefore = "weekday-before", weekdayAfter = "weekday-after", dualDay = "dual-day"
    case this, next, last, afterNext = "after-next", afterNextBefore = "after-next-before", coming, lastAfter =
        "last-after"
    case weekend, period, feast, now, soon, since, dateMark = "date-mark", of
    // months.tsv
    case month, bareMonth = "month-bare", hijriMonth = "hijri-month", monthWord = "month-word", season
    case hijriMark = "hijri-mark", gregorianMark = "gregorian-mark", yearWord = "year-word", quarter, decade
    case start = "start-of", middle = "middle-of", end = "end-of", lastOf = "last-of", ordinalMark = "ordinal-mark"
    // lengths.tsv
    case unit, dual, partOfHour = "part-of-hour", theUnit = "the-unit", after, within
    case ago, agoBefore = "ago-before", fromNow = "from-now", lasting, by
    // ranges
    case from, between, to, before, rest
    // prayers.tsv
    case prayer, prayerLead = "prayer-lead", prayerTail = "prayer-tail", fridayPrayer = "friday-prayer", atPrayer =
        "at-prayer", anyPrayer = "any-prayer"
    // repetition.tsv
    case every, everyOther = "every-other", repeats, workingDays = "working-days"
    // zones.tsv
    case zone, zoneTail = "zone-tail"
    // not-times.tsv
    case notTime = "not-time", notTimeAfter = "no-time-after", notHour = "no-hour-before", greeting = "no-part-before"
    // activities of hours
    case activity = "hours"
}

/// A line of a lexicon file.
public struct LexiconEntry: Hashable, Sendable {
    public let file: String
    /// The number of the line, from 1.
    public let line: Int
    public let sense: Sense
    public let phrases: [String]
    /// A sentence with one of the phrases; empty for further phrases of the line above.
    public let example: String
    /// The result that the sentence must have.
    public let result: String
    /// The place where people say so; nil for phrases that are said in several dialects.
    public let dialect: Dialect?
}

/// A variety of a language, by where it is spoken.
public enum Dialect: String, Hashable, Sendable, CaseIterable {
    case msa, gulf, hijaz, egypt, levant, iraq, maghreb
    case enGB = "en-gb", enUS = "en-us", enIN = "en-in", enSG = "en-sg", enAfrica = "en-africa"
}

/// An error in a lexicon file.
public struct LexiconError: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String, line: Int, problem: String

    public var description: String { "\(file):\(line): \(problem)" }
}
