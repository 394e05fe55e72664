import CivilTime

/// Something that two people plan: its slots, and how far they are.
struct Plan {
    /// A value with its source: who said it, in which message, with which words.
    struct Slot<Value> {
        var value: Value
        var side: ChatSide
        var message: Int
        var bytes: Range<Int>
    }

    struct Day: Equatable {
        var date: LocalDate
        /// The last day of several.
        var end: LocalDate?
        /// True for "next week", which is no day yet.
        var isVague = false
        /// True if the words allow another day, too.
        var isAmbiguous = false
        var repetition: RepetitionReading?
        var hijri: HijriDate?
    }

    struct Time: Equatable {
        /// Minutes after midnight.
        var minute: Int
        /// True if the words do not say which half of the day.
        var isHalfImplied = false
        /// The next day that has this time after the message; nil if the words name a day.
        var nextDay: LocalDate?
        /// The day for which the words were read.
        var said: LocalDate?
        var anchor: PrayerAnchorReading?
        /// "Twelve at night" is the end of the day, not its beginning.
        var isLateNight = false
        var isApproximate = false
        var zone: String?
    }

    struct End: Equatable {
        var minute: Int?
        /// The length in minutes, where the words say one.
        var length: Int?
        var anchor: PrayerAnchorReading?
    }

    enum State { case idea, open, agreed, denied }

    /// Words of a message that did something: a proposal, an acceptance.
    struct Mark {
        var side: ChatSide
        var message: Int
        var bytes: Range<Int>
    }

    var state = State.idea
    var activity: ActivitySense?
    var day: Slot<Day>?
    /// The day that was refused last: it stands no more, but shows what the plan was about.
    var refusedDay: Slot<Day>?
    var time: Slot<Time>?
    var end: Slot<End>?
    /// The prayer that the hour was counted from, where its time is not known. A known hour goes before it.
    var untimedPrayer: PrayerAnchorReading?
    var part: PartOfDay?
    var place: Slot<Range<Int>>?
    /// The last proposal of values.
    var proposal: Mark {
        didSet {
            requests[proposal.side] = proposal
            deferredBy = nil
        }
    }
    var acceptance: Mark?
    /// The last proposal of each side: a booking answers the one who asked for it.
    var requests: [ChatSide: Mark] = [:]
    /// True if one only said when something takes place.
    var isAnnouncement = false
    /// True if it began with "see you on Sunday".
    var isFarewell = false
    /// True if one only asked whether something takes place.
    var isInquiry = false
    /// True if one only asked whether the other is free, and what the other answered.
    var isAvailability = false
    var isFree: Mark?
    /// The side that last put its answer off: "let me check".
    var deferredBy: ChatSide?
    /// True after "if" or "maybe" in the proposal.
    var isConditional = false
    /// Days or times of which one has to be chosen.
    var options: [TimeExpression] = []
    /// The times of the last message that had some.
    var lastProposed: [TimeExpression] = []
    /// True once it was no plan after all: a joke, a film to be played. It keeps its place among the plans.
    var isDropped = false
    /// True once a booking of it failed.
    var hasFailed = false
    /// True once it was agreed, so that it is being changed now.
    var wasAgreed = false
    /// The plan as it was agreed on, while a move of it is only proposed; empty otherwise. It has at most one element.
    var settled: [Plan] = []
    /// The event that was made of this plan before.
    var existing: KnownEvent?
    /// The sort of the acceptance, for how sure it is.
    var acceptedBy: Act?

    /// The message with which it began. It stays when the plan changes.
    let origin: Int

    init(proposal: Mark) {
        origin = proposal.message
        self.proposal = proposal
        requests[proposal.side] = proposal
    }

    /// True if a day is known: said, or the next one with that hour. After a refused day only a new one counts.
    var hasDay: Bool { day.map { !$0.value.isVague } ?? (time != nil && refusedDay == nil) }
    var hasValue: Bool { day != nil || time != nil }
    var proposer: ChatSide { proposal.side }
    var isActive: Bool { state != .denied }
}
