import ArgumentParser
import Planning
import Runtime
import WebClient

/// Asks each configured engine for a way and a matrix.
struct TravelCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Asks each engine for the way between the places of JADWAL_TRAVEL_CHECK, and compares the estimate.",
        discussion: "Prints a line for each way of travelling with an engine. It ends with 1 if one does not help.")

    func run() throws {
        let config = try readConfig()
        let checks = EngineCheck.all(config)
        guard !checks.isEmpty else {
            throw ValidationError("No JADWAL_TRAVEL_ setting names an engine: all ways are estimates.")
        }
        startWebClients()
        var hasFailed = false
        for check in checks {
            do throws(EngineFailure) {
                let found = try check.ask(config, now: systemNow())
                let matrix = try check.askForMatrix(config, now: systemNow())
                print("\(check.name): \(found); matrix \(matrix); estimate \(try check.estimate(config)) min")
            } catch {
                hasFailed = true
                print("\(check.name): error: \(error.sentence)")
            }
        }
        if hasFailed { throw ExitCode.failure }
    }
}
