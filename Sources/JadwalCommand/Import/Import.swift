import ArgumentParser

/// `jadwal import`: data that somebody brings along.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Brings calendars into a customer's account.", subcommands: [ImportIcs.self])
}
