/// One thing that a message can do to the plans of a chat.
///
/// The first rule that applies decides. The order is that of `RuleFamily.all` and of the rules of each family.
struct Rule: Sendable {
    let name: String
    /// A chat in which it applies, with its answer: `A: Lunch tomorrow at 1? / B: sure → AGREED 2025-04-16 13:00`.
    ///
    /// A is the customer. Messages are a minute apart, from Tuesday 15 April 2025, 10:00 in Riyadh.
    let example: String
    /// Returns the moves of a message; nil if the rule does not apply.
    let move: @Sendable (Turn, Talk) -> [Move]?

    init(_ name: String, _ example: String, _ move: @escaping @Sendable (Turn, Talk) -> [Move]?) {
        (self.name, self.example, self.move) = (name, example, move)
    }
}

/// Rules about one sort of message.
struct RuleFamily: Sendable {
    let name: String
    /// Returns false if none of its rules applies to a message.
    let applies: @Sendable (Turn, Talk) -> Bool
    let rules: [Rule]

    init(_ name: String, if applies: @escaping @Sendable (Turn, Talk) -> Bool = { _, _ in true }, _ rules: [Rule]) {
        (self.name, self.applies, self.rules) = (name, applies, rules)
    }

    /// Returns the moves of the first rule that applies to a message.
    func moves(_ turn: Turn, _ talk: Talk) -> [Move]? {
        guard applies(turn, talk) else { return nil }
        return rules.lazy.compactMap { $0.move(turn, talk) }.first
    }

    /// All rules, in the order in which they are asked.
    static let all: [RuleFamily] = [
        dreaming, joking, halving, gathering, telling, lettingGo, withdrawing, failing, postponing, booking, refusing,
        delaying, inviting,
        askingForOthers, accepting, placing, changing, proposing, starting,
    ]
}

/// The description of a rule, for tests and documents.
public struct RuleDescription: Hashable, Sendable {
    public let family: String
    public let name: String
    /// A chat in which it applies, with its answer.
    public let example: String

    /// All rules, in the order in which they are asked.
    public static let all = RuleFamily.all.flatMap { family in
        family.rules.map { RuleDescription(family: family.name, name: $0.name, example: $0.example) }
    }
}
