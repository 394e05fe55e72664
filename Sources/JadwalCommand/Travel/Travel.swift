import ArgumentParser

/// `jadwal travel`: the engines of ways that the operator configured.
///
/// - TravelCheck.swift: `jadwal travel check`.
struct TravelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "travel", abstract: "Tries the routing engines of the settings.", subcommands: [TravelCheck.self])
}
