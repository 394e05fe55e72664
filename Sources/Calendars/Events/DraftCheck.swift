import CivilTime
import ICalendar

extension EventDraft {
    /// Returns the problems of some fields, at most one of each, in the order of the fields.
    ///
    /// - Parameters:
    ///   - fields: those that a person filled in. What a program stored may be longer than a form allows.
    ///   - zones: the zones of the object that is edited.
    ///   - daysFromFirst: the days from the first event of the series to the one of the draft.
    func problems(
        in fields: Set<EventField> = Set(EventField.allCases), _ context: EventContext, zones: ZoneResolver,
        daysFromFirst: Int = 0
    ) -> [EventProblem] {
        var found: [EventField: EventProblem.Reason] = [:]
        func note(_ field: EventField, _ reason: EventProblem.Reason?) {
            if let reason, found[field] == nil { found[field] = reason }
        }
        for attribute in EventAttribute.all where fields.contains(attribute.field) {
            note(attribute.field, attribute.problem(self))
        }
        if fields.contains(.reminders) { note(.reminders, reminderProblem) }
        if !fields.isDisjoint(with: EventField.times) {
            for problem in time.problems(zones, context) { note(problem.field, problem.reason) }
            let hasSoundTime = found.keys.allSatisfy { !EventField.times.contains($0) }
            var first = self
            first.time = time.moved(days: -daysFromFirst)
            // A program may have stored such a rule, and it stays.
            if fields.contains(.repetition), repetition.rule.hasOtherCalendar {
                note(.repetition, .otherCalendar)
            } else if hasSoundTime, let problem = first.repetitionProblem(context, zones) {
                note(problem.field, problem.reason)
            }
        }
        return EventField.allCases.compactMap { field in found[field].map { EventProblem(field, $0) } }
    }

    private var reminderProblem: EventProblem.Reason? {
        if reminders.count > EventLimits.reminders { return .tooMany(limit: EventLimits.reminders) }
        let isFar = reminders.contains { reminder in
            switch reminder {
            case .before(let minutes), .afterStart(let minutes), .beforeEnd(let minutes):
                !EventLimits.reminderMinutes.contains(minutes)
            case .at(let time): !Self.years.contains(time.date.year)
            }
        }
        return isFar ? .notInRange(EventLimits.reminderMinutes) : nil
    }

    /// The years in which days have one name, and four digits.
    fileprivate static let years = 1583...9999

    private func repetitionProblem(_ context: EventContext, _ zones: ZoneResolver) -> EventProblem? {
        if repetition.rule == .none { return nil }
        switch repetition.end {
        case .count(let count) where !EventLimits.count.contains(count):
            return EventProblem(.repetitionEnd, .notInRange(EventLimits.count))
        case .until(let day) where day < time.day: return EventProblem(.repetitionEnd, .endsBeforeItBegins)
        default: break
        }
        switch repetition.rule {
        case .weekly(let interval, let days):
            if !EventLimits.interval.contains(interval) {
                return EventProblem(.repetition, .notInRange(EventLimits.interval))
            }
            if days.isEmpty { return EventProblem(.repetition, .neverHappens) }
        case .custom(let rule):
            do throws(RecurrenceRuleError) {
                _ = try RecurrenceRule(rule.text, reading: .strict)
            } catch {
                return EventProblem(.repetition, .badRule(error))
            }
            if rule.frequency < .hourly || time.isAllDay && rule.frequency < .daily {
                return EventProblem(
                    .repetition, .badRule(.badValue(part: "FREQ", value: rule.frequency.rawValue)))
            }
        default: break
        }
        guard !isComputed, let span = time.span(zones: zones, clocks: context.clocks) else { return nil }
        let rule = repetition.recurrenceRule(
            from: span.start, clocks: zones.clocks(of: span.start), weekStart: context.weekStart)
        guard let rule else { return nil }
        do throws(EditingError) {
            guard let first = try rule.firstTime(from: span.start)
            else { return EventProblem(.repetition, .neverHappens) }
            if case .until(let day) = repetition.end, day < first.date {
                return EventProblem(.repetitionEnd, .endsBeforeItBegins)
            }
            return nil
        } catch {
            // A rule that takes so long to begin never does.
            return EventProblem(.repetition, .neverHappens)
        }
    }
}

