import CivilTime
import Foundation
import ICalendar

/// Writes the data of the tasks weekly and month, the same in every run.
func makeData(in folder: String) throws {
    var maker = CalendarMaker()
    let weekly = try (0..<1_000).map { try StoredObject(maker.weekly($0)) }
    let month = try (0..<10_000).map { try StoredObject(maker.any($0)) }
    for (name, objects) in [("weekly", weekly), ("month", month)] {
        let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
        try Data(objects.flatMap(\.filed)).write(to: file)
    }
}

/// Makes calendar objects like those that programs store: a VTIMEZONE, attendees, an alarm, and times in the
/// ten years from 2016 on.
struct CalendarMaker {
    private var random = Splitmix(state: 5_545)

    private static let zones: [Zone] = [
        Zone("Europe/Berlin",
             standard: ("+0100", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"), daylight: ("+0200", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU")),
        Zone("America/New_York",
             standard: ("-0500", "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"), daylight: ("-0400", "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU")),
        Zone("Asia/Riyadh", standard: ("+0300", ""), daylight: nil),
        Zone("Asia/Kolkata", standard: ("+0530", ""), daylight: nil),
        Zone("Australia/Sydney",
             standard: ("+1000", "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU"), daylight: ("+1100", "FREQ=YEARLY;BYMONTH=10;BYDAY=1SU")),
    ]
    private static let firstDay = 16_801    // 2016-01-01
    private static let days = 3_652

    /// Makes an event of one hour in every week, or on two days of it, from the first week of 2016 on. A
    /// fifth of these events have three EXDATEs.
    mutating func weekly(_ number: Int) -> String {
        let day = Self.firstDay + random.below(7), clock = randomClock()
        var lines = ["RRULE:FREQ=WEEKLY" + (number % 10 == 3 ? ";BYDAY=\(weekday(day)),\(weekday(day + 2))" : "")]
        let zone = randomZone()
        if number % 5 == 0 {
            for _ in 0..<3 { lines.append(zone.line("EXDATE", day + 7 * (1 + random.below(500)), clock)) }
        }
        return calendar(zone, event(number, zone, day, clock, lines))
    }

    /// Makes an event. Of a hundred events, 83 happen once, 12 of them all day; 14 repeat for some weeks or
    /// months, three of these with changed occurrences; three never end, one of which is a birthday.
    mutating func any(_ number: Int) -> String {
        let day = Self.firstDay + random.below(Self.days), clock = randomClock()
        let zone = randomZone()
        switch number % 100 {
        case 0..<71:
            return calendar(zone, event(number, zone, day, clock))
        case 71..<83:
            return calendar(nil, event(number, nil, day, clock))
        case 83..<90:
            return calendar(zone, event(number, zone, day, clock, ["RRULE:FREQ=WEEKLY;COUNT=\(10 + random.below(20))"]))
        case 90..<93:
            return calendar(zone, changedSeries(number, zone, day, clock))
        case 93..<96:
            let rule = "RRULE:FREQ=MONTHLY;UNTIL=\(basic(day + 365 + random.below(365)))T000000Z"
            return calendar(zone, event(number, zone, day, clock, [rule]))
        case 96:
            return calendar(zone, event(number, zone, day, clock, ["RRULE:FREQ=DAILY;COUNT=10"]))
        case 97:
            return calendar(nil, event(number, nil, day, clock, ["RRULE:FREQ=YEARLY"]))
        case 98:
            return calendar(zone, event(number, zone, day, clock, ["RRULE:FREQ=WEEKLY;BYDAY=\(weekday(day))"]))
        default:
            // The start must match the rule, because readers treat other starts differently.
            let week = (LocalDate(daysSince1970: day).day + 6) / 7
            let rule = "RRULE:FREQ=MONTHLY;BYDAY=\(week == 5 ? -1 : week)\(weekday(day))"
            return calendar(zone, event(number, zone, day, clock, [rule]))
        }
    }

