import Places
import Runtime
package import Templates

/// An error in a parameter, with the sentence that says what to write instead.
package struct FeedOptionProblem: Hashable, Sendable {
    /// The parameter's name as it was sent. An unknown name that is unsafe to repeat is `?`.
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

/// All errors in some options; at least one.
package struct FeedOptionProblems: Error, Equatable {
    package let list: [FeedOptionProblem]
}

extension App {
    /// Returns the error as a sentence that says what to change.
    package func text(_ problem: FeedOptionProblem, _ language: Language) -> String {
        text(problem.key, language, problem.values)
    }

    /// Returns all errors in English, for a log or a terminal: one line for each.
    package func plainText(_ problems: FeedOptionProblems) -> String {
        problems.list.map { "\($0.parameter): \(text($0, .english))\n" }.joined()
    }
}
