import ArgumentParser
import ICalendar

/// Tells every problem of a calendar file with its line.
struct IcsCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Tells every problem of a calendar file with its line.",
        discussion: """
            A warning is not as RFC 5545 wants it and understood all the same; an error is not understood, \
            or loses something. Ends with 1 if there are errors.
            """)

    @OptionGroup var input: IcsFile

    func run() throws {
        let stream = try input.stream()
        let problems = stream.allProblems(try zoneDatabase())
        for problem in problems { print(problem) }
        if stream.unlistedProblems > 0 { print("and \(stream.unlistedProblems) more problems of form") }
        if problems.contains(where: { $0.reason.severity == .error }) { throw ExitCode(1) }
    }
}
