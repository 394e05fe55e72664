import ArgumentParser
import ICalendar

/// Lists every problem of a calendar file with its line.
struct IcsCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Lists every problem of a calendar file with its line.",
        discussion: """
            A warning differs from RFC 5545 but is understood. An error is not understood, or loses \
            something. The exit status is 1 if there are errors.
            """)

    @OptionGroup var input: IcsFile

    func run() throws {
        let stream = try input.stream()
        let problems = stream.allProblems(try zoneDatabase())
        for problem in problems { print(problem) }
        if stream.unlistedProblems > 0 { print("and \(stream.unlistedProblems) more problems in the form of the text") }
        if problems.contains(where: { $0.reason.severity == .error }) { throw ExitCode(1) }
    }
}
