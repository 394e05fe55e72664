import CivilTime
import Places
import PrayerFeeds
import PrayerTimes
import Runtime
import Templates

/// The part of a page with today's times and notes: `templates/prayer/today.mustache` and `notes.mustache`.
struct Today: Encodable {
    var date: String
    var hijri: String?
    var rows: [TimeRow]
    /// The prayer that comes next, if it is not one of the rows.
    var next: String?
    var notes: [String]
    var hasNotes: Bool
}

/// A day's times in the words of a page.
struct DayTimes {
    let today: Today
    /// Times that follow from the six: imsak, duha, and the parts of the night.
    let extras: [ExtraTime]
    /// The day and the one after it, as they are computed.
    let day: TimetableDay, tomorrow: TimetableDay
    /// The prayer that comes next; nil if neither day has one.
    let coming: (event: DayEvent, moment: Instant, date: LocalDate)?

    /// - Parameters:
    ///   - isOwnTable: true if the timetable has the times of the customer's own mosque.
    ///   - stored: the timetable that a preview is compared with.
    ///   - now: marks the prayer that comes next.
    init(
        _ timetable: Timetable, isOwnTable: Bool = false, stored: Timetable? = nil, now: Instant,
        hijri calendar: HijriCalendar, _ format: Formatter
    ) {
        let zone = timetable.place.zone
        let today = zone.date(at: now)
        let day = timetable.day(today), tomorrow = timetable.day(today + 1)
        let coming = Self.nextPrayer([timetable.day(today - 1), day, tomorrow], after: now)
        self.day = day
        self.tomorrow = tomorrow
        self.coming = coming
        func extra(_ time: DailyTime) -> ExtraTime {
            let moment = day.moment(of: time, before: tomorrow)
            return ExtraTime(
                name: format.text(time.textKey), time: moment.map { format.time($0, zone) } ?? "–",
                isAfterMidnight: moment.map { zone.date(at: $0) > today } ?? false)
        }
        let before = stored.map { stored in
            let times = stored.day(stored.place.zone.date(at: now)).times
            return DayEvent.allCases.map { event in times[event].map { format.time($0, stored.place.zone) } ?? "–" }
        }
        let rows = DayEvent.allCases.enumerated().map { index, event in
            let time = extra(event.time), old = before?[index]
            return TimeRow(
                name: time.name, before: old == time.time ? nil : old, time: time.time, isSoft: !event.isPrayer,
                isNext: coming.map { $0.event == event && $0.date == today } ?? false,
                isAfterMidnight: time.isAfterMidnight)
        }
        extras = DailyTime.allCases.filter { $0.event == nil }.map(extra)
        let next = coming.flatMap { coming -> String? in
            guard coming.date != today else { return nil }
            let words = [
                "prayer": format.text(coming.event.time.textKey),
                "time": format.time(coming.moment, zone),
            ]
            return coming.date > today
                ? format.text("city.next.tomorrow", words) : format.text("city.next.tonight", words)
        }
        let notes = Self.tableNotes(day, isOwnTable, format) + Self.notes(day, timetable.rules, format)
        self.today = Today(
            date: format.day(today, .full), hijri: calendar.date(of: today).map(format.longHijri),
            rows: rows, next: next, notes: notes, hasNotes: !notes.isEmpty)
    }

    /// The first prayer after a moment; before dawn it may be Isha of the evening before.
    private static func nextPrayer(
        _ days: [TimetableDay], after now: Instant
    ) -> (event: DayEvent, moment: Instant, date: LocalDate)? {
        days.flatMap { day in
            DayEvent.allCases.filter(\.isPrayer).compactMap { event in
                day.times[event].map { (event: event, moment: $0, date: day.date) }
            }
        }.filter { $0.moment > now }.min { $0.moment < $1.moment }
    }

    private static func tableNotes(_ day: TimetableDay, _ isOwn: Bool, _ format: Formatter) -> [String] {
        guard !day.fromTable.isEmpty else { return [] }
        let names = DayEvent.allCases.filter(day.fromTable.contains).map { format.text($0.time.textKey) }
        return [format.text(isOwn ? "note.table.own" : "note.table.city", ["list": format.list(names)])]
    }

    private static func notes(_ day: TimetableDay, _ rules: Rules, _ format: Formatter) -> [String] {
        var notes: [String] = []
        if let problem = day.problem { notes.append(format.text("note.problem.\(problem.rawValue)")) }
        if day.isRamadan, !day.fromTable.contains(.isha),
           case .minutes(let usual, let inRamadan) = rules.method.isha, usual != inRamadan {
            notes.append(format.text("note.ramadan", [
                "minutes": format.number(inRamadan), "usual": format.number(usual),
            ]))
        }
        func rule(_ rule: HighLatitudeRule) -> [String: String] {
            ["rule": format.text("high-latitude.\(rule.rawValue)")]
        }
        // A seasonal method gives minutes itself: no rule replaces its angle.
        switch rules.method.isSeasonal ? (nil, nil) : (day.highLatitude.fajr, day.highLatitude.isha) {
        case (let fajr?, let isha?) where fajr == isha:
            notes.append(format.text("note.high-latitude.both", rule(fajr)))
        case (let fajr, let isha):
            if let fajr { notes.append(format.text("note.high-latitude.fajr", rule(fajr))) }
            if let isha { notes.append(format.text("note.high-latitude.isha", rule(isha))) }
        }
        if let polar = day.polar, polar != .unresolved {
            notes.append(format.text("note.polar.\(polar.rawValue)"))
        }
        let own = DayEvent.allCases.filter { rules.minutes[$0] != 0 && !day.fromTable.contains($0) }.map { event in
            format.text(rules.minutes[event] > 0 ? "minutes.added.plus" : "minutes.added.minus", [
                "prayer": format.text(event.time.textKey), "n": format.number(abs(rules.minutes[event])),
            ])
        }
        if !own.isEmpty {
            notes.append(format.text("note.adjust", ["list": format.list(own)]))
        }
        if let metres = rules.elevationMetres {
            notes.append(format.text("note.elevation", ["metres": format.number(Int(metres.rounded()))]))
        }
        return notes
    }
}

/// A row of a day's timetable.
struct TimeRow: Encodable {
    var name: String
    /// The stored time, if this one is a preview's and another.
    var before: String?
    var time: String
    /// True if the time is not a prayer's.
    var isSoft: Bool
    var isNext: Bool
    /// True if the time is on the next date of the calendar, as Isha can be in summer.
    var isAfterMidnight: Bool
}

/// A time besides the six.
struct ExtraTime: Encodable {
    var name: String
    var time: String
    var isAfterMidnight: Bool
}
