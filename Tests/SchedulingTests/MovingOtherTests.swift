import Scheduling
import Testing

@Suite("Moving the other event instead")
struct MovingOtherTests {
    /// Returns the times for an appointment at 10:00, which a new event of the same hour clashes with.
    ///
    /// - Parameter cost: the minutes by which the best time for the new event is later; nil if there is none.
    private func offered(
        isOwn: Bool = true, hasAttendees: Bool = false, priority: Int = 7, best cost: Int? = nil
    ) -> Suggestions? {
        let busy = items("10:00-11:00", "10:00-11:00")
        let week = WeekPlan(preferred: WeekHours { _ in [0..<1_440] })
        let available = Availability(sundayLine, busy: busy, week: week)
        let other = MovableEvent(
            SuggestionRequest(start: 600, duration: 60, number: 0, now: 0), isOwn: isOwn, hasAttendees: hasAttendees,
            priority: priority)
        var best: Suggestion?
        if let cost {
            let rest = Availability(sundayLine, busy: [BusyItem(540..<600 + cost, number: 2)], week: week)
            best = rest.suggestions(for: SuggestionRequest(start: 600, duration: 60, now: 0)).best.first
        }
        return available.suggestions(moving: other, insteadOf: busy[1], priority: 5, best: best)
    }

    @Test("is offered if it is better by 60 at least, or if the event itself has no other time", arguments: [
        // The other event can move to 11:00 or 9:00, which costs 60.
        (nil, true), (120, true), (105, false), (60, false),
    ])
    func gain(best: Int?, isOffered: Bool) {
        let found = offered(best: best)
        #expect((found != nil) == isOffered)
        if isOffered { #expect(found?.best.first?.start == 540 && found?.best.first?.cost.total == 60) }
    }

    @Test("is offered only for the customer's own event, without guests and of a lower priority")
    func conditions() {
        #expect(offered() != nil)
        #expect(offered(isOwn: false) == nil)
        #expect(offered(hasAttendees: true) == nil)
        // 1 is the highest priority, 9 the lowest; 0 counts as 5.
        #expect(offered(priority: 5) == nil)
        #expect(offered(priority: 0) == nil)
        #expect(offered(priority: 1) == nil)
        #expect(offered(priority: 6) != nil)
    }
}
