import ArgumentParser
import Extraction

/// `jadwal extract score`: how much of some files with answers is read rightly.
struct ExtractScore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Prints how much of files with right answers is read rightly, and whether that is enough.",
        discussion: """
            The kind of a line is known by its keys: chats with gold or expect, expressions with accept or \
            expect, sentences with datetime_spans, exported chats with date_order. A debatable chat is listed, but \
            not counted. The exit status is 1 if a gate is missed.

            With --reliability one table is printed of all files together: how many of the agreements of each \
            confidence are right.
            """)

    @OptionGroup var options: ThreadOptions

    @Argument(help: "Files with answers, one JSON object a line.")
    var files: [String]

    @Flag(help: "List the lines that were read wrongly.")
    var wrong = false

    @Flag(help: "Print how many of the agreements of each confidence are right.")
    var reliability = false

    func run() throws {
        if reliability { return try printReliability() }
        let expressions = ExpressionReader(try readLexicon(options.lexicon))
        let readers = ScoreReaders(
            threads: try options.reader(expressions), expressions: expressions,
            exports: try ExportWords(chatLexiconFile("exports.tsv", options.lexicon)),
            circumstances: try options.circumstances())
        var isMissed = false
        for file in files {
            let answered = try AnsweredFile(file, readers)
            if wrong { for line in answered.wrong { print(line) } }
            print(file.split(separator: "/").last.map(String.init) ?? file)
            for gate in answered.gates {
                print("  \(gate.line)")
                isMissed = isMissed || !gate.isMet
            }
        }
        if isMissed { throw ExitCode(1) }
    }

    private func printReliability() throws {
        let reader = try options.reader(), circumstances = try options.circumstances()
        var table = Reliability()
        for line in try files.flatMap(threadLines) {
            guard let thread = try line.thread(circumstances) else { continue }
            table.add(line, reader.read(thread))
        }
        for gate in table.gates { print("  \(gate.line)") }
        if !table.gates.allSatisfy(\.isMet) { throw ExitCode(1) }
    }
}
