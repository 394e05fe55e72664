import Calendars
import CivilTime
import Planning
import PrayerTimes
import Runtime
import Storage
import Templates
import Web

/// The page of a conflict that waits.
struct ConflictPage: Page {
    static let template = "conflicts/conflict"
    static let hasForm = true

    var id: String
    /// `2 events clash on Thursday 26 November`.
    var heading: String
    var problem: String?
    /// The event first, then what it clashes with.
    var sides: [Side]
    var legend: String
    var times: [Time]
    /// The times to which the other event could move instead.
    var otherLegend: String?
    var others: [Time]
    var own: Own
    var cancel: String
    var isCancelling: Bool, isKeeping: Bool
    /// The day of the conflict, in words.
    var dayHeading: String
    var items: [Item]
    var timeline: ConflictTimeline
    /// The message for the other person.
    var message: String?

    /// An event, or a prayer.
    struct Side: Encodable {
        var color: String
        var title: String
        var when: String
        var details: String
        var url: String?
        /// The sentences of the chat that the event came from, while they are kept.
        var proof: ChatProof?
    }

    struct Time: Encodable {
        /// The number of the radio button, which the timeline has too.
        var number: String
        /// The value of the radio button.
        var value: String
        var label: String
        var isBest: Bool, isChosen: Bool
        var reasons: [ClashWarning.Reason]
        var line: DayLine
    }

    struct Own: Encodable {
        var day: String, time: String
        var isChosen: Bool
        /// The time that the page has warned of; empty without a warning.
        var seen: String
    }

    struct Item: Encodable {
        var when: String, title: String
        /// True for what is part of the conflict.
        var isInTheWay: Bool
    }
}

/// The page of a conflict that waits no longer.
struct ConflictOverPage: Page {
    static let template = "conflicts/over"
    static let hasForm = true
    var answer: String
    var canReopen: Bool
    var id: String

    init(answer: String, canReopen: Bool, id: ConflictID) {
        self.answer = answer
        self.canReopen = canReopen
        self.id = id.description
    }
}

extension ConflictPage {
    init(
        _ shown: ShownConflict, _ form: ConflictForm?, _ problem: ConflictProblem?, _ words: ConflictWords,
        _ visit: CustomerVisit
    ) throws {
        let offers = Self.offers(shown), view = try visit.calendars.view(ConflictTimeline.days(of: shown, offers))
        let event = shown.event, zone = words.zone, date = zone.date(at: event.start), title = words.title(event)
        let start = zone.local(event.start)
        func side(_ entry: CalendarEntry, _ uid: String) throws -> Side {
            let calendar = view.calendars.first { $0.id == entry.calendar }.map { CalendarPages.name(of: $0, visit) }
            return Side(
                color: entry.color.name, title: words.title(entry), when: words.when(entry.time),
                details: words.format.list([calendar ?? "", entry.place].filter { !$0.isEmpty }),
                url: EventAddress(
                    calendar: entry.calendar.description, segment: entry.segment,
                    recurrenceID: entry.recurrenceID
                ).page,
                proof: try visit.finding(uid: uid).flatMap { ChatProof($0, try FoundWords(visit)) })
        }
        func time(_ better: BetterTime, _ number: Int, _ verb: String, isBest: Bool, isChosen: Bool) -> Time {
            Time(
                number: String(number), value: "\(verb) \(words.value(better.time.lowerBound))",
                label: words.when(better.time), isBest: isBest, isChosen: isChosen,
                reasons: words.events.reasons(of: better.suggestion),
                line: DayLine(shown.look(of: zone.date(at: better.time.lowerBound), meant: better.time)))
        }
        let prayers = shown.problems.compactMap { problem -> Side? in
            guard case .prayer(let prayer, let block) = problem else { return nil }
            return Side(
                color: "green", title: words.text("prayer.\(prayer.rawValue)"), when: words.when(block),
                details: words.text("conflict.prayer"))
        }
        let other = shown.others.first
        self.init(
            id: shown.row.id.description,
            heading: words.text("conflict.heading", ["title": title, "when": words.when(event.time)]),
            problem: problem.map(words.sentence),
            sides: try [side(event, shown.row.facts.uid)] + zip(shown.others, shown.otherUIDs).map(side) + prayers,
            legend: words.text("conflict.move", ["title": title]),
            times: shown.best.enumerated().map { number, best in
                time(best, number + 1, "move", isBest: number == 0, isChosen: number == 0 && form?.choice == nil)
            },
            otherLegend: shown.bestForOther == nil ? nil : other.map {
                words.text("conflict.move", ["title": words.title($0)])
            },
            others: shown.bestForOther.map { [time($0, offers.count, "other", isBest: false, isChosen: false)] } ?? [],
            own: Own(
                day: form.map(\.day) ?? start.date.iso8601, time: form.map(\.time) ?? start.clock,
                isChosen: form?.choice == .own, seen: problem.map { $0.isWarning ? form?.ownText ?? "" : "" } ?? ""),
            cancel: words.text("conflict.cancel", ["title": title]),
            isCancelling: form?.choice == .cancel, isKeeping: form?.choice == .keep,
            dayHeading: words.format.day(date, .weekday), items: Self.items(shown, words),
            timeline: ConflictTimeline(shown, offers, view, words.format),
            message: other.flatMap { _ in Self.message(shown, words) })
    }

    /// Returns the times that the page offers, in the order of their radio buttons.
    private static func offers(_ shown: ShownConflict) -> [OfferedTime] {
        let own = shown.best.map { (shown.event, $0.time) }
        let other = shown.bestForOther.flatMap { best in shown.others.first.map { ($0, best.time) } }
        return (own + [other].compactMap(\.self)).enumerated().map { index, offer in
            OfferedTime(number: index + 1, entry: offer.0, time: offer.1)
        }
    }

    /// Returns what else is on the day of the conflict, in order.
    private static func items(_ shown: ShownConflict, _ words: ConflictWords) -> [Item] {
        let own = [shown.event] + shown.others
        return shown.day(of: words.zone.date(at: shown.event.start)).map { item in
            Item(
                when: words.format.times(item.time.lowerBound, item.time.upperBound, words.zone),
                title: item.prayer.map { words.text("prayer.\($0.rawValue)") } ?? words.title(item.title),
                isInTheWay: own.contains { $0.time == item.time && $0.title == item.title })
        }
    }

    private static func message(_ shown: ShownConflict, _ words: ConflictWords) -> String? {
        shown.best.first.map { best in
            words.text("conflict.message", [
                "title": words.title(shown.event), "then": words.when(shown.event.time),
                "when": words.when(best.time),
            ])
        }
    }
}

extension ConflictProblem {
    /// True if the form may be sent again in spite of it.
    fileprivate var isWarning: Bool {
        if case .clashes = self { true } else { false }
    }
}
