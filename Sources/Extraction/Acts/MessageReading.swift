/// The content of a message, before the conversation around it is known.
struct MessageReading {
    /// A part of a message between commas, ends of sentences and "but".
    struct Clause {
        let words: Range<Int>
        /// The number of its sentence.
        let sentence: Int
        /// True if a question mark follows it.
        let isQuestion: Bool
    }

    struct FoundAct {
        let act: Act
        let words: Range<Int>
        let clause: Int
    }

    struct FoundTime {
        let expression: TimeExpression
        let clause: Int
        /// The words refuse this time.
        var isRefused = false
        /// The clause is about something else than a plan.
        var frame: Act?
        /// "or" is before it.
        var isOption = false
    }

    struct FoundActivity {
        let sense: ActivitySense
        let words: Range<Int>
        let clause: Int
    }

    let words: [ChatWord]
    let clauses: [Clause]
    /// The sentences that end in a question mark.
    let questions: Set<Int>

    init(words: [ChatWord], clauses: [Clause], questions: Set<Int>) {
        (self.words, self.clauses, self.questions) = (words, clauses, questions)
    }

    var acts: [FoundAct] = [] {
        didSet { kinds = acts.reduce(into: []) { $0.insert($1.act) } }
    }
    /// The sorts of its acts: rules ask for them far more often than they change.
    private var kinds: CaseSet<Act> = []
    var times: [FoundTime] = []
    var activities: [FoundActivity] = []
    /// The place, in UTF-8 bytes of the message.
    var place: Range<Int>?
    /// True if little but times, places and activities is said.
    var isBare = false

    func has(_ act: Act) -> Bool { kinds.contains(act) }
    func has(_ some: CaseSet<Act>) -> Bool { !kinds.isDisjoint(with: some) }
    func first(_ some: CaseSet<Act>) -> FoundAct? { acts.first { some.contains($0.act) } }

    /// Returns true for an act with nothing but a yes or a filler before it in its clause.
    func opens(_ act: FoundAct) -> Bool {
        (clauses[act.clause].words.lowerBound..<act.words.lowerBound).allSatisfy { index in
            words[index].kind != .word
                || acts.contains { [.yes, .filler, .like, .inshallah].contains($0.act) && $0.words.contains(index) }
                || times.contains { $0.expression.range.overlaps(words[index].range) }
        }
    }

    /// Returns true if the sentence of a clause is a question.
    func isQuestion(_ clause: Int) -> Bool { questions.contains(clauses[clause].sentence) }

    /// Returns the bytes of some words.
    func bytes(_ range: Range<Int>) -> Range<Int> {
        words[range.lowerBound].range.lowerBound..<words[range.upperBound - 1].range.upperBound
    }

    /// The acts that speak to the other about something to do together.
    static let directed: CaseSet<Act> = [
        .propose, .come, .invite, .free, .counter, .confirm, .reconfirm,
    ]
    static let yeses: CaseSet<Act> = [.yes, .like, .commit, .inshallah, .done]
    static let asks: CaseSet<Act> = [.askWhen, .askDay, .askTime, .askHalf, .askPlace]
}
