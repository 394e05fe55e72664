package import ICalendar

/// An object of a file that was stored, with what is not as the file has it.
package struct MendedObject: Sendable, Hashable {
    package let origin: ObjectOrigin
    package let remarks: [ImportRemark]
}

/// A difference between an object of a file and what was stored, or how it is read.
package enum ImportRemark: Sendable, Hashable {
    /// It ended before it began, or its end could not be read: it has no end now.
    case endLeftOut
    /// Its end was a day beside a time, or the other way round: it has the form of the start now.
    case endAsStart
    /// The day of a changed occurrence has the form of the series now.
    case occurrenceAsSeries
    /// A field whose value means nothing was left out: its name.
    case fieldLeftOut(String)
    /// A line that does not belong in a calendar file was left out.
    case lineLeftOut
    /// Characters that are not UTF-8 were read as those of Windows in Western Europe.
    case oldCharacters
    /// Other entries of the file have the same identifier: it got one of its own.
    case ownIdentifier
    /// The name of an unknown time zone, and of the one in which its times are read; nil for that of the calendar.
    case unknownZone(String, readIn: String?)

    /// Makes the remark about a problem that did not keep an object from being stored; nil for an unknown zone, whose
    /// name a problem does not have.
    init?(_ problem: Problem) {
        switch (problem.reason, problem.name) {
        case (.unknownZone, _): return nil
        case (.notUTF8, _): self = .oldCharacters
        case (.notAContentLine, _), (.invalidParameter, _): self = .lineLeftOut
        case (.endBeforeStart, _), (.malformed, "DTEND"), (.malformed, "DUE"): self = .endLeftOut
        case (.mixedDateAndTime, "RECURRENCE-ID"): self = .occurrenceAsSeries
        case (.mixedDateAndTime, _): self = .endAsStart
        case (_, let name?): self = .fieldLeftOut(name)
        case (_, nil): self = .lineLeftOut
        }
    }
}

/// An object that was not stored.
package struct RefusedObject: Sendable, Hashable {
    package let origin: ObjectOrigin
    package let reason: ImportRefusal
}

/// The reason why an object of a file was not stored.
package enum ImportRefusal: Sendable, Hashable {
    /// It breaks a rule of every calendar, or this calendar does not take its kind.
    case defect(ObjectDefect)
    /// The file has another version of it, which was taken: the newer one, or of equal ones the last.
    case repeated
    /// The calendar has a newer version.
    case older
    /// The UID is longer than an index takes.
    case uidTooLong
    /// The rules of the file cost too much to check.
    case tooMuchWork
    case tooManyObjects(limit: Int)
    /// The customer's calendars hold as much as they may, in megabytes.
    case full(megabytes: Int)
}
