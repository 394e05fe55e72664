package import CivilTime
package import Extraction
package import PrayerTimes

/// The values of an event that was found in a chat.
package struct FoundValues: Sendable, Hashable, Codable {
    /// In the language of the chat: "Coffee with Sara".
    package var title: String
    /// The key of the activity in the lexicon; nil if none was named.
    package var activity: String?
    /// The first day, as days since 1970; the last day, included.
    private var day: Int
    private var lastDay: Int
    /// Minutes after midnight; nil for whole days.
    package var minute: Int?
    /// Minutes after midnight of the last day; nil if no end was said.
    package var endMinute: Int?
    package var place: String?
    /// The prayer that the time was counted from, as in `maghrib`.
    private var prayer: String?
    private var relation: String?
    /// The minutes after that prayer; nil if its time was not known.
    package var minutesAfterPrayer: Int?
    private var repetition: FoundRepetition?
    /// The words allow another day.
    package var isAmbiguous: Bool
    /// 0 to 1.
    package var confidence: Double
    /// True if both said yes, but Jadwal may have read day or hour wrongly. Findings of earlier releases have none.
    private var hasDoubts: Bool?
    /// The rule of the extraction that made the agreement, and the sort of the yes; nil without an agreement, and in
    /// findings of earlier releases and of a language model.
    private(set) var rule: String?
    private(set) var act: String?
    /// The name of the other person, if the bridge or the file tells it.
    package var contact: String?

    package var date: LocalDate {
        get { LocalDate(daysSince1970: day) }
        set { day = newValue.daysSince1970 }
    }

    package var endDate: LocalDate {
        get { LocalDate(daysSince1970: lastDay) }
        set { lastDay = newValue.daysSince1970 }
    }

    /// True if both said yes, but Jadwal may have read day or hour wrongly.
    package var isDoubtful: Bool { hasDoubts ?? false }

    /// The prayer and its relation to the time, as said; nil for another time.
    package var anchor: PrayerAnchorReading? {
        guard let event = prayer.flatMap({ DayEvent(rawValue: $0) }),
            let relation = relation.flatMap(PrayerAnchorReading.Relation.init(rawValue:))
        else { return nil }
        return PrayerAnchorReading(prayer: event, relation: relation, minutes: nil)
    }

    /// The repetition that was agreed; nil for one event.
    package var repeats: RepetitionReading? {
        guard let repetition, let unit = RepetitionReading.Unit(rawValue: repetition.unit) else { return nil }
        var reading = RepetitionReading(
            interval: repetition.interval, unit: unit,
            weekdays: Set(repetition.weekdays.compactMap(Weekday.init(rawValue:))))
        reading.isWorkingDays = repetition.isWorkingDays
        return reading
    }

    private struct FoundRepetition: Sendable, Hashable, Codable {
        let interval: Int
        let unit: String
        let weekdays: [Int]
        let isWorkingDays: Bool
    }

    /// - Parameter prayers: the minutes of a day's prayers, if they are known.
    package init(_ event: FoundPlan, contact: String?, prayers: (LocalDate) -> PerEvent<Int>?) {
        title = event.title
        activity = event.activity
        day = event.date.daysSince1970
        lastDay = max(event.date, event.endDate).daysSince1970
        minute = event.minute
        endMinute = event.endMinute
        place = event.place
        prayer = event.anchor?.prayer.rawValue
        relation = event.anchor?.relation.rawValue
        if let anchor = event.anchor, anchor.relation != .between, let minute = event.minute,
            let time = prayers(event.date)?[anchor.prayer]
        {
            minutesAfterPrayer = minute - time
        }
        repetition = event.repetition.map {
            FoundRepetition(
                interval: $0.interval, unit: $0.unit.rawValue, weekdays: $0.weekdays.map(\.rawValue).sorted(),
                isWorkingDays: $0.isWorkingDays)
        }
        isAmbiguous = event.isAmbiguous
        confidence = event.confidence
        hasDoubts = event.proof.acceptance != nil && !event.doubts.isEmpty ? true : nil
        (rule, act) = (event.rule, event.act)
        self.contact = contact
    }

    /// Takes over the repetition of earlier values, as the event of the calendar keeps its own.
    mutating func keepRepetition(of before: FoundValues) { repetition = repetition ?? before.repetition }

    /// The values by which two findings are the same plan: day, hour, title.
    var identity: [UInt8] {
        Array("\(date.iso8601) \(minute.map(String.init) ?? "-") \(title.lowercased())".utf8)
    }

    /// Returns true for values that make the same event, whatever is thought of them.
    func isSameEvent(as other: FoundValues) -> Bool {
        var other = other
        (other.activity, other.isAmbiguous, other.confidence, other.hasDoubts, other.contact) =
            (activity, isAmbiguous, confidence, hasDoubts, contact)
        (other.rule, other.act) = (rule, act)
        return self == other
    }

    /// The last day on which it counts: that of the event; of a repeating one a year after its first day.
    var countsUntil: LocalDate { repeats == nil ? endDate : date + 366 }

    /// The event as it was made before, for the reading of later messages.
    func known(uid: String) -> KnownEvent {
        KnownEvent(
            uid: uid, date: date, endDate: endDate, minute: minute, endMinute: endMinute, place: place,
            activity: activity, anchor: anchor)
    }
}
