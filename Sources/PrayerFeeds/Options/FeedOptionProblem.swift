import Places
import Runtime
package import Templates

/// Why a parameter cannot be used, and what to write instead.
package struct FeedOptionProblem: Hashable, Sendable {
    /// The parameter's name as it was sent; a name that is none of ours may be anything.
    package let parameter: String
    /// The sentence's key in the catalogue.
    package let key: String
    package let values: [String: String]

    package init(_ parameter: String, _ key: String, _ values: [String: String] = [:]) {
        self.parameter = parameter
        self.key = key
        self.values = values
    }
}

/// Everything that is wrong with some options; at least one thing.
package struct FeedOptionProblems: Error, Equatable {
    package let list: [FeedOptionProblem]
}

extension App {
    /// What is wrong, as a sentence that says what to change.
    package func text(_ problem: FeedOptionProblem, _ language: Language) -> String {
        text(problem.key, language, problem.values)
    }

    /// All of it for a program's log or a person at a terminal: a line a problem.
    package func plainText(_ problems: FeedOptionProblems) -> String {
        problems.list.map { "\($0.parameter): \(text($0, .english))\n" }.joined()
    }
}
