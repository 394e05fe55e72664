import CivilTime

/// Finds what speaks against the agreements of a chat, though both said yes.
struct Doubts {
    let plans: [Plan]
    let messages: [StandingMessage]
    /// The times of the messages of plans that were found before, and whose words are deleted.
    let foundBefore: [LocalDateTime]
    /// The names of the rules whose findings the customer keeps dismissing.
    let mistrusted: Set<String>

    /// The confidence, 0 to 1, from which an agreement needs no look of the customer.
    static let surely = 0.925

    /// Returns the reasons to leave an agreement to the customer. An event made before is only changed by a part that
    /// is its own.
    func about(_ index: Int, _ event: FoundPlan) -> Set<Doubt> {
        var doubts: Set<Doubt> = []
        if !event.coming.isEmpty, event.coming.isDisjoint(with: customers) { doubts.insert(.notComing) }
        if event.rule.map(mistrusted.contains) ?? false { doubts.insert(.dismissedBefore) }
        if takesFromOthers(index) { doubts.insert(.otherExchange) }
        if event.confidence < Self.surely { doubts.insert(.unsure) }
        guard event.changeOf == nil else { return doubts }
        if hasCompany(index) { doubts.insert(.severalPlans) }
        return doubts
    }

    /// The customer's name, as a writer of a group.
    private var customers: Set<String> { Set(messages.lazy.filter { $0.side == .customer }.map(\.writer)) }

    /// Returns true if another plan was made within a day of one, also if it is an event by now. Plans that were
    /// refused, or have neither day nor hour, do not count.
    private func hasCompany(_ index: Int) -> Bool {
        let own = moments(plans[index]), before = foundBefore.map(Self.minutes)
        let others = plans.indices.filter { $0 != index && isStanding(plans[$0]) }.map { moments(plans[$0]) }
        return (others + [before]).contains { other in
            own.contains { first in other.contains { abs(first - $0) < 1_440 } }
        }
    }

    private func isStanding(_ plan: Plan) -> Bool {
        !plan.isDropped && plan.existing == nil && plan.hasValue && (plan.state == .agreed || plan.state == .open)
    }

    /// Returns the minutes since 1970 of the messages with which a plan began and was agreed on.
    private func moments(_ plan: Plan) -> [Int] {
        [plan.origin, plan.proposal.message, plan.acceptance?.message].compactMap(\.self)
            .filter(messages.indices.contains).map { Self.minutes(messages[$0].at) }
    }

    private static func minutes(_ time: LocalDateTime) -> Int { time.date.daysSince1970 * 1_440 + time.minuteOfDay }

    /// Returns true if a part of a plan was said while another plan was talked about.
    private func takesFromOthers(_ index: Int) -> Bool {
        let plan = plans[index]
        let parts = [plan.day?.message, plan.time?.message, plan.place?.message].compactMap(\.self)
        return parts.contains { part in
            plans.indices.contains { other in other != index && exchange(plans[other])?.contains(part) ?? false }
                && !(exchange(plan)?.contains(part) ?? false)
        }
    }

    /// Returns the messages from the beginning of a plan to its answer.
    private func exchange(_ plan: Plan) -> ClosedRange<Int>? {
        guard plan.origin >= 0, !plan.isDropped else { return nil }
        return plan.origin...max(plan.origin, plan.proposal.message, plan.acceptance?.message ?? plan.origin)
    }
}
