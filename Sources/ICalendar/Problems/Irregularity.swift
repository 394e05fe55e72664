/// Every way in which a text can differ from RFC 5545, and what lenient reading makes of it.
///
/// This is the one list: a habit of some program is tolerated exactly when it is a case here whose
/// severity is a warning.
public enum Irregularity: Error, Hashable, Sendable {
    // MARK: Lines, §3.1

    /// A line that ends in a line feed alone, as most files on disks do: a line all the same. Noted once.
    case bareLineFeed
    /// A carriage return without its line feed, or several before one: one line break.
    case bareCarriageReturn
    /// The last line has no end: it is complete. From scripts that join lines instead of ending them.
    case missingLineBreak
    /// The mark of three octets with which Windows editors begin a file: skipped.
    case byteOrderMark
    /// UTF-16, as Windows editors call Unicode: read as such, where its byte order mark says so.
    case utf16
    /// A line of nothing or white space: skipped.
    case emptyLine
    /// A NUL or another control character: dropped, for nothing that shows text can show it.
    case controlCharacter
    /// Octets that are not UTF-8: read as Windows-1252, which is what such exporters write.
    case notUTF8
    /// A line that is no content line, behind a property of text: the program broke the text without
    /// folding it, so it goes on, after a line break.
    case unfoldedText
    /// A line that is no content line: dropped.
    case notAContentLine

    // MARK: Names and parameters, §3.1, §3.2

    /// White space around a name, an equals sign or a quoted value: taken away.
    case spaceAroundName
    /// A name with other characters than letters, digits and hyphens, as in `X_FOO`: kept.
    case invalidName
    /// `;PARAM:` without a value, or a lone semicolon: an empty value, or nothing.
    case parameterWithoutValue
    /// What stands between semicolons has no name: dropped.
    case invalidParameter
    /// A quotation mark inside a value without quotes: a character like others.
    case quoteInParameter
    /// A quotation mark without the second: a character like others.
    case unterminatedQuote
    /// Text between a quoted value and the next delimiter: belongs to the value.
    case textBehindQuote
    /// `X-TITLE=Main Street 1\; Town` without quotes, from iOS 26: the semicolon belongs to the value.
    case escapedInParameter
    /// A parameter that is there again: the first one counts.
    case repeatedParameter(String)
    /// A parameter that has to be there is not, as ENCODING=BASE64 beside VALUE=BINARY: what it would say is assumed.
    case missingParameter(String)
    /// `TZID=(UTC+01:00) Berlin, Rome` without quotes, from Outlook: read as if quoted.
    case unquotedZone

    // MARK: Components, §3.4 and §3.6

    /// A component that is never ended: it ends where the next one begins that cannot stand in it, or with
    /// the one around it, or with the text.
    case missingEnd
    /// An END that ends nothing: dropped. A misspelt one is the end of a component that has no other.
    case unexpectedEnd
    /// A property that stands in no component: dropped.
    case outsideComponent

    /// A property that has to be there is not, as DTSTAMP and UID in old exports: nothing is made up.
    case missingProperty(String)
    /// An event that says neither when it is nor which occurrence of its series: it is at no time.
    case missingStart
    /// Nothing inside a component that has to hold something, as a VTIMEZONE its observances.
    case missingComponent
    /// A property that may be there once is there again: the first one counts, of rules each.
    case repeatedProperty(String)
    /// Two properties of which one may be there, as DTEND and DURATION: the first named counts.
    case exclusiveProperties(String, String)
    /// DTEND or DUE at the moment of DTSTART, from programs that know events of no length: it has none.
    case endAtStart
    /// DTEND or DUE before DTSTART, or a period that ends before it begins: what happens once happens between
    /// the two, what repeats takes no time, and nothing of it is stored.
    case endBeforeStart
    /// A day for one end and a time for the other.
    case mixedDateAndTime
    /// Components inside each other beyond `Limits.depth`: ends the one it stands in.
    case tooDeep
    /// A message without what its METHOD demands, as a published event without ORGANIZER (RFC 5546 §3): it
    /// says that much less.
    case missingInMessage(String)
    /// Something in a message that its METHOD does not allow (RFC 5546 §3): kept.
    case unexpectedInMessage(String)
    /// More octets than `Limits.octets`: nothing is read, however leniently.
    case tooLong
    /// So many components, properties, parameters and items of lists in so few octets that nobody wrote
    /// them: likewise.
    case tooManyParts

    // MARK: Dates and times, §3.3.4 and §3.3.5

    /// `DTSTART:20261121` without VALUE=DATE, from many exporters: a day all the same.
    case dateWithoutValueParameter
    /// `DTSTART;VALUE=DATE:20261121T120000`: the day of it.
    case timeDeclaredAsDate
    /// `DTSTART;TZID=Asia/Riyadh:20261121T090000Z`: the moment in UTC, the zone is ignored.
    case zoneBesideUTC
    /// `DTSTART;VALUE=DATE;TZID=Asia/Riyadh:20261121`: the day, wherever one is; the zone is ignored.
    case zoneBesideDate
    /// A DTEND that floats beside a DTSTART that does not, or the other way round: what the start's clock shows.
    case floatingBesideZone
    /// `2026-11-21T12:00:00`, with the signs of ISO 8601's extended format: read as if without.
    case punctuatedDate
    /// `20261121T1200`: as if `00` followed.
    case missingSeconds
    /// `20261121T240000`: midnight, when the next day begins.
    case hour24
    /// White space around a value that is not text: taken away.
    case spaceAroundValue
    /// `TZID=` without a value, from calendars in which no zone was chosen: a floating time.
    case emptyZone