extension EventProblem.Reason {
    /// Returns the reason why a text cannot be stored; nil if it can.
    static func inText(_ text: String, most: Int, allowsLines: Bool = false) -> EventProblem.Reason? {
        if text.unicodeScalars.count > most { return .tooLong(limit: most) }
        let isUnfit = text.unicodeScalars.contains { scalar in
            switch scalar {
            case "\n", "\t": !allowsLines
            // XML, in which phones receive objects, has no letters for these.
            case "\u{FFFE}", "\u{FFFF}": true
            default: scalar.properties.generalCategory == .control
            }
        }
        return isUnfit ? .unfitCharacter : nil
    }

    /// The kinds of addresses that calendar programs open.
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "tel", "sms", "sip", "sips", "xmpp", "geo", "facetime", "facetime-audio", "zoommtg",
        "msteams", "webex", "skype", "whatsapp", "tg",
    ]

    /// Returns the reason why no program opens an address; nil if one does, and for an empty one.
    static func inLink(_ link: String) -> EventProblem.Reason? {
        if link.isEmpty { return nil }
        if let problem = inText(link, most: EventLimits.link) { return problem }
        let parts = link.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, schemes.contains(parts[0].lowercased()), !parts[1].isEmpty,
              !link.contains(where: { $0.isWhitespace || $0 == "<" || $0 == ">" || $0 == "\"" })
        else { return .notALink }
        let isPage = parts[0].lowercased().hasPrefix("http")
        let host = parts[1].dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return isPage && (!parts[1].hasPrefix("//") || host.isEmpty) ? .notALink : nil
    }

    /// Returns the first reason why categories cannot be stored; nil if they can.
    static func inCategories(_ categories: [String]) -> EventProblem.Reason? {
        if categories.count > EventLimits.categories { return .tooMany(limit: EventLimits.categories) }
        return categories.lazy.compactMap { inText($0, most: EventLimits.category) }.first
    }
}

extension EventField {
    /// The fields from which DTSTART, DTEND and RRULE are made.
    static let times: Set<EventField> = [.isAllDay, .start, .end, .repetition, .repetitionEnd]
}

extension EventTime {
    fileprivate func problems(_ zones: ZoneResolver, _ context: EventContext) -> [EventProblem] {
        switch self {
        case .allDay(let days):
            let years = EventDraft.years
            let isInRange = years.contains(days.lowerBound.year) && years.contains(days.upperBound.year)
            return isInRange ? [] : [EventProblem(.start, .outOfRange)]
        case .timed(let start, let startZone, let end, let endZone):
            let first = Self.moment(start, startZone, zones, context), last = Self.moment(end, endZone, zones, context)
            var problems: [EventProblem] = []
            if let reason = first.problem { problems.append(EventProblem(.start, reason)) }
            if let reason = last.problem { problems.append(EventProblem(.end, reason)) }
            if let first = first.moment, let last = last.moment, last < first {
                problems.append(EventProblem(.end, .endBeforeStart))
            }
            return problems
        case .anchored(let anchor, let day, let minutes):
            if !EventLimits.anchorMinutes.contains(anchor.minutes) {
                return [EventProblem(.start, .notInRange(EventLimits.anchorMinutes))]
            }
            if !EventLimits.anchoredLength.contains(minutes) {
                return [EventProblem(.end, .notInRange(EventLimits.anchoredLength))]
            }
            return EventDraft.years.contains(day.year) ? [] : [EventProblem(.start, .outOfRange)]
        }
    }

    /// Returns the moment of a time. One that clocks show twice means the first.
    private static func moment(
        _ local: LocalDateTime, _ zone: String, _ zones: ZoneResolver, _ context: EventContext
    ) -> (moment: Instant?, problem: EventProblem.Reason?) {
        guard EventDraft.years.contains(local.date.year) else { return (nil, .outOfRange) }
        if zone.isEmpty { return (context.clocks.instant(of: local), nil) }
        if zone == "UTC" { return (TimeZoneRules.utc.instant(of: local), nil) }
        do throws(Irregularity) {
            let rules = try zones.rules(tzid: zone), moment = rules.instant(of: local)
            guard let rules = rules as? TimeZoneRules, case .skipped = rules.resolve(local)
            else { return (moment, nil) }
            return (nil, .skipped(insteadShown: rules.local(moment)))
        } catch {
            return (nil, .unknownZone(zone))
        }
    }
}

extension ZoneResolver {
    /// Returns the rules of a value's zone; nil for days and floating times.
    func clocks(of value: DateOrTime) -> (any ZoneRules)? {
        switch value {
        case .date, .floating: return nil
        case .utc: return TimeZoneRules.utc
        case .zoned(_, let tzid): return rules(named: tzid, else: TimeZoneRules.utc)
        }
    }
}
