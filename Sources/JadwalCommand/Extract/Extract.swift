import ArgumentParser

/// `jadwal extract`: the reading of times and agreements in a terminal, for people and tests.
struct Extract: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Reads times and agreements out of messages.",
        discussion: "Nothing is stored and nothing is sent. The words are in the files of templates/lexicon.",
        subcommands: [
            ExtractExpression.self, ExtractExpressions.self, ExtractThreads.self, ExtractScore.self, ExtractExport.self,
        ])
}
