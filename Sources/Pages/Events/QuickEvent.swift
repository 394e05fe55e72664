import Calendars
import CivilTime
import Extraction
import ICalendar
import PrayerTimes
import Runtime
import Storage
import Templates

extension EventDesk {
    /// Returns the event that a sentence describes, and true if more than its words were understood; nil for a sentence
    /// without words.
    func quickEvent(_ sentence: String) -> (draft: EventDraft, isUnderstood: Bool)? {
        guard let found = QuickEntry.read(
            sentence, on: now, firstDay: firstDay, hijri: hijri, lexicon: app.shared.lexicon) else { return nil }
        let title = found.title.isEmpty ? sentence.trimmed : found.title
        let draft = EventDraft(
            title: title, time: time(found), repetition: repetition(found), place: found.place ?? "")
        return (draft, !found.understood.isEmpty)
    }

    var firstDay: Weekday { Weekday(rawValue: customer.firstDay) ?? .monday }

    private func time(_ found: QuickDraft) -> EventTime {
        let day = found.likelyDay, minutes = found.minutes ?? 60
        switch found.start {
        case .prayer(let prayer, let offset):
            return .anchored(PrayerAnchor(prayer: prayer, minutes: offset), day: day, minutes: minutes)
        case .clock(let hour, let minute):
            let start = LocalDateTime(date: day, hour: hour, minute: minute) ?? .midnight(day)
            return timed(start, minutes)
        case nil:
            // A sentence with days only means whole days; one without any means the next hour, as the empty form does.
            if found.isAllDay || found.day != nil || found.lastDay != nil {
                return .allDay(day...max(day, found.lastDay ?? day))
            }
            return timed(emptyStart(on: day), minutes)
        }
    }

    private func timed(_ start: LocalDateTime, _ minutes: Int) -> EventTime {
        let end = zone.local(zone.instant(of: start) + .seconds(minutes * 60))
        return .timed(start: start, startZone: customer.timeZone, end: end, endZone: customer.timeZone)
    }

    private func repetition(_ found: QuickDraft) -> Repetition {
        switch found.end {
        case nil: Repetition(rule(found))
        case .until(let day): Repetition(rule(found), .until(day))
        case .count(let count): Repetition(rule(found), .count(count))
        }
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
        case .monthEnd: .custom(lastDay)
        }
    }

    private func last(_ weekday: Weekday) -> RecurrenceRule {
        var rule = RecurrenceRule(.monthly)
        rule.weekdays = [WeekdayPosition(weekday, ordinal: -1)]
        return rule
    }

    private var lastDay: RecurrenceRule {
        var rule = RecurrenceRule(.monthly)
        rule.monthDays = [-1]
        return rule
    }
}

extension EventWords {
    /// Returns the event that was read from a sentence, in words.
    func understood(_ draft: EventDraft, isUnderstood: Bool, _ hijri: HijriCalendar) -> String {
        guard isUnderstood else { return text("event.line.not-understood") }
        let parts = [
            draft.title.isolated, when(draft.time), repetition(draft.repetition, from: draft.time.day, hijri),
            draft.place.isEmpty ? nil : draft.place.isolated,
        ]
        return text("event.line.understood", ["text": parts.compactMap(\.self).joined(separator: " · ")])
    }
}
