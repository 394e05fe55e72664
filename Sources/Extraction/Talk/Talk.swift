import CivilTime

/// A chat as far as it was read: its plans, the one that is talked about, and what was said beside them.
///
/// Each message is read (`TurnReading.swift`), prepared (`Preparations.swift`) and answered by the first rule that
/// applies (`Rules/`). A rule decides on moves, and only `apply` (`Moves.swift`) changes a plan.
///
/// All rules keep these: nobody accepts their own proposal. An acceptance that names another value is a new proposal;
/// one that fills an empty slot agrees. A refused day is not a refused plan. Whatever is not clearly agreed stays open.
struct Talk {
    let messages: [StandingMessage]
    let reader: MessageReader
    let times: ExpressionReader
    let context: ReadingContext

    var plans: [Plan] = []
    /// The plan that the conversation is about.
    var current: Int?
    var memory = Memory()
    /// The rules that answered each message.
    private(set) var trace: [FiredRule] = []

    var lexicon: ConversationLexicon { reader.lexicon }
    /// The plan that the conversation is about.
    var plan: Plan? { current.map { plans[$0] } }

    init(
        messages: [StandingMessage], reader: MessageReader, times: ExpressionReader, context: ReadingContext,
        known: [KnownEvent]
    ) {
        (self.messages, self.reader, self.times, self.context) = (messages, reader, times, context)
        for event in known { plans.append(Plan(known: event, lexicon: reader.lexicon)) }
        current = plans.isEmpty ? nil : plans.count - 1
    }

    /// Follows all messages.
    mutating func run() {
        for index in messages.indices {
            var turn = self.turn(index)
            open(turn)
            for preparation in Preparation.all {
                let prepared = preparation.apply(turn, self)
                turn = prepared.turn
                for move in prepared.moves { apply(move, of: turn) }
            }
            answer(turn)
            close(turn)
        }
    }

    /// Answers a message by the first rule that applies, and those to which it hands on.
    private mutating func answer(_ turn: Turn) {
        var families = RuleFamily.all[...]
        while let family = families.popFirst() {
            guard family.applies(turn, self) else { continue }
            for rule in family.rules {
                guard let moves = rule.move(turn, self) else { continue }
                trace.append(FiredRule(message: messages[turn.index].id, family: family.name, rule: rule.name))
                for move in moves { apply(move, of: turn) }
                guard case .goOn(let next)? = moves.last else { return }
                families = families.drop { $0.name != next }
                break
            }
        }
    }
}

/// A rule that answered a message.
public struct FiredRule: Hashable, Sendable {
    /// The id of the message.
    public let message: String
    public let family: String
    public let rule: String
}