    /// A floating time or one of a zone where the standard wants UTC, as in DTSTAMP: read as it stands.
    case notInUTC
    /// UNTIL is a day where DTSTART is a time or the other way round, or no time in UTC beside one in a
    /// zone: it ends the series by the series' own clock.
    case looseUntil
    /// Hours in the length of something that begins on a day: hours begun are a day.
    case hoursOfDays

    // MARK: Other values, §3.3

    /// A property without a value where text has no meaning, as `PRIORITY:`, from programs that write
    /// each field of a form: as if it were not there.
    case emptyValue
    /// VALUE names a type that the property cannot have: read as the type that it has by itself.
    case unexpectedType
    /// An address that is no URI: without its scheme, as `ORGANIZER:a@example.org`, or with white space in it,
    /// as Groupwise has it. Kept.
    case looseURI
    /// A number beyond what the property can say, as PRIORITY:10: that number.
    case outOfRange
    /// A word that the property cannot have, as STATUS:DONE: kept, and nothing is known of it.
    case unknownWord

    /// `P1W2D`, `P1DT`, `PT`, `P`: the sum of what is there.
    case looseDuration
    /// `DURATION:-PT1H`, where a length of time is meant: none, and an alarm is not repeated.
    case negativeDuration
    /// `.5`, `5.`: as if with a zero.
    case looseFloat
    /// `+05:30`, `0530`, `-0000`: the same offset as with a sign and without the rest.
    case looseOffset
    /// `GEO:37.4,-122.1` with a comma, `GEO:37.4\;-122.1` with a backslash: the same place.
    case looseGeo
    /// Base64 without its padding, or with blanks in it: the same octets.
    case looseBase64
    /// A semicolon or comma in text without its backslash: itself, where no list is meant.
    case unescapedSeparator
    /// A backslash that escapes nothing: `\:` and `\"` are the sign alone, as old programs meant them;
    /// before anything else the backslash is text, as in `C:\Temp`.
    case unknownEscape
    /// A rule that the standard forbids and programs write, as BYDAY=1MO in a weekly one: what it means
    /// without the part that means nothing.
    case looseRule(RecurrenceRuleError)

    // MARK: Values that are not what their type says

    /// The value is not of the type it should be; nothing is made of it.
    case malformed(ValueType)
    /// A rule that means nothing; the series is what it would be without it.
    case invalidRule(RecurrenceRuleError)

    // MARK: Zones, §3.2.19

    /// A TZID of the zone database without its VTIMEZONE, which whoever has no such database needs.
    case zoneNotIncluded
    /// Neither the zone database nor the object itself knows the TZID.
    case unknownZone
    /// Floating times in a calendar that names its zone in X-WR-TIMEZONE, as large services export them: times
    /// of that zone. Days stay days. Noted once.
    case floatingInCalendarZone
    /// X-WR-TIMEZONE names a zone that neither the zone database nor the calendar itself knows: floating times
    /// stay so.
    case unknownCalendarZone
    /// A VTIMEZONE without observances, or with rules beyond what any zone needs.
    case unusableZone
}

extension Irregularity {
    public var severity: Severity {
        switch self {
        case .notAContentLine, .invalidParameter, .missingEnd, .unexpectedEnd, .outsideComponent,
             .missingStart, .endBeforeStart, .mixedDateAndTime,
             .tooLong, .tooDeep, .tooManyParts, .malformed, .invalidRule, .unknownZone, .unusableZone:
            .error
        case .missingProperty, .repeatedProperty, .exclusiveProperties, .endAtStart, .bareLineFeed,
             .bareCarriageReturn, .missingLineBreak, .byteOrderMark, .utf16, .emptyLine, .controlCharacter,
             .notUTF8, .unfoldedText, .spaceAroundName, .invalidName, .parameterWithoutValue, .quoteInParameter,
             .unterminatedQuote, .textBehindQuote, .unquotedZone, .dateWithoutValueParameter, .timeDeclaredAsDate,
             .looseDuration, .looseOffset, .looseGeo, .looseBase64, .unescapedSeparator, .unknownEscape,
             .zoneBesideUTC, .punctuatedDate, .missingSeconds, .hour24, .spaceAroundValue, .emptyZone, .looseRule,
             .zoneBesideDate, .negativeDuration, .looseFloat,
             .escapedInParameter, .repeatedParameter, .missingParameter, .missingComponent, .notInUTC, .looseUntil,
             .hoursOfDays, .emptyValue, .unexpectedType, .looseURI, .outOfRange, .unknownWord, .zoneNotIncluded,
             .missingInMessage, .unexpectedInMessage, .floatingBesideZone, .floatingInCalendarZone, .unknownCalendarZone:
            .warning
        }
    }
}
