import ArgumentParser

@main
struct JadwalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "jadwal", abstract: "The Jadwal calendar service.")
}
