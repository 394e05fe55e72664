import ArgumentParser

/// `jadwal model`: the language model that the operator configured.
///
/// - ModelCheck.swift: `jadwal model check`.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Tries the language model of the settings.", subcommands: [ModelCheck.self])
}
