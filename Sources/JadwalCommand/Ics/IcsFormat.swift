import ArgumentParser
import ICalendar

/// Reads a calendar file and writes it as RFC 5545 wants it.
struct IcsFormat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Reads a calendar file and writes it with the standard's lines, folds and quotes.",
        discussion: "Names, values and their order stay. What could not be read is told by `jadwal ics check`.")

    @OptionGroup var input: IcsFile

    @Flag(help: "Write jCal (RFC 7265), a line of JSON for each calendar.")
    var json = false

    func run() throws {
        let stream = try input.stream()
        guard json else { return write(stream.octets) }
        for component in stream.components { write(component.jCal + [UInt8(ascii: "\n")]) }
    }
}
