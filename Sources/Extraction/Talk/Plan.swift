import CivilTime

/// Something that two people plan: its slots, and how far they are.
struct Plan: Sendable {
    /// A value with its source: who said it, in which message, with which words.
    struct Slot<Value: Sendable>: Sendable {
        var value: Value
        var side: ChatSide
        var message: Int
        var bytes: Range<Int>
    }

    struct Day: Equatable, Sendable {
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

    struct Time: Equatable, Sendable {
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

    struct End: Equatable, Sendable {
        var minute: Int?
        /// The length in minutes, where the words say one.
        var length: Int?
        var anchor: PrayerAnchorReading?
    }

    enum State: Sendable { case idea, open, agreed, denied }

    /// Words of a message that did something: a proposal, an acceptance.
    struct Mark: Sendable {
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
    /// The message in which a booking of it failed.
    var failedAt: Int?
    /// True once it was agreed, so that it is being changed now.
    var wasAgreed = false
    /// The plan as it was agreed on, while a move of it is only proposed; empty otherwise. It has at most one element.
    var settled: [Plan] = []
    /// The event that was made of this plan before.
    var existing: KnownEvent?
    /// The people who said that they come, and those who said that they do not.
    var coming: Set<String> = []
    var notComing: Set<String> = []
    /// The sort of the acceptance, for how sure it is.
    var acceptedBy: Act?
    /// The name of the rule that made the agreement.
    var agreedBy: String?

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

// MARK: verbs

extension Plan {
    /// Makes a plan of the message that begins it.
    init(_ turn: Turn, isInquiry: Bool) {
        self.init(proposal: turn.mark())
        let reading = turn.reading
        activity = turn.activity
        isConditional = reading.has(.condition)
        let isSpoken = reading.has(MessageReading.directed.subtracting([.counter])) || turn.isQuestion
        // "Are you free for a call tomorrow at 11?" asks for the call.
        let isConcrete =
            turn.activity != nil
            && turn.values.contains { $0.expression.best.minute != nil && !$0.expression.best.isDayImplied }
        isAvailability = reading.has(.free) && !reading.has([.propose, .invite]) && !isConcrete
        self.isInquiry = isInquiry
        isAnnouncement = !isSpoken && !(activity?.isFormal ?? false) && !reading.isBare
    }

    /// True for a plan that a business books.
    var isBooked: Bool { activity.map { $0.isFormal || $0.is(.booked) } ?? true }

    /// Makes a move that needs nothing but the plan.
    mutating func apply(_ move: Move, by turn: Turn) {
        switch move {
        case .open(let mark): open(mark)
        case .change(let before, let mark): change(settled: before, mark)
        case .offer: state = .open
        case .refuseDay:
            refusedDay = day ?? refusedDay
            day = nil
        case .reopenAsChange(let mark): reopen(mark)
        case .free(let mark): isFree = mark
        case .deny: deny()
        case .fail:
            deny()
            failedAt = turn.index
        case .shelve: state = .idea
        case .putOff: deferredBy = deferredBy ?? turn.side
        case .unsettle: settled = []
        case .put(let manner, let isSo): put(manner, isSo)
        case .leave(let side): proposal.side = side
        case .request(let mark): proposal = mark
        default: break
        }
    }

    mutating func agree(_ mark: Mark, _ act: Act) {
        (settled, options) = ([], [])
        state = .agreed
        (acceptance, acceptedBy) = (mark, act)
    }

    /// Opens the plan. Nobody has accepted it then.
    mutating func open(_ mark: Mark?) {
        state = .open
        acceptance = nil
        if let mark { proposal = mark }
    }

    mutating func reopen(_ mark: Mark) {
        if state == .agreed { wasAgreed = true }
        open(mark)
    }

    private mutating func change(settled before: Plan?, _ mark: Mark) {
        settled = before.map { [$0] } ?? []
        (isFree, isAnnouncement) = (nil, false)
        wasAgreed = true
        open(mark)
    }

    mutating func deny() {
        guard isActive else { return }
        state = .denied
        (acceptance, isFree) = (nil, nil)
    }

    private mutating func put(_ manner: Manner, _ isSo: Bool) {
        switch manner {
        case .availability: isAvailability = isSo
        case .inquiry: isInquiry = isSo
        case .farewell: isFarewell = isSo
        case .announcement: isAnnouncement = isSo
        case .condition: isConditional = isSo
        case .agreedBefore: wasAgreed = isSo
        }
    }

    /// Empties the slots whose values are refused. A refused day is not a refused plan.
    mutating func refuse(_ values: [Reading]) {
        let hasDay = values.contains { $0.date != nil && !$0.isDayImplied }
        let hasTime = values.contains { $0.minute != nil }
        if hasDay || values.isEmpty && time == nil {
            refusedDay = day ?? refusedDay
            day = nil
        }
        if hasTime || values.isEmpty && time != nil { (time, end) = (nil, nil) }
        if state == .agreed { wasAgreed = true }
        open(nil)
        isFree = nil
    }

    /// Drops what a side offered.
    mutating func forgetOffers(of side: ChatSide) {
        if day?.side == side { day = nil }
        if time?.side == side { time = nil }
        if place?.side == side { place = nil }
        state = .idea
        acceptance = nil
    }
}

extension Plan {
    /// Makes a plan of an event that is in the calendar.
    init(known event: KnownEvent, lexicon: ConversationLexicon) {
        self.init(proposal: Mark(side: .customer, message: -1, bytes: 0..<0))
        state = .agreed
        wasAgreed = true
        existing = event
        let lastDay = event.endMinute == nil ? event.endDate : nil
        day = Slot(value: Day(date: event.date, end: lastDay), side: .customer, message: -1, bytes: 0..<0)
        if let minute = event.minute {
            // A prayer has another time on another day.
            let value = Time(minute: minute, said: event.date, anchor: event.anchor)
            time = Slot(value: value, side: .customer, message: -1, bytes: 0..<0)
        } else {
            untimedPrayer = event.anchor
        }
        end = event.endMinute.map { Slot(value: End(minute: $0), side: .customer, message: -1, bytes: 0..<0) }
        activity = event.activity.flatMap { key in
            lexicon.entries.lazy.filter { $0.sense.category == "activity" }.compactMap { ActivitySense($0.sense.value) }
                .first { $0.key == key }
        }
    }
}
