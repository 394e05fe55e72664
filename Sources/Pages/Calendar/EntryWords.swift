import Calendars
import CivilTime
import Crypto
import HTTP
import PrayerTimes
import Runtime
import Storage
import Templates

/// A writer of entries in the words of a page.
struct EntryWords {
    let view: CalendarView
    let format: Formatter

    /// The title, with a word for an entry without one. It says if the series has further times on the day.
    func title(_ entry: CalendarEntry) -> String {
        let shown = entry.title.isEmpty ? format.text("entry.untitled") : entry.title
        return entry.isFollowedByMore ? format.text("entry.and-more", ["title": shown]) : shown
    }

    /// Returns the words for the entries of a day that are not shown: `+3 more`.
    func more(_ count: Int, on day: LocalDate) -> String {
        let words = format.text("day.more", counting: count)
        return view.hidden.isAtLeast(on: day) ? format.text("day.at-least", ["words": words]) : words
    }

    /// The address of an entry's own page.
    func address(_ entry: CalendarEntry) -> String { Self.address(entry) }

    static func address(_ entry: CalendarEntry) -> String {
        if entry.kind == .day {
            return CalendarViews.address(of: .day, CalendarViews.shownDay(nearest: entry.startDay))
        }
        let segment = percentEncoded(entry.segment)
        let place = entry.kind == .toDo
            ? "/tasks/\(entry.calendar)/\(segment)" : "/events/\(entry.calendar)/\(segment)"
        return entry.recurrenceID.map { "\(place)?on=\($0)" } ?? place
    }

    /// The version of an event that can be dragged, so that nobody moves what they have not seen; nil for other
    /// entries.
    func tag(_ entry: CalendarEntry) -> String? {
        entry.kind == .event ? base64URL(entry.version) : nil
    }

    /// The classes of an entry: its colour and its states.
    func classes(_ entry: CalendarEntry) -> String {
        var classes = entry.color.name
        if entry.end <= view.now, entry.kind != .toDo || entry.isDone { classes += " past" }
        if isNow(entry) { classes += " on" }
        if entry.isPlanned { classes += " planned" } else if entry.isFree, entry.kind == .event { classes += " free" }
        if entry.isTentative { classes += " maybe" }
        if view.clashes(entry) { classes += " clash" }
        if entry.isCancelled || entry.isDeclined || entry.isDone { classes += " off" }
        return classes
    }

    func isNow(_ entry: CalendarEntry) -> Bool {
        !entry.isAllDay && entry.start <= view.now && view.now < entry.end
    }

    /// The states in words, for people who do not see them; nil without any.
    ///
    /// - Parameter saysClash: false if the page says in another place that the entry clashes.
    func states(_ entry: CalendarEntry, saysClash: Bool = true) -> String? {
        var words: [String] = []
        if saysClash, view.clashes(entry) { words.append(format.text("entry.clashes")) }
        if entry.isCancelled { words.append(format.text("entry.cancelled")) }
        if entry.isDeclined { words.append(format.text("entry.declined")) }
        if entry.isTentative { words.append(format.text("entry.tentative")) }
        if entry.isPlanned {
            words.append(format.text("entry.planned"))
        } else if entry.isFree, entry.kind == .event {
            words.append(format.text("entry.free"))
        }
        if entry.isPrivate { words.append(format.text("entry.private")) }
        if entry.isDone { words.append(format.text("entry.done")) }
        return words.isEmpty ? nil : format.list(words)
    }

    /// The days of a bar in words: `all day`, `10 November to 12 November`.
    func span(_ entry: CalendarEntry) -> String {
        entry.startDay == entry.endDay
            ? format.text("entry.all-day")
            : format.text("entry.days", [
                "first": format.day(entry.startDay, .short), "last": format.day(entry.endDay, .short),
            ])
    }

    /// The time at which an entry begins, as pages show it.
    func start(_ entry: CalendarEntry) -> String { format.time(entry.start, view.zone) }

    /// The same for the narrow cells of a month.
    func briefStart(_ entry: CalendarEntry) -> String {
        format.briefTime(minute: view.zone.local(entry.start).minuteOfDay)
    }

    /// The time of a moment on a day, for `datetime`.
    func machineTime(_ moment: Instant) -> String {
        let local = view.zone.local(moment)
        return clockText(minute: local.minuteOfDay)
    }
}

extension Formatter {
    /// Returns the prayer that an event follows: `30 min after Asr`, `At Maghrib`.
    func anchor(_ anchor: PrayerAnchor) -> String {
        let prayer = text("prayer.\(anchor.prayer.rawValue)")
        guard anchor.minutes != 0 else { return text("event.anchor.at", ["prayer": prayer]) }
        return text(anchor.minutes < 0 ? "event.anchor.before" : "event.anchor.after", [
            "prayer": prayer, "minutes": duration(minutes: Int(anchor.minutes.magnitude)),
        ])
    }
}

extension CalendarEntry {
    /// True for a time that was found for a task, and may move.
    var isPlanned: Bool { kind == .event && segment.hasPrefix(PlanEventRow.uidPrefix) }
}
