/// The walk over all starts of a request, day by day, inside the allowed hours.
///
/// Taken times are merged once. Positions in them only move forward, so a start costs a few steps.
struct SlotSearch {
    private let availability: Availability
    private let request: SuggestionRequest
    private let days: Range<Int>
    /// The times that are taken by items and blocks, merged.
    private let hard: [Range<Int>]
    private let blockStarts: [Int], blockEnds: [Int]
    private let wanted: WantedClock
    /// The ways to and from the event; nil if the event or the customer has no place.
    private var ways: WaySearch?

    init(_ availability: Availability, _ request: SuggestionRequest, _ travel: TravelTimes?) {
        self.availability = availability
        self.request = request
        let line = availability.line, day = line.dayNumber(of: request.start)
        let first = max(day - request.backDays, line.dayNumber(of: request.now + request.lead))
        days = first..<max(first, day + request.horizonDays)
        // A day more on both sides, for prayers whose time reaches over midnight.
        let window = line.day(days.lowerBound - 1).minutes.lowerBound..<line.day(days.upperBound).minutes.upperBound
        var blocks: [Range<Int>] = []
        if availability.strictness == .congregation {
            blocks = availability.prayers(near: window).map(\.block).filter { !$0.isEmpty }
        }
        blockStarts = blocks.map(\.lowerBound).sorted()
        blockEnds = blocks.map(\.upperBound).sorted()
        let taken = availability.busy.taken(in: window, without: request.number)
        hard = merged((taken + blocks).sorted { $0.lowerBound < $1.lowerBound })
        wanted = WantedClock(availability, request)
        ways = travel.flatMap { travel in
            request.place.map {
                WaySearch(
                    availability.busy, travel, place: $0, reserve: request.reserve, without: request.number)
            }
        }
    }

    /// Returns all possible starts in order, with their costs.
    mutating func run() -> [Suggestion] {
        var found: [Suggestion] = []
        var cursor = Cursor(start: ceiled(request.now + request.lead))
        for number in days {
            let day = SlotDay(availability, number, wanted)
            for hours in day.allowed {
                cursor.start = max(cursor.start, ceiled(hours.lowerBound))
                while cursor.start + request.duration <= hours.upperBound {
                    let time = cursor.start..<cursor.start + request.duration
                    if let end = cursor.end(ofTaken: hard, over: time) {
                        cursor.start = ceiled(end)
                        continue
                    }
                    cursor.start += request.grid
                    if let suggestion = suggestion(time, in: hours, on: day, &cursor) { found.append(suggestion) }
                }
            }
        }
        return found
    }

    /// Returns a free time as a suggestion; nil if it leaves a prayer too few minutes or a way too little time.
    private mutating func suggestion(
        _ time: Range<Int>, in hours: Range<Int>, on day: SlotDay, _ cursor: inout Cursor
    ) -> Suggestion? {
        guard leavesPrayers(time) else { return nil }
        let addedTravel = ways?.added(by: time)
        if ways != nil, addedTravel == nil { return nil }
        var reasons = SuggestionReasons()
        reasons.days = day.distance
        reasons.minutes = availability.line.clock(at: time.lowerBound) - day.wantedClock
        reasons.addedTravel = addedTravel
        reasons.outsidePreferred = time.count - sharedMinutes(day.preferred, time)
        reasons.overRoutines = sharedMinutes(day.soft, time)
        reasons.splinters = cursor.splinters(beside: time, in: hours, hard)
        cursor.noteBlocks(beside: time, starts: blockStarts, ends: blockEnds, &reasons)
        return Suggestion(start: time.lowerBound, cost: SuggestionCost(reasons), reasons: reasons)
    }

    /// Returns true unless the time leaves a prayer too few minutes, under the personal strictness.
    private func leavesPrayers(_ time: Range<Int>) -> Bool {
        guard availability.strictness == .personal else { return true }
        return availability.prayers(near: time).allSatisfy { prayer in
            guard prayer.validTime.overlaps(time) else { return true }
            let taken = hard[hard.firstPosition { $0.upperBound > prayer.validTime.lowerBound }...]
            return hasFreeRun(
                of: PrayerStrictness.personalMinutes, in: prayer.validTime, without: time, around: taken)
        }
    }

    /// Returns the first start of the grid that is not before a minute.
    private func ceiled(_ minute: Int) -> Int { -flooredQuotient(-minute, request.grid) * request.grid }

    private func sharedMinutes(_ times: [Range<Int>], _ time: Range<Int>) -> Int {
        times.reduce(0) { $0 + $1.minutes(sharedWith: time) }
    }
}

/// A day as the walk needs it.
private struct SlotDay {
    /// The days after the wanted one, negative before it.
    let distance: Int
    let wantedClock: Int
    let allowed: [Range<Int>], preferred: [Range<Int>], soft: [Range<Int>]

    init(_ availability: Availability, _ number: Int, _ wanted: WantedClock) {
        let day = availability.line.day(number)
        distance = number - wanted.day
        wantedClock = wanted.minute(on: day)
        allowed = availability.line.minutes(of: availability.week.allowed, on: day)
        preferred = availability.preferred(on: day)
        soft = availability.soft(on: day)
    }
}

/// The positions of a walk in the times that are taken.
private struct Cursor {
    /// The next start to look at.
    var start: Int
    private var hard = 0, blockStart = 0, blockEnd = 0

    init(start: Int) { self.start = start }

    /// Returns the end of the taken time that a time overlaps; nil if it is free.
    mutating func end(ofTaken taken: [Range<Int>], over time: Range<Int>) -> Int? {
        while hard < taken.count, taken[hard].upperBound <= time.lowerBound { hard += 1 }
        return hard < taken.count && taken[hard].lowerBound < time.upperBound ? taken[hard].upperBound : nil
    }

    /// Returns the number of gaps of more than 0 and less than 30 minutes beside a free time.
    func splinters(beside time: Range<Int>, in hours: Range<Int>, _ taken: [Range<Int>]) -> Int {
        let before = hard > 0 ? max(hours.lowerBound, taken[hard - 1].upperBound) : hours.lowerBound
        let after = hard < taken.count ? min(hours.upperBound, taken[hard].lowerBound) : hours.upperBound
        return [time.lowerBound - before, after - time.upperBound].count { (1..<30).contains($0) }
    }

    /// Notes blocks that end less than 10 minutes before a time or start less than 10 minutes after it.
    mutating func noteBlocks(
        beside time: Range<Int>, starts: [Int], ends: [Int], _ reasons: inout SuggestionReasons
    ) {
        while blockEnd < ends.count, ends[blockEnd] <= time.lowerBound { blockEnd += 1 }
        while blockStart < starts.count, starts[blockStart] < time.upperBound { blockStart += 1 }
        reasons.isRightAfterPrayer = blockEnd > 0 && time.lowerBound - ends[blockEnd - 1] < 10
        reasons.isRightBeforePrayer = blockStart < starts.count && starts[blockStart] - time.upperBound < 10
    }
}
