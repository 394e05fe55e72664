import CivilTime

// The end follows the start, as in other calendars. A script moves it while somebody types. Without one, the form says
// which times it showed, and an end that nobody touched goes along with a start that was moved past it.

extension EventForm {
    /// The start and the end that the form shows, of days with times and of whole days.
    var shownTimes: String {
        [self[.startDay] + "T" + self[.startTime], self[.endDay] + "T" + self[.endTime], self[.from], self[.to]]
            .joined(separator: " ")
    }

    /// Moves the end with a start that was moved past it, so that the length stays.
    ///
    /// - Returns: true if it moved.
    mutating func moveEnd() -> Bool {
        let shown = self[.shown].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard shown.count == 4 else { return false }
        return self[.when] == "day" ? moveLastDay(shown) : self[.when] == "time" ? moveEndTime(shown) : false
    }

    private mutating func moveLastDay(_ shown: [String]) -> Bool {
        guard self[.to] == shown[3], let before = TypedTime.day(shown[2]), let first = TypedTime.day(self[.from]),
              let last = TypedTime.day(self[.to]), last < first, last >= before
        else { return false }
        self[.to] = (first + (last - before)).iso8601
        return true
    }

    private mutating func moveEndTime(_ shown: [String]) -> Bool {
        let typed = (start: self[.startDay] + "T" + self[.startTime], end: self[.endDay] + "T" + self[.endTime])
        guard self[.lasts].isEmpty, self[.startZone] == self[.endZone], typed.end == shown[1],
              let before = TypedTime.moment(shown[0]), let start = TypedTime.moment(typed.start),
              let end = TypedTime.moment(typed.end), end < start, end >= before
        else { return false }
        let minutes = start.minutes + end.minutes - before.minutes
        let day = LocalDate(daysSince1970: minutes >= 0 ? minutes / 1_440 : (minutes - 1_439) / 1_440)
        let minute = minutes - day.daysSince1970 * 1_440
        guard let moved = LocalDateTime(date: day, hour: minute / 60, minute: minute % 60, second: end.second) else {
            return false
        }
        (self[.endDay], self[.endTime]) = (moved.date.iso8601, Self.clock(moved))
        return true
    }
}

extension EventAddress {
    /// The address of the event's page, which then says that the end moved along.
    var pageAfterMove: String { page + (page.contains("?") ? "&" : "?") + "end=moved" }
}

extension LocalDateTime {
    /// The minutes since the beginning of 1970 on the same clocks.
    fileprivate var minutes: Int { date.daysSince1970 * 1_440 + minuteOfDay }
}
