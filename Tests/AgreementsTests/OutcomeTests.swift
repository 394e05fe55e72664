import Agreements
import CivilTime
import Storage
import TestSupport
import Testing

/// Answers to findings, counted for the rules that made them. The present is Monday 23 November 2026, 13:10 in Riyadh.
@Suite("Answers to findings")
struct OutcomeTests {
    private let yes = "a yes to a plain proposal agrees"

    @Test("a rule that was dismissed three times in a row asks, and adds again once the customer keeps one")
    func mistrusted() throws {
        let world = try ChatWorld()
        let plans = ["Dinner on 28 November at 8pm?", "Lunch on 30 November at 1pm?", "Coffee on 2 December at 5pm?"]
        for (index, plan) in plans.enumerated() {
            #expect(try world.mistrusted == [])
            try world.agree(plan, daysAgo: 6 - index)
            try world.home.dismiss(#require(try world.found(.added)).id)
        }
        #expect(try world.mistrusted == [yes])
        try world.agree("Padel on 5 December at 8pm?", daysAgo: 3)
        #expect(try world.events().isEmpty)
        let asked = try #require(try world.found(.proposed))
        #expect(asked.values.isDoubtful)
        try world.home.add(asked.id)
        #expect(try world.mistrusted == [])
        try world.agree("Breakfast on 8 December at 9am?", daysAgo: 1)
        #expect(try world.found(.added) != nil)
        let count = try #require(try world.test.store.outcomes(of: world.customer.id).first)
        #expect([count.kept, count.added, count.corrected, count.dismissed] == [0, 1, 0, 3])
        #expect((count.rule, count.act) == (yes, "yes"))
    }

    @Test("an answer that is taken back is not counted")
    func undone() throws {
        let world = try ChatWorld()
        try world.agree("Dinner on 28 November at 8pm?", daysAgo: 1)
        let found = try #require(try world.found(.added))
        try world.home.keep(found.id)
        #expect(try world.test.store.outcomes(of: world.customer.id).map(\.kept) == [1])
        try world.home.undo(found.id)
        #expect(try world.test.store.outcomes(of: world.customer.id).map(\.kept) == [0])
        try world.home.dismiss(found.id)
        #expect(try world.test.store.outcomes().map(\.dismissed) == [1])
    }

    @Test("forgetting all chats forgets the counts")
    func forgotten() throws {
        let world = try ChatWorld()
        try world.agree("Dinner on 28 November at 8pm?", daysAgo: 1)
        try world.home.keep(#require(try world.found(.added)).id)
        try world.home.forgetEverything()
        #expect(try world.test.store.outcomes() == [])
    }
}

extension ChatWorld {
    fileprivate var mistrusted: [String] { get throws { try test.store.mistrustedRules(of: customer.id) } }

    /// Has the two agree on something, some days ago.
    fileprivate func agree(_ plan: String, daysAgo days: Int) throws {
        try chat(plan, ">yes", from: -86_400 * days)
        try read()
    }

    /// Returns what waits in a state.
    fileprivate func found(_ state: AgreementState) throws -> FoundAgreement? {
        try inbox().first { $0.state == state }
    }
}
