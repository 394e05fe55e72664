/// A way in which a text can differ from RFC 5545, with the meaning that lenient reading gives it.
///
/// This is the complete list. A habit of a program is accepted only if it is a case here. A warning is always stored,
/// an error only if `Problem.isTolerable`.
public enum Irregularity: Error, Hashable, Sendable {
    // MARK: Lines, §3.1

    /// A line that ends with a line feed only, as in most files on disks. Noted once.
    case bareLineFeed
    /// A carriage return without its line feed, or several before one: one line break.
    case bareCarriageReturn
    /// The last line has no line break, from scripts that join lines. It is complete.
    case missingLineBreak
    /// The three octets with which Windows editors begin a file: skipped.
    case byteOrderMark
    /// UTF-16 with a byte order mark, from Windows editors: decoded.
    case utf16
    /// An empty line, or one of white space only: skipped.
    case emptyLine
    /// A NUL or another control character, which no program can show: dropped.
    case controlCharacter
    /// Octets that are not UTF-8: decoded as Windows-1252, which such exporters write.
    case notUTF8
    /// A line that is not a content line, after a property of text. The program did not fold the text, so the
    /// line continues it after a line break.
    case unfoldedText
    /// A line that is not a content line: dropped.
    case notAContentLine

    // MARK: Names and parameters, §3.1, §3.2

    /// White space around a name, an equals sign or a quoted value: removed.
    case spaceAroundName
    /// A name with characters other than letters, digits and hyphens, as in `X_FOO`: kept.
    case invalidName
    /// `;PARAM:` without a value: an empty value. A semicolon alone: no parameter.
    case parameterWithoutValue
    /// A parameter without a name: dropped.
    case invalidParameter
    /// A quotation mark inside a value without quotes: a character of the value.
    case quoteInParameter
    /// A quotation mark without the second one: a character of the value.
    case unterminatedQuote
    /// Text between a quoted value and the next delimiter: part of the value.
    case textBehindQuote
    /// `X-TITLE=Main Street 1\; Town` without quotes, from iOS 26: the semicolon is part of the value.
    case escapedInParameter
    /// A repeated parameter: the first one counts.
    case repeatedParameter(String)
    /// A required parameter is missing, as ENCODING=BASE64 beside VALUE=BINARY: its required value is
    /// assumed.
    case missingParameter(String)
    /// `TZID=(UTC+01:00) Berlin, Rome` without quotes, from Outlook: read as if quoted.
    case unquotedZone

    // MARK: Components, §3.4 and §3.6

    /// A component without END. It ends where the next component begins that is not allowed in it, or with
    /// the component around it, or with the text.
    case missingEnd
    /// An END without a BEGIN: dropped. A misspelt END is the end of a component that has no other.
    case unexpectedEnd
    /// A property outside any component: dropped.
    case outsideComponent

    /// A required property is missing, as DTSTAMP and UID in old exports: nothing is invented.
    case missingProperty(String)
    /// An event without DTSTART and RECURRENCE-ID: it is at no time.
    case missingStart
    /// An empty component that must hold another, as a VTIMEZONE its observances.
    case missingComponent
    /// A repeated property that is allowed once: the first one counts; of rules, each.
    case repeatedProperty(String)
    /// Two properties that exclude each other, as DTEND and DURATION: the first one named here counts.
    case exclusiveProperties(String, String)
    /// DTEND or DUE equal to DTSTART, from programs that have events without length: the length is zero, that of an
    /// all-day event one day.
    case endAtStart
    /// DTEND or DUE before DTSTART, or a period that ends before it begins: the end counts as missing.
    case endBeforeStart
    /// One end is a day and the other is a time: the end takes the form of the start, and a day begins at midnight. A
    /// RECURRENCE-ID takes the form of the series; a day in a series of times means every occurrence of it.
    case mixedDateAndTime
    /// A component with the UID of another one, neither of which is newer, from timetables of schools. If they start at
    /// different times, each is an entry of its own.
    case repeatedUID
    /// A component deeper than `Limits.depth`: it ends the one around it.
    case tooDeep
    /// A message without a property that its METHOD requires, as a published event without ORGANIZER (RFC
    /// 5546 §3): read without it.
    case missingInMessage(String)
    /// A property or component that the METHOD does not allow (RFC 5546 §3): kept.
    case unexpectedInMessage(String)
    /// More octets than `Limits.octets`: nothing is read, in lenient reading too.
    case tooLong
    /// More components, properties, parameters and list items than a real text of this length has: nothing is
    /// read, in lenient reading too.
    case tooManyParts

    // MARK: Dates and times, §3.3.4 and §3.3.5

