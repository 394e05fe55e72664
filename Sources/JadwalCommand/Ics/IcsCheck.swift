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
        let octets = try input.octets()
        let stream: CalendarStream
        do throws(Problem) {
            stream = try CalendarStream(octets)
        } catch {
            print(error)
            throw ExitCode(1)
        }
        let problems = stream.problems + CalendarCheck.problems(stream.components, database: try zoneDatabase())
        // Problems of one line stay in the order in which they were found.
        let ordered = problems.enumerated().sorted { one, other in
            (one.element.line ?? 0, one.offset) < (other.element.line ?? 0, other.offset)
        }
        for (_, problem) in ordered { print(problem) }
        if stream.unlistedProblems > 0 { print("and \(stream.unlistedProblems) more problems of form") }
        if problems.contains(where: { $0.reason.severity == .error }) { throw ExitCode(1) }
    }
}