    /// Makes a series of twenty weeks: one is excluded, one is two hours later and one is on the next day.
    private mutating func changedSeries(_ number: Int, _ zone: Zone, _ day: Int, _ clock: Int) -> [String] {
        let skipped = 1 + random.below(6), later = 7 + random.below(6), moved = 13 + random.below(6)
        let rule = ["RRULE:FREQ=WEEKLY;COUNT=20", zone.line("EXDATE", day + 7 * skipped, clock)]
        return event(number, zone, day, clock, rule)
            + event(number, zone, day + 7 * later, clock + 2 * 3_600, [zone.line("RECURRENCE-ID", day + 7 * later, clock)])
            + event(number, zone, day + 7 * moved + 1, clock, [zone.line("RECURRENCE-ID", day + 7 * moved, clock)])
    }

    private mutating func randomZone() -> Zone { Self.zones[random.below(Self.zones.count)] }

    /// Returns seconds of the day from 08:00 to 18:30, when no clock changes.
    private mutating func randomClock() -> Int { (16 + random.below(22)) * 1_800 }

    /// Returns the lines of an event.
    ///
    /// - Parameter zone: nil if the event is all day.
    private mutating func event(_ number: Int, _ zone: Zone?, _ day: Int, _ clock: Int, _ more: [String] = []) -> [String] {
        var lines = ["BEGIN:VEVENT", "UID:\(number)-5F2A8C31-0D7B-4C66@calendar.example.org", "DTSTAMP:20151230T101500Z"]
        if let zone {
            lines += [zone.line("DTSTART", day, clock), zone.line("DTEND", day, clock + 3_600)]
        } else {
            lines += ["DTSTART;VALUE=DATE:\(basic(day))", "DTEND;VALUE=DATE:\(basic(day + 1 + number % 3))"]
        }
        lines += more
        lines += ["SUMMARY:Meeting number \(number) about the plan\\, the budget and what follows", "SEQUENCE:2"]
        lines += ["CREATED:20151201T081500Z", "LAST-MODIFIED:20151230T101500Z", "STATUS:CONFIRMED", "TRANSP:OPAQUE"]
        if number % 2 == 0 {
            lines.append("LOCATION:Second floor\\, room \(number % 40)")
            lines += [
                "DESCRIPTION:What we said last time:\\n- who is asked\\n- what it costs\\n- and until when it should be",
                "  done. Please read the paper before you come\\; it is not long.",
            ]
        }
        if number % 4 == 0 {
            lines.append("ORGANIZER;CN=Aisha Al-Harbi:mailto:aisha@example.org")
            for name in ["omar", "maria", "chen"] {
                lines += [
                    "ATTENDEE;CN=\(name);CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED;ROLE=REQ-",
                    " PARTICIPANT;RSVP=TRUE:mailto:\(name)@example.org",
                ]
            }
        }
        if number % 3 == 0 {
            lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Reminder", "TRIGGER:-PT15M", "END:VALARM"]
        }
        return lines + ["END:VEVENT"]
    }

    private func calendar(_ zone: Zone?, _ lines: [String]) -> String {
        let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Calendar 4.2//EN", "CALSCALE:GREGORIAN"]
        return (head + (zone?.component ?? []) + lines + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    }
}

/// A zone in the form that programs write into their objects.
private struct Zone {
    private let id: String
    let component: [String]

    init(_ id: String, standard: (offset: String, rule: String), daylight: (offset: String, rule: String)?) {
        self.id = id
        let other = daylight ?? standard
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(id)"]
        for (name, from, to) in [("STANDARD", other, standard), ("DAYLIGHT", standard, other)]
        where name == "STANDARD" || daylight != nil {
            lines += ["BEGIN:\(name)", "TZOFFSETFROM:\(from.offset)", "TZOFFSETTO:\(to.offset)", "DTSTART:20070311T020000"]
            if !to.rule.isEmpty { lines.append("RRULE:\(to.rule)") }
            lines.append("END:\(name)")
        }
        component = lines + ["END:VTIMEZONE"]
    }

    func line(_ name: String, _ day: Int, _ clock: Int) -> String {
        let time = [clock / 3_600, clock / 60 % 60, 0].map { String($0 + 100).dropFirst() }.joined()
        return "\(name);TZID=\(id):\(basic(day))T\(time)"
    }
}

private func basic(_ day: Int) -> String { DateOrTime.date(LocalDate(daysSince1970: day)).text }

private func weekday(_ day: Int) -> String {
    ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][LocalDate(daysSince1970: day).weekday.rawValue - 1]
}

/// Random numbers, the same in every run: S. Vigna's splitmix64.
private struct Splitmix {
    var state: UInt64

    /// Returns a number from 0 to below the limit.
    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
