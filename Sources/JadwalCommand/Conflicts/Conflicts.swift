import ArgumentParser

/// `jadwal conflicts`: the search for clashes and for better times in a terminal, for people and tests.
struct ConflictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Finds clashes of events, and better times for them.",
        discussion: "Nothing is stored. `find` and `suggest` read a file; `scan` reads the calendars of a customer.",
        subcommands: [ConflictsFind.self, ConflictsSuggest.self, ConflictsScan.self])
}
