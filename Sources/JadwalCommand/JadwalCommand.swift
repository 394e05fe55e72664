import ArgumentParser
import Glibc
import Pages
import Runtime

@main
struct JadwalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jadwal",
        abstract: "The Jadwal calendar service.",
        discussion: """
            Settings come from environment variables and from the file that JADWAL_SETTINGS_FILE \
            names; `jadwal config` lists them.
            """,
        subcommands: [
            Serve.self, Work.self, Migrate.self, Customers.self, PrayerTimesCommand.self, Cities.self,
            HijriCommand.self, Timetables.self, Extract.self, Messages.self, ModelCommand.self,
            Accounts.self, Feeds.self, Ics.self, Import.self, ConflictsCommand.self, PlanCommand.self,
            TransitCommand.self, TravelCommand.self, ShowConfig.self, Keys.self, Routes.self, Doctor.self,
        ])
}

/// Reads the settings. A wrong one ends the command with a sentence that names it.
func readConfig() throws -> Config {
    try Config(environment: readEnvironment())
}

/// Returns the environment variables of the process.
func readEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
        let text = String(cString: pointer)
        if let equals = text.firstIndex(of: "=") {
            variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
        entry += 1
    }
    return variables
}
