import CivilTime
import Crypto
import ICalendar
import Places
import PrayerTimes
import Runtime
import Storage
import Templates

/// The writer of a feed's events.
///
/// A feed has about a thousand events, which differ in a few digits only. Everything that does not change from
/// day to day is written once for each kind, and then copied as bytes.
struct FeedEventWriter {
    private let calendar: FeedCalendar
    private var hijri: HijriWords
    private var kinds: [FeedEventKind: Kind] = [:]
    /// The digits of the UTC day that was written last; the next event often has the same.
    private var utcDay: (day: Int, digits: [UInt8]) = (.min, [])
    /// The description of a day's events that have no notes of their own.
    private var daily: (day: LocalDate?, hijri: [String], bytes: [UInt8]) = (nil, [], [])
    /// The last line of a description: the method of the times, or the mosque's timetable.
    private let method: [String], mosque: [String]
    private var stamp: (at: Instant, digits: [UInt8])

    package init(_ calendar: FeedCalendar) {
        self.calendar = calendar
        hijri = HijriWords(calendar.words, calendar.hijri)
        let words = calendar.words, name = calendar.method.name
        method = words.lines("feed.note.method") { ["method": words.word("method.\(name)", $0)] }
        mosque = calendar.mosque.map { words.lines($0.noteKey) { _ in [:] } } ?? []
        stamp = (calendar.publishedAt, [])
        stamp.digits = moment(Int(stamp.at.secondsSince1970))
    }

    package mutating func write(_ event: FeedEvent, of day: PrayerDay, _ revision: Revision, to writer: inout ContentLineWriter) {
        let kind = kinds[event.kind] ?? Kind(event.kind, calendar)
        kinds[event.kind] = kind
        writer.raw(kind.begin)
        if let fold = kind.identifierFold {
            writer.line("UID", String(decoding: fold.start + date(day.day) + fold.end, as: UTF8.self))
        } else {
            writer.raw(kind.identifierStart)
            writer.raw(date(day.day))
            writer.raw(kind.identifierEnd)
        }
        writer.raw(kind.stampName)
        if revision.stamp != stamp.at { stamp = (revision.stamp, moment(Int(revision.stamp.secondsSince1970))) }
        writer.raw(stamp.digits)
        writer.raw(kind.sequenceName)
        writer.raw(Array(String(revision.sequence).utf8))
        writer.raw(kind.startName)
        writer.raw(utc(event.start))
        writer.raw(event.minutes == kind.minutes ? kind.duration : Kind.duration(event.minutes))
        writer.raw(kind.middle)
        writer.raw(description(of: event, day))
        writer.raw(kind.end)
    }

    // MARK: Descriptions

    private mutating func description(of event: FeedEvent, _ day: PrayerDay) -> [UInt8] {
        if daily.day != day.day {
            let lines = calendar.options.hijri ? hijri.text(day.day).map { [$0] } ?? [] : []
            daily = (day.day, lines, Self.description(lines + method))
        }
        let own = notes(on: event, day)
        if calendar.mosque?.decides(event.kind.time, on: day.day) == true {
            return Self.description(daily.hijri + own + mosque)
        }
        return own.isEmpty ? daily.bytes : Self.description(daily.hijri + own + method)
    }

    /// Returns notes on an unusual time, so that nobody thinks it is an error.
    private func notes(on event: FeedEvent, _ day: PrayerDay) -> [String] {
        let time = event.kind.time, words = calendar.words
        var lines: [String] = []
        let delay = calendar.mosque?.iqama(time, on: day.day) ?? calendar.options.iqama[time]
        if event.kind == .daily(time), let delay {
            lines += words.lines("feed.note.iqama") { ["time": $0.digits(clock(event.start + delay))] }
        }
        guard day.notes != 0, calendar.mosque?.decides(time, on: day.day) != true else { return lines }
        let notes = DayNotes(number: day.notes)
        if time == .isha, notes.isRamadan, case .minutes(let usual, let inRamadan) = calendar.method.isha, usual != inRamadan {
            lines += words.lines("feed.note.isha-in-ramadan") { ["minutes": $0.number(inRamadan)] }
        }
        // A seasonal method gives minutes itself: no rule replaces its angle.
        if !calendar.method.isSeasonal,
            let rule = time == .fajr || time == .imsak ? notes.fajr : time == .isha ? notes.isha : nil
        {
            lines += words.lines("feed.note.high-latitude") { ["rule": words.word("high-latitude.\(rule.rawValue)", $0)] }
        }
        if let rule = notes.polar {
            lines += words.lines("feed.note.polar") { ["rule": words.word("polar.\(rule.rawValue)", $0)] }
        }
        return lines
    }

    private static func description(_ lines: [String]) -> [UInt8] {
        var writer = ContentLineWriter()
        writer.text("DESCRIPTION", lines.joined(separator: "\n"))
        return writer.bytes
    }

    /// Formats a minute in the place's local time, as pages do: `5:12`.
    private func clock(_ minute: Int) -> String {
        let local = calendar.zone.local(Instant(secondsSince1970: Int64(minute) * 60))
        return "\(local.hour):\(local.minute < 10 ? "0" : "")\(local.minute)"
    }

    // MARK: Digits

