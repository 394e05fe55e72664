import ArgumentParser
import Runtime
import Templates
import Web

/// Every setting with its value.
struct ShowConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Prints every setting: name, value and where it comes from, default, meaning.",
        discussion: "Secrets are masked.")

    @Flag(help: "Print the table of docs/settings.md instead, without values.")
    var markdown = false

    func run() throws {
        if markdown {
            print(settingsTable())
            return
        }
        let config = try readConfig()
        for setting in Setting.all {
            print("\(setting.key) = \(config.shown(setting))   (\(config.sources[setting.key] ?? "default"))")
            print("    default: \(setting.default.isEmpty ? "empty" : setting.default)")
            print("    \(setting.meaning)")
        }
    }
}
