import Agreements
import Calendars
import CivilTime
import Extraction
import ICalendar
import Places
import PrayerTimes
import Runtime
import Storage
import Templates
import Text
import Web

/// The event that a sentence describes.
struct QuickEvent {
    var draft: EventDraft
    let found: QuickDraft
    /// The rules of the zone that the sentence names; nil if the start is in the customer's zone.
    let rules: TimeZoneRules?

    /// True if more than the words of the title was understood.
    var isUnderstood: Bool { !found.understood.isEmpty || found.day != nil }
}

extension EventDesk {
    /// Returns the event that a sentence describes; nil for a sentence without words, and for one that is too long.
    ///
    /// - Parameter isWeekly: true if weekdays that are only listed come every week.
    func quickEvent(_ sentence: String, isWeekly: Bool = false) throws -> QuickEvent? {
        guard
            let found = try QuickEntry.read(
                sentence, on: now, firstDay: firstDay, hijri: hijri, lexicon: visit.app.shared.lexicon())
        else { return nil }
        let rules = try found.zone.flatMap { name in
            try name == customer.timeZone ? nil : visit.app.shared.timeZones.rules(named: name)
        }
        let title = found.title.isEmpty ? sentence.trimmed : found.title
        var draft = EventDraft(
            title: title, time: time(found, rules), repetition: Repetition(rule(found)), place: found.place ?? "")
        switch found.end {
        case .until(let day)?: draft.repetition.end = .until(day)
        case .count(let count)? where !(found.isOnce && isWeekly): draft.repetition.end = .count(count)
        default: break
        }
        return QuickEvent(draft: draft, found: found, rules: rules)
    }

    /// Returns the line above the form, with what was read of it.
    func line(_ typed: String, _ quick: QuickEvent?) -> EventLine {
        guard QuickEntry.isShort(typed) else {
            let start = String(String.UnicodeScalarView(typed.unicodeScalars.prefix(QuickEntry.mostCharacters)))
            return EventLine(
                typed: start,
                problem: words.text("event.line.too-long", ["limit": words.number(QuickEntry.mostCharacters)]))
        }
        guard let quick else { return EventLine(typed: typed) }
        let unread = quick.found.notUnderstood.map(\.text.isolated)
        return EventLine(
            typed: typed, understood: understood(quick),
            notUnderstood: unread.isEmpty
                ? nil : words.text("event.line.not-read", ["words": unread.joined(separator: " · ")]),
            asksWeekly: quick.found.isOnce && quick.draft.repetition.end != .never)
    }

    var firstDay: Weekday { Weekday(rawValue: customer.firstDay) ?? .monday }

    // MARK: Reading

    private func time(_ found: QuickDraft, _ rules: TimeZoneRules?) -> EventTime {
        let day = found.likelyDay, minutes = found.minutes ?? 60
        switch found.start {
        case .prayer(let prayer, let offset):
            return .anchored(PrayerAnchor(prayer: prayer, minutes: offset), day: day, minutes: minutes)
        case .clock(let hour, let minute):
            let start = LocalDateTime(date: day, hour: hour, minute: minute) ?? .midnight(day)
            return timed(start, minutes, rules)
        case nil:
            // A sentence with days only means whole days; one without any means the next hour, as the empty form does.
            if found.isAllDay || found.day != nil || found.lastDay != nil {
                return .allDay(day...max(day, found.lastDay ?? day))
            }
            return timed(emptyStart(on: day), minutes, nil)
        }
    }

    private func timed(_ start: LocalDateTime, _ minutes: Int, _ rules: TimeZoneRules?) -> EventTime {
        let named = rules ?? zone, name = rules?.name ?? customer.timeZone
        let end = named.local(named.instant(of: start) + .seconds(minutes * 60))
        return .timed(start: start, startZone: name, end: end, endZone: name)
    }

    private func rule(_ found: QuickDraft) -> Repetition.Rule {
        switch found.repetition {
        case nil: .none
        case .daily: .daily
        case .workingDays: .weekdays(workingDays)
        case .weekly(let interval, let days): .weekly(interval: interval, days)
        case .monthly: .monthlyByDay
        case .yearly: .yearly
        case .hijriMonthly: .hijriMonthly
        case .hijriYearly: .hijriYearly
        case .monthlyWeekday(let week, let weekday):
            // The form's own choice names the last weekday only from a fifth one on.
            week > 0 || found.likelyDay.day > 28 ? .monthlyByWeekday : .custom(last(weekday))
        case .monthEnd: .custom(monthly(on: [-1]))
        case .monthlyDays(let days): .custom(monthly(on: days.sorted()))
        }
    }

    private func last(_ weekday: Weekday) -> RecurrenceRule {
        var rule = RecurrenceRule(.monthly)
        rule.weekdays = [WeekdayPosition(weekday, ordinal: -1)]
        return rule
    }

    private func monthly(on days: [Int]) -> RecurrenceRule {
        var rule = RecurrenceRule(.monthly)
        rule.monthDays = days
        return rule
    }

    // MARK: Words

    /// Returns the event in words, with the Hijri date that was typed and the time here of one in another zone.
    private func understood(_ quick: QuickEvent) -> String {
        guard quick.isUnderstood else { return words.text("event.line.not-understood") }
        let draft = quick.draft
        let parts = [
            draft.title.isolated, quick.found.hijri.map(words.format.hijri), words.when(draft.time),
            quick.rules.flatMap { timeHere(draft.time, $0) },
            words.repetition(draft.repetition, from: draft.time.day, hijri),
            draft.place.isEmpty ? nil : draft.place.isolated,
        ]
        return words.text("event.line.understood", ["text": parts.compactMap(\.self).joined(separator: " · ")])
    }

    private func timeHere(_ time: EventTime, _ rules: TimeZoneRules) -> String? {
        guard case .timed(let start, let name, _, _) = time else { return nil }
        let here = zone.local(rules.instant(of: start))
        return words.text("event.line.zone", [
            "time": words.clock(start), "place": words.place(ofZone: name),
            "here": here.date == start.date ? words.clock(here) : "\(words.short(here.date)) \(words.clock(here))",
        ])
    }
}