    /// Formats a minute in UTC: `20261121T020800Z`.
    private mutating func utc(_ minute: Int) -> [UInt8] {
        let day = Int((Double(minute) / 1_440).rounded(.down))
        if day != utcDay.day { utcDay = (day, date(LocalDate(daysSince1970: day))) }
        var digits = utcDay.digits
        let ofDay = minute - day * 1_440
        digits.append(UInt8(ascii: "T"))
        digits.appendDigits(ofDay / 60, 2)
        digits.appendDigits(ofDay % 60, 2)
        digits.append(contentsOf: [UInt8(ascii: "0"), UInt8(ascii: "0"), UInt8(ascii: "Z")])
        return digits
    }

    private func moment(_ seconds: Int) -> [UInt8] {
        let utc = Instant(secondsSince1970: Int64(seconds)).utc
        var digits: [UInt8] = []
        digits.appendDigits(utc.year, 4)
        digits.appendDigits(utc.month, 2)
        digits.appendDigits(utc.day, 2)
        digits.append(UInt8(ascii: "T"))
        digits.appendDigits(utc.hour, 2)
        digits.appendDigits(utc.minute, 2)
        digits.appendDigits(utc.second, 2)
        digits.append(UInt8(ascii: "Z"))
        return digits
    }

    /// Formats a date: `20261121`.
    private func date(_ day: LocalDate) -> [UInt8] {
        let (year, month, ofMonth) = day.components
        var digits: [UInt8] = []
        digits.reserveCapacity(16)
        digits.appendDigits(year, 4)
        digits.appendDigits(month, 2)
        digits.appendDigits(ofMonth, 2)
        return digits
    }
}

/// The bytes that all events of a kind share.
private struct Kind {
    let begin = Array("BEGIN:VEVENT\r\n".utf8)
    let identifierStart: [UInt8], identifierEnd: [UInt8]
    /// The two parts of the UID without the property's name; nil unless the line must be folded.
    let identifierFold: (start: [UInt8], end: [UInt8])?
    let stampName = Array("DTSTAMP:".utf8)
    let sequenceName = Array("\r\nSEQUENCE:".utf8)
    let startName = Array("\r\nDTSTART:".utf8)
    /// The minutes that events last, unless a mosque's iqama makes one longer or shorter.
    let minutes: Int
    /// The bytes from the end of DTSTART to the end of DURATION.
    let duration: [UInt8]
    /// The bytes from there to the description.
    let middle: [UInt8]
    /// The bytes from the description to the end of the event.
    let end: [UInt8]

    init(_ kind: FeedEventKind, _ calendar: FeedCalendar) {
        let options = calendar.options, words = calendar.words
        let (start, end) = calendar.uidParts(kind)
        identifierStart = Array("UID:\(start)".utf8)
        identifierEnd = Array("\(end)\r\n".utf8)
        let length = "UID:".utf8.count + start.utf8.count + "20261121".utf8.count + end.utf8.count
        identifierFold = length > 75 ? (Array(start.utf8), Array(end.utf8)) : nil

        let name = words.text(kind.textKey)
        minutes = kind.minutes(options)
        duration = Self.duration(minutes)
        var writer = ContentLineWriter()
        writer.text("SUMMARY", name)
        writer.line("CATEGORIES", words.lines(kind.categoryKey) { _ in [:] }.map(escapedText).joined(separator: ","))
        // Outlook reads its own property first.
        writer.line("TRANSP", options.isBusy ? "OPAQUE" : "TRANSPARENT")
        writer.line("X-MICROSOFT-CDO-BUSYSTATUS", options.isBusy ? "BUSY" : "FREE")
        // A tap in a calendar leads to the city's page.
        if let page = calendar.page { writer.line("URL", page) }
        middle = writer.bytes

        writer = ContentLineWriter()
        if let minutes = options.alarm {
            writer.line("BEGIN", "VALARM")
            writer.line("ACTION", "DISPLAY")
            writer.text("DESCRIPTION", name)
            writer.line("TRIGGER", minutes == 0 ? "PT0S" : "-PT\(minutes)M")
            writer.line("END", "VALARM")
        }
        writer.line("END", "VEVENT")
        self.end = writer.bytes
    }

    static func duration(_ minutes: Int) -> [UInt8] { Array("\r\nDURATION:PT\(minutes)M\r\n".utf8) }
}

extension FeedCalendar {
    /// Returns the parts of a UID before and after the digits of the day, as in `20261121`.
    ///
    /// A UID has the prayer day, not the date of the event's start: Isha may be after midnight.
    func uidParts(_ kind: FeedEventKind) -> (start: String, end: String) {
        let school = options.school ?? method.school
        // A customer's first timetable of a mosque moves times without a new SEQUENCE, as other options do.
        let mark = options.timesMark + (mosque?.isOwn == true ? "-table" : "")
        return ("\(place.identifier)-\(method.name)-\(school.rawValue)\(mark)-", "-\(kind.identifier)@\(host)")
    }
}

extension [UInt8] {
    /// Appends a number that is not negative, with at least `width` digits.
    fileprivate mutating func appendDigits(_ number: Int, _ width: Int) {
        var divisor = 1
        for _ in 1..<width { divisor *= 10 }
        while number / divisor > 9 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}

extension FeedOptions {
    /// A part of UIDs for options that change times besides method and school; empty if none does. A customer who
    /// adds minutes gets events with other UIDs: the old ones do not move without a new SEQUENCE.
    fileprivate var timesMark: String {
        var times = ofTimetable(country: nil)
        if times.method?.name != PrayerMethod.customName { times.method = nil }
        times.school = nil
        let query = times.query
        return query.isEmpty ? "" : "-" + sha256Hex(Array(query.utf8)).prefix(8)
    }
}
