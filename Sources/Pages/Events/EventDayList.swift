import Calendars
import CivilTime
import HTTP
import Places
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage
import Templates
import Text
import Web

extension EventDesk {
    /// Returns the moments of an event; nil for whole days, and for a prayer time that is not known.
    func span(_ time: EventTime, _ timetable: CustomerTimetable?) throws -> EventSpan? {
        try home.span(of: time, timetable)
    }

    /// Returns the rules of a zone; the customer's for a floating time.
    func rules(_ name: String) throws -> TimeZoneRules {
        try home.rules(name)
    }
}

/// Makes the list of a day beside a form or an event.
struct EventDayList {
    let desk: EventDesk
    let view: CalendarView
    let day: LocalDate
    private let words: EntryWords

    /// - Parameter isMarked: false for a list without the marks of clashes, as beside a form.
    init(_ desk: EventDesk, _ day: LocalDate, isMarked: Bool = false) throws {
        self.desk = desk
        self.day = day
        view = try desk.home.view(day...day, isMarked: isMarked)
        words = EntryWords(view: view, format: desk.words.format)
    }

    /// Returns the list of the day with its stored event marked.
    func day(around own: EventAddress) -> EventDay {
        var list = list()
        list.change { entry in
            if entry.address == own.page { entry.classes += " on" }
            return entry
        }
        return day(list)
    }

    /// Returns true if a stored event carries the mark of a clash.
    func clashes(_ own: EventAddress) -> Bool {
        view.entries.contains { words.address($0) == own.page && view.clashes($0) }
    }

    /// Returns the list of the day with an event that is not stored yet.
    ///
    /// - Parameters:
    ///   - title: the title that is shown; `color` the class of its colour.
    ///   - own: the address of the stored event that the draft replaces.
    func day(with draft: EventDraft, title: String, color: String, replacing own: EventAddress?) throws -> EventDay {
        var list = list()
        list.change { $0.address == own?.page ? nil : $0 }
        let span = try desk.span(draft.time, view.timetable)
        list.insert(entry(draft, title, color, span))
        var day = day(list)
        guard let span, draft.isBusy else { return day }
        let clashes = view.entries.filter { entry in
            words.address(entry) != own?.page && isInTheWay(entry) && span.overlaps(entry)
        }
        day.isFree = clashes.isEmpty
        let titles = desk.words.list(clashes.map { words.title($0).isolated })
        day.clash = clashes.isEmpty ? nil : desk.words.text("event.clash", ["titles": titles])
        return day
    }

    /// Returns the list of the day as it is stored.
    func stored() -> EventDay { day(list()) }

    private func day(_ list: DayList) -> EventDay {
        EventDay(
            day: words.format.day(day, .weekday), hijri: view.hijri.date(of: day).map(words.format.hijri), list: list,
            isFree: false)
    }

    /// Returns the list without what is for other pages: free times, the ticks of to-dos, and other meetings.
    private func list() -> DayList {
        var list = DayList(day, view, words.format)
        list.items.removeAll { $0.gap != nil }
        list.change { entry in
            (entry.tick, entry.join) = (nil, nil)
            return entry
        }
        return list
    }

    private func isInTheWay(_ entry: CalendarEntry) -> Bool {
        entry.kind == .event && !entry.isAllDay && !entry.isFree && !entry.isCancelled && !entry.isDeclined
    }

    private func entry(_ draft: EventDraft, _ title: String, _ color: String, _ span: EventSpan?) -> DayEntry {
        var details: [String] = []
        let format = words.format
        if let span, span.start < span.end {
            details.append(format.text("entry.until", ["time": format.time(span.end, view.zone)]))
        }
        if case .anchored(let anchor, _, _) = draft.time { details.append(desk.words.anchor(anchor)) }
        return DayEntry(
            address: "#title", classes: "draft \(color)" + (span == nil ? " ad" : ""),
            time: span.map { format.time($0.start, view.zone) },
            machineTime: span.map { words.machineTime($0.start) }, title: title,
            detail: details.isEmpty ? nil : details.joined(separator: " · "),
            states: span == nil ? format.text("entry.all-day") : nil, isTentative: draft.status == .tentative,
            repeats: draft.repetition.rule != .none)
    }
}

extension DayList {
    /// Changes each entry, or leaves it out if `change` returns nil.
    fileprivate mutating func change(_ change: (inout DayEntry) -> DayEntry?) {
        func changed(_ entry: DayEntry) -> DayEntry? {
            var entry = entry
            return change(&entry)
        }
        func changed(_ items: [DayItem]) -> [DayItem] {
            items.compactMap { item in
                guard let entry = item.entry else { return item }
                return changed(entry).map { DayItem(entry: $0) }
            }
        }
        bars = bars.compactMap(changed)
        items = changed(items)
        if let past = earlier?.items { earlier?.items = changed(past) }
    }

    /// Inserts an entry at its time.
    fileprivate mutating func insert(_ entry: DayEntry) {
        isEmpty = false
        guard let time = entry.machineTime else { return bars.append(entry) }
        let place = items.firstIndex { item in
            (item.entry?.machineTime ?? item.prayer?.machineTime ?? item.now?.machineTime ?? "") > time
        }
        items.insert(DayItem(entry: entry), at: place ?? items.count)
    }
}

extension EventWords {
    /// Returns the start that a prayer gives, in a sentence; nil for other times, and without the prayer's time.
    func anchorSays(_ time: EventTime, _ view: CalendarView) -> String? {
        guard case .anchored(let anchor, let day, _) = time, let prayer = view.timetable?.day(day).times[anchor.prayer]
        else { return nil }
        return text("event.anchor.says", [
            "day": format.day(day, .weekday), "prayer": text("prayer.\(anchor.prayer.rawValue)"),
            "time": format.time(prayer, view.zone),
            "start": format.time(prayer + .seconds(anchor.minutes * 60), view.zone),
        ])
    }
}
