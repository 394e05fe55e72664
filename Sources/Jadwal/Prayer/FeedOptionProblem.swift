import FeatureKit

/// Why a parameter cannot be used, and what to write instead.
struct FeedOptionProblem: Hashable, Sendable {
    /// The parameter's name as it was sent; a name that is none of ours may be anything.
    let parameter: String
    /// The sentence's key in the catalogue.
    let key: String
    let values: [String: String]

    init(_ parameter: String, _ key: String, _ values: [String: String] = [:]) {
        self.parameter = parameter
        self.key = key
        self.values = values
    }
}

/// Everything that is wrong with some options; at least one thing.
struct FeedOptionProblems: Error, Equatable {
    let list: [FeedOptionProblem]
}

extension App {
    /// What is wrong, as a sentence that says what to change.
    func text(_ problem: FeedOptionProblem, _ language: Language) -> String {
        text(problem.key, language, problem.values)
    }

    /// All of it for a program's log or a person at a terminal: a line a problem.
    func plainText(_ problems: FeedOptionProblems) -> String {
        problems.list.map { "\($0.parameter): \(text($0, .english))\n" }.joined()
    }
}
