import Calendars
import CivilTime
import Crypto
import Planning
import PrayerFeeds
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import Web

/// The warning of the event form: what the event clashes with, and better times. It refuses nothing.
struct ClashWarning: Encodable {
    /// `At the same time: Lunch, 13:00–14:00`
    var sentence: String
    var times: [Better]
    var hasTimes: Bool

    /// A better time, as one of the radio buttons.
    struct Better: Encodable {
        /// The start, as the field `better` carries it.
        var value: String
        /// `Thursday 26 November, 13:15–14:15`
        var label: String
        var isBest: Bool
        var reasons: [Reason]
    }

    struct Reason: Encodable {
        var text: String
        /// True for what speaks against it.
        var isBut: Bool
    }
}

/// A clash that the form has found.
struct FormClash {
    let warning: ClashWarning
    /// The value of the field `clash` of somebody who has seen it.
    let digest: String
    /// False if there is only the same event in another calendar.
    let isConflict: Bool
}

extension EventDesk {
    /// Returns what an event would clash with; nil if nothing is in its way, or if it takes no time.
    ///
    /// - Parameters:
    ///   - uid: that of the event.
    ///   - stored: the event as it is stored; nil for a new one. A time that did not change is not looked at.
    func clash(
        _ draft: EventDraft, uid: String, in calendar: CalendarRow, stored: EventDraft? = nil
    ) throws -> FormClash? {
        guard draft.isBusy, draft.status != .cancelled, !calendar.isTransparent else { return nil }
        if let stored, stored.time == draft.time, stored.isBusy { return nil }
        guard let span = try ownSpan(draft.time), span.start < span.end else { return nil }
        var wanted = WantedEvent(uid: uid, calendar: calendar.id, title: draft.title, time: span.start..<span.end)
        if case .anchored(let anchor, _, _) = draft.time { wanted.anchor = anchor.prayer }
        wanted.isTentative = draft.status == .tentative
        wanted.keepsDay = draft.repetition.rule != .none
        guard let found = try visit.planning.clashes(of: wanted) else { return nil }
        // One fixed time in place of a series that follows prayers or Hijri days is no better time.
        let better = draft.isComputed && wanted.keepsDay ? [] : found.better
        return FormClash(
            warning: ClashWarning(
                sentence: sentence(of: found),
                times: better.enumerated().map { self.better($1, isBest: $0 == 0) }, hasTimes: !better.isEmpty),
            digest: String(sha256Hex(Array(found.text.utf8)).prefix(16)), isConflict: found.isConflict)
    }

    /// Puts a better time into a form, on the customer's clocks.
    func apply(better start: LocalDateTime, of draft: EventDraft, to form: inout EventForm) throws {
        guard let span = try ownSpan(draft.time) else { return }
        let end = zone.local(zone.instant(of: start) + (span.end - span.start))
        form[.when] = "time"
        form[.lasts] = ""
        (form[.startDay], form[.startTime]) = (start.date.iso8601, EventForm.clock(start))
        (form[.endDay], form[.endTime]) = (end.date.iso8601, EventForm.clock(end))
        (form[.startZone], form[.endZone]) = (customer.timeZone, customer.timeZone)
    }

    /// Returns the moments of an event by the customer's own prayer times.
    private func ownSpan(_ time: EventTime) throws -> EventSpan? {
        guard case .anchored = time else { return try span(time, nil) }
        return try span(time, try home.known?.prayer.map { try visit.app.customerTimetable($0) })
    }

    // MARK: Words

    private func sentence(of found: DraftClashes) -> String {
        func titles(_ entries: [CalendarEntry]) -> String {
            let shown = entries.prefix(Self.mostNamed).map { entry in
                let title = entry.title.isEmpty ? words.text("event.untitled") : entry.title
                let times = times(entry.start..<entry.end)
                return words.text("event.warn.event", ["title": title.isolated, "times": times])
            }
            let more = entries.count - shown.count
            return words.list(shown + (more > 0 ? [words.text("day.more", counting: more)] : []))
        }
        var sentences: [String] = []
        if !found.overlaps.isEmpty {
            sentences.append(words.text("event.clash", ["titles": titles(found.overlaps)]))
        }
        if !found.prayers.isEmpty {
            let names = found.prayers.prefix(Self.mostNamed).compactMap { words.name(of: $0) }
            sentences.append(words.text("event.warn.prayer", ["prayers": words.list(names)]))
        }
        if !found.doubles.isEmpty {
            sentences.append(words.text("event.warn.double", ["titles": titles(found.doubles)]))
        }
        return sentences.joined(separator: " · ")
    }

    /// The most events that the warning names.
    private static let mostNamed = 5

    private func times(_ time: Range<Instant>) -> String {
        words.format.range(words.clock(zone.local(time.lowerBound)), words.clock(zone.local(time.upperBound)))
    }

    private func better(_ better: BetterTime, isBest: Bool) -> ClashWarning.Better {
        let start = zone.local(better.time.lowerBound)
        return ClashWarning.Better(
            value: "\(start.date.iso8601)T\(start.clock)",
            label: words.text("event.warn.event", [
                "title": words.format.day(start.date, .weekday), "times": times(better.time),
            ]),
            isBest: isBest, reasons: words.reasons(of: better.suggestion))
    }
}

extension EventWords {
    /// Returns why a better time is good, and what speaks against it.
    func reasons(of suggestion: Suggestion) -> [ClashWarning.Reason] {
        let found = suggestion.reasons
        var reasons = [ClashWarning.Reason(text: day(found.days), isBut: found.days < 0)]
        if found.minutes != 0 {
            let length = length(Int(found.minutes.magnitude))
            let key = found.minutes < 0 ? "event.better.earlier" : "event.better.later"
            reasons.append(.init(text: text(key, ["length": length]), isBut: false))
        } else {
            reasons.append(.init(text: text("event.better.same-time"), isBut: false))
        }
        if let prayer = suggestion.afterPrayer.flatMap(name) {
            reasons.append(.init(text: text("event.better.after", ["prayer": prayer]), isBut: false))
        }
        if found.outsidePreferred > 0 {
            reasons.append(.init(text: text("event.better.outside"), isBut: true))
        }
        return reasons
    }

    /// Returns the name of a prayer; nil if only its block is known.
    func name(of prayer: PrayerPeriod) -> String? {
        prayer.prayer.map { text(prayer.isJumuah ? "prayer.jumuah" : "prayer.\($0.rawValue)") }
    }

    private func day(_ days: Int) -> String {
        guard days != 0 else { return text("event.better.same-day") }
        return text(days < 0 ? "event.better.days-before" : "event.better.days-after", [
            "days": text("event.days", counting: Int(days.magnitude)),
        ])
    }
}
