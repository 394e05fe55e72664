public import CivilTime
public import ICalendar

// Objects before they are stored.
//
// - Objects.swift: `ObjectFacts`, stored beside the octets so that queries load candidates only.
// - ObjectCheck.swift: the checks of a PUT. ObjectSentences.swift: what is wrong, in a sentence.

/// The facts about an object that a query may ask for without reading its text.
public struct ObjectFacts: Hashable, Sendable {
    public var uid: String
    /// The name of its components, as in VEVENT.
    public var kind: String
    /// The first moment of the first occurrence; nil if it has no time, or if a part has none, as a to-do without
    /// DTSTART and DUE.
    public var firstStart: Instant?
    /// The end of the last occurrence; nil if it has no time, or no end.
    public var lastEnd: Instant?
    /// True if it has, or could have, more than one occurrence.
    public var isRecurring: Bool
    /// True if it has days or floating times, whose moments depend on the reader's zone. The bounds are then wide
    /// enough for every zone, so that a change of zone changes no facts.
    public var isFloating: Bool
    /// SUMMARY of the series, or of its first part.
    public var summary: String?
    /// STATUS in upper case, as in CANCELLED.
    public var status: String?
    /// True if it makes nobody busy: TRANSP:TRANSPARENT.
    public var isTransparent: Bool
    /// Further facts of a simple event; nil if views have to read the text.
    public var plain: PlainFacts?

    public init(
        uid: String, kind: String, firstStart: Instant? = nil, lastEnd: Instant? = nil, isRecurring: Bool = false,
        isFloating: Bool = false, summary: String? = nil, status: String? = nil, isTransparent: Bool = false,
        plain: PlainFacts? = nil
    ) {
        self.uid = uid
        self.kind = kind
        self.firstStart = firstStart
        self.lastEnd = lastEnd
        self.isRecurring = isRecurring
        self.isFloating = isFloating
        self.summary = summary
        self.status = status
        self.isTransparent = isTransparent
        self.plain = plain
    }
}

extension ObjectFacts {
    /// Finds the facts of an object.
    ///
    /// - Parameter budget: the work to find its bounds. An object that needs more counts as endless.
    public init(_ object: CalendarObject, zones: ZoneResolver, budget: inout WorkBudget) {
        let parts = object.parts
        let main = parts.first(where: \.isMaster) ?? parts.first
        let series = Series(parts, zones: zones, floating: TimeZoneRules.utc)
        self.init(
            uid: object.uid, kind: object.kind, isRecurring: series.isRecurring,
            isFloating: parts.contains { $0.isFloating(zones) },
            summary: readable(try main?.first("SUMMARY")?.text()),
            status: main?.first("STATUS").map { $0.value.uppercased() },
            isTransparent: main?.first("TRANSP")?.value.uppercased() == "TRANSPARENT")
        guard ["VEVENT", "VTODO", "VJOURNAL"].contains(kind), !parts.contains(where: \.isToDoAtNoTime) else { return }
        do throws(RecurrenceError) {
            guard let bounds = try series.bounds(budget: &budget) else { return }
            // Clocks differ from UTC by at most 14 hours.
            let margin: Duration = isFloating ? .seconds(14 * 3_600) : .zero
            firstStart = bounds.firstStart - margin
            lastEnd = bounds.lastEnd.map { $0 + margin }
            if let main, parts.count == 1, lastEnd != nil, !isRecurring { plain = PlainFacts(main, zones) }
        } catch {
            firstStart = Self.earliest
        }
    }

    /// A moment before the year 0, for a start that is not known.
    private static let earliest = Instant(secondsSince1970: -62_200_000_000)
}

extension Component {
    fileprivate var isToDoAtNoTime: Bool {
        name == "VTODO" && ["DTSTART", "DUE", "RECURRENCE-ID"].allSatisfy { first($0) == nil }
    }

    /// Returns true if one of its times depends on the reader's zone.
    fileprivate func isFloating(_ zones: ZoneResolver) -> Bool {
        ["DTSTART", "DTEND", "DUE", "RECURRENCE-ID", "RDATE"].flatMap(all).contains { property in
            do throws(Problem) {
                return try property.datesOrTimes().contains { !zones.isMoment($0) }
            } catch {
                // RDATE may hold periods, which take their form from DTSTART.
                return false
            }
        }
    }
}
