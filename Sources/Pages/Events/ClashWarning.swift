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
import Text
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
    ///   - isSeries: false if the draft is one event of a series. Which others change is asked later.
    func clash(
        _ draft: EventDraft, uid: String, in calendar: CalendarRow, stored: EventDraft? = nil, isSeries: Bool = true
    ) throws -> FormClash? {
        let times = isSeries ? try home.spans(of: draft, until: visit.planning.endOfSeries) : []
        guard let wanted = WantedEvent(
            draft, uid: uid, in: calendar, stored: stored, try home.ownSpan(of: draft.time), times: times)
        else { return nil }
        guard let found = try visit.planning.clashes(of: wanted) else { return nil }
        // One fixed time in place of a series that follows prayers or Hijri days is no better time.
        let better = draft.isComputed && wanted.keepsDay ? [] : found.better
        return FormClash(
            warning: ClashWarning(
                sentence: sentence(of: found),
                times: better.enumerated().map { self.better($1, isBest: $0 == 0) }, hasTimes: !better.isEmpty),
            digest: String(sha256Hex(Array(found.text.utf8)).prefix(16)), isConflict: found.isConflict)
    }

    /// Returns what an event of a series and the later ones would clash with, if they are changed together; nil if
    /// nothing is in their way, or if their times stay.
    func clash(_ draft: EventDraft, ofFollowing event: StoredEvent, _ form: EventForm) throws -> FormClash? {
        guard draft.time != event.draft.time || draft.repetition != event.draft.repetition || !event.draft.isBusy,
              let calendar = target(of: form, event)
        else { return nil }
        var following = draft
        // A number of events counts from the first of the series.
        if case .count = draft.repetition.end, draft.repetition == event.draft.repetition,
           let count = event.counts.following {
            following.repetition.end = .count(count)
        }
        return try clash(following, uid: event.uid, in: calendar)
    }

    /// Puts a better time into a form, on the customer's clocks.
    func apply(better start: LocalDateTime, of draft: EventDraft, to form: inout EventForm) throws {
        guard let span = try home.ownSpan(of: draft.time) else { return }
        let end = zone.local(zone.instant(of: start) + (span.end - span.start))
        form[.when] = "time"
        form[.lasts] = ""
        (form[.startDay], form[.startTime]) = (start.date.iso8601, EventForm.clock(start))
        (form[.endDay], form[.endTime]) = (end.date.iso8601, EventForm.clock(end))
        (form[.startZone], form[.endZone]) = (customer.timeZone, customer.timeZone)
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
        for way in found.tight.prefix(Self.mostNamed) {
            let title = way.entry.title.isEmpty ? words.text("event.untitled") : way.entry.title
            sentences.append(words.text("conflict.tight", [
                "title": title.isolated, "length": words.length(way.lacking),
            ]))
        }
        if !found.doubles.isEmpty {
            sentences.append(words.text("event.warn.double", ["titles": titles(found.doubles)]))
        }
        if let first = found.firstOfSeries {
            let day = words.format.day(zone.date(at: first.lowerBound), .weekday)
            sentences.insert(words.text("event.warn.first", ["day": day]), at: 0)
            if found.count > 1 { sentences.append(words.text("conflict.repeated", counting: found.count)) }
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
            isBest: isBest, reasons: words.reasons(of: better.suggestion) + still(better))
    }

    /// Returns what goes against a better time of a series: some of its events clash there too.
    private func still(_ better: BetterTime) -> [ClashWarning.Reason] {
        guard better.clashes > 0 else { return [] }
        return [ClashWarning.Reason(text: words.text("event.better.still", counting: better.clashes), isBut: true)]
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
