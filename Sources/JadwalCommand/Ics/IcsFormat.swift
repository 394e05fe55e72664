import ArgumentParser
import ICalendar

/// Reads a calendar file and writes it in the form of RFC 5545.
struct IcsFormat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Writes a calendar file with the line breaks, folds and quotes of RFC 5545.",
        discussion: "Names, values and their order do not change. `jadwal ics check` lists what cannot be read.")

    @OptionGroup var input: IcsFile

    @Flag(help: "Write jCal (RFC 7265): one line of JSON for each calendar.")
    var json = false

    func run() throws {
        let stream = try input.stream()
        guard json else { return write(stream.octets) }
        for component in stream.components { write(component.jCal + [UInt8(ascii: "\n")]) }
    }
}
