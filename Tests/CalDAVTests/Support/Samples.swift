/// Returns a text with the line ends of iCalendar.
func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") + "\r\n"
}

/// Returns a VCALENDAR with these components.
func calendar(_ components: String) -> String {
    lines("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//Client//EN\n\(components)\nEND:VCALENDAR")
}

/// Returns a component with a UID and a stamp.
func component(_ kind: String, _ uid: String, _ content: String) -> String {
    "BEGIN:\(kind)\nUID:\(uid)\nDTSTAMP:20260101T000000Z\n\(content)\nEND:\(kind)"
}

/// Returns an object with one event; at 10:00 UTC on 5 January 2026 without other content.
func event(_ uid: String, _ content: String = "DTSTART:20260105T100000Z\nDTEND:20260105T110000Z\nSUMMARY:Meeting")
    -> String
{
    calendar(component("VEVENT", uid, content))
}

/// Returns a time-range of a filter.
func range(_ start: String?, _ end: String?) -> String {
    let start = start.map { " start=\"\($0)\"" } ?? "", end = end.map { " end=\"\($0)\"" } ?? ""
    return "<c:time-range\(start)\(end)/>"
}

/// A zone that no database has: two hours east of Greenwich.
let customZone = """
    BEGIN:VTIMEZONE
    TZID:Two hours east
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0200
    END:STANDARD
    END:VTIMEZONE
    """