    /// `DTSTART:20261121` without VALUE=DATE, from many exporters: a day.
    case dateWithoutValueParameter
    /// `DTSTART;VALUE=DATE:20261121T120000`: the day of that time.
    case timeDeclaredAsDate
    /// `DTSTART;TZID=Asia/Riyadh:20261121T090000Z`: the moment in UTC; the zone is ignored.
    case zoneBesideUTC
    /// `DTSTART;VALUE=DATE;TZID=Asia/Riyadh:20261121`: the day, in every zone; the zone is ignored.
    case zoneBesideDate
    /// A floating DTEND beside a DTSTART that is not, or the other way round: a time on the start's clock.
    case floatingBesideZone
    /// `2026-11-21T12:00:00`, in ISO 8601's extended format: read without the signs.
    case punctuatedDate
    /// `20261121T120000.000Z`: the fraction of the second is cut off.
    case fractionOfSecond
    /// `20261121T1200`: the seconds are 00.
    case missingSeconds
    /// `20261121T240000`: midnight at the beginning of the next day.
    case hour24
    /// White space around a value that is not text: removed.
    case spaceAroundValue
    /// `TZID=` without a value, from calendars without a chosen zone: a floating time.
    case emptyZone

    /// A floating time, or a time in a zone, where the standard requires UTC, as in DTSTAMP: read as it is.
    case notInUTC
    /// UNTIL is a day and DTSTART a time, or the other way round; or UNTIL is not in UTC and DTSTART has a
    /// zone. It ends the series by the series' own clock.
    case looseUntil
    /// Hours in the duration of an all-day component: rounded up to days.
    case hoursOfDays

    // MARK: Other values, §3.3

    /// `SUMMARY;ENCODING=QUOTED-PRINTABLE:Gr=C3=BCngut`, the form of vCalendar 1.0: decoded.
    case quotedPrintable
    /// A property without a value that is not text, as `PRIORITY:`, from programs that write each field of a
    /// form: ignored.
    case emptyValue
    /// VALUE names a type that the property does not allow: the value is read by the property's default type.
    case unexpectedType
    /// An address that is not a URI: without its scheme, as `ORGANIZER:a@example.org`, or with white space in
    /// it, from Groupwise. Kept.
    case looseURI
    /// A number outside the property's range, as PRIORITY:10: kept.
    case outOfRange
    /// A word that the property does not allow, as STATUS:DONE: kept, without a meaning.
    case unknownWord

    /// `P1W2D`, `P1DT`, `PT1D`, `P300S`, `-15M`, `PT-22H`, `PT`, `P`: the sum of the parts. A trigger without a part
    /// never goes off, and a length without one is missing.
    case looseDuration
    /// `DURATION:-PT1H`, a negative length: no length, and an alarm is not repeated.
    case negativeDuration
    /// `.5`, `5.`: read with a zero before or after the point.
    case looseFloat
    /// `+05:30`, `0530`, `-0000`: the same offset in the standard's form.
    case looseOffset
    /// `GEO:37.4,-122.1` with a comma, `GEO:37.4\;-122.1` with a backslash: the same place.
    case looseGeo
    /// Base64 without its padding, or with blanks in it: the same octets.
    case looseBase64
    /// A semicolon or comma in text without its backslash: the character, unless a list is meant.
    case unescapedSeparator
    /// A backslash before a character that needs none. `\:` and `\"` are the character alone, as old programs
    /// meant them. Before any other character the backslash is text, as in `C:\Temp`.
    case unknownEscape
    /// A rule that the standard forbids and programs write, as BYDAY=1MO in a weekly one: the part without
    /// meaning is ignored.
    case looseRule(RecurrenceRuleError)

    // MARK: Values that are not what their type says

    /// A value that does not match its type: ignored. If a start depends on it, the object is not stored.
    case malformed(ValueType)
    /// A rule without a meaning: the series is read without it.
    case invalidRule(RecurrenceRuleError)

    // MARK: Zones, §3.2.19

    /// A TZID of the zone database without its VTIMEZONE. Programs without such a database need it.
    case zoneNotIncluded
    /// A TZID that neither the zone database nor the object knows: times of the calendar's zone (X-WR-TIMEZONE), else
    /// of the reader's.
    case unknownZone
    /// Floating times in a calendar that names its zone in X-WR-TIMEZONE, as large services export them:
    /// times in that zone. Days stay days. Noted once.
    case floatingInCalendarZone
    /// X-WR-TIMEZONE names a zone that neither the zone database nor the calendar knows: floating times stay
    /// floating.
    case unknownCalendarZone
    /// A VTIMEZONE without observances, or with more rules than any zone needs.
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
             .repeatedUID, .fractionOfSecond, .quotedPrintable,
             .missingInMessage, .unexpectedInMessage, .floatingBesideZone, .floatingInCalendarZone,
             .unknownCalendarZone:
            .warning
        }
    }
}
